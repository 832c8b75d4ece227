// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassModel

/// Files of rows that were in one of the last passes. Many rows fill a translation with the same few
/// words: such a file is hashed and laid out when it comes for the second time.
struct RecentFiles {
  private var met: [(file: PackagedFile, laidOut: SharedFiles.File?)] = []
  private var next = 0

  private static let limit = 32
  /// Larger ones, images of rows, are never the same file twice.
  private static let limitInBytes = 32 << 10

  /// Meets a file of a row; what is known of it, if it was met before.
  mutating func meet(_ file: PackagedFile) throws(ArchiveError) -> SharedFiles.File? {
    guard let position = met.firstIndex(where: { $0.file === file }) else {
      keep(file)
      return nil
    }
    if let known = met[position].laidOut { return known }
    let known = try SharedFiles.File(file)
    met[position].laidOut = known
    return known
  }

  /// What is known of a file that was met.
  func known(_ file: PackagedFile) -> SharedFiles.File? {
    met.first { $0.file === file }?.laidOut
  }

  private mutating func keep(_ file: PackagedFile) {
    // pass.json is another one in each pass.
    guard file.path != PackageKind.pass.document, file.bytes.count <= Self.limitInBytes else {
      return
    }
    if met.count < Self.limit {
      met.append((file, nil))
    } else {
      met[next] = (file, nil)
      next = (next + 1) % Self.limit
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassJSON
import PassModel

/// The parts of an archive in their order.
struct ArchiveSteps {
  enum Step {
    /// Files that are the same in every pass.
    case shared(LaidOutFiles)
    /// The file with this index.
    case file(Int)
    /// manifest.json or signature, by its index in `seal`.
    case addSignatureFile(Int)
  }

  private(set) var steps: [Step] = []

  /// The files that are made when a pass is signed, sorted by path.
  static let seal = [PackageKind.pass.manifest, PackageKind.pass.signature]

  /// Returns how many of `seal` come before each file.
  static func signsBefore(_ files: [PackagedFile]) -> [Int] {
    files.map { file in
      seal.count { $0.utf8.lexicographicallyPrecedes(file.path.utf8) }
    }
  }

  /// Lists the steps for the files of a pass. Shared files that follow each other are one step.
  init(_ files: [PackagedFile], _ shared: SharedFiles) {
    let sealsBefore = Self.signsBefore(files)
    var sealed = 0
    var place = 0
    while place < files.count {
      while sealed < sealsBefore[place] {
        steps.append(.addSignatureFile(sealed))
        sealed += 1
      }
      if let run = shared.runs[files[place].path], Self.isThere(run, files, place, sealsBefore) {
        steps.append(.shared(run.laidOut))
        place += run.paths.count
        continue
      }
      steps.append(shared.file(files[place]).map { .shared($0.laidOut) } ?? .file(place))
      place += 1
    }
    for next in sealed..<Self.seal.count { steps.append(.addSignatureFile(next)) }
  }

  /// Returns whether all files of a run follow each other from an index on, with nothing between
  /// them.
  private static func isThere(
    _ run: SharedFiles.Run, _ files: [PackagedFile], _ place: Int, _ sealsBefore: [Int]
  ) -> Bool {
    let end = place + run.paths.count
    return end <= files.count && sealsBefore[end - 1] == sealsBefore[place]
      && zip(run.paths, files[place..<end]).allSatisfy { path, file in
        !file.varies && path.hasBytes(of: file.path)
      }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassModel
import PassTemplate

/// The files of `passc init --logo FILE` and similar options. The new template gets a copy of each
/// in the folder `art`, and template.json names them as sources of images.
package struct StarterSources: Sendable {
  /// The folder of the copies.
  private static let folder = "art"

  /// The path of each source in the template, by slot.
  private let paths: [(slot: ImageSlot, path: String)]
  /// The copies by path.
  let files: [(path: String, bytes: [UInt8])]

  package static let none = StarterSources(paths: [], files: [])

  private init(
    paths: [(slot: ImageSlot, path: String)], files: [(path: String, bytes: [UInt8])]
  ) {
    self.paths = paths
    self.files = files
  }

  /// Reads the files that options name.
  package static func read(
    _ named: [(slot: ImageSlot, path: String)]
  ) throws(FileError) -> StarterSources {
    var paths: [(slot: ImageSlot, path: String)] = []
    var files: [(path: String, bytes: [UInt8])] = []
    for (slot, file) in named {
      let bytes = try Disk.read(file)
      var path = FilePath.join(folder, FilePath.lastComponent(FilePath.normalised(file)))
      if let other = files.first(where: { $0.path == path }), other.bytes != bytes {
        path = FilePath.join(folder, "\(slot.rawValue)-\(FilePath.lastComponent(path))")
      }
      if !files.contains(where: { $0.path == path }) { files.append((path, bytes)) }
      paths.append((slot, path))
    }
    return StarterSources(paths: paths, files: files)
  }

  package var isEmpty: Bool { paths.isEmpty }

  /// `"sources"` in template.json. Nil if there are none.
  var member: JSONTree.Member? {
    guard !paths.isEmpty else { return nil }
    return (
      TemplateMember.sources.rawValue,
      .object(paths.map { ($0.slot.rawValue, .string($0.path)) })
    )
  }
}

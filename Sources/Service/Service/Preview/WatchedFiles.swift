// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The files and folders pictures were made of, as they were when they were read.
///
/// They are looked at again and again instead of being watched by the system: that works the same
/// everywhere, on shares and in containers too, and some hundred files cost nothing that is felt.
struct WatchedFiles {
  private var stamps: [String: FileStamp?]

  /// - Parameter paths: names of files and folders, whether or not they are there.
  init(_ paths: [String]) {
    stamps = FileStamp.all(of: paths)
  }

  /// The names of the files and folders.
  var paths: [String] { Array(stamps.keys) }

  /// The same files as they are now.
  var now: WatchedFiles { WatchedFiles(paths) }

  /// Other files; those that stay are taken as they were, so that no change is missed.
  func following(_ paths: [String]) -> WatchedFiles {
    var next = WatchedFiles(paths)
    for (path, stamp) in stamps where next.stamps.keys.contains(path) {
      next.stamps[path] = stamp
    }
    return next
  }

  /// Whether the files are as they were.
  func isSame(as other: WatchedFiles) -> Bool { stamps == other.stamps }

  /// The most that is followed of a folder.
  private static let limit = 2_000

  /// A file or folder with everything in it, as far as it may hold passes.
  static func tree(of root: String) -> [String] {
    var paths = [root]
    var index = 0
    while index < paths.count, paths.count < limit {
      let folder = paths[index]
      index += 1
      guard Disk.identity(of: folder)?.isFolder == true,
        let entries = try? Disk.list(folder)
      else { continue }
      for entry in entries where !entry.name.hasPrefix(".") && entry.name != "node_modules" {
        // A link to a folder may lead round in a circle.
        guard entry.kind == .file || entry.kind == .folder else { continue }
        paths.append(FilePath.join(folder, entry.name))
      }
    }
    return Array(paths.prefix(limit))
  }
}

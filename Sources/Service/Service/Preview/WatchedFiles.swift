// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The state of the files and directories of a preview at the time they were read.
///
/// They are polled. That works on every system, on network drives and in containers, and it is
/// cheap for some hundred files.
struct WatchedFiles {
  private var stamps: [String: FileStamp?]

  /// - Parameter paths: files and directories, which need not exist.
  init(_ paths: [String]) {
    stamps = FileStamp.all(of: paths)
  }

  var paths: [String] { Array(stamps.keys) }

  /// The current state of the same paths.
  var now: WatchedFiles { WatchedFiles(paths) }

  /// Returns the state of other paths. Paths in both keep their old state, so that no change is
  /// missed.
  func following(_ paths: [String]) -> WatchedFiles {
    var next = WatchedFiles(paths)
    for (path, stamp) in stamps where next.stamps.keys.contains(path) {
      next.stamps[path] = stamp
    }
    return next
  }

  func isSame(as other: WatchedFiles) -> Bool { stamps == other.stamps }

  /// Most paths of a tree.
  private static let limit = 2_000

  /// Returns a path and, for a directory, its contents. Hidden entries and `node_modules` are left
  /// out.
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
        // Symbolic links are left out, because they may form a cycle.
        guard entry.kind == .file || entry.kind == .folder else { continue }
        paths.append(FilePath.join(folder, entry.name))
      }
    }
    return Array(paths.prefix(limit))
  }
}

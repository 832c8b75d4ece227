// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Folders that a command makes for its outputs.
package enum MadeFolder {
  /// Makes a folder and those above it, as `mkdir -p` does, and prints one line if it is new.
  ///
  /// - Parameters:
  ///   - mode: the permissions of a new folder, before the umask.
  ///   - durable: whether a new folder must survive a power cut.
  /// - Throws: `CommandFailureError` for a folder directly below /, because that is usually a mistyped path.
  package static func make(
    _ path: String, mode: UInt32 = 0o777, durable: Bool = false
  ) throws {
    if Disk.identity(of: path)?.isFolder == true { return }
    let first = try firstMissing(of: path)
    guard FilePath.parent(first) != "/" else {
      throw CommandFailureError.environment(
        "folder \(first) does not exist, and passc makes no folder directly below /",
        help: "give a path in another folder, or make it first: mkdir \(first)")
    }
    try Disk.makeFolders(path, mode: mode, durable: durable)
    Console.note("passc: made folder \(path)")
  }

  /// Makes the folder of an output file.
  package static func makeParent(of file: String) throws {
    try make(FilePath.parent(file))
  }

  /// Returns the highest folder that does not exist yet, as an absolute path.
  private static func firstMissing(of path: String) throws -> String {
    let current = path.hasPrefix("/") ? "" : try Disk.currentFolder()
    var folder = FilePath.normalised(FilePath.join(current, path))
    while folder != "/", Disk.identity(of: FilePath.parent(folder)) == nil {
      folder = FilePath.parent(folder)
    }
    return folder
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// A folder that is deleted with this object.
package final class TemporaryFolder: Sendable {
  /// Absolute path of the folder.
  package let path: String

  /// Creates a folder in TMPDIR with text files by path.
  package init(_ files: [String: String] = [:]) throws {
    path = try Disk.makeTemporaryFolder(in: Environment.value("TMPDIR") ?? "/tmp", prefix: "passc-")
    try add(files)
  }

  deinit { try? Disk.removeTree(path) }

  // Folders to delete at exit, because static values are never released.
  private static let kept = Mutex<[TemporaryFolder]>([])
  private static let removesAtEnd: Int32 = atexit {
    for folder in TemporaryFolder.kept.withLock({ $0 }) { try? Disk.removeTree(folder.path) }
  }

  /// Returns the folder and keeps it until the process ends.
  package func keptToTheEnd() -> TemporaryFolder {
    Self.kept.withLock { $0.append(self) }
    _ = Self.removesAtEnd
    return self
  }

  /// Returns the path of a file in the folder.
  package func callAsFunction(_ name: String) -> String { FilePath.join(path, name) }

  /// Writes files and creates their folders.
  package func add(_ files: [String: String]) throws {
    for (name, text) in files { try add(name, Array(text.utf8)) }
  }

  /// Writes a file that only its owner can read, as keys require, and creates its folder.
  package func add(_ name: String, _ bytes: [UInt8]) throws {
    try Disk.makeFolders(FilePath.parent(self(name)))
    try Disk.write(bytes, to: self(name), mode: .secret)
  }
}

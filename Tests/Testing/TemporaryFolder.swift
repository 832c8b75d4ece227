// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization

/// A folder that goes away with the test.
package final class TemporaryFolder {
  /// The absolute path of the folder.
  package let path: String

  /// Makes a folder below TMPDIR with text files by their path in it.
  package init(_ files: [String: String] = [:]) throws {
    path = try Disk.makeTemporaryFolder(in: Environment.value("TMPDIR") ?? "/tmp", prefix: "passc-")
    try add(files)
  }

  deinit { try? Disk.removeTree(path) }

  // Nothing releases what is kept for the whole process.
  private static let kept = Mutex<[String]>([])
  private static let removesAtEnd: Int32 = atexit {
    for path in TemporaryFolder.kept.withLock({ $0 }) { try? Disk.removeTree(path) }
  }

  /// The same folder, for all tests of a process: it goes away at its end.
  package func keptToTheEnd() -> TemporaryFolder {
    Self.kept.withLock { $0.append(path) }
    _ = Self.removesAtEnd
    return self
  }

  /// The path of something in the folder.
  package func callAsFunction(_ name: String) -> String { FilePath.join(path, name) }

  /// Writes files, with the folders they need.
  package func add(_ files: [String: String]) throws {
    for (name, text) in files { try add(name, Array(text.utf8)) }
  }

  /// Writes a file that only its owner can read, as keys have to be, with the folders it needs.
  package func add(_ name: String, _ bytes: [UInt8]) throws {
    try Disk.makeFolders(FilePath.parent(self(name)))
    try Disk.write(bytes, to: self(name), mode: .secret)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassFiles

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

  /// The path of something in the folder.
  package func callAsFunction(_ name: String) -> String { FilePath.join(path, name) }

  /// Writes files, with the folders they need.
  package func add(_ files: [String: String]) throws {
    for (name, text) in files { try add(name, Array(text.utf8)) }
  }

  /// Writes a file, with the folders it needs.
  package func add(_ name: String, _ bytes: [UInt8]) throws {
    try Disk.makeFolders(FilePath.parent(self(name)))
    try Disk.write(bytes, to: self(name))
  }
}

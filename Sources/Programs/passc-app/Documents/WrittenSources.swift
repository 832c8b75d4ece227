// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole

/// Files that a command writes into a folder. Existing files are never overwritten, because the
/// user may have edited them.
enum WrittenSources {
  /// Writes all files and prints their paths. Writes none if one of them exists.
  static func write(
    _ files: [(name: String, text: String)], to folder: String, mode: FileMode = .ordinary
  ) throws {
    let paths = files.map { FilePath.join(folder, $0.name) }
    for path in paths where try Disk.kind(of: path) != nil {
      throw CommandFailureError.environment(
        "\(path) already exists and may have been edited", help: "give another folder")
    }
    try MadeFolder.make(folder)
    for (path, file) in zip(paths, files) {
      try Disk.write(Array(file.text.utf8), to: path, mode: mode, replacing: false)
      Console.print(path)
    }
  }

  /// Writes a string to a file, or to standard output if `file` is nil or `-`.
  static func write(_ text: String, to file: String?) throws {
    guard let file, file != "-" else { return Console.write(text) }
    try MadeFolder.makeParent(of: file)
    try Disk.write(Array(text.utf8), to: file)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole

/// Files that a command writes into a folder: new ones, since those that are there may have been
/// changed since.
enum WrittenSources {
  /// Writes all of them, or none when one is there already; their paths go to standard output.
  static func write(
    _ files: [(name: String, text: String)], to folder: String, mode: FileMode = .ordinary
  ) throws {
    let paths = files.map { FilePath.join(folder, $0.name) }
    for path in paths where try Disk.kind(of: path) != nil {
      throw Failure.environment(
        "\(path) is there already, and may have been changed since", help: "give another folder")
    }
    try Disk.makeFolders(folder)
    for (path, file) in zip(paths, files) {
      try Disk.write(Array(file.text.utf8), to: path, mode: mode, replacing: false)
      Console.print(path)
    }
  }

  /// Writes one text to a file, or to standard output without one.
  static func write(_ text: String, to file: String?) throws {
    guard let file, file != "-" else { return Console.write(text) }
    try Disk.makeFolders(FilePath.parent(file))
    try Disk.write(Array(text.utf8), to: file)
  }
}

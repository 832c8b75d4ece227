// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The check of outputs that must be folders.
enum FolderOutput {
  /// Returns the error if the command writes a folder and the output is an existing file or device.
  /// Returns nil for any other output.
  static func failure(of output: OutputGuard.Output, in command: String) -> CommandFailureError? {
    guard output.role == .output, let example = example(of: output, in: command),
      let found = Disk.identity(of: output.path), !found.isFolder
    else { return nil }
    let isFile = Disk.hardLinkCount(of: output.path) != nil
    return .environment(
      "\(output.option) \(output.path) is a \(isFile ? "file" : "device"), "
        + "\(command) needs a folder",
      help: "name a folder: \(output.option) \(example)")
  }

  /// Returns the name of a folder that a command could write to, or nil if it writes a file.
  private static func example(of output: OutputGuard.Output, in command: String) -> String? {
    switch (command, ArgumentTable.longName(of: output.option)) {
    case ("issue", "--output"):
      output.path.lowercased().hasSuffix(".tar") ? nil : "passes"
    case ("resign", "--output"): "signed"
    case ("google build", "--output"): "google-passes"
    case ("cert request", "--output"), ("cert example", "--output"), ("cert import", "--into"):
      "my-identity"
    case ("nfc reader-kit", "--output"): "reader"
    case ("app fragments", "--output"), ("app swift", "--output"), ("pay swift", "--output"),
      ("notify swift", "--output"), ("provision swift", "--output"),
      ("provision example", "--output"):
      "out"
    default: nil
    }
  }
}

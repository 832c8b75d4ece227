// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Options about what every command prints. Each program hands them to `Console.apply` once.
package struct OutputOptions: ParsableArguments {
  /// The section of help that these options are in.
  package static let title = "Output"

  /// Whether progress and notes are left out.
  @Flag(name: [.customShort("q"), .long], help: "Print no progress and no notes.")
  package var quiet = false

  /// Options that ask for nothing.
  package init() {}
}

/// A command that does work, in contrast to a group of commands.
package protocol ConsoleCommand: ParsableCommand {
  /// What the command prints.
  var outputOptions: OutputOptions { get }
}

extension Console {
  /// Obeys the output options of a command.
  package static func apply(_ command: any ParsableCommand) {
    guard let command = command as? any ConsoleCommand else { return }
    isQuiet = command.outputOptions.quiet
  }
}

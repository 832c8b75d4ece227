// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Options that every command has for its output. The parser applies them in `validate()`.
package struct OutputOptions: ParsableArguments {
  /// The section of these options in the help.
  package static let title = "Output"

  @Flag(name: [.customShort("q"), .long], help: "Print no progress and no notes.")
  package var quiet = false

  @Option(help: ArgumentHelp("Color the output: auto, always or never.", valueName: "when"))
  package var color = ColorChoice.auto

  @Flag(help: "Do not show the lines and cells that findings are about.")
  package var noExcerpt = false

  package init() {}

  /// Applies the options during parsing, so that errors of other options are printed in the same
  /// way.
  package func validate() {
    Console.isQuiet = quiet
    Console.display = display
  }

  /// The settings that the options select.
  package var display: Console.Display {
    Console.Display(color: color, showsExcerpts: !noExcerpt)
  }
}

/// A command that does work, in contrast to a group of commands.
package protocol ConsoleCommand: ParsableCommand {
  var outputOptions: OutputOptions { get }
}

// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Options about what every command prints, and how. The parser applies them.
package struct OutputOptions: ParsableArguments {
  /// The section of help that these options are in.
  package static let title = "Output"

  /// Whether progress and notes are left out.
  @Flag(name: [.customShort("q"), .long], help: "Print no progress and no notes.")
  package var quiet = false

  /// When the output has colors.
  @Option(help: ArgumentHelp("Color the output: auto, always or never.", valueName: "when"))
  package var color = ColorChoice.auto

  /// Whether findings come without the text at their place.
  @Flag(help: "Do not show the lines and cells that findings are about.")
  package var noExcerpt = false

  /// Options that ask for nothing.
  package init() {}

  /// Applies how messages look, so that errors of other options are shown the same way.
  package func validate() {
    Console.isQuiet = quiet
    Console.display = display
  }

  /// The look that was asked for.
  package var display: Console.Display {
    Console.Display(color: color, showsExcerpts: !noExcerpt)
  }
}

/// A command that does work, in contrast to a group of commands.
package protocol ConsoleCommand: ParsableCommand {
  /// What the command prints.
  var outputOptions: OutputOptions { get }
}

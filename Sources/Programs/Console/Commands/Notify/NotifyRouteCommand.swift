// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc notify route`.
package struct NotifyRouteCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "Print where a notification goes: card, transaction, keys, or the app.",
    discussion: """
      The case of keys, sender and action does not matter. passc prints a line for each payload \
      and shortens card identifiers. Exit code 1 means that a payload belongs to the SDK and \
      cannot be used.

      Example:
        passc notify route received.jsonl --format json
      """)

  /// The file with payloads.
  @Argument(
    help: ArgumentHelp(
      "Payloads; - is standard input.", valueName: "file"))
  package var file: String

  /// The format of the routes.
  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  package var format = OutputForm.text

  /// Whether card identifiers are shown whole.
  @Flag(help: "Print card identifiers in full.")
  package var showIds = false

  /// What the command prints.
  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  /// Options that ask for nothing.
  package init() {}
}

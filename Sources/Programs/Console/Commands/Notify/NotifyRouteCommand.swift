// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

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

  @Argument(
    help: ArgumentHelp(
      "Payloads; - is standard input.", valueName: "file"))
  package var file: String

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  package var format = OutputForm.text

  @Flag(help: "Print card identifiers in full.")
  package var showIds = false

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}

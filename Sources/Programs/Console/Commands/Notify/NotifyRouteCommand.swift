// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc notify route`.
package struct NotifyRouteCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  /// The format of routes.
  package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable { case text, json }

  package static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "Say where a notification goes: card, transaction, keys, or the app itself.",
    discussion: """
      Keys, sender and action are read without regard to case. One line for each payload; card ids \
      are shortened. Exit code 1 when one is of the SDK and unusable.

      Example:
        passc notify route received.jsonl --format json
      """)

  /// The file with payloads.
  @Argument(help: ArgumentHelp("Payloads; - is standard input.", valueName: "file"))
  package var file: String

  /// The format of the routes.
  @Option(help: ArgumentHelp("What to print: text or json.", valueName: "format"))
  package var format = Format.text

  /// Whether card identifiers are shown whole.
  @Flag(help: "Show card ids whole.")
  package var showIds = false

  /// Options that ask for nothing.
  package init() {}
}

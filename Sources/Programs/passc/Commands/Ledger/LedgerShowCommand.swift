// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassIssue

struct LedgerShowCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a ledger has about one pass.",
    discussion: """
      The case of the letters of the serial number does not matter. Exit code 3 means that the \
      ledger has no such pass.

      Examples:
        passc ledger show A-17 --ledger gym.ledger
        passc ledger show A-17 --ledger gym.ledger --with-tokens --format json
      """)

  @Argument(help: ArgumentHelp("The serial number.", valueName: "serial"))
  var serial: String

  @OptionGroup var options: LedgerOptions

  @Option(
    help: ArgumentHelp(
      "Select the pass of this pass type identifier.", valueName: "id"))
  var passType: String?

  @Flag(help: "Also print the authentication token.")
  var withTokens = false

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    let ledger = options.ledger
    let isThere = try LedgerListing(of: ledger, as: format.form)
      .pass(serial, passType: passType, withTokens: withTokens) { format.write($0) }
    guard isThere else {
      throw CommandFailureError.environment(
        "the ledger \(ledger) has no pass \(serial)",
        help: "to see its passes, run: passc ledger list --ledger \(ledger)")
    }
  }
}

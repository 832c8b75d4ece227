// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassIssue

/// `passc ledger show`: everything about one pass.
struct LedgerShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show everything a ledger knows of one pass.",
    discussion: """
      The serial is found in any case of its letters. Exit code 3 when the ledger has no such pass.

      Examples:
        passc ledger show A-17 --ledger gym.ledger
        passc ledger show A-17 --ledger gym.ledger --with-tokens --format json
      """)

  @Argument(help: ArgumentHelp("The serial number.", valueName: "serial"))
  var serial: String

  @OptionGroup var options: LedgerOptions

  @Option(help: ArgumentHelp("Only a pass of this type.", valueName: "id"))
  var passType: String?

  @Flag(help: "Show the authentication token too.")
  var withTokens = false

  @Option(help: ArgumentHelp("What to print: text or json.", valueName: "format"))
  var format = OutputForm.text

  func run() throws {
    let ledger = options.ledger
    let isThere = try LedgerListing(of: ledger, as: format.form)
      .pass(serial, passType: passType, withTokens: withTokens) { format.write($0) }
    guard isThere else {
      throw Failure.environment(
        "the ledger \(ledger) has no pass \(serial)",
        help: "passc ledger list --ledger \(ledger) shows what it has")
    }
  }
}

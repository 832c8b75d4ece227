// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassFiles
import PassIssue
import PassLedger

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
  var format = LedgerFormat.text

  func run() throws {
    let ledger = try options.open(.reading)
    var found: [LedgerPass] = []
    for type in try ledger.passTypes() where passType == nil || passType == type {
      if let pass = try ledger.find(serial, passType: type) { found.append(pass) }
    }
    guard !found.isEmpty else {
      throw Failure.environment(
        "the ledger \(ledger.path) has no pass \(serial)",
        help: "passc ledger list --ledger \(ledger.path) shows what it has")
    }
    for (index, pass) in found.enumerated() {
      switch format {
      case .json: Console.write(LedgerJSON.full(pass, withTokens: withTokens))
      case .text:
        let run = try ledger.run(pass.run)
        if index > 0 { Console.print("") }
        Console.write(
          LedgerText(colour: Console.resultHasColour).all(
            of: pass, run: run, isAlive: try run.map { try ledger.isAlive($0) } ?? false,
            withTokens: withTokens))
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassIssue

struct LedgerExportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export issued passes for an update service or a mailing.",
    discussion: """
      The formats are CSV with a header, JSON Lines, and the table of outcomes that passc-spark \
      compares with. The order is by pass type identifier and serial number. An update service \
      needs the tokens: give --with-tokens. Only you can read a file with tokens.

      Times are in full seconds. To miss nothing, start the next export with the second of the \
      last one. A pass may then come twice.

      Examples:
        passc ledger export --ledger gym.ledger --with-tokens -o passes.csv
        passc ledger export --ledger gym.ledger --run last --format json
        passc ledger export --ledger gym.ledger --since 2026-05-01T18:30:00+02:00
      """)

  @OptionGroup var options: LedgerOptions
  @OptionGroup var filterOptions: LedgerFilterOptions

  @Flag(help: "Also write the authentication tokens.")
  var withTokens = false

  @Option(
    help: ArgumentHelp(
      "Write the result in this format.", valueName: "format"))
  var format = LedgerExport.Form.csv

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this file; standard output by default.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if format == .outcomes, withTokens {
      throw ValidationError("outcomes have no tokens, leave --with-tokens out or choose json")
    }
  }

  func run() throws {
    let export = try filterOptions.selecting {
      try LedgerExport(of: options.ledger, $0, as: format, withTokens: withTokens)
    }
    guard let output, output != "-" else { return try export.write { Console.write($0) } }
    try MadeFolder.makeParent(of: output)
    let file = try AtomicFile(output, mode: withTokens ? .secret : .ordinary)
    try export.write { try file.append($0) }
    try file.commit()
    Console.print(output)
  }
}

extension LedgerExport.Form: ExpressibleByArgument {}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassIssue

/// `passc ledger export`: issued passes for an update service or a mailing.
struct LedgerExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the issued passes of a ledger for an update service or a mailing.",
    discussion: """
      CSV with a header, JSON Lines, or the table of outcomes that another run with passc-spark \
      compares its rows with; by pass type and serial. An update service needs the \
      tokens, which are written only with --with-tokens; a file with tokens is readable by its \
      user alone. Times have seconds: ask for the second of the last export again, a pass may come \
      twice and none is missed.

      Examples:
        passc ledger export --ledger gym.ledger --with-tokens -o passes.csv
        passc ledger export --ledger gym.ledger --run last --format json
        passc ledger export --ledger gym.ledger --since 2026-05-01T18:30:00+02:00
      """)

  @OptionGroup var options: LedgerOptions
  @OptionGroup var filterOptions: LedgerFilterOptions

  @Flag(help: "Write the authentication tokens too.")
  var withTokens = false

  @Option(
    help: ArgumentHelp("What to write: csv, json or outcomes, a line each.", valueName: "format"))
  var format = LedgerExport.Form.csv

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"),
    completion: .file())
  var output: String?

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
    try Disk.makeFolders(FilePath.parent(output))
    let file = try AtomicFile(output, mode: withTokens ? .secret : .ordinary)
    try export.write { try file.append($0) }
    try file.commit()
    Console.print(output)
  }
}

extension LedgerExport.Form: ExpressibleByArgument {}

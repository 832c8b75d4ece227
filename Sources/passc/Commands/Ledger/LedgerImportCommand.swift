// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassDiagnostics
import PassFiles
import PassIssue

/// `passc ledger import`: finished bundles into a ledger.
struct LedgerImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take finished passes up in a ledger.",
    discussion: """
      For passes another tool has issued, or that were issued without a ledger: serial, token, \
      SHA-256, size and place of each bundle are recorded, so that passc issue keeps serial and \
      token when it issues them again. What their rows were is not known, so the next passc issue \
      does issue them again. A broken bundle, or one that contradicts the ledger, is reported and \
      left out. The ledger is made where there is none.

      Examples:
        passc ledger import delivered/*.pkpass --ledger gym.ledger
        passc ledger import /srv/passes --ledger gym.ledger
      """)

  @Argument(
    help: ArgumentHelp(
      ".pkpass and .pkpasses files, or folders that are searched for them.", valueName: "bundle"),
    completion: .file(extensions: ["pkpass", "pkpasses"]))
  var bundles: [String]

  @OptionGroup var options: LedgerOptions

  @Option(help: ArgumentHelp("What to print: text or json, a line each.", valueName: "format"))
  var format = OutputForm.text

  func run() throws {
    let summary = try LedgerReportPrinter.printing("read", format: format) { progress, emit in
      try LedgerImport.run(
        bundles, into: options.ledger, now: Environment.now, progress: progress, emit: emit)
    }
    guard summary.imported + summary.known + summary.refused > 0 else {
      throw Failure.environment(
        "no pass in \(bundles.joined(separator: ", "))",
        help: "name .pkpass and .pkpasses files, or folders with such files")
    }
    switch format {
    case .text:
      Console.print(
        "imported \(summary.imported), known \(summary.known), refused \(summary.refused)")
    case .json:
      Console.print(
        """
        {"version":1,"summary":{"imported":\(summary.imported),"known":\(summary.known),\
        "refused":\(summary.refused)}}
        """)
    }
    if summary.refused > 0 { throw Failure.findings }
  }
}

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassDiagnostics
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
      left out. The ledger is made where there is none. A table of outcomes, JSON Lines as \
      passc-spark writes them, says the same of passes that lie elsewhere, and what they were made \
      from; what the ledger has of them gives way to it.

      Examples:
        passc ledger import delivered/*.pkpass --ledger gym.ledger
        passc ledger import /srv/passes --ledger gym.ledger
        passc ledger import --outcomes outcomes.jsonl --ledger gym.ledger
      """)

  @Argument(
    help: ArgumentHelp(
      ".pkpass and .pkpasses files, or folders that are searched for them.", valueName: "bundle"),
    completion: .file(extensions: ["pkpass", "pkpasses"]))
  var bundles: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A table of outcomes as JSON Lines, - for standard input; repeatable.", valueName: "file"),
    completion: .file(extensions: ["jsonl", "json"]))
  var outcomes: [String] = []

  @OptionGroup var options: LedgerOptions

  @Option(help: ArgumentHelp("What to print: text or json, a line each.", valueName: "format"))
  var format = OutputForm.text

  func validate() throws {
    if bundles.isEmpty, outcomes.isEmpty {
      throw ValidationError("there is nothing to import, name bundles or give --outcomes FILE")
    }
  }

  func run() throws {
    let summary = try LedgerReportPrinter.printing("read", format: format) { progress, emit in
      var summary = LedgerImport.Summary()
      if !bundles.isEmpty {
        summary = try LedgerImport.run(
          bundles, into: options.ledger, now: Environment.now, progress: progress, emit: emit)
      }
      if !outcomes.isEmpty {
        let told = try OutcomeImport.run(
          outcomes, into: options.ledger, now: Environment.now, emit: emit)
        summary = summary + told
      }
      return summary
    }
    guard summary.total > 0 else {
      throw Failure.environment(
        "no pass in \((bundles + outcomes).joined(separator: ", "))",
        help: "name .pkpass and .pkpasses files, or folders with such files")
    }
    switch format {
    case .text:
      Console.print(
        "imported \(summary.imported), known \(summary.known), refused \(summary.refused)"
          + (outcomes.isEmpty ? "" : ", rows without a pass \(summary.withoutPass)"))
    case .json:
      Console.print(
        """
        {"version":1,"summary":{"imported":\(summary.imported),"known":\(summary.known),\
        "refused":\(summary.refused),"withoutPass":\(summary.withoutPass)}}
        """)
    }
    if summary.refused > 0 { throw Failure.findings }
  }
}

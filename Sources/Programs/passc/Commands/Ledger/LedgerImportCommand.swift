// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassDiagnostics
import PassIssue

struct LedgerImportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add finished passes to a ledger.",
    discussion: """
      Use it for passes that another tool issued, or that were issued without a ledger. passc \
      records serial number, token, SHA-256, size and place, so that passc issue keeps serial \
      number and token. It cannot know the rows, so the next passc issue issues these passes \
      again. passc reports broken passes and passes that contradict the ledger, and leaves them \
      out. It makes the ledger if there is none.

      With --outcomes it reads a table of outcomes, JSON Lines as passc-spark writes them. Such a \
      table has priority over the ledger.

      Examples:
        passc ledger import delivered/*.pkpass --ledger gym.ledger
        passc ledger import /srv/passes --ledger gym.ledger
        passc ledger import --outcomes outcomes.jsonl --ledger gym.ledger
      """)

  @Argument(
    help: ArgumentHelp(
      "A .pkpass or .pkpasses, or a folder to search.", valueName: "bundle"),
    completion: .file(extensions: PackageKind.pass.fileExtensions))
  var bundles: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Read a table of outcomes; - is standard input; repeatable.", valueName: "file"),
    completion: .file(extensions: ["jsonl", "json"]))
  var outcomes: [String] = []

  @OptionGroup var options: LedgerOptions

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if bundles.isEmpty, outcomes.isEmpty {
      throw ValidationError(
        "nothing to import",
        help: "name passes, such as passes/*.pkpass, or give --outcomes FILE")
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
        let reported = try OutcomeImport.run(
          outcomes, into: options.ledger, now: Environment.now, emit: emit)
        summary = summary + reported
      }
      return summary
    }
    guard summary.total > 0 else {
      throw CommandFailureError.environment(
        "no pass in \((bundles + outcomes).joined(separator: ", "))",
        help: "name .pkpass and .pkpasses files, or folders with such files")
    }
    switch format {
    case .text:
      Console.print(
        "imported \(summary.imported), known \(summary.known), rejected \(summary.rejected)"
          + (outcomes.isEmpty ? "" : ", rows without a pass \(summary.withoutPass)"))
    case .json:
      Console.print(
        """
        {"version":1,"summary":{"imported":\(summary.imported),"known":\(summary.known),\
        "refused":\(summary.rejected),"withoutPass":\(summary.withoutPass)}}
        """)
    }
    if summary.rejected > 0 { throw CommandFailureError.findings }
  }
}

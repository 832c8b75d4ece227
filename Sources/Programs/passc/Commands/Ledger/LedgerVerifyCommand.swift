// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassDiagnostics
import PassIssue

/// `passc ledger verify`: the ledger against the disk.
struct LedgerVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Prove that every issued pass's file is there and whole.",
    discussion: """
      SQLite's own check of the ledger first; then every issued pass: its file is there, with the \
      recorded size and SHA-256; then what lies beside them: bundles the ledger does not know, and \
      what a killed process left. Nothing is changed.

      Exit code 1 when a file is missing or differs, or the ledger is damaged.

      Examples:
        passc ledger verify --ledger gym.ledger
        passc ledger verify --ledger gym.ledger --format json
      """)

  @OptionGroup var options: LedgerOptions

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp("How many files to read at once.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Count warnings as errors.")
  var strict = false

  @Flag(help: "Show notes too.")
  var notes = false

  @Option(help: ArgumentHelp("What to print: text or json, a line each.", valueName: "format"))
  var format = OutputForm.text

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs counts from 1") }
  }

  func run() throws {
    let summary = try LedgerReportPrinter.printing(
      "verified", format: format, showsNotes: notes
    ) { progress, emit in
      try LedgerVerification.run(
        options.ledger, jobs: jobs ?? Processors.allowed, progress: progress, emit: emit)
    }
    switch format {
    case .text: Console.print(Self.sentence(summary))
    case .json:
      Console.print(
        """
        {"version":1,"summary":{"passes":\(summary.passes),"withoutFile":\(summary.withoutFile),\
        "bytes":\(summary.bytes),"reserved":\(summary.reserved),"errors":\(summary.errors),\
        "warnings":\(summary.warnings)}}
        """)
    }
    if summary.errors > 0 || strict && summary.warnings > 0 { throw Failure.findings }
  }

  private static func sentence(_ summary: LedgerVerification.Summary) -> String {
    var text = "\(summary.passes) \(summary.passes == 1 ? "pass" : "passes") issued"
    if summary.withoutFile > 0 {
      text += ", \(summary.withoutFile) of them without a file here, not looked at"
    }
    if summary.reserved > 0 { text += ", \(summary.reserved) only reserved" }
    if summary.errors + summary.warnings == 0 {
      if summary.withoutFile == 0 { return text + ": everything is as recorded" }
      return text + (summary.withoutFile < summary.passes ? ": the others are as recorded" : "")
    }
    return text + ": " + counted(summary.errors, "error") + ", "
      + counted(summary.warnings, "warning")
  }
}

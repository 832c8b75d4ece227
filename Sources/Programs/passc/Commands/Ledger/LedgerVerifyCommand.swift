// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassDiagnostics
import PassIssue

struct LedgerVerifyCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Verify that the file of every issued pass exists and is complete.",
    discussion: """
      passc runs SQLite's own check of the ledger. Then it compares every recorded file with its \
      size and SHA-256, and reports files next to them that are not in the ledger. It changes \
      nothing.

      Exit code 1 means that a file is missing or differs, or that the ledger is damaged.

      Examples:
        passc ledger verify --ledger gym.ledger
        passc ledger verify --ledger gym.ledger --format json
      """)

  @OptionGroup var options: LedgerOptions

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp(
      "Read this many files at once; all processors by default.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "Print notes too.")
  var notes = false

  @Option(
    help: ArgumentHelp(
      "Print the result in this format.", valueName: "format"))
  var format = OutputForm.text

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func validate() throws {
    if let jobs, jobs < 1 {
      throw ValidationError("--jobs counts from 1", help: "write --jobs 4, or leave it out")
    }
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
    if summary.errors > 0 || strict && summary.warnings > 0 { throw CommandFailureError.findings }
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

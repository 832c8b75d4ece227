// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassDiagnostics
import PassFiles
import PassLedger

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

  @Option(help: ArgumentHelp("How many files to read at once.", valueName: "n"))
  var jobs: Int?

  @Flag(help: "Count warnings as errors.")
  var strict = false

  @Flag(help: "Show notes too.")
  var notes = false

  @Option(help: ArgumentHelp("What to print: text or json, a line each.", valueName: "format"))
  var format = LedgerFormat.text

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs counts from 1") }
  }

  func run() throws {
    let ledger = try options.open(.reading)
    var printer = LedgerReportPrinter(format: format, showsNotes: notes)
    var progress = ProgressLine("verified")
    let summary = try LedgerVerification.run(
      ledger, jobs: jobs ?? Environment.processors,
      progress: { progress.show($0, of: $1) },
      emit: { diagnostic in
        progress.clear()
        printer.show(diagnostic)
      })
    progress.clear()
    printer.end()
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
    if summary.withoutFile > 0 { text += ", \(summary.withoutFile) of them without a file" }
    if summary.reserved > 0 { text += ", \(summary.reserved) only reserved" }
    if summary.errors + summary.warnings == 0 { return text + ": everything is as recorded" }
    func counted(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    return text + ": " + counted(summary.errors, "error") + ", "
      + counted(summary.warnings, "warning")
  }
}

/// Diagnostics as they come: a code three times in text, then counted; all of them as JSON Lines.
struct LedgerReportPrinter {
  let format: LedgerFormat
  let showsNotes: Bool
  private var seen: [String: Int] = [:]

  init(format: LedgerFormat, showsNotes: Bool) {
    self.format = format
    self.showsNotes = showsNotes
  }

  mutating func show(_ diagnostic: Diagnostic) {
    guard format == .text else {
      var writer = JSONLinesWriter()
      Console.write(
        writer.subject(
          CheckedSubject(name: "ledger", kind: .set, diagnostics: [diagnostic])))
      return
    }
    if diagnostic.severity == .note, !showsNotes { return }
    seen[diagnostic.code, default: 0] += 1
    if seen[diagnostic.code, default: 0] <= CheckTextWriter.limitPerCode {
      Console.report([diagnostic], showsNotes: showsNotes)
    }
  }

  /// Says how many more there were of each.
  func end() {
    for (code, count) in seen.sorted(by: { $0.key < $1.key })
    where count > CheckTextWriter.limitPerCode {
      Console.say("and \(count - CheckTextWriter.limitPerCode) more [\(code)]")
    }
  }
}

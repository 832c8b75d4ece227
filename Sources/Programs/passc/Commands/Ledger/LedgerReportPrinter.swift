// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassDiagnostics
import PassReport

/// Prints diagnostics of a ledger when they are found. Text shows a code at most `limit` times and
/// then counts. JSON Lines contain all of them.
struct LedgerReportPrinter {
  private let format: OutputForm
  private let showsNotes: Bool
  private let subject: String
  private let limit: Int
  private var seen: [String: Int] = [:]

  /// - Parameters:
  ///   - subject: the subject of the diagnostics in JSON Lines.
  ///   - limit: how often text shows a code.
  init(
    format: OutputForm, showsNotes: Bool = false, subject: String = "ledger",
    limit: Int = CheckTextWriter.usualLimitPerCode
  ) {
    self.format = format
    self.showsNotes = showsNotes
    self.subject = subject
    self.limit = limit
  }

  /// Runs a long operation with a progress line, and prints its diagnostics when they are found.
  static func printing<Summary>(
    _ verb: String, format: OutputForm, showsNotes: Bool = false,
    _ body: (
      _ progress: @escaping (_ done: Int, _ total: Int) -> Void,
      _ emit: @escaping (Diagnostic) -> Void
    ) throws -> Summary
  ) rethrows -> Summary {
    var printer = LedgerReportPrinter(format: format, showsNotes: showsNotes)
    var line = ProgressLine(verb)
    let summary = try body(
      { line.show($0, of: $1) },
      { diagnostic in
        line.clear()
        printer.show(diagnostic)
      })
    line.clear()
    printer.end()
    return summary
  }

  mutating func show(_ diagnostic: Diagnostic) {
    guard format == .text else {
      var writer = JSONLinesWriter()
      return Console.write(
        writer.subject(CheckedSubject(name: subject, kind: .set, diagnostics: [diagnostic])))
    }
    if diagnostic.severity == .note, !showsNotes { return }
    seen[diagnostic.code, default: 0] += 1
    if seen[diagnostic.code, default: 0] <= limit {
      Console.report([diagnostic], showsNotes: showsNotes, isLast: false)
    }
  }

  /// Prints how many diagnostics of each code were left out.
  func end() {
    for (code, count) in seen.sorted(by: { $0.key < $1.key }) where count > limit {
      Console.printLine("and \(count - limit) more [\(code)]")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDiagnostics
import PassIssue
import PassReport

/// Output of a run on standard error while it works: progress, and diagnostics when they are found,
/// each code at most twenty times.
final class IssueConsole: IssueListener {
  private static let limitPerCode = 20
  /// The time between two lines if standard error is not a terminal.
  private static let secondsBetweenLines = 5.0

  private let form: IssueCommand.ProgressForm
  private let isTerminal: Bool
  private let format: OutputForm
  private let showsNotes: Bool
  private var counts: [String: Int] = [:]
  private var total = DiagnosticCount()
  private var lastLine = 0.0
  private var hasLine = false

  init(progress: IssueCommand.ProgressForm, format: OutputForm, showsNotes: Bool) {
    form = progress
    isTerminal = progress == .auto && Disk.isTerminal(standardError: true)
    self.format = format
    self.showsNotes = showsNotes
  }

  func found(_ diagnostics: [Diagnostic]) {
    total.add(diagnostics)
    var shown: [Diagnostic] = []
    for diagnostic in diagnostics
    where showsNotes && !Console.isQuiet || diagnostic.severity != .note {
      let count = counts[diagnostic.code, default: 0] + 1
      counts[diagnostic.code] = count
      if format == .json || count <= Self.limitPerCode { shown.append(diagnostic) }
    }
    guard !shown.isEmpty else { return }
    clearLine()
    if format == .json {
      for diagnostic in shown { Console.printJSON(JSONLinesWriter.line(of: diagnostic)) }
    } else {
      Console.report(shown, showsNotes: showsNotes, isLast: false)
    }
  }

  func wroteLine(_ sentence: String) {
    clearLine()
    Console.note("passc: \(sentence)")
  }

  func progressed(_ progress: Progress) {
    guard form != .none, !Console.isQuiet else { return }
    if isTerminal {
      // The last column stays empty, because some terminals begin a new line after it.
      let line = String(progress.line.prefix(Console.width(of: STDERR_FILENO) - 1))
      Console.printRaw("\r\u{1B}[K" + line)
      hasLine = true
    } else if progress.seconds - lastLine >= Self.secondsBetweenLines {
      lastLine = progress.seconds
      Console.printLine("passc: \(progress.line)")
    }
  }

  /// Prints how many diagnostics of each code were left out.
  func end() {
    clearLine()
    guard format == .text else { return }
    for (code, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.limitPerCode {
      Console.printLine("and \((count - Self.limitPerCode).grouped) more [\(code)]")
    }
  }

  /// Prints the last line of a run that has issued nothing.
  func close() {
    if format == .text { Console.close(total, "nothing issued") }
  }

  private func clearLine() {
    guard hasLine else { return }
    Console.printRaw("\r\u{1B}[K")
    hasLine = false
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// The report of `passc check` for people: each complaint three times per folder, then counted,
/// and a verdict for each bundle.
package struct CheckTextWriter: CheckReportWriter {
  private let writer: TextWriter
  private let showsStatistics: Bool
  private var folder: String?
  private var seen: [String: Int] = [:]
  private var statistics: [String: (severity: Severity, count: Int)] = [:]

  /// How often one code is printed within a folder.
  package static let limitPerCode = 3

  /// A report that has not begun.
  ///
  /// - Parameters:
  ///   - colour: marks verdicts and severities with ANSI escape sequences.
  ///   - showsNotes: prints notes, which are only counted otherwise.
  ///   - showsStatistics: ends with a table of how often each code was found.
  package init(colour: Bool = false, showsNotes: Bool = false, showsStatistics: Bool = false) {
    writer = TextWriter(colour: colour, showsNotes: showsNotes)
    self.showsStatistics = showsStatistics
  }

  package mutating func subject(_ subject: CheckedSubject) -> String {
    var text = ""
    if let folder, folder != subject.folder { text += counts() }
    folder = subject.folder
    var shown: [Diagnostic] = []
    for diagnostic in subject.diagnostics {
      statistics[diagnostic.code, default: (diagnostic.severity, 0)].count += 1
      if diagnostic.severity == .note, !writer.showsNotes { continue }
      let count = seen[diagnostic.code, default: 0] + 1
      seen[diagnostic.code] = count
      if count <= Self.limitPerCode { shown.append(diagnostic) }
    }
    text += writer.text(of: shown)
    if let verdict = subject.verdict { text += line(subject, verdict) }
    return text
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    var text = counts()
    if showsStatistics { text += table() }
    text += counted(summary.packages, "package") + " checked: "
    if summary.errors + summary.warnings == 0 {
      text += "no errors, no warnings"
    } else {
      text +=
        counted(summary.errors, "error") + ", " + counted(summary.warnings, "warning")
    }
    if summary.baselined > 0 { text += ", \(summary.baselined) known from the baseline" }
    if summary.notes > 0, !writer.showsNotes {
      text += " (and \(counted(summary.notes, "note")), shown with --notes)"
    }
    return text + "\n"
  }

  private mutating func counts() -> String {
    var text = ""
    for (code, count) in seen.sorted(by: { $0.key < $1.key }) where count > Self.limitPerCode {
      text += "and \(count - Self.limitPerCode) more [\(code)]"
      if let folder, !folder.isEmpty { text += " in \(TextWriter.printable(folder))" }
      text += "\n"
    }
    seen = [:]
    return text
  }

  private func line(_ subject: CheckedSubject, _ verdict: Verdict) -> String {
    let name = TextWriter.printable(subject.name)
    let colour =
      switch verdict.result {
      case .refused: "31"
      case .maybeRefused: "35"
      case .nothingFound: "32"
      }
    let sentence = subject.sentence ?? verdict.sentence
    var text =
      writer.colour
      ? "\u{1B}[1m\(name):\u{1B}[0m \u{1B}[1;\(colour)m\(sentence)\u{1B}[0m\n"
      : "\(name): \(sentence)\n"
    if verdict.result != .refused {
      if !verdict.proven.isEmpty {
        let proven = verdict.proven.joined(separator: "; ")
        text += "  proven: \(TextWriter.printable(proven))\n"
      }
      text += "  a file cannot show: \(Verdict.unprovable)\n"
    }
    return text
  }

  private func table() -> String {
    let rows = statistics.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let width = rows.map { String($0.value.count).count }.max() ?? 0
    return rows.map { code, row in
      let count = String(row.count)
      return String(repeating: " ", count: width - count.count) + count
        + "  \(row.severity.rawValue)  \(code)\n"
    }.joined()
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// The report of `passc check` for people: each kind of complaint a few times per bundle, then
/// counted, and a verdict for each bundle.
package struct CheckTextWriter: CheckReportWriter {
  private let writer: TextWriter
  private let showsStatistics: Bool
  private let limitPerCode: Int
  private var statistics: [String: (severity: Severity, count: Int)] = [:]

  /// How often one code is printed of a bundle, unless the user says otherwise.
  package static let usualLimitPerCode = 3

  /// A report that has not begun.
  ///
  /// - Parameters:
  ///   - colour: marks verdicts and severities with ANSI escape sequences.
  ///   - showsNotes: prints notes, which are only counted otherwise.
  ///   - showsStatistics: ends with a table of how often each code was found.
  ///   - limitPerCode: how often one code is printed of a bundle before it is only counted; at
  ///     least 1.
  package init(
    colour: Bool = false, showsNotes: Bool = false, showsStatistics: Bool = false,
    limitPerCode: Int = usualLimitPerCode
  ) {
    writer = TextWriter(
      colour: colour, showsNotes: showsNotes, help: \.helpWithOptions)
    self.showsStatistics = showsStatistics
    self.limitPerCode = limitPerCode
  }

  package mutating func subject(_ subject: CheckedSubject) -> String {
    var shown: [Diagnostic] = []
    var counts: [String: Int] = [:]
    let deciding = Self.deciding(subject)
    for (index, diagnostic) in subject.diagnostics.enumerated() {
      statistics[diagnostic.code, default: (diagnostic.severity, 0)].count += 1
      if diagnostic.severity == .note, !writer.showsNotes { continue }
      let count = counts[diagnostic.code, default: 0] + 1
      counts[diagnostic.code] = count
      if count <= limitPerCode || index == deciding { shown.append(diagnostic) }
    }
    var text = writer.text(of: shown)
    for (code, count) in counts.sorted(by: { $0.key < $1.key }) {
      let left = count - shown.count { $0.code == code }
      if left > 0 {
        text += "and \(left) more [\(code)] in \(TextWriter.printable(subject.name))\n"
      }
    }
    if let verdict = subject.verdict { text += line(subject, verdict) }
    return TextWriter.withoutCommands(text)
  }

  /// Where the complaint stands that decides the verdict: the gravest of its code, the first of
  /// several.
  private static func deciding(_ subject: CheckedSubject) -> Int? {
    guard let code = subject.verdict?.first else { return nil }
    return subject.diagnostics.indices.filter { subject.diagnostics[$0].code == code }
      .min { a, b in
        (subject.diagnostics[b].severity, a) < (subject.diagnostics[a].severity, b)
      }
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    var text = showsStatistics ? table() : ""
    for words in summary.notJudged { text += "not judged: \(TextWriter.printable(words))\n" }
    text +=
      summary.documents > 0
      ? counted(summary.documents, "document") : counted(summary.packages, "package")
    text += summary.isPartial ? " checked in part: " : " checked: "
    if summary.errors + summary.warnings == 0, !summary.isPartial {
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

  private func line(_ subject: CheckedSubject, _ verdict: Verdict) -> String {
    let name = TextWriter.printable(subject.name)
    let colour =
      switch verdict.result {
      case .refused: "31"
      case .maybeRefused: "35"
      case .nothingFound: "32"
      }
    let sentence = TextWriter.printable(subject.sentence ?? verdict.sentence)
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

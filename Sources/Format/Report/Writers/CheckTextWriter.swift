// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The text report of `passc check`: each code a few times per bundle and then counted, and a
/// verdict for each bundle.
package struct CheckTextWriter: CheckReportWriter {
  private var writer: TextWriter
  private let showsStatistics: Bool
  private let limitPerCode: Int
  private var statistics: [String: (severity: Severity, count: Int)] = [:]
  /// The number of notes that were printed, or counted because of the limit of their code.
  private var shownNotes = 0
  /// Whether the report so far ends with a line that is not blank.
  private var needsBlank = false

  /// The default number of diagnostics that are printed for one code of a bundle.
  package static let usualLimitPerCode = 3

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - colour: marks verdicts and severities with ANSI escape sequences.
  ///   - excerpts: how the text at each place is shown; nil shows none.
  ///   - showsNotes: prints notes, which are only counted otherwise.
  ///   - requestedNotes: code or prefix of notes that are printed even without the others.
  ///   - showsStatistics: ends with a table of how often each code was found.
  ///   - limitPerCode: how often one code is printed of a bundle before it is only counted; at
  ///     least 1.
  package init(
    colour: Bool = false, excerpts: ExcerptStyle? = nil, showsNotes: Bool = false,
    requestedNotes: String? = nil, showsStatistics: Bool = false,
    limitPerCode: Int = usualLimitPerCode
  ) {
    writer = TextWriter(
      colour: colour, showsNotes: showsNotes, help: \.helpWithOptions)
    writer.requestedNotes = requestedNotes
    writer.excerpts = excerpts
    writer.isSpaced = true
    self.showsStatistics = showsStatistics
    self.limitPerCode = limitPerCode
  }

  package mutating func subject(_ subject: CheckedSubject) -> String {
    var shown: [Diagnostic] = []
    var counts: [String: Int] = [:]
    let deciding = Self.deciding(subject)
    for (index, diagnostic) in subject.diagnostics.enumerated() {
      statistics[diagnostic.code, default: (diagnostic.severity, 0)].count += 1
      guard writer.shows(diagnostic) else { continue }
      if diagnostic.severity == .note { shownNotes += 1 }
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
    if needsBlank, !text.isEmpty { text = "\n" + text }
    if let verdict = subject.verdict { text += line(subject, verdict) }
    if !text.isEmpty { needsBlank = !text.hasSuffix("\n\n") }
    return TextWriter.withoutCommands(text)
  }

  /// Returns the index of the diagnostic that decides the verdict: the most severe one with its
  /// code, or the first of several.
  private static func deciding(_ subject: CheckedSubject) -> Int? {
    guard let code = subject.verdict?.first else { return nil }
    return subject.diagnostics.indices.filter { subject.diagnostics[$0].code == code }
      .min { a, b in
        (subject.diagnostics[b].severity, a) < (subject.diagnostics[a].severity, b)
      }
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    var text = needsBlank ? "\n" : ""
    if showsStatistics { text += table() }
    for words in summary.notChecked { text += "not checked: \(TextWriter.printable(words))\n" }
    text +=
      summary.documents > 0
      ? counted(summary.documents, "document")
      : summary.packages == 0 && summary.errors > 0
        ? "nothing" : counted(summary.packages, "package")
    text += summary.isPartial ? " checked in part: " : " checked: "
    let count = DiagnosticCount(errors: summary.errors, warnings: summary.warnings)
    text += count.text ?? (summary.isPartial ? "nothing found" : "no errors, no warnings")
    if summary.baselined > 0 { text += ", \(summary.baselined) known from the baseline" }
    let hiddenNotes = summary.notes - shownNotes
    if hiddenNotes > 0, !writer.showsNotes {
      text += " (and \(counted(hiddenNotes, "note")), shown with --notes)"
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
        text += "  verified: \(TextWriter.printable(proven))\n"
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

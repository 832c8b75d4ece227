// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// A search for findings by words, for readers who do not know a code.
package enum FindingSearch {
  /// Returns the findings that contain every word, at most `limit` of them. If there are none,
  /// returns those that contain the most words, if these are more than half of them.
  ///
  /// A word counts most in the code, then in help and reason. If the score is equal, the code that
  /// is most frequent in public reports comes first.
  package static func findings(
    _ text: String, of catalogue: FindingCatalogue, limit: Int = 8
  ) -> [Finding] {
    let words = tokens(in: text)
    guard !words.isEmpty else { return [] }
    let counted = catalogue.findings.map { (finding: $0, match: match($0, words)) }
    let most = counted.map(\.match.words).max() ?? 0
    guard 2 * most > words.count else { return [] }
    let scored = counted.filter { $0.match.words == most }
      .map { (finding: $0.finding, score: $0.match.score) }
    return scored.sorted { a, b in
      if a.score != b.score { return a.score > b.score }
      let (first, second) = (rank(a.finding), rank(b.finding))
      if first != second { return first < second }
      if a.finding.severity != b.finding.severity { return a.finding.severity > b.finding.severity }
      return a.finding.code < b.finding.code
    }.prefix(limit).map(\.finding)
  }

  /// Words that are not specific to a cause.
  private static let ignored: Set<String> = [
    "the", "and", "for", "not", "does", "with", "pass", "passes", "wallet", "error", "why", "has",
    "have", "was", "are", "this", "that", "from", "did", "iphone", "phone", "what", "how", "when",
    "won't", "can't", "cannot", "doesn't", "work", "works", "working", "nothing", "wrong",
    "shown", "shows", "get", "gets", "instead", "there",
  ]

  private static func tokens(in text: String) -> [String] {
    text.lowercased().replacing("’", with: "'")
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" }
      .map(String.init).filter { $0.count > 2 && !ignored.contains($0) }
  }

  /// Returns how many of the words a finding contains, and its score.
  private static func match(
    _ finding: Finding, _ words: [String]
  ) -> (words: Int, score: Int) {
    let code = finding.code.lowercased()
    let text = [finding.help, finding.why, finding.shown.wrong, finding.shown.right]
      .joined(separator: " ").lowercased()
    var found = (words: 0, score: 0)
    for word in words {
      let stem = word.count > 4 && word.hasSuffix("s") ? String(word.dropLast()) : word
      let inCode = code.contains(stem.replacing("color", with: "colour"))
      guard inCode || text.contains(stem) else { continue }
      found.words += 1
      found.score += inCode ? 4 : 1
    }
    return found
  }

  private static func rank(_ finding: Finding) -> Int {
    ReportedCause.frequentCodes.firstIndex(of: finding.code) ?? .max
  }
}

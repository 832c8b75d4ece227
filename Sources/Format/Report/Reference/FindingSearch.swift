// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// A search for findings by words, for readers who do not know a code.
package enum FindingSearch {
  /// Returns the findings that contain every word, at most `limit` of them.
  ///
  /// A word counts most in the code, then in help and reason. If the score is equal, the code that
  /// is most frequent in public reports comes first.
  package static func findings(
    _ text: String, of catalogue: FindingCatalogue, limit: Int = 8
  ) -> [Finding] {
    let words = words(in: text)
    guard !words.isEmpty else { return [] }
    let scored = catalogue.findings.compactMap { finding in
      score(finding, words).map { (finding: finding, score: $0) }
    }
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
    "won't", "can't", "cannot", "doesn't",
  ]

  private static func words(in text: String) -> [String] {
    text.lowercased().replacing("’", with: "'")
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" }
      .map(String.init).filter { $0.count > 2 && !ignored.contains($0) }
  }

  /// Returns the score of a finding, or nil if it lacks one of the words.
  private static func score(_ finding: Finding, _ words: [String]) -> Int? {
    let code = finding.code.lowercased()
    let text = [finding.help, finding.why, finding.shown.wrong, finding.shown.right]
      .joined(separator: " ").lowercased()
    var sum = 0
    for word in words {
      let stem = word.count > 4 && word.hasSuffix("s") ? String(word.dropLast()) : word
      if code.contains(stem) {
        sum += 4
      } else if text.contains(stem) {
        sum += 1
      } else {
        return nil
      }
    }
    return sum
  }

  private static func rank(_ finding: Finding) -> Int {
    ReportedCause.frequentCodes.firstIndex(of: finding.code) ?? .max
  }
}

// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The text that `passc explain` prints about findings.
package enum Explanation {
  // MARK: One finding

  /// Returns the explanation of a finding: severity, effect, why, help, basis, and a wrong and a
  /// right example.
  ///
  /// - Parameter nowApart: findings that used this code earlier and have a separate one now.
  package static func text(of finding: Finding, nowApart: [Finding] = []) -> String {
    var text = "\(finding.code)\n"
    text += "  \(finding.severity.rawValue): \(finding.effectInWords)\n\n"
    text += wrapped(finding.why, indent: "  ") + "\n"
    text += section("help ", finding.helpWithOptions)
    text += "  basis   \(finding.basis.word): \(finding.basis.reference)\n"
    if !finding.formerCodes.isEmpty {
      text += "  before  \(finding.formerCodes.joined(separator: ", "))\n"
    }
    for other in nowApart {
      text += "  see     \(other.code) (\(other.severity.rawValue)), which had this code before\n"
    }
    if let log = finding.walletLog { text += "  log     \"\(log)\"\n" }
    text += block("wrong", finding.shown.wrong) + block("right", finding.shown.right)
    return text
  }

  /// Returns a list of findings: code, severity and effect, and the reason in one sentence.
  package static func list(of findings: [Finding]) -> String {
    findings.map { finding in
      let reason = finding.why.replacing("\n", with: " ")
      let end = reason.firstRange(of: ". ")?.lowerBound ?? reason.endIndex
      let sentence = reason[..<end] + (end == reason.endIndex ? "" : ".")
      return "\(finding.code)\n  \(finding.severity.rawValue): \(finding.effectInWords)\n"
        + wrapped(String(sentence), indent: "  ")
    }.joined(separator: "\n")
  }

  /// Returns paragraphs with lines of at most 80 characters and a blank line between them.
  package static func paragraphs(_ paragraphs: [String]) -> String {
    paragraphs.map { wrapped($0, indent: "") }.joined(separator: "\n")
  }

  private static func section(_ title: String, _ words: String) -> String {
    "  \(title)   " + wrapped(words, indent: "          ").trimmingStart + "\n"
  }

  /// Returns unchanged lines below a title.
  private static func block(_ title: String, _ lines: String) -> String {
    "\n  \(title)\n"
      + lines.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.count <= 76 ? "    \($0)\n" : wrapped(String($0), indent: "    ") }.joined()
  }

  // MARK: Text

  /// Returns the text in lines of at most 80 characters, including the indent.
  static func wrapped(_ text: String, indent: String) -> String {
    var out = ""
    var line = indent
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if line.count + word.count + 1 > 80, line.count > indent.count {
        out += line + "\n"
        line = indent
      }
      line += line.count == indent.count ? String(word) : " " + word
    }
    return out + line + "\n"
  }
}

extension String {
  fileprivate var trimmingStart: String {
    String(drop { $0 == " " }.reversed().drop { $0 == "\n" }.reversed())
  }
}

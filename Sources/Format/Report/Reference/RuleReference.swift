// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The generator of docs/rules.md and docs/rules/. `make docs` calls it.
package enum RuleReference {
  /// Returns one Markdown page with a heading for each area and an anchor for each code.
  package static func markdown(_ findings: [Finding]) -> String {
    var text = introduction + "\n| area | findings |\n|---|---:|\n"
    let areas = areas(of: findings)
    for (area, findings) in areas {
      text += "| [\(area)](#\(area.lowercased())) | \(findings.count) |\n"
    }
    for (area, findings) in areas {
      text += "\n## \(area)\n"
      for finding in findings { text += entry(finding, under: "###") }
    }
    return text
  }

  /// Returns a Markdown page for each area, and an index with an anchor for every code. Reports
  /// link to `rules.md#CODE`.
  ///
  /// - Returns: the text of each file and its path below docs/. The first one is the index,
  ///   `rules.md`.
  package static func pages(
    _ findings: [Finding]
  ) -> [(path: String, text: String)] {
    let areas = areas(of: findings)
    var index = introduction + "\n| area | findings |\n|---|---:|\n"
    for (area, findings) in areas {
      index += "| [\(area)](rules/\(area).md) | \(findings.count) |\n"
    }
    var pages: [(path: String, text: String)] = []
    for (area, findings) in areas {
      index += "\n## [\(area)](rules/\(area).md)\n\n| code | severity | effect |\n|---|---|---|\n"
      var page = "# Findings: \(area)\n\n"
      page += filled("[All areas and the terms used](../rules.md). " + generated)
      for finding in findings {
        let code = finding.code
        index += "| <a id=\"\(code)\"></a>[`\(code)`](rules/\(area).md#\(code)) "
        index += "| \(finding.severity.rawValue) | \(finding.effectInWords) |\n"
        page += entry(finding, under: "##")
      }
      pages.append(("rules/\(area).md", page))
    }
    return [("rules.md", index)] + pages
  }

  private static func areas(of findings: [Finding]) -> [(String, [Finding])] {
    Dictionary(grouping: findings) { area(of: $0) }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  private static let generated =
    "`make docs` writes this page from the rules, so changes made here are lost."

  private static let introduction =
    "# Findings\n\n"
    + filled("Every code that passc reports, with why it matters and what to do. " + generated)
    + "\n"
    + filled(
      """
      An *error* means that Wallet rejects the pass or that the pass shows wrong data. A *warning* \
      works, but is probably not what you want. A *note* never counts. The basis is *documented* \
      (by Apple or a standard), *observed* (on devices or in published passes) or *convention*.
      """)

  private static func area(of finding: Finding) -> String {
    String(finding.code.prefix { $0 != "." })
  }

  private static func entry(_ finding: Finding, under heading: String) -> String {
    var text = "\n<a id=\"\(finding.code)\"></a>\n\n\(heading) `\(finding.code)`\n"
    func paragraph(_ words: String) { text += "\n" + filled(words) }
    paragraph(
      "*\(finding.severity.rawValue)*, \(finding.effectInWords)."
        + " \(finding.basis.word.capitalisedFirst): \(oneLine(finding.basis.reference))."
        + (finding.mayBeAllowed ? "" : " You cannot allow it."))
    if !finding.formerCodes.isEmpty {
      paragraph("Formerly \(finding.formerCodes.map { "`\($0)`" }.joined(separator: ", ")).")
    }
    paragraph(oneLine(finding.why))
    paragraph("**What to do:** \(oneLine(finding.helpWithOptions)).")
    if let log = finding.walletLog { paragraph("Wallet logs: “\(oneLine(log))”.") }
    text += block("Wrong", finding.shown.wrong) + block("Right", finding.shown.right)
    return text
  }

  /// Returns unchanged lines in a code block below a title.
  private static func block(_ title: String, _ lines: String) -> String {
    "\n\(title):\n\n```text\n\(lines)\n```\n"
  }

  /// Returns a paragraph in lines of at most 100 characters. A word that Markdown would read as the
  /// start of a list, heading, quotation or tag stays on the line before.
  private static func filled(_ paragraph: String) -> String {
    var units: [String] = []
    for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
      if units.isEmpty || !beginsBlock(word) {
        units.append(String(word))
      } else {
        units[units.count - 1] += " " + word
      }
    }
    var text = ""
    var width = 0
    for unit in units {
      let fits = width + 1 + unit.count <= 100
      text += text.isEmpty ? unit : (fits ? " " : "\n") + unit
      width = fits ? width + 1 + unit.count : unit.count
    }
    return text + "\n"
  }

  private static func beginsBlock(_ word: Substring) -> Bool {
    let isItem = word.dropLast().allSatisfy(\.isNumber) && "-+*.)".contains(word.last ?? "-")
    return isItem || "#><|=~:".contains(word.first ?? "#")
  }

  private static func oneLine(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }
}

extension String {
  fileprivate var capitalisedFirst: String {
    first.map { $0.uppercased() + dropFirst() } ?? self
  }
}

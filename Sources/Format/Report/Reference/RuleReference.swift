// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The reference of all findings as docs/rules.md and docs/rules/ show it; `make docs` writes it.
package enum RuleReference {
  /// Everything on one page of Markdown, with a heading per area and an anchor per code.
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

  /// A page of Markdown per area and an index of them with an anchor for every code: reports link
  /// to `rules.md#CODE`.
  ///
  /// - Returns: the text of each file and its path below docs/; the index is `rules.md`, the first.
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
      page += filled("[All areas, and what the words mean](../rules.md). " + generated)
      for finding in findings {
        let code = finding.code
        index += "| <a id=\"\(code)\"></a>[`\(code)`](rules/\(area).md#\(code)) "
        index += "| \(finding.severity.rawValue) | \(effect(of: finding)) |\n"
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
    "Written by `make docs` from the rules themselves; changes here are lost."

  private static let introduction =
    "# Findings\n\n"
    + filled("Every code passc reports, with why it matters and what to do. " + generated) + "\n"
    + filled(
      """
      Severity: an *error* means that Wallet refuses the pass or its holder gets a wrong one; a \
      *warning* works but is likely not meant; a *note* never counts. Basis: *documented* by Apple \
      or a standard, *observed* on devices or in published passes, or a *convention*.
      """)

  private static func area(of finding: Finding) -> String {
    String(finding.code.prefix { $0 != "." })
  }

  private static func entry(_ finding: Finding, under heading: String) -> String {
    var text = "\n<a id=\"\(finding.code)\"></a>\n\n\(heading) `\(finding.code)`\n"
    func paragraph(_ words: String) { text += "\n" + filled(words) }
    paragraph(
      "*\(finding.severity.rawValue)*, \(effect(of: finding))."
        + " \(finding.basis.word.capitalisedFirst): \(oneLine(finding.basis.reference))."
        + (finding.mayBeAllowed ? "" : " It cannot be allowed."))
    if !finding.formerCodes.isEmpty {
      paragraph("Formerly \(finding.formerCodes.map { "`\($0)`" }.joined(separator: ", ")).")
    }
    paragraph(oneLine(finding.why))
    paragraph("**What to do:** \(oneLine(finding.helpWithOptions)).")
    if let log = finding.walletLog { paragraph("Wallet's log says: “\(oneLine(log))”.") }
    if let told = finding.told {
      paragraph("Bad: \(plain(told.wrong))")
      paragraph("Good: \(plain(told.right))")
    } else {
      paragraph("Bad: \(shortest(of: finding.bad))")
      paragraph("Good: \(shortest(of: finding.good))")
    }
    return text
  }

  private static func effect(of finding: Finding) -> String {
    finding.isBesidePasses ? finding.effect.besidePasses : finding.effect.inWords
  }

  /// A paragraph in lines of at most 100 characters. No line begins with a word that Markdown
  /// would take for a list, a heading, a quotation or a tag: it stays behind the one before it.
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

  /// The first example that fits into a line, or the first cut short.
  private static func shortest(of examples: [Example]) -> String {
    if let whole = examples.compactMap(\.inWords).first { return whole }
    let changes = examples.first.map(Explanation.changes) ?? []
    return changes.isEmpty ? "the sample as it stands" : plain(changes.joined(separator: ", "))
  }

  /// Words whose signs mean nothing in Markdown.
  private static func plain(_ text: String) -> String {
    oneLine(text).map { "\\`*_<[".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func oneLine(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: " ")
  }
}

extension Effect {
  /// What it means for the holder, as part of a sentence.
  fileprivate var inWords: String {
    switch self {
    case .refused: "Wallet refuses the pass"
    case .maybeRefused: "some versions of Wallet may refuse the pass"
    case .wrong: "the holder gets a wrong pass"
    case .ignored: "Wallet ignores it"
    case .style: "it works and is worse than meant"
    }
  }
}

extension Example {
  /// The change to the sample as a line of Markdown, or nil when it is too long for one.
  package var inWords: String? {
    var parts: [String] = []
    for change in changes {
      switch change {
      case .patch(let patch): parts.append(code(patch))
      case .remove(let file): parts.append("without `\(file)`")
      case .file(let name, let content):
        switch content {
        case .text(let text): parts.append("`\(name)` holding " + code(text))
        case .png(let width, let height):
          parts.append("`\(name)` of \(width) by \(height) pixels")
        case .privateKey: parts.append("`\(name)` holding a private key")
        case .certificate: parts.append("`\(name)` holding a certificate")
        case .bytes: return nil
        }
      }
    }
    parts += (seal ?? []).map { Explanation.words($0) }
    let text = parts.joined(separator: ", ")
    return text.isEmpty || text.count > 400 || !text.utf8.allSatisfy({ $0 >= 0x20 }) ? nil : text
  }

  private func code(_ text: String) -> String {
    let line = text.split(separator: "\n").joined(separator: " ")
    return line.contains("`") ? "`` \(line) ``" : "`\(line)`"
  }
}

extension String {
  fileprivate var capitalisedFirst: String {
    first.map { $0.uppercased() + dropFirst() } ?? self
  }
}

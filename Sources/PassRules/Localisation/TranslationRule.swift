// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Whether the languages of a pass say the same.
struct TranslationRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: localizing a pass")

  private static func tables(
    _ files: (String, String)..., at pointer: String? = nil, file: String? = nil
  ) -> Example {
    Example(
      files.map { .file("\($0.0).lproj/pass.strings", .text($0.1)) }, at: pointer, file: file)
  }
  private static let name = #""NAME" = "Name";"# + "\n"
  private static let since = #""SINCE" = "Seit";"# + "\n"
  private static let number = #""NUMBER" = "Nummer";"# + "\n"
  private static let terms = #""TERMS" = "Bedingungen";"# + "\n"

  static let missing = Finding(
    "localisation.key.missing", .warning, effect: .style,
    why: """
      A displayed text is translated in one language and not in another; there Wallet shows the text \
      of pass.json as it stands. That may be meant, where pass.json is written in that language.
      """,
    help: "add the missing lines to this file", source: apple,
    bad: [
      tables(("de", name + since), ("fr", name), file: "fr.lproj/pass.strings"),
      tables(("de", name), ("fr", ""), file: "fr.lproj/pass.strings"),
    ],
    good: [
      tables(("de", name + since), ("fr", since + name)), tables(("de", name)),
    ])

  static let unused = Finding(
    "localisation.key.unused", .note, effect: .ignored,
    why: """
      No displayed text of pass.json is equal to the key, letter by letter, so its translation is \
      never shown. Often the text was changed on one side only, or an app shares its strings.
      """,
    help: "spell the key as the text in pass.json, or delete the line", source: apple,
    bad: [
      tables(("de", #""Name" = "Name";"#), file: "de.lproj/pass.strings"),
      tables(("de", name + #""GATE" = "Tor";"#), file: "de.lproj/pass.strings"),
    ],
    good: [
      tables(("de", name)), tables(("de", #""Bring the books back." = "Bücher bitte zurück.";"#)),
      tables(("de", #""Library card of the Example Library" = "Ausweis";"#)),
    ])

  static let untranslated = Finding(
    "localisation.label.untranslated", .note, effect: .style,
    why: """
      Most labels of the pass are translated and this one is in no language. Words that are the same \
      everywhere may stay so.
      """,
    help: "add the label to each pass.strings", source: apple,
    bad: [tables(("de", name + since + number), at: "/generic/backFields/0/label")],
    good: [tables(("de", name + since)), tables(("de", name + since + number + terms))])

  static let untranslatedText = Finding(
    "localisation.text.untranslated", .note, effect: .style,
    why: """
      Most sentences of the pass are translated and this one is in no language: the holder reads \
      two at once. Texts of fewer than four words or with digits are left alone, as are names.
      """,
    help: "add the text to each pass.strings", source: apple,
    bad: [
      Example(
        [changeMessage, .file("de.lproj/pass.strings", .text(message + books))], at: "/description")
    ],
    good: [
      Example([changeMessage, .file("de.lproj/pass.strings", .text(message + books + card))]),
      // Half of them is not most.
      tables(("de", books)),
    ])
  private static let message = #""Your name is now %@" = "Neuer Name: %@";"# + "\n"
  private static let books = #""Bring the books back." = "Bücher bitte zurück.";"# + "\n"
  private static let card = #""Library card of the Example Library" = "Ausweis";"# + "\n"

  static let placeholderLost = Finding(
    "localisation.changeMessage.placeholderLost", .warning, effect: .style,
    why: """
      The %@ of a change message stands for the new value; a translation without it tells the holder \
      that something changed and not what.
      """,
    help: "put %@ into the translation where the value belongs", source: apple,
    bad: [
      Example(
        [
          changeMessage,
          .file("de.lproj/pass.strings", .text(#""Your name is now %@" = "Neuer Name";"#)),
        ], file: "de.lproj/pass.strings")
    ],
    good: [
      Example([
        changeMessage,
        .file("de.lproj/pass.strings", .text(#""Your name is now %@" = "Neuer Name: %@";"#)),
      ])
    ])

  static let placeholderOdd = Finding(
    "localisation.changeMessage.otherCodes", .error, effect: .wrong,
    why: """
      A change message has one %@ and no other format code, in every language: there is one new \
      value to put in, and what stands at another code nobody promises.
      """,
    help: "keep one %@ in the translation, and write %% for a percent sign",
    source: .documented("Wallet Passes: PassFieldContent, changeMessage"),
    bad: [
      translated("Neuer Name: %@ und %@"), translated("Neuer Name: %@ %d"),
      translated("%@ zu 20% off"),
    ],
    good: [translated("Neuer Name: %1$@ (100%%)", isBad: false)])
  private static func translated(_ text: String, isBad: Bool = true) -> Example {
    Example(
      [
        changeMessage,
        .file("de.lproj/pass.strings", .text("\"Your name is now %@\" = \"\(text)\";")),
      ], file: isBad ? "de.lproj/pass.strings" : nil)
  }
  private static let changeMessage = Example.Change.patch(
    """
    {"generic": {"primaryFields": [{"key": "name", "label": "NAME", "value": "Ada Example", \
    "changeMessage": "Your name is now %@"}]}}
    """)

  var findings: [Finding] {
    [
      Self.missing, Self.unused, Self.untranslated, Self.untranslatedText, Self.placeholderLost,
      Self.placeholderOdd,
    ]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let tables = pass.strings
    guard !tables.isEmpty else { return }
    let displayed = DisplayedStrings(of: pass)
    var texts: [ExactText: Translations] = [:]
    texts.reserveCapacity(displayed.all.count)
    for value in displayed.all { texts[ExactText(value.string ?? "")] = Translations() }
    for (number, table) in tables.enumerated() { count(table, number, &texts, &report) }
    checkCodes(displayed.changeMessages, tables, &report)
    for table in tables { checkMissing(table, tables, texts, pass, &report) }
    check(displayed.labels, texts) { label, text in
      report(Self.untranslated, "the label \(quoted(text)) is in no pass.strings", at: label)
    }
    check(displayed.prose, texts) { value, text in
      report(Self.untranslatedText, "the text \(quoted(text)) is in no pass.strings", at: value)
    }
  }

  /// In how many tables a displayed text stands.
  private struct Translations {
    private(set) var count = 0
    private var last = -1

    mutating func add(_ table: Int) {
      if table != last { count += 1 }
      last = table
    }
  }

  /// Notes which texts a table translates, and says what it translates in vain.
  private func count(
    _ table: StringsTable, _ number: Int, _ texts: inout [ExactText: Translations],
    _ report: inout Report
  ) {
    var unused: [StringsTable.Entry] = []
    for entry in table.entries {
      let key = ExactText(entry.key)
      guard texts[key]?.add(number) != nil else {
        unused.append(entry)
        continue
      }
      guard Self.hasPlaceholder(entry.key), !Self.hasPlaceholder(entry.value) else { continue }
      report(
        Self.placeholderLost, "the translation of \(quoted(entry.key)) has no %@",
        at: entry.valueOrigin)
    }
    guard let first = unused.first else { return }
    report(
      Self.unused,
      "no text of the pass is \(listed(unused.map { quoted($0.key) })), so the translation is "
        + "never shown", at: first.keyOrigin)
  }

  /// A translation of a change message is one too.
  private func checkCodes(
    _ messages: [JSONValue], _ tables: [StringsTable], _ report: inout Report
  ) {
    let texts = Set(
      messages.compactMap { $0.string }.filter { FormatCodes($0).placeholders == 1 }
        .map(ExactText.init))
    guard !texts.isEmpty else { return }
    for table in tables {
      for entry in table.entries where texts.contains(ExactText(entry.key)) {
        let codes = FormatCodes(entry.value)
        // Without any it is lost, which is said already.
        guard codes.placeholders > 0 else { continue }
        if codes.placeholders > 1 {
          report(
            Self.placeholderOdd,
            "the translation of \(quoted(entry.key)) has %@ \(codes.placeholders) times, "
              + "expected it once", at: entry.valueOrigin)
        } else if let other = codes.others.first {
          report(
            Self.placeholderOdd,
            "the translation of \(quoted(entry.key)) has the format code \(quoted(other)), "
              + "expected only %@", at: entry.valueOrigin)
        }
      }
    }
  }

  private static func hasPlaceholder(_ text: String) -> Bool {
    let hasPercent = text.utf8.withContiguousStorageIfAvailable { $0.contains(UInt8(ascii: "%")) }
    return hasPercent ?? true && FormatCodes(text).placeholders > 0
  }

  private func checkMissing(
    _ table: StringsTable, _ tables: [StringsTable], _ texts: [ExactText: Translations],
    _ pass: PassPackage, _ report: inout Report
  ) {
    guard texts.values.contains(where: { $0.count > 0 && $0.count < tables.count }) else { return }
    let own = Set(table.entries.map { ExactText($0.key) })
    let missing = texts.filter { $0.value.count > 0 && !own.contains($0.key) }
      .map(\.key.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard let first = missing.first else { return }
    let origin =
      tables.lazy.flatMap(\.entries).first { $0.key.utf8.elementsEqual(first.utf8) }?.keyOrigin
      ?? .none
    report(
      Self.missing, "\(table.language) has no translation of \(listed(missing.map { quoted($0) }))",
      at: place(of: table, pass), notes: [(Place(origin: origin), "translated here")])
  }

  /// Finds those that no language has, where most of their kind are translated.
  private func check(
    _ values: [JSONValue], _ texts: [ExactText: Translations],
    untranslated: (JSONValue, String) -> Void
  ) {
    func isTranslated(_ text: String) -> Bool { texts[ExactText(text)]?.count ?? 0 > 0 }
    let known = values.count { $0.string.map(isTranslated) ?? false }
    // Fewer than most of them: the pass is written in one language, a few words apart.
    guard known * 2 > values.count else { return }
    var seen: Set<String> = []
    for value in values {
      guard let text = value.string, !isTranslated(text), text.contains(where: \.isLetter),
        seen.insert(text).inserted
      else { continue }
      untranslated(value, text)
    }
  }

  private func place(of table: StringsTable, _ pass: PassPackage) -> Place {
    pass.file(table.path)?.place ?? .file(table.path)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about strings that are not translated into all languages of a pass.
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
      A displayed text is translated in one language and not in another. In the other language \
      Wallet shows the text from pass.json. This is right if pass.json is written in that \
      language.
      """,
    help: "add the missing lines to this file",
    source: apple,
    wrong: """
      de.lproj/pass.strings
      "NAME" = "Name";  "SINCE" = "Seit";
      en.lproj/pass.strings
      "NAME" = "Name";
      """,
    right: """
      de.lproj/pass.strings
      "NAME" = "Name";  "SINCE" = "Seit";
      en.lproj/pass.strings
      "NAME" = "Name";  "SINCE" = "Since";
      """,
    bad: [
      tables(("de", name + since), ("en", name), file: "en.lproj/pass.strings"),
      tables(("de", name), ("en", ""), file: "en.lproj/pass.strings"),
    ],
    good: [
      tables(("de", name + since), ("en", since + name)), tables(("de", name)),
    ])

  static let unused = Finding(
    "localisation.key.unused", .note, effect: .ignored,
    why: """
      No displayed text of pass.json is exactly the same as the key, so Wallet never shows its \
      translation. Often the text was changed in one place only, or an app uses the same strings.
      """,
    help: "spell the key exactly as the text in pass.json, or delete the line",
    source: apple,
    wrong: """
      pass.json
      "headerFields": [ { "key": "points", "label": "POINTS", "value": 12 } ]
      de.lproj/pass.strings
      "Points" = "Punkte";
      """,
    right: """
      pass.json
      "headerFields": [ { "key": "points", "label": "POINTS", "value": 12 } ]
      de.lproj/pass.strings
      "POINTS" = "Punkte";
      """,
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
      Most labels of the pass are translated, but this one is in no language. A word that is the \
      same in every language can stay as it is.
      """,
    help: "add the label to each pass.strings",
    source: apple,
    wrong: """
      pass.json
      "headerFields": [ { "key": "points", "label": "POINTS", "value": 12 } ]
      de.lproj/pass.strings
      "NAME" = "Name";  "SINCE" = "Seit";  "TERMS" = "Regeln";
      """,
    right: """
      pass.json
      "headerFields": [ { "key": "points", "label": "POINTS", "value": 12 } ]
      de.lproj/pass.strings
      "NAME" = "Name";  "SINCE" = "Seit";  "TERMS" = "Regeln";
      "POINTS" = "Punkte";
      """,
    bad: [tables(("de", name + since + number), at: "/generic/backFields/0/label")],
    good: [tables(("de", name + since)), tables(("de", name + since + number + terms))])

  static let untranslatedText = Finding(
    "localisation.text.untranslated", .note, effect: .style,
    why: """
      Most sentences of the pass are translated, but this one is in no language, so people read \
      two languages at once. passc does not report names, texts with digits, and texts with fewer \
      than four words.
      """,
    help: "add the text to each pass.strings",
    source: apple,
    wrong: """
      pass.json
      "description": "Membership card of the Example Gym"
      de.lproj/pass.strings
      "Bring the books back." = "Bücher bitte zurück.";
      "Your name is now %@" = "Neuer Name: %@";
      """,
    right: """
      pass.json
      "description": "Membership card of the Example Gym"
      de.lproj/pass.strings
      "Bring the books back." = "Bücher bitte zurück.";
      "Your name is now %@" = "Neuer Name: %@";
      "Membership card of the Example Gym" = "Mitgliedskarte";
      """,
    bad: [
      Example(
        [changeMessage, .file("de.lproj/pass.strings", .text(message + books))], at: "/description")
    ],
    good: [
      Example([changeMessage, .file("de.lproj/pass.strings", .text(message + books + card))]),
      // Half of the strings is not a majority.
      tables(("de", books)),
    ])
  private static let message = #""Your name is now %@" = "Neuer Name: %@";"# + "\n"
  private static let books = #""Bring the books back." = "Bücher bitte zurück.";"# + "\n"
  private static let card = #""Library card of the Example Library" = "Ausweis";"# + "\n"

  static let placeholderLost = Finding(
    "localisation.changeMessage.placeholderLost", .warning, effect: .style,
    why: """
      Wallet replaces the %@ of a change message with the new value. A translation without it \
      shows that something changed, but not what.
      """,
    help: "put %@ into the translation in the place of the value",
    source: apple,
    wrong: """
      pass.json
      "headerFields": [ { "key": "points", "value": 12,
        "changeMessage": "You now have %@ points" } ]
      de.lproj/pass.strings
      "You now have %@ points" = "Deine Punkte haben sich geändert";
      """,
    right: """
      pass.json
      "headerFields": [ { "key": "points", "value": 12,
        "changeMessage": "You now have %@ points" } ]
      de.lproj/pass.strings
      "You now have %@ points" = "Du hast jetzt %@ Punkte";
      """,
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
      A change message has one %@ and no other format code, in every language. There is only one \
      new value, and it is not documented what appears in the place of another code.
      """,
    help: "keep one %@ in the translation, and write %% for a percent sign",
    source: .documented("Wallet Passes: PassFieldContent, changeMessage"),
    wrong: """
      pass.json
      "headerFields": [ { "key": "points", "value": 12,
        "changeMessage": "You now have %@ points" } ]
      de.lproj/pass.strings
      "You now have %@ points" = "Von %@ auf %@ Punkte";
      """,
    right: """
      pass.json
      "headerFields": [ { "key": "points", "value": 12,
        "changeMessage": "You now have %@ points" } ]
      de.lproj/pass.strings
      "You now have %@ points" = "Du hast jetzt %@ Punkte";
      """,
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
    guard !pass.strings.isEmpty else { return }
    let index = pass.stringsIndex
    let displayed = DisplayedStrings(of: pass, in: index)
    let hasUnused = displayed.displayedKeys < index.keys.count
    for table in index.tables {
      checkPlaceholders(table, displayed, &report)
      if hasUnused { checkUnused(table, displayed, &report) }
    }
    if !displayed.changeMessages.isEmpty {
      for table in index.tables { checkCodes(table, displayed.changeMessages, &report) }
    }
    index.forEachIncomplete(among: displayed.isDisplayed) { table, first, count in
      let keys = first.map { index.keys[$0] }
      report(
        Self.missing,
        "\(table.table.language) has no translation of "
          + listed(keys.map { quoted($0.text) }, of: count),
        at: place(of: table.table, pass),
        notes: [(Place(origin: keys[0].origin), "translated here")])
    }
    check(displayed.labels, pass) { label, text in
      report(Self.untranslated, "the label \(quoted(text)) is in no pass.strings", at: label)
    }
    check(displayed.prose, pass) { value, text in
      report(Self.untranslatedText, "the text \(quoted(text)) is in no pass.strings", at: value)
    }
  }

  private func checkPlaceholders(
    _ table: StringsIndex.Table, _ displayed: DisplayedStrings, _ report: inout Report
  ) {
    table.forEachFormat { key, entry in
      guard displayed.isDisplayed[key], Self.hasPlaceholder(entry.key),
        !Self.hasPlaceholder(entry.value)
      else { return }
      report(
        Self.placeholderLost, "the translation of \(quoted(entry.key)) has no %@",
        at: entry.valueOrigin)
    }
  }

  /// Reports the keys of a table that the pass does not display.
  private func checkUnused(
    _ table: StringsIndex.Table, _ displayed: DisplayedStrings, _ report: inout Report
  ) {
    var first: [StringsTable.Entry] = []
    var count = 0
    // The lines that the build adds repeat those of other languages.
    for line in table.lines.prefix(table.table.writtenLines ?? .max)
    where !displayed.isDisplayed[line.key] {
      count += 1
      if count <= 3 { first.append(line.entry) }
    }
    guard count > 0 else { return }
    report(
      Self.unused,
      "the pass has no text \(listed(first.map { quoted($0.key) }, of: count)), so the "
        + "translation is never shown", at: first[0].keyOrigin)
  }

  /// Checks the format codes in translations of change messages.
  private func checkCodes(
    _ table: StringsIndex.Table, _ messages: Set<Int>, _ report: inout Report
  ) {
    table.forEachFormat { key, entry in
      guard messages.contains(key), FormatCodes(entry.key).placeholders == 1 else { return }
      let codes = FormatCodes(entry.value)
      // A translation without %@ has a separate finding.
      guard codes.placeholders > 0 else { return }
      if codes.placeholders > 1 {
        report(
          Self.placeholderOdd,
          "the translation of \(quoted(entry.key)) has %@ \(codes.placeholders) times, "
            + "expected it once", at: entry.valueOrigin)
      } else if let other = codes.other {
        report(
          Self.placeholderOdd,
          "the translation of \(quoted(entry.key)) has the format code \(quoted(other)), "
            + "expected only %@", at: entry.valueOrigin)
      }
    }
  }

  private static func hasPlaceholder(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "%")) && FormatCodes(text).placeholders > 0
  }

  /// Finds the strings that no language translates, if most strings of their kind are translated.
  private func check(
    _ group: DisplayedStrings.Group, _ pass: PassPackage,
    untranslated: (JSONValue, String) -> Void
  ) {
    guard group.isMostlyTranslated else { return }
    var seen: Set<String> = []
    for value in group.untranslated(in: pass) {
      guard let text = value.string, text.contains(where: \.isLetter), seen.insert(text).inserted
      else { continue }
      untranslated(value, text)
    }
  }

  private func place(of table: StringsTable, _ pass: PassPackage) -> Place {
    pass.file(table.path)?.place ?? .file(table.path)
  }
}

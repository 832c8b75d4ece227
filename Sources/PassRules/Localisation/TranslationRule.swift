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
  private static let changeMessage = Example.Change.patch(
    """
    {"generic": {"primaryFields": [{"key": "name", "label": "NAME", "value": "Ada Example", \
    "changeMessage": "Your name is now %@"}]}}
    """)

  var findings: [Finding] { [Self.missing, Self.unused, Self.untranslated, Self.placeholderLost] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let tables = pass.strings
    guard !tables.isEmpty else { return }
    let displayed = DisplayedStrings(of: pass)
    let texts = Set(displayed.all.compactMap(\.string))
    let translated = Set(tables.flatMap { $0.entries.map(\.key) }).intersection(texts)
    for table in tables {
      checkMissing(table, tables, translated, pass, &report)
      checkUnused(table, texts, pass, &report)
      for entry in table.entries where entry.key.contains("%@") && texts.contains(entry.key) {
        guard !entry.value.contains("%@") else { continue }
        report(
          Self.placeholderLost, "the translation of \(quoted(entry.key)) has no %@",
          at: entry.valueOrigin)
      }
    }
    checkLabels(displayed.labels, translated, &report)
  }

  private func checkMissing(
    _ table: StringsTable, _ tables: [StringsTable], _ translated: Set<String>,
    _ pass: PassPackage, _ report: inout Report
  ) {
    let missing = translated.subtracting(table.entries.map(\.key)).sorted()
    guard let first = missing.first else { return }
    let other = tables.first { $0[first] != nil }
    let origin = other?.entries.first { $0.key == first }?.keyOrigin ?? .none
    report(
      Self.missing, "\(table.language) has no translation of \(listed(missing.map { quoted($0) }))",
      at: place(of: table, pass), notes: [(Place(origin: origin), "translated here")])
  }

  private func checkUnused(
    _ table: StringsTable, _ texts: Set<String>, _ pass: PassPackage, _ report: inout Report
  ) {
    let unused = table.entries.filter { !texts.contains($0.key) }
    guard let first = unused.first else { return }
    report(
      Self.unused,
      "no text of the pass is \(listed(unused.map { quoted($0.key) })), so the translation is "
        + "never shown", at: first.keyOrigin)
  }

  private func checkLabels(
    _ labels: [JSONValue], _ translated: Set<String>, _ report: inout Report
  ) {
    let known = labels.count { $0.string.map(translated.contains) ?? false }
    // Fewer than most of them: the pass is written in one language, a few words apart.
    guard known * 2 > labels.count else { return }
    var seen: Set<String> = []
    for label in labels {
      guard let text = label.string, !translated.contains(text), text.contains(where: \.isLetter),
        seen.insert(text).inserted
      else { continue }
      report(Self.untranslated, "the label \(quoted(text)) is in no pass.strings", at: label)
    }
  }

  private func place(of table: StringsTable, _ pass: PassPackage) -> Place {
    pass.file(table.path)?.place ?? .file(table.path)
  }
}

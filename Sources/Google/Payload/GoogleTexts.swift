// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassLocale
import PassModel

/// A text of a pass with its translations.
struct GoogleText {
  var value: String
  /// Translations that differ from the text, by language.
  var translations: [(language: String, value: String)] = []
  var origin: Origin
  let language: String

  /// The text as a LocalizedString.
  var localized: GoogleDraft {
    var members = GoogleMembers(["defaultValue": translated(language, value)])
    if !translations.isEmpty {
      members["translatedValues"] = .array(translations.map { translated($0.language, $0.value) })
    }
    return .object(members)
  }

  var plain: GoogleDraft { .text(value, origin) }

  private func translated(_ language: String, _ text: String) -> GoogleDraft {
    .object(["language": .text(language), "value": .text(text, origin)])
  }
}

extension GoogleMembers {
  /// Adds a text under its plain name, and as `localized…` too if it has translations.
  mutating func add(_ name: String, _ text: GoogleText?) {
    guard let text else { return }
    self[name] = text.plain
    if !text.translations.isEmpty {
      self["localized" + name.prefix(1).uppercased() + name.dropFirst()] = text.localized
    }
  }
}

/// The languages of a pass: its texts, and its dates and numbers.
struct GoogleTexts {
  struct Language {
    let tag: String
    let strings: [String: String]
    let format: FieldFormat
  }

  /// The language of pass.json.
  let own: Language
  let others: [Language]

  /// - Parameters:
  ///   - language: the language of pass.json.
  ///   - format: returns the format of dates and numbers for a language.
  init(_ tables: [StringsTable], language: String, format: (String) -> FieldFormat) {
    let ownTable = tables.first { LanguageTag.areSame($0.language, language) }
    own = Language(tag: language, strings: ownTable?.values ?? [:], format: format(language))
    others = tables.filter { !LanguageTag.areSame($0.language, language) }.map {
      Language(
        tag: $0.language.replacing("_", with: "-"), strings: $0.values, format: format($0.language))
    }
  }

  /// Returns a string of pass.json. Nil if it is missing, empty or of another type.
  func text(_ value: JSONValue?) -> GoogleText? {
    guard let value, let raw = value.string ?? value.number?.spelling, !raw.isEmpty else {
      return nil
    }
    return made(value) { $0.strings[raw] ?? raw }
  }

  /// Returns the value of a field as Wallet shows it.
  func value(of field: JSONValue, _ name: String = "value") -> GoogleText? {
    guard let value = field[name] else { return nil }
    let text = made(value) { language in
      language.format.text(of: value, in: field)
        ?? value.string.map { language.strings[$0] ?? $0 } ?? ""
    }
    return text.value.isEmpty ? nil : text
  }

  /// Returns a text that is the same in every language.
  func fixed(_ text: String, _ origin: Origin = .none) -> GoogleText {
    GoogleText(value: text, origin: origin, language: own.tag)
  }

  private func made(_ value: JSONValue, _ text: (Language) -> String) -> GoogleText {
    var result = GoogleText(value: text(own), origin: value.origin, language: own.tag)
    for language in others {
      let translation = text(language)
      if translation != result.value, !translation.isEmpty {
        result.translations.append((language.tag, translation))
      }
    }
    return result
  }
}

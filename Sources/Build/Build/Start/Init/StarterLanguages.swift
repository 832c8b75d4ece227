// SPDX-License-Identifier: Apache-2.0

import PassModel
import PassTemplate

/// The languages of a new template.
package struct StarterLanguages: Sendable {
  /// The reason why a list of languages cannot be used.
  package struct StarterLanguagesError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package let help: String
  }

  /// The language of pass.json. It is English if that is one of the languages.
  package let mainLanguage: String
  /// The languages that get a folder, in their order.
  package let others: [String]

  /// English, with a folder for German.
  package static let usual = StarterLanguages(own: "en", others: ["de"])

  private init(own: String, others: [String]) {
    self.mainLanguage = own
    self.others = others
  }

  /// Reads a list such as `en,de`. English comes first, whatever the order is.
  ///
  /// - Throws: an error if a part is not a language, or is there twice.
  package init(_ list: String) throws(StarterLanguagesError) {
    var tags: [String] = []
    for part in list.split(separator: ",", omittingEmptySubsequences: false) {
      let tag = String(part).trimmingBlanks
      guard LanguageTag.isValid(tag) else {
        throw StarterLanguagesError(
          description: "\(quoted(tag)) is not a language",
          help: LanguageTag.correction(of: tag).map { "did you mean \($0)?" }
            ?? "write languages such as en, pt-BR or zh-Hans, with commas between them")
      }
      guard !tags.contains(tag) else {
        throw StarterLanguagesError(
          description: "\(quoted(tag)) is there twice", help: "name each language once")
      }
      tags.append(tag)
    }
    guard tags.count <= StringsFile.maxLanguages else {
      throw StarterLanguagesError(
        description: "\(tags.count) languages are too many",
        help: "a pass has at most \(StringsFile.maxLanguages)")
    }
    let first = tags.firstIndex { LanguageTag.base(of: $0) == "en" } ?? 0
    mainLanguage = tags.remove(at: first)
    others = tags
  }

  /// The languages whose strings are in English, because passc has no translation.
  package var untranslated: [String] { ([mainLanguage] + others).filter { !StarterTexts.isIn($0) } }
}

extension StarterTexts {
  /// Returns whether the strings of new templates are there in a language.
  static func isIn(_ language: String) -> Bool {
    ["en", "de"].contains(LanguageTag.base(of: language)) || StarterTranslations.has(language)
  }

  /// Returns the displayed strings in a language, in the order of `german`. They are in English if
  /// there is no translation.
  private func strings(in language: String) -> [String] {
    german.map { english, german in
      LanguageTag.base(of: language) == "de"
        ? german : StarterTranslations.text(english, in: language) ?? english
    }
  }

  /// Returns pass.json with its strings in a language.
  ///
  /// - Parameter json: pass.json in English.
  func passJSON(_ json: String, in language: String) -> String {
    zip(strings(in: "en"), strings(in: language)).reduce(json) { json, string in
      string.0 == string.1
        ? json : json.replacing("\"\(string.0)\"", with: "\"\(string.1)\"")
    }
  }

  /// Returns the pass.strings of a language.
  ///
  /// - Parameter own: the language of pass.json.
  func stringsFile(of language: String, own: String) -> String {
    let note =
      Self.isIn(language)
      ? "The texts of pass.json (\(own)), in \(language)."
      : "The texts of pass.json. Translate the second one of each line into \(language)."
    return zip(strings(in: own), strings(in: language)).reduce("/* \(note) */\n") {
      $0 + "\"\($1.0)\" = \"\($1.1)\";\n"
    }
  }
}

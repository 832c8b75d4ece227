// SPDX-License-Identifier: Apache-2.0

import PassModel

/// The strings of a pass in one language, chosen as a device of that language does.
struct Localisation {
  /// Language of the folder. Nil if there are no folders, so that strings stay as they are.
  let folder: String?
  /// Whether no folder fits the language of the device. It is not documented which folder a device
  /// shows then.
  let isFallback: Bool
  private let table: [String: String]

  init(_ pass: PassPackage, language: String) {
    let tags = Self.folders(of: pass)
    let fitting = Self.choice(of: language, among: tags)
    folder = fitting ?? Self.fallback(among: tags)
    isFallback = fitting == nil && folder != nil
    var table: [String: String] = [:]
    for strings in pass.strings where strings.language == folder {
      table = strings.values
    }
    self.table = table
  }

  /// Returns the translation of a string of pass.json.
  func text(_ raw: String) -> String { table[raw] ?? raw }

  /// Returns the languages that have a folder, sorted.
  static func folders(of pass: PassPackage) -> [String] {
    var tags: Set<String> = []
    for file in pass.files {
      let name = file.path.prefix { $0 != "/" }
      guard name.utf8.count < file.path.utf8.count else { continue }
      if let tag = LanguageTag.language(ofFolder: String(name)) { tags.insert(tag) }
    }
    return tags.sorted()
  }

  /// Returns whether one of the folders fits a device in English.
  static func hasEnglish(_ folders: [String]) -> Bool { choice(of: "en", among: folders) != nil }

  /// Returns English if it has a folder, else the language of pass.json, else the first language.
  ///
  /// - Parameter own: the language of pass.json, if it is known.
  static func usualLanguage(among folders: [String], own: String?) -> String {
    if hasEnglish(folders) { return "en" }
    return own ?? fallback(among: folders) ?? "en"
  }

  /// Returns the folder for a device whose language has none: English, else the first by name.
  /// Apple does not document the choice, and a vendor's manual describes it so.
  private static func fallback(among tags: [String]) -> String? {
    choice(of: "en", among: tags) ?? tags.first(where: LanguageTag.isValid) ?? tags.first
  }

  /// Returns the folder of the exact language, else of a parent without script or region, else of
  /// the same language with another script or region.
  private static func choice(of language: String, among tags: [String]) -> String? {
    let wanted = normal(language)
    if let exact = tags.first(where: { normal($0) == wanted }) { return exact }
    var parts = wanted.split(separator: "-")
    while parts.count > 1 {
      parts.removeLast()
      let shorter = parts.joined(separator: "-")
      if let tag = tags.first(where: { normal($0) == shorter }) { return tag }
    }
    guard let base = parts.first else { return nil }
    return tags.first { normal($0).split(separator: "-").first == base }
  }

  private static func normal(_ tag: String) -> String {
    let plain =
      if case .oldName(let new) = LanguageTag.validationError(in: tag) { new } else { tag }
    return plain.lowercased().replacing("_", with: "-")
  }
}

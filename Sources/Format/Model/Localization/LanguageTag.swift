// SPDX-License-Identifier: Apache-2.0

/// The language tags in folder names of a package.
package enum LanguageTag {
  /// Returns the language of a folder `<language>.lproj`, or nil if it is not such a folder.
  ///
  /// It accepts everything that might be a tag. Published passes also have underscores
  /// (`zh_CN.lproj`).
  package static func language(ofFolder name: String) -> String? {
    guard name.hasSuffix(".lproj") else { return nil }
    let tag = String(name.dropLast(6))
    let isName =
      !tag.isEmpty
      && tag.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    return isName ? tag : nil
  }

  /// The problems of a language tag.
  package enum Problem: Sendable, Equatable {
    /// It has an underscore instead of a hyphen.
    case underscore
    /// It is not a language, script and region according to BCP 47.
    case malformed
    /// Only the case of its letters is unusual. The value is the usual spelling.
    case letterCase(usual: String)
    /// It is the English name of a language, as old versions of Xcode wrote it. The value is the
    /// tag.
    case oldName(tag: String)
    /// It does not begin with the code of a language, but for example with that of a country. The
    /// value is the tag that was probably meant, or nil if that is unknown.
    case notLanguage(meant: String?)
    /// It begins with the code of a rare language, which is the code of a country too.
    case rareLanguage(language: String, country: String, meant: String)
    /// It begins with a code of three letters, and the language has one of two. The value is the
    /// tag with that one.
    case threeLetters(tag: String)
  }

  /// Returns the problem of a language tag, or nil if there is none.
  package static func validationError(in tag: String) -> Problem? {
    if let new = oldNames[tag] { return .oldName(tag: new) }
    let hyphened = String(tag.map { $0 == "_" ? "-" : $0 })
    guard let usual = usualSpelling(of: hyphened) else { return .malformed }
    if let fault = languageError(in: usual) { return fault }
    if hyphened != tag { return .underscore }
    return usual == tag ? nil : .letterCase(usual: usual)
  }

  /// Returns the tag that was probably meant by one with a problem, or nil if that is unknown.
  package static func correction(of tag: String) -> String? {
    switch validationError(in: tag) {
    case nil, .malformed, .rareLanguage: nil
    case .letterCase(let usual): usual
    case .oldName(let tag), .threeLetters(let tag): tag
    case .notLanguage(let meant): meant
    case .underscore: usualSpelling(of: String(tag.map { $0 == "_" ? "-" : $0 }))
    }
  }

  /// Returns whether a tag names a language as Apple writes it.
  package static func isValid(_ tag: String) -> Bool {
    switch validationError(in: tag) {
    case nil, .rareLanguage: true
    case .malformed, .letterCase, .oldName, .threeLetters, .notLanguage, .underscore: false
    }
  }

  /// Returns whether two tags name the same language, script and region, in any spelling.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    folded(one) == folded(other)
  }

  /// Returns the language of a tag without script and region, in lower case.
  package static func base(of tag: String) -> String { String(folded(tag).prefix { $0 != "-" }) }

  private static func folded(_ tag: String) -> String {
    let tag = oldNames[tag] ?? tag
    return String(tag.lowercased().map { $0 == "_" ? "-" : $0 })
  }

  /// Returns the problem of the language in a tag with the usual spelling.
  private static func languageError(in tag: String) -> Problem? {
    let language = String(tag.prefix { $0 != "-" })
    let rest = tag.dropFirst(language.count)
    // A script or region of the tag replaces that of the tag that was meant.
    func whole(_ other: String) -> String {
      guard !rest.isEmpty else { return other }
      return String(other.prefix { $0 != "-" }) + String(rest)
    }
    if let meant = LanguageCodes.meant[language] { return .notLanguage(meant: whole(meant)) }
    guard language.utf8.count == 2 else {
      return LanguageCodes.short[language].map { .threeLetters(tag: whole($0)) }
    }
    guard LanguageCodes.languages.contains(language[...]) else { return .notLanguage(meant: nil) }
    // The region of the United Kingdom is GB.
    if rest == "-UK" { return .notLanguage(meant: language + "-GB") }
    guard rest.isEmpty, let rare = LanguageCodes.unlikely[language] else { return nil }
    return .rareLanguage(language: rare.language, country: rare.country, meant: rare.meant)
  }

  /// Returns `language[-Script][-REGION]` with the usual letter case, or nil if the tag has another
  /// form.
  package static func usualSpelling(of tag: String) -> String? {
    var parts = tag.split(separator: "-", omittingEmptySubsequences: false)[...]
    guard let language = parts.popFirst(), (2...3).contains(language.count), isLetters(language)
    else { return nil }
    var result = language.lowercased()
    if let script = parts.first, script.count == 4, isLetters(script) {
      parts.removeFirst()
      result += "-" + script.prefix(1).uppercased() + script.dropFirst().lowercased()
    }
    if let region = parts.first, region.count == 2 ? isLetters(region) : isArea(region) {
      parts.removeFirst()
      result += "-" + region.uppercased()
    }
    return parts.isEmpty ? result : nil
  }

  private static func isLetters(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
  }

  /// Returns whether the text is a region with three digits (UN M.49), as in `es-419`.
  private static func isArea(_ text: Substring) -> Bool {
    text.utf8.count == 3
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static let oldNames: [String: String] = [
    "English": "en", "French": "fr", "German": "de", "Italian": "it", "Japanese": "ja",
    "Spanish": "es", "Dutch": "nl",
  ]
}

// SPDX-License-Identifier: Apache-2.0

/// The letters of a language beyond ASCII, with the encodings that its spreadsheets write.
///
/// In the wrong encoding the bytes are letters of other languages, or signs in the middle of a word.
struct Alphabet {
  /// The name of the language in English.
  let name: String
  let encodings: [String]
  private let letters: Set<Unicode.Scalar>
  /// The most frequent letters of another script. Nil for Latin letters.
  private let frequent: Set<Unicode.Scalar>?
  /// How much less likely the language is than others, so that it wins only where it fits better.
  private let handicap: Double

  private init(
    _ name: String, _ encodings: [String], _ letters: String, frequent: String? = nil,
    handicap: Double = 0
  ) {
    self.name = name
    self.encodings = encodings
    self.letters = Set((letters + letters.uppercased()).unicodeScalars)
    self.frequent = frequent.map { Set(($0 + $0.uppercased()).unicodeScalars) }
    self.handicap = handicap
  }

  private static let western = ["windows-1252", "macintosh", "ibm850", "iso-8859-15", "ibm437"]
  private static let central = ["windows-1250", "iso-8859-2", "ibm852"]

  /// The alphabets that are tried, the most common ones first.
  static let all: [Alphabet] = [
    Alphabet("German", western, "äöüßéèáà"),
    Alphabet("French", western, "éèêëàâçîïôûùüœæÿ"),
    Alphabet("Spanish", western, "áéíóúñü"),
    Alphabet("Portuguese", western, "ãõáâàçéêíóôú"),
    Alphabet("Italian", western, "àèéìíòóùú"),
    Alphabet("Nordic", western, "åäöæøé"),
    Alphabet("Polish", central, "ąćęłńóśźż"),
    Alphabet("Czech or Slovak", central, "áčďéěíňóřšťúůýžäľô"),
    Alphabet("Hungarian", central, "áéíóöőúüű"),
    Alphabet("Turkish", ["windows-1254", "ibm857"], "çğıöşüâîûİ"),
    Alphabet(
      "Cyrillic", ["windows-1251", "ibm866"], "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ",
      frequent: "оеаинтсрвлкмдпія"),
    // Its capitals are the small letters of others.
    Alphabet(
      "Cyrillic", ["koi8-r"], "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", frequent: "оеаинтсрвлкмдп",
      handicap: 0.1),
    Alphabet(
      "Greek", ["windows-1253", "ibm737"], "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
      frequent: "αοιετσνηυρπκμλςάέήίό"),
    Alphabet(
      "Hebrew", ["windows-1255"], "אבגדהוזחטיךכלםמןנסעףפץצקרשת", frequent: "יוהלאתרמבנשחםן"),
    Alphabet(
      "Arabic", ["windows-1256"], "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيپچژگ،؛؟",
      frequent: "ايلمنورتبةدسعحهف"),
    Alphabet("Romanian", central, "ăâîşţ", handicap: 0.03),
    Alphabet("Croatian", central, "čćđšž", handicap: 0.03),
    // Names of several languages in one table.
    Alphabet("Western European", western, "äöüßéèêëáàâçîïíôóúûùœæñãõìòåø", handicap: 0.04),
    Alphabet("Icelandic", western, "áðéíóúýþæö", handicap: 0.03),
    Alphabet("Baltic", ["windows-1257"], "ąčęėįšųūžāēģīķļņõäöü", handicap: 0.05),
    Alphabet("Thai", ["windows-874"], thai, frequent: "านรอกเงมยลวดทสตะปบคหแ่้ิีัุู"),
  ]

  /// The consonants, vowels and marks of Thai, U+0E01 to U+0E4E.
  private static let thai = String(
    String.UnicodeScalarView((0x0E01...0x0E4E).compactMap { Unicode.Scalar($0 as UInt32) }))

  // MARK: A text

  /// Returns the part of the characters beyond ASCII that this language may have where they are.
  func share(of text: String) -> Double {
    let scalars = Array(text.unicodeScalars)
    var all = 0.0
    var fitting = 0.0
    var own = 0
    var often = 0
    var hasCapitals = false
    for (index, scalar) in scalars.enumerated() where !scalar.isASCII {
      let before = index > 0 ? scalars[index - 1] : " "
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      all += 1
      guard letters.contains(scalar) else {
        if Self.isSign(scalar, after: before, before: after) { fitting += 1 }
        continue
      }
      own += 1
      if scalar.properties.isUppercase { hasCapitals = true }
      if frequent?.contains(scalar) ?? false { often += 1 }
      fitting += fit(of: scalar, after: before, before: after)
    }
    guard all > 0 else { return 1 }
    let share = fitting / all - handicap
    guard frequent != nil, own > 0 else { return share }
    // Most letters of a text are frequent ones, but not if they are those of another alphabet.
    let frequency = share * (0.5 + 0.5 * Double(often) / Double(own))
    // Names begin with a capital. The letters of Hebrew are small letters in other encodings.
    let hasCase = letters.contains { $0.properties.isUppercase }
    return hasCase && !hasCapitals ? 0.8 * frequency : frequency
  }

  /// Returns from 0 to 1 how well a letter fits between two characters.
  private func fit(
    of letter: Unicode.Scalar, after before: Unicode.Scalar, before after: Unicode.Scalar
  ) -> Double {
    let neighbours = [before, after].filter(Self.isLetter)
    if frequent != nil {
      // No word has letters of two alphabets.
      guard neighbours.allSatisfy({ !$0.isASCII }) else { return 0 }
    } else if neighbours.count(where: { !$0.isASCII }) == 2 {
      // A word of Latin letters has letters of ASCII in between.
      return 0
    }
    if letter.properties.isUppercase {
      if before.properties.isLowercase { return 0 }
      // No capital after the first one, as in MÅller.
      if Self.isLetter(before), after.properties.isLowercase { return 0 }
    } else if letter.properties.isLowercase, after.properties.isUppercase, letter != "ß" {
      // ß has no capital in most texts.
      return 0
    }
    if neighbours.isEmpty { return 0.5 }
    return 1
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    isLetter(scalar) || scalar.properties.numericType != nil
  }

  /// Returns whether a text of any language may have a sign between two characters.
  private static func isSign(
    _ sign: Unicode.Scalar, after before: Unicode.Scalar, before after: Unicode.Scalar
  ) -> Bool {
    switch sign {
    case "€", "£", "¥", "₪", "฿": !isLetter(before) && !isLetter(after)
    case "’": isLetterOrDigit(before) || isLetter(after)
    case "„", "‚", "‹", "¿", "¡", "‘": !isLetterOrDigit(before) && isLetterOrDigit(after)
    case "«": !isLetterOrDigit(before)
    case "”", "»", "›", "…": !isLetterOrDigit(after)
    case "“": isLetterOrDigit(before) != isLetterOrDigit(after)
    case "–", "—", "•", "·", "§", "©", "®", "×": !isLetter(before) || !isLetter(after)
    case "°", "º", "ª", "²", "³", "™": isLetterOrDigit(before) && !isLetter(after)
    case "№": !isLetter(before)
    // Spaces that keep words together: "1 250", "Max Muster".
    case "\u{A0}", "\u{202F}":
      !isLetter(after) && isLetterOrDigit(before) == isLetterOrDigit(after)
        || after.properties.isUppercase
    default: false
    }
  }
}

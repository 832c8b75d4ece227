// SPDX-License-Identifier: Apache-2.0

/// Text in UTF-8 that was read with another encoding and written as UTF-8 again: `MÃ¼ller`.
///
/// If the bytes of a character in UTF-8 are read as windows-1252, they become two to four
/// characters: one from Â to ô, and signs after it. Real text can have such signs after a letter
/// too (MAÇÃ”). They therefore count only if nothing in the string suggests real text.
package struct TwiceEncoded {
  /// Damage that a conversion did to a text.
  package enum Damage: Equatable {
    /// U+FFFD.
    case lostCharacter
    /// UTF-8 that was encoded again, with the original text if it can be restored.
    case encodedTwice(String?)
  }

  /// Some neighbouring characters that are the bytes of one.
  private struct Unit {
    let range: Range<Int>
    let scalar: Unicode.Scalar
    let lead: UInt8
    /// The byte after the lead.
    let second: UInt8
  }

  private let scalars: [Unicode.Scalar]
  private var units: [Unit] = []

  /// Returns the damage in a text of valid UTF-8. For most texts one look at each byte is enough.
  package static func damage(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Damage? {
    var index = range.lowerBound
    let end = range.upperBound
    var isSuspicious = false
    while index + 2 < end {
      switch (bytes[index], bytes[index + 1]) {
      case (0xEF, 0xBF) where bytes[index + 2] == 0xBD: return .lostCharacter
      // Â to ô before a character beyond ASCII.
      case (0xC3, 0x82...0xB4) where bytes[index + 2] >= 0x80: isSuspicious = true
      // √, ├, ╨, ╤, and ‚ before a character beyond ASCII.
      case (0xE2, 0x88) where bytes[index + 2] == 0x9A: isSuspicious = true
      case (0xE2, 0x94) where bytes[index + 2] == 0x9C: isSuspicious = true
      case (0xE2, 0x95) where bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA4:
        isSuspicious = true
      case (0xE2, 0x80)
      where bytes[index + 2] == 0x9A && index + 3 < end && bytes[index + 3] >= 0x80:
        isSuspicious = true
      // Γ before Ç.
      case (0xCE, 0x93) where bytes[index + 2] == 0xC3: isSuspicious = true
      default: break
      }
      index += 1
    }
    guard isSuspicious else { return nil }
    let text = TwiceEncoded(String(decoding: bytes[range], as: UTF8.self))
    if text.isCertain { return .encodedTwice(text.decoded) }
    return text.hasOtherEncoding ? .encodedTwice(nil) : nil
  }

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      if let unit = unit(at: index) {
        units.append(unit)
        index = unit.range.upperBound
      } else {
        index += 1
      }
    }
  }

  /// Returns the unit that begins at an index, or nil.
  private func unit(at start: Int) -> Unit? {
    guard let lead = Self.byte(of: scalars[start]), lead >= 0xC2, lead <= 0xF4 else { return nil }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard start + length <= scalars.count else { return nil }
    var bytes = [lead]
    for scalar in scalars[start + 1..<start + length] {
      guard let byte = Self.byte(of: scalar), byte & 0xC0 == 0x80 else { return nil }
      bytes.append(byte)
    }
    guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else {
      return nil
    }
    return Unit(range: start..<start + length, scalar: scalar, lead: lead, second: bytes[1])
  }

  /// Whether people never write one of the units.
  private var isCertain: Bool {
    // In real text some characters are not part of a unit, such as the Ç of MAÇÃ.
    let covered = units.reduce(0) { $0 + $1.range.count }
    let isAll = covered == scalars.count { $0.value >= 0x80 }
    for (number, unit) in units.enumerated() {
      let previous = unit.range.lowerBound > 0 ? scalars[unit.range.lowerBound - 1] : nil
      let end = unit.range.upperBound
      let next = end < scalars.count ? scalars[end] : nil
      switch unit.lead {
      case 0xC2:
        // From U+0080 to U+009F there are no letters or signs. Turkish words in capitals may end
        // with Â.
        guard unit.second >= 0xA0 else { break }
        let isQuote = [0xA0, 0xAB, 0xBB].contains(unit.second)
        if !isQuote || !(previous.map(Self.isLetter) ?? false) || isLowercase(previous) {
          return true
        }
      case 0xC3, 0xC4, 0xC5:
        let isUnit =
          unit.lead == 0xC3 || [previous, next].contains { $0.map(Self.isLetter) ?? false }
        let isSign = Self.suffixesOfMarkers.contains(unit.second)
        if isUnit, !isSign || isLowercase(previous) || (isAll && joins(previous, unit, next)) {
          return true
        }
      case 0xE2 where [0x80, 0x82, 0x84].contains(unit.second): return true
      // Vietnamese letters. No letter follows «olá»….
      case 0xE1 where [0xBA, 0xBB].contains(unit.second) && next.map(Self.isLetter) ?? false:
        return true
      case 0xF0 where unit.second == 0x9F: return true
      default:
        // Other pairs occur rarely in real text, but not two in a row.
        if number > 0, units[number - 1].range.upperBound == unit.range.lowerBound, isAll {
          return true
        }
      }
    }
    return false
  }

  /// Returns whether the sign after the lead is inside a word or begins one, where people write
  /// no sign.
  private func joins(
    _ previous: Unicode.Scalar?, _ unit: Unit, _ next: Unicode.Scalar?
  ) -> Bool {
    let isInWord = previous.map(Self.isLetter) ?? false
    guard let next, Self.isLetter(next) else { return !isInWord && unit.second == 0xA0 }
    // The apostrophe of IRMÃ’S, the no-break space of MANHÃ DE SOL.
    return !isInWord || (unit.second != 0x92 && unit.second != 0xA0)
  }

  private func isLowercase(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.isLowercase ?? false
  }

  /// The second bytes of signs that directly follow words: … ‹ ‘ ’ “ ” • – — ™ › « ® » and the
  /// no-break space.
  private static let suffixesOfMarkers: Set<UInt8> = [
    0x85, 0x8B, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9B, 0xA0, 0xAB, 0xAE, 0xBB,
  ]

  private var decoded: String {
    var text = String.UnicodeScalarView()
    var index = 0
    for unit in units {
      text.append(contentsOf: scalars[index..<unit.range.lowerBound])
      text.append(unit.scalar)
      index = unit.range.upperBound
    }
    text.append(contentsOf: scalars[index...])
    return String(text)
  }

  /// Whether it is UTF-8 that was read as Mac Roman (`M√ºller`, `It‚Äôs`), as code page 850
  /// (`M├╝ller`, `ItÔÇÖs`), or as code page 437 or 866 (`ItΓÇÖs`, `╨Ь╨╛╤Б╨║╨▓╨░`).
  private var hasOtherEncoding: Bool {
    // Frames of tables have single characters of these.
    let cyrillic = scalars.indices.dropLast().count { index in
      (scalars[index] == "╨" || scalars[index] == "╤") && scalars[index + 1].value >= 0x80
        && !"═─╦╩╬┬┴┼╤╨".unicodeScalars.contains(scalars[index + 1])
    }
    if cyrillic > 1 { return true }
    return scalars.indices.dropLast().contains { index in
      let isBehind: Bool
      switch scalars[index] {
      case "√": isBehind = Self.macRoman.contains(scalars[index + 1])
      case "├": isBehind = scalars[index + 1].value >= 0x80 && scalars[index + 1] != "─"
      case "‚":
        return isPunctuation(at: index, "Ä", "òôúùìî¶¢") || isPunctuation(at: index, "Ç", "¨")
      case "Ô", "Γ":
        return isPunctuation(at: index, "Ç", "ôöÿÖ£Ø¥ªó¢") || isPunctuation(at: index, "é", "¼")
      default: return false
      }
      let previous = index > 0 ? scalars[index - 1] : nil
      let next = index + 2 < scalars.count ? scalars[index + 2] : nil
      return isBehind && [previous, next].contains { $0.map(Self.isLetter) ?? false }
    }
  }

  /// Returns whether two characters follow that make a quotation mark, a dash or € of the three.
  private func isPunctuation(
    at index: Int, _ second: Unicode.Scalar, _ thirds: String
  ) -> Bool {
    index + 2 < scalars.count && scalars[index + 1] == second
      && thirds.unicodeScalars.contains(scalars[index + 2])
  }

  /// Mac Roman from 0x80 to 0xBF. It lacks π, because √π is real text.
  private static let macRoman = Set(
    "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏∫ªºΩæø".unicodeScalars)

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic
  }

  /// Returns the byte of a character beyond ASCII in windows-1252, or in ISO 8859-1 if
  /// windows-1252 lacks it.
  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    if (0x80...0xFF).contains(scalar.value) { return UInt8(scalar.value) }
    return scalar.value < 0x80 ? nil : special[scalar]
  }

  private static let special: [Unicode.Scalar: UInt8] = [
    "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88,
    "‰": 0x89, "Š": 0x8A, "‹": 0x8B, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93,
    "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97, "˜": 0x98, "™": 0x99, "š": 0x9A, "›": 0x9B,
    "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
  ]
}

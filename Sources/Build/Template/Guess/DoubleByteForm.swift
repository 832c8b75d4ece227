// SPDX-License-Identifier: Apache-2.0

/// An encoding of Chinese, Japanese or Korean, in which a character has two bytes.
///
/// The frequent characters are in the first half of each code. Letters of Western encodings are
/// valid too, but as rare characters, or as one character in a word of Latin letters.
struct DoubleByteForm: Sendable {
  /// What two bytes are in an encoding.
  enum Kind {
    /// A frequent character, or a sign that belongs to the language.
    case frequent
    case rare
    /// Not a character of the language.
    case foreign
  }

  let encoding: String
  let letters: String
  /// The bytes that begin a character of two bytes.
  private let leads: Set<UInt8>
  /// Returns what two bytes are.
  private let kind: @Sendable (UInt8, UInt8) -> Kind
  /// Whether one byte is a half-width kana.
  private let hasHalfWidthKana: Bool
  /// Whether a text has no word of the language without kana.
  private let isKana: (@Sendable (UInt8, UInt8) -> Bool)?

  static let all = [shiftJIS, eucJP, eucKR, gbk, big5]

  private static let shiftJIS = DoubleByteForm(
    encoding: "windows-31j", letters: "Japanese",
    leads: Set(0x81...0x9F).union(0xE0...0xFC),
    kind: { lead, trail in
      switch (lead, trail) {
      // Signs: 、。・ー「」（）〜 and others.
      case (0x81, 0x40...0x7E), (0x81, 0x80...0xAC): .frequent
      // Full-width digits and letters, hiragana, katakana.
      case (0x82, 0x4F...0xF1), (0x83, 0x40...0x96): .frequent
      case (0x88, 0x9F...), (0x89...0x97, _), (0x98, ...0x72): .frequent
      case (0x98...0x9F, _), (0xE0...0xEA, _), (0xED...0xEE, _), (0xFA...0xFC, _): .rare
      default: .foreign
      }
    }, hasHalfWidthKana: true, isKana: nil)

  private static let eucJP = DoubleByteForm(
    encoding: "euc-jp", letters: "Japanese", leads: Set(0xA1...0xFE).union([0x8E]),
    kind: { lead, trail in
      switch lead {
      case 0x8E: .frequent
      case _ where trail < 0xA1: .foreign
      case 0xA1, 0xA3, 0xA4, 0xA5, 0xB0...0xCF: .frequent
      default: .rare
      }
    }, hasHalfWidthKana: false, isKana: { lead, _ in lead == 0xA4 || lead == 0xA5 })

  private static let gbk = DoubleByteForm(
    encoding: "gbk", letters: "Chinese", leads: Set(0x81...0xFE),
    kind: { lead, trail in
      switch lead {
      case _ where trail < 0xA1: .rare
      case 0xA1, 0xA3, 0xB0...0xD7: .frequent
      case 0xA4, 0xA5: .foreign
      default: .rare
      }
    }, hasHalfWidthKana: false, isKana: nil)

  private static let big5 = DoubleByteForm(
    encoding: "big5", letters: "Chinese", leads: Set(0xA1...0xF9),
    kind: { lead, _ in
      switch lead {
      case 0xA1...0xA3, 0xA4...0xC6: .frequent
      default: .rare
      }
    }, hasHalfWidthKana: false, isKana: nil)

  private static let eucKR = DoubleByteForm(
    encoding: "euc-kr", letters: "Korean", leads: Set(0xA1...0xFE),
    kind: { lead, trail in
      switch lead {
      case _ where trail < 0xA1: .foreign
      case 0xA1, 0xA3, 0xB0...0xC8: .frequent
      default: .foreign
      }
    }, hasHalfWidthKana: false, isKana: nil)

  /// Returns the part of the characters beyond ASCII that a text of the language may have there, or
  /// nil if the bytes are not in this encoding.
  func share(of bytes: [UInt8]) -> Double? {
    var all = 0
    var fitting = 0.0
    var kana = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] >= 0x80 else {
        index += 1
        continue
      }
      let start = index
      var value = 0.0
      var count = 0
      while index < bytes.count, bytes[index] >= 0x80 {
        count += 1
        if hasHalfWidthKana, (0xA1...0xDF).contains(bytes[index]) {
          value += 0.9
          index += 1
          continue
        }
        guard leads.contains(bytes[index]), index + 1 < bytes.count,
          bytes[index + 1] >= 0x40, bytes[index + 1] != 0x7F, bytes[index + 1] != 0xFF
        else { return nil }
        switch kind(bytes[index], bytes[index + 1]) {
        case .frequent: value += 1
        case .rare: value += 0.3
        case .foreign: break
        }
        if isKana?(bytes[index], bytes[index + 1]) ?? false { kana += 1 }
        index += 2
      }
      all += count
      // One character in a word of Latin letters is a letter of another encoding.
      let isInWord =
        start > 0 && bytes[start - 1].isLetter || index < bytes.count && bytes[index].isLetter
      if count > 1 || !isInWord { fitting += value }
    }
    guard all > 0 else { return nil }
    let share = fitting / Double(all)
    // Chinese and Korean have the same bytes as Japanese, but no kana.
    return isKana != nil && kana == 0 ? share - 0.1 : share
  }
}

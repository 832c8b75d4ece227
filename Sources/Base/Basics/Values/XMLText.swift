// SPDX-License-Identifier: Apache-2.0

/// Words of anybody within XML or HTML.
package enum XMLText {
  /// The words so that they are nothing but words, in an element as in an attribute between double
  /// quotes. Line ends are kept as references, since attributes would lose them; for what XML 1.0 has
  /// no place, escaped or not, U+FFFD stands.
  package static func escaped(_ words: some StringProtocol) -> String {
    var text = ""
    for scalar in words.unicodeScalars {
      switch scalar.value {
      case 0x26: text += "&amp;"
      case 0x3C: text += "&lt;"
      case 0x3E: text += "&gt;"
      case 0x22: text += "&quot;"
      case 0x0A: text += "&#10;"
      case 0x0D: text += "&#13;"
      case 0x09, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF:
        text.unicodeScalars.append(scalar)
      default: text += "\u{FFFD}"
      }
    }
    return text
  }
}

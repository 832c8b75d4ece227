// SPDX-License-Identifier: Apache-2.0

package enum XMLText {
  /// Escapes text for an element or an attribute in double quotes, so that it cannot inject markup.
  /// Line ends become references, because attributes would lose them. Characters that XML 1.0
  /// cannot contain become U+FFFD.
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

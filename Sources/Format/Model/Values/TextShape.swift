// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Checks of the shape of short strings.
package enum TextShape {
  /// Returns whether the text is a UUID: `8-4-4-4-12` hex digits in either case.
  package static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { isHex($0) }
  }

  /// Returns whether the text consists of that number of hex digits, or of any number from 1 if
  /// `digits` is nil.
  package static func isHex(_ text: some StringProtocol, digits: Int? = nil) -> Bool {
    if let digits, text.utf8.count != digits { return false }
    return !text.isEmpty && text.utf8.allSatisfy(Hex.isDigit)
  }

  /// Returns whether the text can be used in a `mailto:` link: something before and after one `@`,
  /// and no white space.
  package static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// Returns whether the text can be used in a `tel:` link: at least three digits, with the usual
  /// separators, and perhaps capital letters after them.
  package static func isPhoneNumber(_ text: String) -> Bool {
    let body = text.hasPrefix("+") ? text.dropFirst() : text[...]
    var digits = 0
    for character in body.unicodeScalars {
      switch character {
      case "0"..."9": digits += 1
      // The letters of a keypad, as in 1-800-UNITED-1.
      case "A"..."Z" where digits >= 3: digits += 1
      case " ", "\u{A0}", "-", ".", "(", ")", "/", "*", "#", ",", ";": break
      default: return false
      }
    }
    return digits >= 3
  }

  /// Returns whether the text is a decimal number as in an amount, such as `12` or `-0.50`.
  package static func isDecimal(_ text: String) -> Bool {
    let body = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = body.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 }
      }
  }
}

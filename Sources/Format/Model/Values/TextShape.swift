// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Small texts with a fixed shape.
package enum TextShape {
  /// Whether the text is a UUID: `8-4-4-4-12` hex digits, in either case.
  package static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { isHex($0) }
  }

  /// So many hex digits and nothing else; any number when none is given.
  package static func isHex(_ text: some StringProtocol, digits: Int? = nil) -> Bool {
    if let digits, text.utf8.count != digits { return false }
    return !text.isEmpty && text.utf8.allSatisfy(Hex.isDigit)
  }

  /// Something before and after one `@`, no blanks: enough to form a `mailto:` link.
  package static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// Digits and what people put between them, at least three digits: enough to form a `tel:` link.
  package static func isPhoneNumber(_ text: String) -> Bool {
    let body = text.hasPrefix("+") ? text.dropFirst() : text[...]
    var digits = 0
    for character in body.unicodeScalars {
      switch character {
      case "0"..."9": digits += 1
      case " ", "\u{A0}", "-", ".", "(", ")", "/", "*", "#", ",", ";": break
      default: return false
      }
    }
    return digits >= 3
  }

  /// A decimal number as an amount is written: `12`, `-0.50`.
  package static func isDecimal(_ text: String) -> Bool {
    let body = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = body.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") <= 9 }
      }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Untrusted text in SVG or HTML.
package enum MarkupText {
  /// Appends text that is safe in an element and in a quoted attribute. It has no control
  /// characters except line breaks, balanced directional marks, and `& < > " '` escaped.
  package static func append(_ words: String, to text: inout [UInt8]) {
    if words.utf8.allSatisfy(isPlain) {
      text += words.utf8
      return
    }
    for byte in DrawnText.cleanText(of: words).utf8 {
      switch byte {
      case UInt8(ascii: "&"): text += "&amp;".utf8
      case UInt8(ascii: "<"): text += "&lt;".utf8
      case UInt8(ascii: ">"): text += "&gt;".utf8
      case UInt8(ascii: "\""): text += "&quot;".utf8
      case UInt8(ascii: "'"): text += "&#39;".utf8
      default: text.append(byte)
      }
    }
  }

  /// Returns the text escaped.
  package static func escaped(_ words: String) -> String {
    var text: [UInt8] = []
    append(words, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns whether a byte is printable ASCII that needs no escaping.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    default: byte >= 0x20 && byte < 0x7F
    }
  }

  /// Returns whether a string is safe in a `lang` attribute.
  static func isLanguage(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 35
      && text.utf8.allSatisfy {
        $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")
          || $0 >= UInt8(ascii: "A")
            && $0 <= UInt8(ascii: "Z")
          || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
          || $0 == UInt8(ascii: "-")
      }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Literals, names and comments for generated Swift source.
package enum SwiftText {
  /// Returns a string literal on one line. The escapes prevent code injection: the value cannot end
  /// the literal or contain an interpolation.
  package static func literal(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\\\"
      case "\"": out += "\\\""
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where isUnseen(scalar): out += "\\u{\(String(scalar.value, radix: 16))}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// Returns the literal of a string, or `nil`.
  package static func optionalLiteral(_ text: String?) -> String { text.map(literal) ?? "nil" }

  /// Returns the text of a comment on one line. Line ends and direction controls become spaces, so
  /// that text cannot get out of the comment.
  package static func comment(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isUnseen($0) ? " " : $0 }))
  }

  /// Returns a lower camel case name for a file name. It is never empty. It may be a keyword of
  /// Swift, such as `class`.
  package static func name(_ text: String) -> String {
    var words: [String] = []
    var word = ""
    for scalar in text.unicodeScalars {
      let isPart =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isPart {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    var name = ""
    for (index, word) in words.enumerated() {
      name += index == 0 ? word.prefix(1).lowercased() : word.prefix(1).uppercased()
      name += word.dropFirst()
    }
    if name.isEmpty { return "document" }
    return name.first?.isNumber == true ? "document" + name : name
  }

  /// Returns whether a scalar is a control, a line separator, or invisible or able to change the
  /// direction of text in an editor.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF:
      true
    default: false
    }
  }
}

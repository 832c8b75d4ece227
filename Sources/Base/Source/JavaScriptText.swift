// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Values as they stand in JavaScript, inside a page too.
package enum JavaScriptText {
  /// A string literal in double quotes: it ends neither the string, nor a line, nor a `script` element
  /// or comment of HTML around it.
  package static func literal(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": out += "\\\\"
      case "\"": out += "\\\""
      case "\n": out += "\\n"
      case "<", ">", "&", "\u{2028}", "\u{2029}": out += escaped(scalar)
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        out += escaped(scalar)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// The name of a member: bare where JavaScript lets it be, except for `__proto__`, which would not
  /// be a member.
  package static func memberName(_ name: String) -> String {
    if name == "__proto__" { return "[\"__proto__\"]" }
    let isPlain = name.utf8.enumerated().allSatisfy { index, byte in
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      return isLetter || byte == UInt8(ascii: "_") || index > 0 && byte.decimalDigit != nil
    }
    return isPlain && !name.isEmpty ? name : literal(name)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    "\\u" + Hex.number(scalar.value, digits: 4)
  }
}

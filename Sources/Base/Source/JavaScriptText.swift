// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// JavaScript literals, safe inside an HTML page too.
package enum JavaScriptText {
  /// Returns a string literal in double quotes. The escapes prevent script injection: the value can
  /// end neither the string, the line, nor a `script` element or HTML comment around it.
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

  /// Returns a member name for an object literal, without quotes if possible. `__proto__` needs
  /// brackets, because otherwise it sets the prototype.
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

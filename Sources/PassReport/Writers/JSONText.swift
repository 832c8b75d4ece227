// SPDX-License-Identifier: Apache-2.0

import PassValues

/// Spells JSON for reports; this module stands below the one that reads it.
enum JSONText {
  /// One value of a report.
  indirect enum Value {
    case string(String)
    case number(Int)
    case bool(Bool)
    case null
    case array([Value])
    case object([(String, Value)])

    static func optional(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
    static func optional(_ number: Int?) -> Value { number.map { .number($0) } ?? .null }
  }

  /// On one line, without blanks.
  static func compact(_ value: Value) -> String {
    var out = ""
    write(value, to: &out, indent: nil)
    return out
  }

  /// Over several lines, for files people look into.
  static func indented(_ value: Value) -> String {
    var out = ""
    write(value, to: &out, indent: 0)
    return out + "\n"
  }

  private static func write(_ value: Value, to out: inout String, indent: Int?) {
    switch value {
    case .string(let text): quote(text, to: &out)
    case .number(let number): out += String(number)
    case .bool(let bool): out += bool ? "true" : "false"
    case .null: out += "null"
    case .array(let elements):
      list(elements, "[", "]", to: &out, indent) { write($0, to: &$1, indent: $2) }
    case .object(let members):
      list(members, "{", "}", to: &out, indent) { member, out, indent in
        quote(member.0, to: &out)
        out += indent == nil ? ":" : ": "
        write(member.1, to: &out, indent: indent)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, to out: inout String, _ indent: Int?,
    _ write: (Element, inout String, Int?) -> Void
  ) {
    out += open
    let inner = indent.map { $0 + 2 }
    for (index, element) in elements.enumerated() {
      if index > 0 { out += "," }
      if let inner { out += "\n" + String(repeating: " ", count: inner) }
      write(element, &out, inner)
    }
    if let indent, !elements.isEmpty { out += "\n" + String(repeating: " ", count: indent) }
    out += close
  }

  static func quote(_ text: String, to out: inout String) {
    out += "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: out += "\\\""
      case 0x5C: out += "\\\\"
      case 0x0A: out += "\\n"
      case 0x0D: out += "\\r"
      case 0x09: out += "\\t"
      case 0x00..<0x20, 0x7F, 0x2028, 0x2029:
        out += "\\u" + Hex.number(scalar.value, digits: 4)
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}

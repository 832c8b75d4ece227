// SPDX-License-Identifier: Apache-2.0

package import PassBasics

extension JSONTree {
  /// A copy of a value that was read; null for nil.
  package init(_ value: JSONValue?) {
    guard let value else {
      self = .null
      return
    }
    // The depth is bounded by the reader's nesting limit.
    self =
      switch value.kind {
      case .object: .object(value.members.map { ($0.name, JSONTree($0.value)) })
      case .array: .array(value.elements.map { JSONTree($0) })
      case .string: .string(value.string)
      case .number: .spelled(value.node.text)
      case .true, .false: .boolean(value.kind == .true)
      case .null, .key: .null
      }
  }

  /// The UTF-8 text on one line, without blanks and without a line end.
  package var bytes: [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(512)
    write(to: &out)
    return out
  }

  /// Appends the UTF-8 text, without blanks and without a line end.
  ///
  /// - Parameter string: how a string is spelled, with its quotes.
  package func write(
    to out: inout [UInt8],
    string: (String, inout [UInt8]) -> Void = { JSONWriter.writeString($0, to: &$1) }
  ) {
    switch self {
    case .string(let text?): string(text, &out)
    case .number(let number?): out += String(number).utf8
    case .spelled(let spelling): out += spelling.utf8
    case .boolean(let value?): out += (value ? "true" : "false").utf8
    case .string(nil), .number(nil), .boolean(nil): out += "null".utf8
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        element.write(to: &out, string: string)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        string(member.name, &out)
        out.append(UInt8(ascii: ":"))
        member.value.write(to: &out, string: string)
      }
      out.append(UInt8(ascii: "}"))
    }
  }
}

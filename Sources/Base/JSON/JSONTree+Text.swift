// SPDX-License-Identifier: Apache-2.0

package import PassBasics

extension JSONTree {
  /// Copies a value of a document. Nil becomes null.
  package init(_ value: JSONValue?) {
    guard let value else {
      self = .null
      return
    }
    // The nesting limit of the reader bounds the recursion.
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

  /// The value as UTF-8 on one line, without spaces and line end.
  package var bytes: [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(512)
    write(to: &out)
    return out
  }

  /// Appends the value as UTF-8, without spaces and line end.
  ///
  /// - Parameter string: writes a string including its quotes.
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

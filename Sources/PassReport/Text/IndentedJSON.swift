// SPDX-License-Identifier: Apache-2.0

package import PassJSON

/// JSON for people: a member a line, two blanks a level, short lists and objects on one line.
package enum IndentedJSON {
  private static let widthInBytes = 118

  /// The value as text with a line end.
  package static func bytes(of value: JSONValue) -> [UInt8] {
    var out: [UInt8] = []
    write(value, depth: 0, used: 0, to: &out)
    out.append(UInt8(ascii: "\n"))
    return out
  }

  // The depth is bounded by the reader's nesting limit and what is written around it.
  private static func write(
    _ value: JSONValue, depth: Int, used: Int, to out: inout [UInt8]
  ) {
    let isObject = value.isObject
    guard isObject || value.isArray else { return JSONWriter.write(value, to: &out) }
    let items: [(name: String?, value: JSONValue)] =
      isObject ? value.members.map { ($0.name, $0.value) } : value.elements.map { (nil, $0) }
    if items.isEmpty {
      out += (isObject ? "{}" : "[]").utf8
      return
    }
    if depth > 0, let line = line(items, isObject: isObject),
      2 * depth + used + line.count <= widthInBytes
    {
      out += line
      return
    }
    out += (isObject ? "{\n" : "[\n").utf8
    for (index, item) in items.enumerated() {
      out += [UInt8](repeating: UInt8(ascii: " "), count: 2 * (depth + 1))
      let start = out.count
      writeName(item.name, to: &out)
      write(item.value, depth: depth + 1, used: out.count - start, to: &out)
      out += (index == items.count - 1 ? "\n" : ",\n").utf8
    }
    out += [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
    out.append(UInt8(ascii: isObject ? "}" : "]"))
  }

  /// Everything on one line; nil where containers nest.
  private static func line(
    _ items: [(name: String?, value: JSONValue)], isObject: Bool
  ) -> [UInt8]? {
    var out = Array((isObject ? "{ " : "[").utf8)
    for (index, item) in items.enumerated() {
      if item.value.isObject || item.value.isArray { return nil }
      if index > 0 { out += ", ".utf8 }
      writeName(item.name, to: &out)
      JSONWriter.write(item.value, to: &out)
      if out.count > widthInBytes { return nil }
    }
    out += (isObject ? " }" : "]").utf8
    return out
  }

  private static func writeName(_ name: String?, to out: inout [UInt8]) {
    guard let name else { return }
    JSONWriter.writeString(name, to: &out)
    out += ": ".utf8
  }
}

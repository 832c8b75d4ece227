// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassJSON

/// A writer of JSON for people: one member a line, two spaces a level, short lists and objects on
/// one line.
package struct IndentedJSON {
  /// Lists and objects up to this width are written on one line.
  private let widthInBytes: Int

  /// Returns the JSON with a line end.
  ///
  /// - Parameter widthInBytes: lists and objects up to this width are written on one line. With 0
  ///   every element gets a separate line.
  package static func bytes(of tree: JSONTree, foldedTo widthInBytes: Int = 118) -> [UInt8] {
    var out: [UInt8] = []
    IndentedJSON(widthInBytes: widthInBytes).write(tree, depth: 0, used: 0, to: &out)
    out.append(UInt8(ascii: "\n"))
    return out
  }

  // The nesting limit of the reader and the fixed structure around it bound the recursion.
  private func write(_ tree: JSONTree, depth: Int, used: Int, to out: inout [UInt8]) {
    guard let items = tree.items else { return tree.write(to: &out) }
    let isObject = tree.isObject
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

  /// Returns everything on one line, or nil if it contains a list or object or is too long.
  private func line(_ items: [JSONTree.Item], isObject: Bool) -> [UInt8]? {
    var out = Array((isObject ? "{ " : "[").utf8)
    for (index, item) in items.enumerated() {
      if item.value.items != nil { return nil }
      if index > 0 { out += ", ".utf8 }
      writeName(item.name, to: &out)
      item.value.write(to: &out)
      if out.count > widthInBytes { return nil }
    }
    out += (isObject ? " }" : "]").utf8
    return out
  }

  private func writeName(_ name: String?, to out: inout [UInt8]) {
    guard let name else { return }
    JSONWriter.writeString(name, to: &out)
    out += ": ".utf8
  }
}

extension JSONTree {
  fileprivate typealias Item = (name: String?, value: JSONTree)

  fileprivate var isObject: Bool { if case .object = self { true } else { false } }

  /// The elements or members of a container, or nil for other values.
  fileprivate var items: [Item]? {
    switch self {
    case .array(let elements): elements.map { (nil, $0) }
    case .object(let members): members.map { ($0.name, $0.value) }
    default: nil
    }
  }
}

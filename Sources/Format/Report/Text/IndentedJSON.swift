// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassJSON

/// JSON for people: a member a line, two blanks a level, short lists and objects on one line.
package struct IndentedJSON {
  /// Lists and objects that fit into a line of this width are written on one.
  private let widthInBytes: Int

  /// The text with a line end.
  ///
  /// - Parameter widthInBytes: of the lines short lists and objects are written on; 0 gives every
  ///   element a line of its own.
  package static func bytes(of tree: JSONTree, foldedTo widthInBytes: Int = 118) -> [UInt8] {
    var out: [UInt8] = []
    IndentedJSON(widthInBytes: widthInBytes).write(tree, depth: 0, used: 0, to: &out)
    out.append(UInt8(ascii: "\n"))
    return out
  }

  // The depth is bounded by the reader's nesting limit and what is written around it.
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

  /// Everything on one line; nil where containers nest.
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
  /// An element, or a member with its name.
  fileprivate typealias Item = (name: String?, value: JSONTree)

  fileprivate var isObject: Bool { if case .object = self { true } else { false } }

  /// What a container holds; nil for what is none.
  fileprivate var items: [Item]? {
    switch self {
    case .array(let elements): elements.map { (nil, $0) }
    case .object(let members): members.map { ($0.name, $0.value) }
    default: nil
    }
  }
}

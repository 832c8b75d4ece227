// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A writer of compact JSON. Members keep their order and numbers their spelling. The output is
/// reproducible.
package enum JSONWriter {
  /// Returns a value as UTF-8.
  package static func bytes(of value: JSONValue) -> [UInt8] {
    var out: [UInt8] = []
    write(value, to: &out)
    return out
  }

  /// Appends a value as UTF-8.
  package static func write(_ value: JSONValue, to out: inout [UInt8]) {
    let end = value.index + Int(value.node.span)
    write(nodes: value.index..<end, of: value.document, to: &out)
  }

  /// Appends a part of a document as UTF-8: members, elements, or the name of a member.
  ///
  /// - Parameter containers: containers that begin before the part, the outermost first. Each one
  ///   that ends with the part, or in it, is closed.
  package static func write(
    nodes range: Range<Int>, of document: JSONDocument, inside containers: [Int] = [],
    to out: inout [UInt8]
  ) {
    let nodes = document.nodes
    // End index of each open container, and whether it is an object.
    var open = containers.map {
      (end: $0 + Int(nodes[$0].span), isObject: nodes[$0].kind == .object)
    }
    var needsComma = false
    var index = range.lowerBound
    while index < range.upperBound {
      let node = nodes[index]
      index += 1
      if needsComma { out.append(UInt8(ascii: ",")) }
      needsComma = true
      switch node.kind {
      case .null, .true, .false, .number, .string: writeScalar(node.kind, node.text, to: &out)
      case .key:
        writeString(node.text, to: &out)
        out.append(UInt8(ascii: ":"))
        needsComma = false
      case .array, .object:
        let isObject = node.kind == .object
        out.append(UInt8(ascii: isObject ? "{" : "["))
        open.append((index - 1 + Int(node.span), isObject))
        needsComma = false
      }
      while let last = open.last, last.end == index {
        out.append(UInt8(ascii: last.isObject ? "}" : "]"))
        open.removeLast()
        needsComma = true
      }
    }
  }

  /// Appends a value that is not a container as UTF-8.
  ///
  /// - Parameter text: the characters of a string, or the spelling of a number.
  package static func writeScalar(
    _ kind: JSONDocument.Kind, _ text: String, to out: inout [UInt8]
  ) {
    switch kind {
    case .null: out += "null".utf8
    case .true: out += "true".utf8
    case .false: out += "false".utf8
    case .number: out += text.utf8
    case .string: writeString(text, to: &out)
    case .key, .array, .object: preconditionFailure("a key or container is not a scalar")
    }
  }

  /// Appends a string in quotes. It escapes only what JSON requires.
  package static func writeString(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for index in 0..<utf8.count {
        let byte = utf8[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
          continue
        }
        out += utf8[start..<index]
        start = index + 1
        out.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: out.append(UInt8(ascii: "b"))
        case 0x09: out.append(UInt8(ascii: "t"))
        case 0x0A: out.append(UInt8(ascii: "n"))
        case 0x0C: out.append(UInt8(ascii: "f"))
        case 0x0D: out.append(UInt8(ascii: "r"))
        case 0..<0x20:
          out += "u00".utf8
          Hex.append(byte, to: &out)
        default: out.append(byte)
        }
      }
      out += utf8[start...]
    }
    out.append(UInt8(ascii: "\""))
  }
}

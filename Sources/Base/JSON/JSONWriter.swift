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
    let nodes = value.document.nodes
    let end = value.index + Int(value.node.span)
    // End index of each open container, and whether it is an object.
    var open: [(end: Int, isObject: Bool)] = []
    var needsComma = false
    var index = value.index
    while index < end {
      let node = nodes[index]
      index += 1
      if needsComma { out.append(UInt8(ascii: ",")) }
      needsComma = true
      switch node.kind {
      case .null: out += "null".utf8
      case .true: out += "true".utf8
      case .false: out += "false".utf8
      case .number: out += node.text.utf8
      case .string: writeString(node.text, to: &out)
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

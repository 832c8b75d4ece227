// SPDX-License-Identifier: Apache-2.0

/// RFC 6901: the way from the root of a document to a value.
package enum JSONPointer {
  /// One step as it is written in a pointer.
  package static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") })
    else { return name }
    var result = ""
    for character in name.unicodeScalars {
      switch character {
      case "~": result += "~0"
      case "/": result += "~1"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// The member name a step stands for.
  package static func unescaped(_ step: some StringProtocol) -> String {
    guard step.utf8.contains(UInt8(ascii: "~")) else { return String(step) }
    var result = ""
    var isEscape = false
    for character in step.unicodeScalars {
      if isEscape {
        result.unicodeScalars.append(character == "1" ? "/" : "~")
        isEscape = false
      } else if character == "~" {
        isEscape = true
      } else {
        result.unicodeScalars.append(character)
      }
    }
    return result
  }

  /// Descends from the root to the node, skipping whatever does not hold it.
  static func toNode(_ target: Int, in document: JSONDocument) -> String {
    var pointer = ""
    var container = 0
    let nodes = document.nodes
    while container < target {
      var child = container + 1
      let end = container + Int(nodes[container].span)
      let isObject = nodes[container].kind == .object
      var position = 0
      var found: Int?
      while child < end {
        let value = isObject ? child + 1 : child
        let next = value + Int(nodes[value].span)
        if target < next {
          pointer += "/" + (isObject ? escaped(nodes[child].text) : String(position))
          found = value
          break
        }
        child = next
        position += 1
      }
      // A key node itself has the pointer of its value.
      guard let found, found <= target else { return pointer }
      container = found
    }
    return pointer
  }
}

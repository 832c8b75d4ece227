// SPDX-License-Identifier: Apache-2.0

/// JSON pointers (RFC 6901), the paths from the root of a document to a value.
package enum JSONPointer {
  /// Escapes a member name for use as one step of a pointer.
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

  /// Returns the member name for one step of a pointer.
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

  /// Returns the pointer to a node. It descends from the root and skips containers without the
  /// node.
  static func toNode(_ target: Int, in document: JSONDocument) -> String {
    if document.nodes.count >= Steps.leastNodes {
      return document.steps.pointer(to: target, in: document.nodes)
    }
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
      // The pointer of a key is that of its value.
      guard let found, found <= target else { return pointer }
      container = found
    }
    return pointer
  }

  /// Parent of each node of a large document. Without it, a thousand pointers would need a thousand
  /// walks through the whole document.
  struct Steps: Sendable {
    /// Minimum number of nodes for this table. A pass has some hundreds.
    static let leastNodes = 4096

    /// Index of the parent container by node, or -1 for the root.
    private var containers: [Int32] = []
    /// Position in the array by node, if the parent is an array.
    private var positions: [Int32] = []

    init(_ nodes: [JSONDocument.Node]) {
      containers.reserveCapacity(nodes.count)
      positions.reserveCapacity(nodes.count)
      var open: [(node: Int, end: Int, isArray: Bool, count: Int32)] = []
      for (index, node) in nodes.enumerated() {
        while let last = open.last, last.end <= index { open.removeLast() }
        containers.append(Int32(open.last?.node ?? -1))
        positions.append(open.last?.count ?? 0)
        if open.last?.isArray ?? false { open[open.count - 1].count += 1 }
        if node.span > 1 {
          open.append((index, index + Int(node.span), node.kind == .array, 0))
        }
      }
    }

    func pointer(to target: Int, in nodes: [JSONDocument.Node]) -> String {
      var steps: [String] = []
      var node = target
      while containers[node] >= 0 {
        let container = Int(containers[node])
        if nodes[container].kind == .array {
          steps.append(String(positions[node]))
        } else {
          // The pointer of a key is that of its value.
          steps.append(escaped(nodes[nodes[node].kind == .key ? node : node - 1].text))
        }
        node = container
      }
      return steps.reversed().reduce(into: "") { $0 += "/" + $1 }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// A builder of a `JSONDocument`. It appends nodes in reading order.
package struct JSONBuilder {
  package private(set) var nodes: [JSONDocument.Node] = []
  private var uses: [JSONDocument.Use] = []
  private var vanished: [JSONDocument.Vanished] = []
  private var open: [Int] = []

  /// - Parameter count: expected number of nodes.
  package init(reserving count: Int = 0) {
    nodes.reserveCapacity(count)
  }

  /// Begins an array or object. Call `end()` to close it.
  package mutating func begin(_ kind: JSONDocument.Kind, origin: Origin, varies: Bool = false) {
    open.append(nodes.count)
    nodes.append(.init(kind, origin: origin, varies: varies))
  }

  package mutating func end() {
    let start = open.removeLast()
    nodes[start].span = Int32(nodes.count - start)
  }

  /// Writes the name of a member. Its value must follow.
  package mutating func key(_ name: String, origin: Origin = .none) {
    nodes.append(.init(.key, origin: origin, text: name))
  }

  /// Writes a value that is not a container.
  ///
  /// - Parameter usedAt: place in the template that uses the value, if the value is from a row.
  package mutating func scalar(
    _ kind: JSONDocument.Kind, _ text: String = "", origin: Origin = .none,
    usedAt: Origin? = nil, varies: Bool = false
  ) {
    if let usedAt { uses.append(.init(node: nodes.count, origin: usedAt)) }
    nodes.append(.init(kind, origin: origin, text: text, varies: varies))
  }

  /// Records a member of the innermost container that is absent because its cell is empty.
  ///
  /// - Parameters:
  ///   - usedAt: place of the member in the template.
  ///   - cell: the empty cell, or `none` if the data has no such column.
  package mutating func vanish(_ name: String, usedAt: Origin, cell: Origin) {
    guard let container = open.last else { return }
    vanished.append(.init(container: container, name: name, usedAt: usedAt, cell: cell))
  }

  package mutating func string(_ text: String, origin: Origin = .none) {
    scalar(.string, text, origin: origin)
  }

  /// Copies a whole value of another document.
  ///
  /// - Parameter usedAt: place in the template that uses the value, if the value is from a row.
  package mutating func copy(_ value: JSONValue, usedAt: Origin? = nil, varies: Bool = false) {
    copy(
      nodes: value.index..<value.index + Int(value.node.span), of: value.document,
      usedAt: usedAt, varies: varies)
  }

  /// Copies a range of whole members or elements, or a key, of another document.
  package mutating func copy(
    nodes range: Range<Int>, of document: JSONDocument, usedAt: Origin? = nil,
    varies: Bool = false
  ) {
    let shift = nodes.count - range.lowerBound
    for use in document.uses where range.contains(use.node) {
      uses.append(.init(node: use.node + shift, origin: use.origin))
    }
    if let usedAt {
      for node in range { uses.append(.init(node: node + shift, origin: usedAt)) }
    }
    let start = nodes.count
    nodes += document.nodes[range]
    if varies { for index in start..<nodes.count { nodes[index].varies = true } }
  }

  /// Returns the finished document.
  ///
  /// - Precondition: every container is closed and there is exactly one value.
  package consuming func document(layout: JSONDocument.Layout? = nil) -> JSONDocument {
    JSONDocument(nodes: nodes, uses: uses, vanished: vanished, layout: layout)
  }
}

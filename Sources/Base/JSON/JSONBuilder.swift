// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Writes a `JSONDocument` from its first node to its last.
package struct JSONBuilder {
  /// The nodes that were written so far.
  package private(set) var nodes: [JSONDocument.Node] = []
  private var uses: [JSONDocument.Use] = []
  private var vanished: [JSONDocument.Vanished] = []
  private var open: [Int] = []

  /// An empty document with room for that many nodes.
  package init(reserving count: Int = 0) {
    nodes.reserveCapacity(count)
  }

  /// Begins an array or object; `end()` closes it.
  package mutating func begin(_ kind: JSONDocument.Kind, origin: Origin, varies: Bool = false) {
    open.append(nodes.count)
    nodes.append(.init(kind, origin: origin, varies: varies))
  }

  /// Closes the innermost container.
  package mutating func end() {
    let start = open.removeLast()
    nodes[start].span = Int32(nodes.count - start)
  }

  /// Writes the name of a member; its value must follow.
  package mutating func key(_ name: String, origin: Origin = .none) {
    nodes.append(.init(.key, origin: origin, text: name))
  }

  /// Writes a value that is no container.
  ///
  /// - Parameter usedAt: where a template asked for it, when it comes from a row.
  package mutating func scalar(
    _ kind: JSONDocument.Kind, _ text: String = "", origin: Origin = .none,
    usedAt: Origin? = nil, varies: Bool = false
  ) {
    if let usedAt { uses.append(.init(node: nodes.count, origin: usedAt)) }
    nodes.append(.init(kind, origin: origin, text: text, varies: varies))
  }

  /// Notes a member of the innermost container that an empty cell took away.
  ///
  /// - Parameters:
  ///   - usedAt: where the template has it.
  ///   - cell: the empty cell; none where the data has no such column.
  package mutating func vanish(_ name: String, usedAt: Origin, cell: Origin) {
    guard let container = open.last else { return }
    vanished.append(.init(container: container, name: name, usedAt: usedAt, cell: cell))
  }

  /// Writes a string that stands in no file, or whose origin is given.
  package mutating func string(_ text: String, origin: Origin = .none) {
    scalar(.string, text, origin: origin)
  }

  /// Writes a copy of a whole value of another document.
  ///
  /// - Parameter usedAt: where a template asked for it, when the value comes from a row.
  package mutating func copy(_ value: JSONValue, usedAt: Origin? = nil, varies: Bool = false) {
    copy(
      nodes: value.index..<value.index + Int(value.node.span), of: value.document,
      usedAt: usedAt, varies: varies)
  }

  /// Writes a copy of a run of whole members or elements, or of a key, of another document.
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

  /// The finished document.
  ///
  /// - Precondition: every container was closed and exactly one value written.
  package consuming func document(layout: JSONDocument.Layout? = nil) -> JSONDocument {
    JSONDocument(nodes: nodes, uses: uses, vanished: vanished, layout: layout)
  }
}

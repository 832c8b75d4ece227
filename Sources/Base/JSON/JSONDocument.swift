// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import Synchronization

/// A JSON text as a flat list of nodes in reading order. The children of a container follow it, and
/// the value of a member follows its key.
///
/// It is flat because a row of data replaces a few nodes and copies the rest. A tree of small
/// arrays would need an allocation for each container.
///
/// `@unchecked`: it is not changed after a second reference to it exists.
package class JSONDocument: @unchecked Sendable {
  package enum Kind: UInt8, Sendable {
    case null, `false`, `true`, number, string, array, object
    /// The name of a member. The next node is its value.
    case key
  }

  package struct Node: Sendable {
    package var kind: Kind
    /// Whether the value, or for a container any value in it, is from a row of data.
    package var varies: Bool
    /// Number of nodes in this value, including itself. Add it to the index to get to the next
    /// sibling.
    package var span: Int32
    package var origin: Origin
    /// Characters of a string or key, or the spelling of a number. Empty for other kinds.
    package var text: String

    package init(
      _ kind: Kind, origin: Origin, text: String = "", span: Int32 = 1, varies: Bool = false
    ) {
      self.kind = kind
      self.varies = varies
      self.span = span
      self.origin = origin
      self.text = text
    }
  }

  /// All nodes. The first one is the root.
  @exclusivity(unchecked) package private(set) final var nodes: [Node]
  /// Places in the template that use values from a row, in ascending order of nodes.
  @exclusivity(unchecked) package private(set) final var uses: [Use]
  /// Identity of a set of documents with the same names and containers at the same nodes. It is nil
  /// if no such set is known.
  package final let layout: Layout?

  /// A token that documents from the same template share. Only its identity matters.
  package final class Layout: Sendable {
    package init() {}
  }

  /// A node with a value from a row, and the place in the template that uses it.
  package struct Use: Sendable {
    /// Index of the node.
    package let node: Int
    package let origin: Origin

    package init(node: Int, origin: Origin) {
      self.node = node
      self.origin = origin
    }
  }

  /// A member of the template that is absent because its cell is empty. A rule that misses the
  /// member can report the reason.
  package struct Vanished: Sendable {
    /// Index of the object that would have the member.
    package let container: Int
    package let name: String
    /// Place of the member in the template.
    package let usedAt: Origin
    /// The empty cell, or `none` if the data has no such column.
    package let cell: Origin
  }

  package final let vanished: [Vanished]

  /// - Precondition: `nodes` is one complete value, as `JSONBuilder` makes it.
  package init(
    nodes: [Node], uses: [Use] = [], vanished: [Vanished] = [], layout: Layout? = nil
  ) {
    self.vanished = vanished
    precondition(!nodes.isEmpty && Int(nodes[0].span) == nodes.count)
    self.layout = layout
    self.nodes = nodes
    self.uses = uses
  }

  private final let knownSteps = Mutex<JSONPointer.Steps?>(nil)

  /// Parents of all nodes, computed at the first use.
  final var steps: JSONPointer.Steps {
    knownSteps.withLock { known in
      if let known { return known }
      let steps = JSONPointer.Steps(nodes)
      known = steps
      return steps
    }
  }

  /// Removes all uses. The caller then replaces the values of the row that had them.
  ///
  /// - Precondition: the caller has the only reference to the document. Otherwise this is a race.
  package final func removeUses() { uses.removeAll(keepingCapacity: true) }

  /// Replaces a value of a row. Values are replaced in ascending order of nodes, after
  /// `removeUses()`.
  ///
  /// - Parameters:
  ///   - node: not a container.
  ///   - usedAt: place in the template that uses the value, if the value is from a row.
  /// - Precondition: the caller has the only reference to the document. Otherwise this is a race.
  package final func replace(_ index: Int, with node: Node, usedAt: Origin?) {
    nodes[index] = node
    if let usedAt { uses.append(Use(node: index, origin: usedAt)) }
  }

  /// Is called before the kind of a node is read. Only a recorded document has something to do.
  func willReadKind(ofNode index: Int) {}

  /// Is called before the string or number of a node is read, with its kind.
  func willReadText(ofNode index: Int) {}

  package final var root: JSONValue { JSONValue(document: self, index: 0) }

  /// Returns the value at the index of a node.
  package final func value(_ index: Int) -> JSONValue { JSONValue(document: self, index: index) }

  /// Index of the parent container for each node, or -1 for the root.
  package final var containers: [Int] {
    var result: [Int] = []
    result.reserveCapacity(nodes.count)
    var open: [(index: Int, end: Int)] = []
    for (index, node) in nodes.enumerated() {
      while let last = open.last, last.end <= index { open.removeLast() }
      result.append(open.last?.index ?? -1)
      if node.span > 1 { open.append((index, index + Int(node.span))) }
    }
    return result
  }
}

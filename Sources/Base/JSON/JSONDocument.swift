// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import Synchronization

/// A JSON text as a flat list of nodes in reading order: each container is followed by what it
/// holds, a member is its key and then its value.
///
/// Flat, because a row of data replaces a few nodes and copies the rest; a tree of small arrays
/// costs an allocation each.
///
/// Nothing about it changes once two hold it.
package final class JSONDocument: @unchecked Sendable {
  /// What a node is.
  package enum Kind: UInt8, Sendable {
    case null, `false`, `true`, number, string, array, object
    /// The name of a member; its value is the next node.
    case key
  }

  /// One value or member name.
  package struct Node: Sendable {
    /// What the node is.
    package var kind: Kind
    /// Whether the value comes from a row of data, and so do those of a container with it.
    package var varies: Bool
    /// How many nodes it spans, itself included: what to skip to reach its neighbour.
    package var span: Int32
    /// Where it was written.
    package var origin: Origin
    /// A string's or key's characters, a number's spelling; empty otherwise.
    package var text: String

    /// A node that spans only itself, unless said otherwise.
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

  /// Values and names in reading order; the root is the first.
  @exclusivity(unchecked) package private(set) var nodes: [Node]
  /// Where the template uses values that were read from a row, by node, ascending.
  @exclusivity(unchecked) package private(set) var uses: [Use]
  /// Documents that share one have the same names and containers at the same nodes; nil when
  /// nobody knows.
  package let layout: Layout?

  /// What documents made from one template have in common; only its identity counts.
  package final class Layout: Sendable {
    /// What they have in common when each gets one more member at its end.
    package let extended: Layout?
    /// Whether it is the layout of documents that have got one more member at their end.
    package var isExtended: Bool { extended == nil }

    /// What other documents have in common with one that is new.
    ///
    /// - Parameter isExtended: it is the layout of documents with one more member at their end.
    package init(isExtended: Bool = false) {
      extended = isExtended ? nil : Layout(isExtended: true)
    }
  }

  /// A node that came from a row, and the place in the template that asked for it.
  package struct Use: Sendable {
    /// The position of the node.
    package let node: Int
    /// The place in the template.
    package let origin: Origin

    /// Notes where the template asked for a node.
    package init(node: Int, origin: Origin) {
      self.node = node
      self.origin = origin
    }
  }

  /// A member a template has and an empty cell took away: whoever misses it can say why.
  package struct Vanished: Sendable {
    /// The position of the object it was a member of.
    package let container: Int
    /// The name of the member.
    package let name: String
    /// Where the template has it.
    package let usedAt: Origin
    /// The empty cell; `none` where the data has no such column.
    package let cell: Origin
  }

  /// What empty cells took away.
  package let vanished: [Vanished]

  /// A document of finished nodes.
  ///
  /// - Precondition: `nodes` is one complete value; `JSONBuilder` makes nothing else.
  package init(
    nodes: [Node], uses: [Use] = [], vanished: [Vanished] = [], layout: Layout? = nil
  ) {
    self.vanished = vanished
    precondition(!nodes.isEmpty && Int(nodes[0].span) == nodes.count)
    self.layout = layout
    self.nodes = nodes
    self.uses = uses
  }

  private let knownSteps = Mutex<JSONPointer.Steps?>(nil)

  /// The way up from each node, worked out once.
  var steps: JSONPointer.Steps {
    knownSteps.withLock { known in
      if let known { return known }
      let steps = JSONPointer.Steps(nodes)
      known = steps
      return steps
    }
  }

  /// Puts other values, none of them containers, where a row's values stood before.
  ///
  /// - Precondition: the caller alone holds the document.
  package func replaceValues(_ change: (inout [Node], inout [Use]) -> Void) {
    change(&nodes, &uses)
  }

  /// The whole value.
  package var root: JSONValue { JSONValue(document: self, index: 0, reads: nil) }

  /// The value at that position among the nodes.
  package func value(_ index: Int) -> JSONValue {
    JSONValue(document: self, index: index, reads: nil)
  }

  /// For each node, the position of the container it stands in; -1 for the root.
  package var containers: [Int] {
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

// SPDX-License-Identifier: Apache-2.0

/// Remembers who looked at which text of a document.
///
/// Who did not look at what differs between two documents of one shape says the same of both. Up
/// to 128 readers, known by their numbers; one worker at a time.
package final class TextReads {
  /// A bit for each reader.
  package typealias Readers = SIMD2<UInt64>

  /// The most readers that can be told apart.
  package static let limit = 128

  /// Who looked at the text of each node.
  package private(set) var byNode: [Readers]
  /// Who looked at other files that come from a row.
  package private(set) var beside = Readers()
  /// Who has to look again whatever differs.
  package private(set) var always = Readers()
  private var current = Readers()

  /// Nobody has looked at any text yet.
  ///
  /// - Parameter nodeCount: how many nodes the document has.
  package init(nodeCount: Int) {
    byNode = Array(repeating: Readers(), count: nodeCount)
  }

  /// A reader begins; what follows is noted under its number.
  package func begin(_ reader: Int) {
    current = Self.bit(reader)
  }

  /// The current reader looked at something beside the texts of the document.
  package func noteAlways() {
    always |= current
  }

  /// The current reader looked at a file beside the document, or at translations.
  package func noteBeside() {
    beside |= current
  }

  func note(_ node: Int) {
    if node < byNode.count { byNode[node] |= current }
  }

  private static func bit(_ reader: Int) -> Readers {
    precondition(reader >= 0 && reader < limit)
    return reader < 64 ? Readers(1 << UInt64(reader), 0) : Readers(0, 1 << UInt64(reader - 64))
  }

  /// Whether a reader is among those.
  package static func contains(_ readers: Readers, _ reader: Int) -> Bool {
    readers & bit(reader) != Readers()
  }
}

extension JSONDocument {
  /// The nodes whose texts differ from those of another document; nil when the two have not one
  /// shape: other kinds, names or sizes somewhere.
  package func differences(from other: JSONDocument) -> [Int]? {
    guard nodes.count == other.nodes.count else { return nil }
    return nodes.withUnsafeBufferPointer { nodes in
      other.nodes.withUnsafeBufferPointer { others in
        var differing: [Int] = []
        for index in nodes.indices {
          guard nodes[index].kind == others[index].kind, nodes[index].span == others[index].span,
            !nodes[index].varies, !others[index].varies
          else { return nil }
          if nodes[index].text.hasBytes(of: others[index].text) { continue }
          if nodes[index].kind == .key { return nil }
          differing.append(index)
        }
        return differing
      }
    }
  }

  /// Who looked at a text that differs from that of another document of this layout.
  ///
  /// - Parameter readers: for each node that comes from the row, who looked at its text.
  /// - Returns: nil when a value is of another kind, or the two have not one layout.
  package func readersOfDifferences(
    from other: JSONDocument, _ readers: [(node: Int, readers: TextReads.Readers)]
  ) -> TextReads.Readers? {
    guard let layout, layout === other.layout else { return nil }
    return nodes.withUnsafeBufferPointer { nodes in
      other.nodes.withUnsafeBufferPointer { others in
        var found = TextReads.Readers()
        for (node, readers) in readers {
          guard nodes[node].kind == others[node].kind else { return nil }
          if !nodes[node].text.hasBytes(of: others[node].text) { found |= readers }
        }
        return found
      }
    }
  }
}

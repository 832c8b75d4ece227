// SPDX-License-Identifier: Apache-2.0

/// The readers (rules) that have read each string of a document.
///
/// If a reader has not read any string that differs between two documents of the same shape, its
/// result is the same for both. There may be up to 128 readers, identified by numbers. Only one
/// worker may use an instance.
package final class TextReads {
  /// A bit set of readers.
  package typealias Readers = SIMD2<UInt64>

  /// Maximum number of readers.
  package static let limit = 128

  /// Readers of the string of each node.
  package private(set) var byNode: [Readers]
  /// Readers of other files and translations that depend on the row.
  package private(set) var beside = Readers()
  /// Readers that must run again for every row.
  package private(set) var always = Readers()
  private var current = Readers()

  package init(nodeCount: Int) {
    byNode = Array(repeating: Readers(), count: nodeCount)
  }

  /// Sets the current reader. Later notes are for this reader.
  package func begin(_ reader: Int) {
    current = Self.bit(reader)
  }

  /// Records that the current reader has read something other than strings of the document.
  package func noteAlways() {
    always |= current
  }

  /// Records that the current reader has read another file or translations.
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

  package static func contains(_ readers: Readers, _ reader: Int) -> Bool {
    readers & bit(reader) != Readers()
  }
}

extension JSONDocument {
  /// Returns the nodes whose strings differ from those of another document. Returns nil if the
  /// documents differ in kinds, names or sizes, or if any value is from a row.
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

  /// Returns the readers of all strings that differ from those of another document of this layout.
  ///
  /// - Parameter readers: for each node from the row, the readers of its string.
  /// - Returns: nil if a value has another kind or the layouts differ.
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

// SPDX-License-Identifier: Apache-2.0

/// A log of the values of a pass that readers (rules) have read.
///
/// Only the recording views of a document and of a package write it. If a reader has read nothing
/// that differs between two passes, its result is the same for both. There may be up to 128
/// readers, identified by numbers. Only one worker may use an instance.
package final class ReaderLog {
  /// A bit set of readers.
  package typealias Readers = SIMD2<UInt64>

  /// Maximum number of readers.
  package static let limit = 128

  /// Readers of the string or number of each node of pass.json.
  private var byNode: [Readers]
  /// Readers of other files and translations.
  package private(set) var ofFiles = Readers()
  /// Readers of anything that depends on the row.
  package private(set) var ofRow = Readers()
  /// Readers that must run again for every pass.
  package private(set) var always = Readers()
  private var current = Readers()

  /// Creates an empty log for a document with that number of nodes.
  package init(nodeCount: Int) {
    byNode = Array(repeating: Readers(), count: nodeCount)
  }

  /// Sets the current reader. Later notes are for this reader.
  package func begin(_ reader: Int) {
    current = Self.bit(reader)
  }

  /// Records that the current reader has read something that is not logged in more detail.
  package func noteAlways() { always |= current }

  /// Records that the current reader has read something that depends on the row.
  package func noteRow() { ofRow |= current }

  /// Records that the current reader has read another file or translations.
  package func noteFiles() { ofFiles |= current }

  fileprivate func note(_ node: Int) {
    if node < byNode.count { byNode[node] |= current }
  }

  /// Returns the readers of each node in which documents like this one may differ.
  ///
  /// Documents with one layout differ only in values from rows.
  package func readers(of document: JSONDocument) -> [(node: Int, readers: Readers)] {
    byNode.indices.filter { document.layout == nil || document.nodes[$0].varies }
      .map { ($0, byNode[$0]) }
  }

  private static func bit(_ reader: Int) -> Readers {
    precondition(reader >= 0 && reader < limit)
    return reader < 64 ? Readers(1 << UInt64(reader), 0) : Readers(0, 1 << UInt64(reader - 64))
  }

  /// Returns whether a set contains a reader.
  package static func contains(_ readers: Readers, _ reader: Int) -> Bool {
    readers & bit(reader) != Readers()
  }
}

extension JSONDocument {
  /// Returns a view of the document that records what is read of it.
  ///
  /// - Parameter byNode: whether the readers of each node are recorded, as for pass.json.
  package func recorded(in log: ReaderLog, byNode: Bool) -> JSONDocument {
    RecordedDocument(self, log, byNode: byNode)
  }

  /// Returns the readers of all strings and numbers that differ from those of another document.
  ///
  /// - Parameter readers: the readers of the other document, by `ReaderLog.readers(of:)`.
  /// - Returns: nil if the documents differ in kinds, names or sizes.
  package func readersOfDifferences(
    from other: JSONDocument, _ readers: [(node: Int, readers: ReaderLog.Readers)]
  ) -> ReaderLog.Readers? {
    guard layout === other.layout, nodes.count == other.nodes.count else { return nil }
    return nodes.withUnsafeBufferPointer { nodes in
      other.nodes.withUnsafeBufferPointer { others in
        var found = ReaderLog.Readers()
        for (node, readers) in readers {
          guard nodes[node].kind == others[node].kind, nodes[node].span == others[node].span
          else { return nil }
          if nodes[node].text.hasBytes(of: others[node].text) { continue }
          if nodes[node].kind == .key { return nil }
          found |= readers
        }
        return found
      }
    }
  }
}

/// A document that records in a log what is read of it.
///
/// `@unchecked`: only the worker that owns the log uses it.
private final class RecordedDocument: JSONDocument, @unchecked Sendable {
  private let log: ReaderLog
  private let byNode: Bool

  init(_ document: JSONDocument, _ log: ReaderLog, byNode: Bool) {
    self.log = log
    self.byNode = byNode
    super.init(
      nodes: document.nodes, uses: document.uses, vanished: document.vanished,
      layout: document.layout)
  }

  override func willReadKind(ofNode index: Int) {
    if nodes[index].varies { log.noteRow() }
  }

  override func willReadText(ofNode index: Int) {
    willReadKind(ofNode: index)
    if byNode { log.note(index) }
  }
}

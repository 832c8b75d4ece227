// SPDX-License-Identifier: Apache-2.0

/// What documents made from one template have in common when the values of their rows are of the
/// same kinds: everything but the texts of those values.
package struct RowShape: Sendable {
  private let layout: JSONDocument.Layout
  /// The nodes that come from the row, with their kinds.
  private let kinds: [(node: Int, kind: JSONDocument.Kind)]

  /// Nil when nobody knows what other documents have in common with this one.
  package init?(_ document: JSONDocument) {
    guard let layout = document.layout else { return nil }
    self.layout = layout
    kinds = document.nodes.indices.filter { document.nodes[$0].varies }
      .map { ($0, document.nodes[$0].kind) }
  }

  /// Whether a document has this shape.
  package func fits(_ document: JSONDocument) -> Bool {
    document.layout === layout && kinds.allSatisfy { document.nodes[$0.node].kind == $0.kind }
  }
}

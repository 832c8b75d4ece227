// SPDX-License-Identifier: Apache-2.0

/// Layout of a document and the kinds of its values from the row. Documents with the same shape
/// differ only in the strings and numbers of these values.
package struct RowShape: Sendable {
  private let layout: JSONDocument.Layout
  /// Nodes with values from the row.
  private let kinds: [(node: Int, kind: JSONDocument.Kind)]

  /// Returns nil if the document has no layout.
  package init?(_ document: JSONDocument) {
    guard let layout = document.layout else { return nil }
    self.layout = layout
    kinds = document.nodes.indices.filter { document.nodes[$0].varies }
      .map { ($0, document.nodes[$0].kind) }
  }

  package func fits(_ document: JSONDocument) -> Bool {
    document.layout === layout && kinds.allSatisfy { document.nodes[$0.node].kind == $0.kind }
  }
}

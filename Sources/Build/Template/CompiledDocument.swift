// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
package import PassJSON

/// A JSON document of a template, cut so that a row can be put in without reading JSON again:
/// runs of nodes to copy, and between them what depends on the row.
package struct CompiledDocument: Sendable {
  enum Step: Sendable {
    /// Nodes that are the same in every pass.
    case copy(Range<Int>)
    /// A container whose content can vary in size; it varies itself when its own members or
    /// elements can come and go.
    case begin(Int, varies: Bool)
    case end
    /// A string with placeholders; its member's name is written with it, so that both can
    /// disappear.
    case fillIn(FillIn, node: Int, key: Int?)
    /// Goes on at another step unless the condition holds.
    case skipUnless(Condition, to: Int)
  }

  /// The document as the template has it, its placeholders as plain strings.
  package let written: JSONDocument
  /// The same with the member of `tokenColumn`; node numbers of `written` are valid here too.
  private let document: JSONDocument
  let steps: [Step]
  let spelling: DocumentSpelling
  /// Where passes get an authenticationToken that the template does not name.
  let tokenColumn: TokenColumn?
  /// Shared by the documents of all rows that have their nodes where the template has them.
  private let layout: JSONDocument.Layout?
  /// The strings with placeholders, their columns and their nodes, where there is a layout.
  private let fillIns: [(fillIn: FillIn, columns: [Int], node: Int)]

  /// - Parameter document: what the steps refer to: `written`, and the member of `tokenColumn`.
  init(
    written: JSONDocument, document: JSONDocument, steps: [Step], spelling: DocumentSpelling,
    tokenColumn: TokenColumn?
  ) {
    self.written = written
    self.document = document
    self.steps = steps
    self.spelling = spelling
    self.tokenColumn = tokenColumn
    let isFixed = steps.allSatisfy { step in
      switch step {
      case .copy: true
      case .fillIn(let fillIn, node: _, key: _): !fillIn.isWhole || fillIn.fallback != nil
      case .begin, .end, .skipUnless: false
      }
    }
    layout = isFixed ? JSONDocument.Layout() : nil
    fillIns =
      isFixed
      ? steps.compactMap {
        guard case .fillIn(let fillIn, let node, _) = $0 else { return nil }
        return (fillIn, fillIn.columns, node)
      }
      : []
  }

  /// Whether every row gives the same document.
  package var isConstant: Bool {
    steps.allSatisfy { if case .copy = $0 { true } else { false } }
  }

  /// The document of one pass, made of the one before where that is possible: most of it is the
  /// same, and copying it costs more than anything else here.
  ///
  /// - Parameters:
  ///   - last: the document of the row before, held by nobody else any more.
  ///   - changes: what differs from that row.
  func resolved(
    with row: [Cell], reusing last: inout JSONDocument?, _ changes: RowChanges
  ) -> JSONDocument {
    if let layout, isKnownUniquelyReferenced(&last), let document = last,
      document.layout === layout, replaceValues(of: document, with: row, changes)
    {
      return document
    }
    let document = resolved(with: row)
    last = document
    return document
  }

  /// False when the row has a value that takes more than its node.
  private func replaceValues(
    of document: JSONDocument, with row: [Cell], _ changes: RowChanges
  ) -> Bool {
    guard self.document.uses.isEmpty else { return false }
    if !changes.isMoved, replaceTexts(of: document, with: row, changes) { return true }
    var isDone = true
    document.replaceValues { nodes, uses in
      uses.removeAll(keepingCapacity: true)
      for (fillIn, _, node) in fillIns {
        let usedAt = self.document.nodes[node].origin
        guard let (value, origin) = fillIn.value(in: row) else {
          isDone = false
          return
        }
        let isFromRow = origin != .none
        if isFromRow { uses.append(.init(node: node, origin: usedAt)) }
        guard let (kind, text) = Self.scalar(value) else {
          isDone = false
          return
        }
        nodes[node] = .init(kind, origin: isFromRow ? origin : usedAt, text: text, varies: true)
      }
    }
    return isDone
  }

  /// Replaces what differs where nothing has moved; false when something else is told of its place.
  private func replaceTexts(
    of document: JSONDocument, with row: [Cell], _ changes: RowChanges
  ) -> Bool {
    var isDone = true
    document.replaceValues { nodes, _ in
      for (fillIn, columns, node) in fillIns where changes.touch(columns) {
        guard let (value, origin) = fillIn.value(in: row), origin == nodes[node].origin,
          let (kind, text) = Self.scalar(value)
        else {
          isDone = false
          return
        }
        nodes[node].kind = kind
        nodes[node].text = text
      }
    }
    return isDone
  }

  /// What stands in the node of a value; nil for one that is made of several.
  private static func scalar(_ value: CellValue) -> (JSONDocument.Kind, String)? {
    switch value {
    case .empty: (.null, "")
    case .text(let text), .date(let text), .file(let text): (.string, text)
    case .number(let spelling): (.number, spelling)
    case .boolean(let value): (value ? .true : .false, "")
    case .json: nil
    }
  }

  /// The document of one pass.
  package func resolved(with row: [Cell]) -> JSONDocument {
    if isConstant { return document }
    var isFixed = true
    var builder = JSONBuilder(reserving: document.nodes.count + 16)
    var index = 0
    while index < steps.count {
      let step = steps[index]
      index += 1
      switch step {
      case .copy(let range): builder.copy(nodes: range, of: document)
      case .begin(let node, let varies):
        let container = document.nodes[node]
        builder.begin(container.kind, origin: container.origin, varies: varies)
      case .end: builder.end()
      case .skipUnless(let condition, let target):
        if !condition.holds(in: row) { index = target }
      case .fillIn(let fillIn, let node, let key):
        let usedAt = document.nodes[node].origin
        guard let (value, origin) = fillIn.value(in: row) else {
          // A token that was not made has no place in a file to point at.
          if let key, fillIn.kind != .token, case .column(let column, _)? = fillIn.pieces.first {
            builder.vanish(document.nodes[key].text, usedAt: usedAt, cell: row[column].origin)
          }
          continue
        }
        if let key { builder.copy(nodes: key..<key + 1, of: document) }
        let isFromRow = origin != .none
        let place = isFromRow ? origin : usedAt
        let use = isFromRow ? usedAt : nil
        if let (kind, text) = Self.scalar(value) {
          builder.scalar(kind, text, origin: place, usedAt: use, varies: true)
        } else if case .json(let value) = value {
          // As many nodes as the row says: what follows is not where the template has it.
          isFixed = false
          builder.copy(value.root, usedAt: use, varies: true)
        }
      }
    }
    return builder.document(layout: isFixed ? layout : nil)
  }

  /// The JSON text of the document that a row gives.
  package func bytes(with row: [Cell]) -> [UInt8] { spelling.bytes(with: row) }
}

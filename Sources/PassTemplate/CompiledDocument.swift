// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// What a row puts where a template has a placeholder.
package enum FillInKind: Sendable, Equatable {
  /// A string, whatever the column's type.
  case text
  /// The column's own type: a number, a boolean, an array or object, else a string.
  case typed
}

/// A string of a template with its columns found, ready for rows.
package struct FillIn: Sendable {
  /// A part of the string: plain text, or what a column gives.
  package enum Piece: Sendable {
    case literal(String)
    /// A column by its number, and the filters on it.
    case column(Int, Placeholder)
  }

  /// The parts of the string in order, never empty.
  package let pieces: [Piece]
  /// Whether the place takes the column's own type.
  package let kind: FillInKind
  /// Whether the whole string is one placeholder.
  package let isWhole: Bool
  /// What stands for an empty column; nil when nothing of the string is left then.
  package let fallback: CellValue?

  /// What the row makes of it and where that was written, or nil when it disappears.
  package func value(in row: [Cell]) -> (value: CellValue, origin: Origin)? {
    guard isWhole, case .column(let column, let placeholder) = pieces[0] else {
      return (.text(text(in: row)), firstOrigin(in: row))
    }
    let cell = row[column]
    if cell.value.isEmpty { return fallback.map { ($0, .none) } }
    if kind == .typed {
      switch cell.value {
      case .number, .boolean, .json: return (cell.value, cell.origin)
      case .empty, .text, .date, .file: break
      }
    }
    return (.text(placeholder.filtered(cell.textAlone)), cell.origin)
  }

  /// The text the row makes of it; empty when nothing is left.
  package func text(in row: [Cell]) -> String {
    if isWhole, case .column(let column, let placeholder) = pieces[0] {
      return placeholder.filtered(row[column].textAlone)
    }
    var text = ""
    for piece in pieces {
      switch piece {
      case .literal(let literal): text += literal
      case .column(let column, let placeholder): text += placeholder.filtered(row[column].text)
      }
    }
    return text
  }

  private func firstOrigin(in row: [Cell]) -> Origin {
    for case .column(let column, _) in pieces where row[column].origin != .none {
      return row[column].origin
    }
    return .none
  }
}

extension Cell {
  /// The text when nothing else stands beside it: a date is ISO 8601 then, anything else as the
  /// cell was written.
  var textAlone: String {
    if case .date(let text) = value { return text }
    return text
  }
}

/// When an object with `$if` stays.
package struct Condition: Sendable {
  /// The number of the column that decides.
  package let column: Int
  /// Whether the object stays when the column is empty, false or 0.
  package let isNegated: Bool

  /// Whether the object stays in the pass of that row.
  package func holds(in row: [Cell]) -> Bool {
    row[column].value.isFalsy == isNegated
  }
}

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
  package let document: JSONDocument
  let steps: [Step]
  let spelling: DocumentSpelling
  /// Shared by the documents of all rows that have their nodes where the template has them.
  private let layout: JSONDocument.Layout?
  /// The strings with placeholders and their nodes, where there is a layout.
  private let fillIns: [(fillIn: FillIn, node: Int)]

  init(document: JSONDocument, steps: [Step], spelling: DocumentSpelling) {
    self.document = document
    self.steps = steps
    self.spelling = spelling
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
        if case .fillIn(let fillIn, let node, _) = $0 { (fillIn, node) } else { nil }
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
  /// - Parameter last: the document of another row, held by nobody else any more.
  package func resolved(with row: [Cell], reusing last: inout JSONDocument?) -> JSONDocument {
    if let layout, isKnownUniquelyReferenced(&last), let document = last,
      document.layout === layout, replaceValues(of: document, with: row)
    {
      return document
    }
    let document = resolved(with: row)
    last = document
    return document
  }

  /// False when the row has a value that takes more than its node.
  private func replaceValues(of document: JSONDocument, with row: [Cell]) -> Bool {
    guard self.document.uses.isEmpty else { return false }
    var isDone = true
    document.replaceValues { nodes, uses in
      uses.removeAll(keepingCapacity: true)
      for (fillIn, node) in fillIns {
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
          if let key, case .column(let column, _)? = fillIn.pieces.first {
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

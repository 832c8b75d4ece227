// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// What a row puts where a template has a placeholder.
package enum SlotKind: Sendable, Equatable {
  /// A string, whatever the column's type.
  case text
  /// The column's own type: a number, a boolean, an array or object, else a string.
  case typed
}

/// A string of a template with its columns found, ready for rows.
package struct Slot: Sendable {
  package enum Piece: Sendable {
    case literal(String)
    /// A column by its number, and the filters on it.
    case column(Int, Placeholder)
  }

  package let pieces: [Piece]
  package let kind: SlotKind
  /// The whole string is one placeholder.
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
  package let column: Int
  package let isNegated: Bool

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
    case slot(Slot, node: Int, key: Int?)
    /// Goes on at another step unless the condition holds.
    case skipUnless(Condition, to: Int)
  }

  package let document: JSONDocument
  let steps: [Step]
  let spelling: DocumentSpelling
  /// Shared by the documents of all rows when each has its nodes where all others have them.
  private let layout: JSONDocument.Layout?

  init(document: JSONDocument, steps: [Step], spelling: DocumentSpelling) {
    self.document = document
    self.steps = steps
    self.spelling = spelling
    let isFixed = steps.allSatisfy { step in
      switch step {
      case .copy: true
      case .slot(let slot, node: _, key: _): !slot.isWhole || slot.fallback != nil
      case .begin, .end, .skipUnless: false
      }
    }
    layout = isFixed ? JSONDocument.Layout() : nil
  }

  /// Whether every row gives the same document.
  package var isConstant: Bool {
    steps.allSatisfy { if case .copy = $0 { true } else { false } }
  }

  /// The document of one pass.
  package func resolved(with row: [Cell]) -> JSONDocument {
    if isConstant { return document }
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
      case .slot(let slot, let node, let key):
        let usedAt = document.nodes[node].origin
        guard let (value, origin) = slot.value(in: row) else { continue }
        if let key { builder.copy(nodes: key..<key + 1, of: document) }
        let isFromRow = origin != .none
        let place = isFromRow ? origin : usedAt
        let use = isFromRow ? usedAt : nil
        switch value {
        case .empty: builder.scalar(.null, origin: usedAt, varies: true)
        case .text(let text), .date(let text), .file(let text):
          builder.scalar(.string, text, origin: place, usedAt: use, varies: true)
        case .number(let spelling):
          builder.scalar(.number, spelling, origin: place, usedAt: use, varies: true)
        case .boolean(let value):
          builder.scalar(value ? .true : .false, origin: place, usedAt: use, varies: true)
        case .json(let value): builder.copy(value.root, usedAt: use, varies: true)
        }
      }
    }
    return builder.document(layout: layout)
  }

  /// The JSON text of `resolved(with:)`.
  package func bytes(with row: [Cell]) -> [UInt8] { spelling.bytes(with: row) }
}

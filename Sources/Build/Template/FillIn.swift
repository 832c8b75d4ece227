// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What a row puts where a template has a placeholder.
package enum FillInKind: Sendable, Equatable {
  /// A string, whatever the column's type.
  case text
  /// The column's own type: a number, a boolean, an array or object, else a string.
  case typed
  /// The authenticationToken that is made for the pass, see `TokenColumn`.
  case token
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

  /// Whether nothing is left of it for some rows.
  var canVanish: Bool { isWhole && fallback == nil }

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

extension FillIn {
  /// The columns it is made of, by their numbers.
  var columns: [Int] {
    pieces.compactMap { if case .column(let column, _) = $0 { column } else { nil } }
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

// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The kind of value that replaces a string with placeholders.
package enum FillInKind: Sendable, Equatable {
  /// A string, for every column type.
  case text
  /// The column's own type: a number, a boolean, an array or object, otherwise a string.
  case typed
  /// The authenticationToken that is made for the pass. See `TokenColumn`.
  case token
}

/// A string of a template with placeholders whose columns are known.
package struct Interpolation: Sendable {
  /// A part of the string: plain text, or the value of a column.
  package enum Piece: Sendable {
    case literal(String)
    /// A column by its number, with its filters.
    case column(Int, Placeholder)
  }

  /// The parts of the string in order, never empty.
  package let pieces: [Piece]
  package let kind: FillInKind
  /// Whether the whole string is one placeholder.
  package let isWhole: Bool
  /// The value for an empty column. Nil if the string is then absent.
  package let fallback: CellValue?

  /// Whether it is absent for some rows.
  var canVanish: Bool { isWhole && fallback == nil }

  /// Returns the value for a row and its place, or nil if it is absent.
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

  /// Returns the string for a row. Empty if it is absent.
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

extension Interpolation {
  var columns: [Int] {
    pieces.compactMap { if case .column(let column, _) = $0 { column } else { nil } }
  }
}

extension Cell {
  /// The text of a whole value: ISO 8601 for a date, otherwise the text of the cell.
  var textAlone: String {
    if case .date(let text) = value { return text }
    return text
  }
}

/// The condition for an object with `$if`.
package struct TemplateCondition: Sendable {
  /// The number of the column that decides.
  package let column: Int
  /// Whether the object stays if the column is empty, false or 0.
  package let isNegated: Bool
  /// Whether only an empty cell removes the object. It is the field of a value that a column fills
  /// without a placeholder, so that 0 is shown.
  var countsZero = false

  package func isMet(by row: [Cell]) -> Bool {
    if countsZero { return !row[column].value.isEmpty }
    return row[column].value.isFalsy == isNegated
  }
}

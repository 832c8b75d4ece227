// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// A row of a sheet with the cells that have a value.
package struct WorkbookRow: Sendable {
  /// From 1, as the program shows it.
  package let number: Int
  /// Whether the program does not show the row.
  package let isHidden: Bool
  /// In the order of their columns.
  package internal(set) var cells: [WorkbookCell] = []
}

/// A cell of a sheet.
package struct WorkbookCell: Sendable {
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(SheetNumber)
    /// A date that the workbook stores as text.
    case date(CivilTime, hasTime: Bool)
    case boolean(Bool)
    /// An error such as `#N/A`.
    case error(String)
    /// A formula, with `=`, whose value was never computed.
    case formula(String)
  }

  /// From 0.
  package let column: Int
  package let value: Value
  /// Whether the value is the result of a formula.
  package let hasFormula: Bool
}

/// A place in a sheet.
package struct CellReference: Hashable, Sendable {
  /// The most rows and columns of a sheet.
  static let limits = (rows: 1_048_576, columns: 16_384)

  /// From 1.
  package let row: Int
  /// From 0.
  package let column: Int

  /// Parses a place such as `C18`. Returns nil if a sheet has no such place.
  init?(_ bytes: some Sequence<UInt8>) {
    var (row, column, letters, digits) = (0, 0, 0, 0)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        guard digits == 0, letters < 3 else { return nil }
        column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
        letters += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard digits < 7 else { return nil }
        row = row * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
      case UInt8(ascii: "$"): break
      default: return nil
      }
    }
    guard (1...Self.limits.rows).contains(row), (1...Self.limits.columns).contains(column) else {
      return nil
    }
    (self.row, self.column) = (row, column - 1)
  }
}

/// Several cells that a sheet shows as one. Only the first of them has a value.
package struct MergedRange: Hashable, Sendable {
  package let first: CellReference
  package let last: CellReference

  /// Parses a range such as `A1:C3`. Returns nil if it is not one.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let start = parts.first, let end = parts.last,
      let first = CellReference(start.utf8), let last = CellReference(end.utf8)
    else { return nil }
    (self.first, self.last) = (first, last)
  }
}

// SPDX-License-Identifier: Apache-2.0

package import PassModel

/// A barcode as its modules.
package struct BarcodeSymbol: Sendable, Hashable {
  /// Its kind.
  package let format: BarcodeFormat
  /// How many modules it is wide, without any border.
  package let columns: Int
  /// Its rows from top to bottom, each the columns that are dark as runs from left to right; one
  /// row for bars.
  package let rows: [[Range<Int>]]

  init(format: BarcodeFormat, columns: Int, rows: [[Range<Int>]]) {
    self.format = format
    self.columns = columns
    self.rows = rows
  }

  /// What its modules are.
  package enum Family: Sendable {
    /// Squares in a square.
    case square
    /// Rows of bars one above the other.
    case stacked
    /// Bars.
    case bars
  }

  /// What its modules are.
  package var family: Family {
    switch format {
    case .qr, .aztec: .square
    case .pdf417: .stacked
    case .code128, .code39, .codabar, .ean13, .interleaved2of5: .bars
    }
  }

  /// How many modules stay empty at each side of it, within its box.
  package var border: Int {
    switch family {
    case .square: 1
    case .stacked: 2
    case .bars: 10
    }
  }

  /// How many modules wide its box is.
  package var columnsWithBorder: Int { columns + 2 * border }
  /// How many modules one of its rows is high; bars have no such height.
  package var rowHeight: Int { family == .stacked ? 3 : 1 }
  /// How many modules high its box is; bars have no such height.
  package var rowsWithBorder: Int { rows.count * rowHeight + 2 * border }
}

/// Why a message becomes no barcode, in words: `EAN13 takes 12 or 13 digits, the message has 3`.
package struct BarcodeRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, without a word of the message itself.
  package let description: String
}

// SPDX-License-Identifier: Apache-2.0

package import PassModel

/// A barcode as a grid of modules.
package struct BarcodeSymbol: Sendable, Hashable {
  package let format: BarcodeFormat
  /// Width in modules, without the quiet zone.
  package let columns: Int
  /// Rows from top to bottom. Each has the dark columns as ranges from left to right. Linear
  /// barcodes have one row.
  package let rows: [[Range<Int>]]
  /// Height of a row in modules. It has no meaning for linear barcodes.
  package let rowHeight: Int

  init(format: BarcodeFormat, columns: Int, rows: [[Range<Int>]], rowHeight: Int = 1) {
    self.format = format
    self.columns = columns
    self.rows = rows
    self.rowHeight = rowHeight
  }

  /// The geometry of the modules of a barcode.
  package enum Family: Sendable {
    /// Square modules in a square symbol.
    case square
    /// Stacked rows of bars.
    case stacked
    /// One row of bars.
    case bars
  }

  package var family: Family {
    switch format {
    case .qr, .aztec: .square
    case .pdf417: .stacked
    case .code128, .code39, .codabar, .ean13, .interleaved2of5: .bars
    }
  }

  /// Width of the quiet zone on each side, in modules.
  package var border: Int {
    switch family {
    case .square: 1
    case .stacked: 2
    case .bars: 10
    }
  }

  /// Width with the quiet zone, in modules.
  package var columnsWithBorder: Int { columns + 2 * border }
  /// Height with the quiet zone, in modules. It has no meaning for linear barcodes.
  package var rowsWithBorder: Int { rows.count * rowHeight + 2 * border }
}

/// The reason why a message cannot be encoded, such as `EAN13 takes 12 or 13 digits, the message
/// has 3`.
package struct BarcodeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, without any part of the message.
  package let description: String
}

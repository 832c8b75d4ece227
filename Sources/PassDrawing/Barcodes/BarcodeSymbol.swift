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

  /// Whether it is wide: bars, or the rows of PDF417.
  package var isWide: Bool {
    switch format {
    case .qr, .aztec: false
    case .pdf417, .code128, .code39, .codabar, .ean13, .interleaved2of5: true
    }
  }

  /// How many modules stay empty at each side of it.
  package var border: Int {
    switch format {
    case .qr, .aztec: 1
    case .pdf417: 2
    case .code128, .code39, .codabar, .ean13, .interleaved2of5: 10
    }
  }

  /// How many modules one of its rows is high; bars have no such height.
  package var rowHeight: Int { format == .pdf417 ? 3 : 1 }
}

/// Why a message becomes no barcode, in words: `the message has 3 digits, EAN13 takes 12 or 13`.
package struct BarcodeRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, without a word of the message itself.
  package let description: String
}

extension BarcodeSymbol {
  /// The symbol of exactly these bytes, or why there is none.
  package static func encode(
    _ message: [UInt8], as format: BarcodeFormat
  ) -> Result<BarcodeSymbol, BarcodeRefusal> {
    .failure(BarcodeRefusal(description: ""))
  }

  /// The size in points a symbol has on a card with its border, as drawn at three pixels a point.
  ///
  /// - Parameter ideal: what square codes strive for; 140, on semantic boarding passes 135.
  package func size(ideal: Double = 140) -> (width: Double, height: Double) { (140, 140) }

  /// The width in points of one module at three pixels a point.
  package func moduleWidth(ideal: Double = 140) -> Double { 1 }
}

// SPDX-License-Identifier: Apache-2.0

import CZint
package import PassModel

extension BarcodeSymbol {
  /// Width of a PDF417 symbol by its height. With rows of two or three modules it gives the four
  /// symbols that were measured on iPhones, with 9, 11, 20 and 40 characters.
  private static let idealProportion = 4.0

  /// Encodes exactly these bytes, without an ECI mark for their character set, or returns why it
  /// cannot.
  package static func encode(
    _ message: [UInt8], as format: BarcodeFormat
  ) -> Result<BarcodeSymbol, BarcodeError> {
    if let reason = BarcodeAlphabet.rejection(of: message, as: format) {
      return .failure(BarcodeError(description: reason))
    }
    guard format == .pdf417 else { return ZintSymbol.encode(message, format) }
    // More columns make a PDF417 symbol wider and lower. The loop finds the number whose
    // proportions are nearest to the ideal.
    var best: Result<BarcodeSymbol, BarcodeError>?
    var bestDistance = Double.infinity
    for columns in 2...30 {
      let result = ZintSymbol.encode(message, format, columns: columns)
      guard case .success(let symbol) = result else {
        // The message needs more rows than a symbol may have. With more columns it may fit.
        if best == nil, columns == 30 { best = result }
        continue
      }
      for height in [3, 2] {
        let proportion = Double(symbol.columns) / Double(symbol.rows.count * height)
        if abs(proportion - idealProportion) < bestDistance {
          bestDistance = abs(proportion - idealProportion)
          best = .success(
            BarcodeSymbol(
              format: format, columns: symbol.columns, rows: symbol.rows, rowHeight: height))
        }
      }
      // More columns only make it lower still.
      if symbol.columns > symbol.rows.count * 3 * Int(idealProportion) { break }
    }
    return best ?? .failure(BarcodeError(description: "the message does not fit into PDF417"))
  }
}

/// Owner of a symbol of libzint.
private struct ZintSymbol: ~Copyable {
  private let symbol: UnsafeMutablePointer<zint_symbol>

  private init?(_ format: BarcodeFormat) {
    guard let symbol = ZBarcode_Create() else { return nil }
    self.symbol = symbol
    symbol.pointee.symbology = Self.symbology(format)
    // In byte mode libzint adds no ECI mark for the character set. Wallet adds none either.
    symbol.pointee.input_mode = DATA_MODE
    symbol.pointee.show_hrt = 0
  }

  deinit { ZBarcode_Delete(symbol) }

  static func encode(
    _ message: [UInt8], _ format: BarcodeFormat, columns: Int? = nil
  ) -> Result<BarcodeSymbol, BarcodeError> {
    guard let zint = ZintSymbol(format) else {
      return .failure(BarcodeError(description: "not enough memory"))
    }
    let symbol = zint.symbol
    // Level M of error correction, which Wallet uses.
    if format == .qr { symbol.pointee.option_1 = 2 }
    if let columns { symbol.pointee.option_2 = Int32(columns) }
    let code = ZBarcode_Encode(symbol, message, Int32(clamping: message.count))
    guard code < ZINT_ERROR, code != ZINT_WARN_USES_ECI else {
      return .failure(BarcodeError(description: zint.reason(format, message.count)))
    }
    let width = Int(symbol.pointee.width)
    let rows = (0..<symbol.pointee.rows).map { row in Self.runs(symbol, row) }
    if let columns, width != 17 * columns + 69 {
      // libzint adds columns if the requested ones would need too many rows.
      return .failure(BarcodeError(description: "the message does not fit into PDF417"))
    }
    guard width > 0, !rows.isEmpty else {
      return .failure(BarcodeError(description: "\(format.shortName) cannot be drawn"))
    }
    return .success(BarcodeSymbol(format: format, columns: width, rows: rows))
  }

  private static func runs(_ symbol: UnsafePointer<zint_symbol>, _ row: Int32) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    let width = symbol.pointee.width
    var column: Int32 = 0
    while column < width {
      guard passc_zint_is_dark(symbol, row, column) != 0 else {
        column += 1
        continue
      }
      let start = column
      while column < width, passc_zint_is_dark(symbol, row, column) != 0 { column += 1 }
      runs.append(Int(start)..<Int(column))
    }
    return runs
  }

  /// Returns our own reason, because the error text of libzint may contain a part of the message.
  private func reason(_ format: BarcodeFormat, _ count: Int) -> String {
    let limit =
      switch format {
      case .qr: 2331
      case .aztec: 1914
      case .pdf417: 1108
      case .code128, .code39, .codabar, .ean13, .interleaved2of5: 0
      }
    if limit > 0, count > limit {
      return "the message is \(count) bytes, \(format.shortName) holds at most about \(limit)"
    }
    return "\(format.shortName) cannot hold a message of these \(count) bytes"
  }

  private static func symbology(_ format: BarcodeFormat) -> Int32 {
    switch format {
    case .qr: BARCODE_QRCODE
    case .pdf417: BARCODE_PDF417
    case .aztec: BARCODE_AZTEC
    case .code128: BARCODE_CODE128
    case .code39: BARCODE_CODE39
    case .codabar: BARCODE_CODABAR
    case .ean13: BARCODE_EANX
    case .interleaved2of5: BARCODE_C25INTER
    }
  }
}

extension BarcodeFormat {
  /// Name without Apple's prefix, such as `PDF417` or `Code128`.
  package var shortName: String { String(rawValue.dropFirst("PKBarcodeFormat".count)) }
}

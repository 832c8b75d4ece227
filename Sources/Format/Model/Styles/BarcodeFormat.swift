// SPDX-License-Identifier: Apache-2.0

/// A barcode format that Wallet draws.
package enum BarcodeFormat: String, Sendable, CaseIterable {
  case qr = "PKBarcodeFormatQR"
  case pdf417 = "PKBarcodeFormatPDF417"
  case aztec = "PKBarcodeFormatAztec"
  case code128 = "PKBarcodeFormatCode128"
  case code39 = "PKBarcodeFormatCode39"
  case codabar = "PKBarcodeFormatCodabar"
  case ean13 = "PKBarcodeFormatEAN13"
  case interleaved2of5 = "PKBarcodeFormatI2of5"

  /// The first version of iOS that draws it.
  package var since: IOSVersion {
    switch self {
    case .qr, .pdf417, .aztec: IOSVersion(6)
    case .code128: IOSVersion(9)
    case .code39, .codabar, .ean13, .interleaved2of5: IOSVersion(27)
    }
  }

  /// Whether it is allowed in the deprecated `barcode`.
  package var isAllowedInBarcode: Bool { since <= IOSVersion(6) }

  /// Whether every system since iOS 9 draws it. It can then be the fallback for a newer format.
  package var isClassic: Bool { since <= IOSVersion(9) }

  /// Whether its standard encodes at most ASCII characters.
  package var hasBarsForASCIIOnly: Bool {
    switch self {
    case .code39, .codabar, .ean13, .interleaved2of5: true
    case .qr, .pdf417, .aztec, .code128: false
    }
  }
}

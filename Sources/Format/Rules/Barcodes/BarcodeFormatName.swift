// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// What a name that Wallet does not know as a barcode format is likely to mean.
enum BarcodeFormatName {
  /// Help for an unknown name, or nil if no format is near enough.
  ///
  /// All formats begin alike, so only the rest of the name is compared: the whole of
  /// `PKBarcodeFormatQRCode` is nearer to Code39 than to QR.
  static func help(for name: String) -> String? {
    guard name.utf8.count <= 60 else { return nil }
    let kind = name.hasPrefix(beginning) ? String(name.dropFirst(beginning.count)) : name
    let folded = kind.lowercased().filter { $0.isLetter || $0.isNumber }
    if let lacking = lacking[folded] {
      return "Wallet has no \(lacking.name): use \(beginning)\(lacking.instead)"
    }
    let kinds = BarcodeFormat.allCases.map { String($0.rawValue.dropFirst(beginning.count)) }
    guard let meant = others[folded] ?? NearestName.of(kind, among: kinds) else { return nil }
    return "did you mean \(beginning)\(meant)?"
  }

  private static let beginning = "PKBarcodeFormat"

  /// Other names of Wallet's formats.
  private static let others = [
    "qrcode": "QR", "azteccode": "Aztec", "pdf": "PDF417", "ean": "EAN13", "gtin13": "EAN13",
    "interleaved2of5": "I2of5", "itf": "I2of5", "code3of9": "Code39",
  ]

  /// Formats that Wallet does not draw.
  private static let lacking = [
    "datamatrix": (name: "Data Matrix", instead: "QR or Aztec"),
    "maxicode": (name: "MaxiCode", instead: "QR or Aztec"),
    "microqr": (name: "Micro QR", instead: "QR"),
    "code93": (name: "Code 93", instead: "Code128"),
    "ean8": (name: "EAN-8", instead: "Code128 or QR"),
    "upce": (name: "UPC-E", instead: "Code128 or QR"),
    "upca": (name: "UPC-A", instead: "EAN13 with a 0 before the number"),
    "databar": (name: "GS1 DataBar", instead: "Code128 or QR"),
  ]
}

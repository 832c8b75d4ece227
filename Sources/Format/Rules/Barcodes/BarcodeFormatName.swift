// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Suggestions for names that are not barcode formats of Wallet.
enum BarcodeFormatName {
  /// Returns a help text for an unknown name, or nil if no format is similar enough.
  ///
  /// All formats have the same prefix, so only the rest of the name is compared. The whole name
  /// `PKBarcodeFormatQRCode` would be more similar to Code39 than to QR.
  static func help(for name: String) -> String? {
    guard name.utf8.count <= 60 else { return nil }
    let kind = name.hasPrefix(beginning) ? String(name.dropFirst(beginning.count)) : name
    let folded = folded(name)
    if let lacking = lacking.first(where: { folded.hasPrefix($0.key) })?.value {
      return "Wallet has no \(lacking.name): use \(beginning)\(lacking.instead)"
    }
    let kinds = BarcodeFormat.allCases.map { String($0.rawValue.dropFirst(beginning.count)) }
    let same = others[folded] ?? kinds.first { $0.lowercased() == folded }
    guard let meant = same ?? NearestName.of(kind, among: kinds) else { return nil }
    return "did you mean \(beginning)\(meant)?"
  }

  /// The part of a name that is compared: lower-case letters and digits after `PKBarcodeFormat`.
  private static func folded(_ name: String) -> String {
    var letters = name.lowercased().filter { $0.isLetter || $0.isNumber }[...]
    for prefix in ["pk", "barcode", "format"] where letters.hasPrefix(prefix) {
      letters = letters.dropFirst(prefix.count)
    }
    return String(letters)
  }

  private static let beginning = "PKBarcodeFormat"

  /// Other names of Wallet's formats.
  private static let others = [
    "qrcode": "QR", "azteccode": "Aztec", "pdf": "PDF417", "ean": "EAN13", "gtin13": "EAN13",
    "interleaved2of5": "I2of5", "itf": "I2of5", "itf14": "I2of5", "2of5": "I2of5",
    "25": "I2of5", "i25": "I2of5", "interleaved25": "I2of5", "twooffive": "I2of5",
    "code3of9": "Code39",
    "39": "Code39", "128": "Code128", "gs1128": "Code128",
  ]

  /// Formats that Wallet does not have, by the beginning of their folded names.
  private static let lacking = [
    "datamatrix": (name: "Data Matrix", instead: "QR or \(beginning)Aztec"),
    "gs1datamatrix": (name: "Data Matrix", instead: "QR or \(beginning)Aztec"),
    "rmqr": (name: "rMQR", instead: "QR"),
    "hanxin": (name: "Han Xin", instead: "QR"),
    "dotcode": (name: "DotCode", instead: "QR"),
    "code11": (name: "Code 11", instead: "Code128"),
    "ean5": (name: "EAN-5", instead: "Code128 or \(beginning)QR"),
    "ean2": (name: "EAN-2", instead: "Code128 or \(beginning)QR"),
    "gs1databar": (name: "GS1 DataBar", instead: "Code128 or \(beginning)QR"),
    "rss14": (name: "GS1 DataBar", instead: "Code128 or \(beginning)QR"),
    "postnet": (name: "POSTNET", instead: "Code128 or \(beginning)QR"),
    "pharmacode": (name: "Pharmacode", instead: "Code128 or \(beginning)QR"),
    "maxicode": (name: "MaxiCode", instead: "QR or \(beginning)Aztec"),
    "microqr": (name: "Micro QR", instead: "QR"),
    "code93": (name: "Code 93", instead: "Code128"),
    "ean8": (name: "EAN-8", instead: "Code128 or \(beginning)QR"),
    "upce": (name: "UPC-E", instead: "Code128 or \(beginning)QR"),
    "upca": (name: "UPC-A", instead: "EAN13 with a 0 before the number"),
    "databar": (name: "GS1 DataBar", instead: "Code128 or \(beginning)QR"),
  ]
}

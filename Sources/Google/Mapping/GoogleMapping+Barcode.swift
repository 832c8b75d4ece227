// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassModel

extension GoogleMapping {
  /// Adds the first barcode that Google Wallet can draw.
  mutating func addBarcode() {
    let list = pass["barcodes"]?.elements.map { $0 } ?? []
    let codes = list.isEmpty ? [pass["barcode"]].compactMap { $0 } : list
    if !list.isEmpty {
      losses.changed(
        pass["barcode"], GoogleFindings.lossLost, "\"barcodes\" replaces it")
    }
    var isDone = false
    for code in codes where code.isObject {
      guard !isDone, let type = Self.barcodeType(of: code) else {
        losses.changed(
          code, GoogleFindings.lossLost,
          isDone ? "an object has one barcode" : "Google Wallet does not draw this format")
        continue
      }
      isDone = true
      add(code, type)
    }
    guard let first = codes.first else { return }
    if !isDone {
      report(GoogleFindings.barcodeNone, "Google Wallet draws none of the barcodes", at: first)
    } else if codes.count > 1 {
      report(
        GoogleFindings.barcodeDropped, "one of \(codes.count) barcodes is used", at: first)
    }
  }

  private mutating func add(_ code: JSONValue, _ type: String) {
    guard let message = code["message"] else { return }
    losses.exact(code["format"])
    losses.exact(message)
    losses.changed(
      code["messageEncoding"], GoogleFindings.lossServer, "the phone chooses the encoding")
    var members = GoogleMembers([
      "type": .text(type, code["format"]?.origin ?? .none),
      "value": .text(message.string ?? message.number?.spelling ?? "", message.origin),
    ])
    if let text = code["altText"] {
      losses.exact(text)
      if let shown = texts.text(text) { members["alternateText"] = shown.plain }
      // alternateText has no translations.
    }
    objectMembers["barcode"] = .object(members)
  }

  private static func barcodeType(of code: JSONValue) -> String? {
    guard let format = code["format"]?.string.flatMap(BarcodeFormat.init) else { return nil }
    switch format {
    case .qr: return "QR_CODE"
    case .pdf417: return "PDF_417"
    case .aztec: return "AZTEC"
    case .code128: return "CODE_128"
    case .code39: return "CODE_39"
    case .codabar: return "CODABAR"
    case .ean13: return "EAN_13"
    case .interleaved2of5:
      // A message with a placeholder is not known yet.
      guard let message = code["message"]?.string else { return nil }
      let isITF14 =
        message.utf8.count == 14
        && message.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      return isITF14 || message.contains("{{") ? "ITF_14" : nil
    }
  }
}

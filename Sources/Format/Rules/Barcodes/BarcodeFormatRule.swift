// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `format`: the kind of barcode, and the phones that can draw it.
struct BarcodeFormatRule: Rule {
  static func item(_ format: String, _ message: String = "4006381333931") -> String {
    #"{"format": "PKBarcodeFormat\#(format)", "message": "\#(message)", "messageEncoding": "iso-8859-1"}"#
  }
  static func list(_ items: String..., at pointer: String? = nil) -> Example {
    .json(#"{"barcodes": [\#(items.joined(separator: ", "))]}"#, at: pointer)
  }
  static func old(_ item: String, at pointer: String? = nil) -> Example {
    .json(#"{"barcode": \#(item)}"#, at: pointer)
  }

  static let missing = Finding(
    "barcode.format.missing", .error, effect: .wrong,
    why: """
      If the format is missing or not a string, Wallet draws no barcode. In the old barcode key it \
      rejects the pass.
      """,
    help: "add \"format\": \"PKBarcodeFormatQR\", or another format",
    source: .documented("Wallet Passes: Pass.Barcodes"),
    wrong: """
      "barcodes": [ {
        "message": "A-17", "messageEncoding": "iso-8859-1"
      } ]
      """,
    right: """
      "barcodes": [ {
        "format": "PKBarcodeFormatQR",
        "message": "A-17", "messageEncoding": "iso-8859-1"
      } ]
      """,
    bad: [
      .json(
        #"{"barcodes": [{"message": "1", "messageEncoding": "iso-8859-1"}]}"#, at: "/barcodes/0"),
      .json(#"{"barcode": {"message": "1", "messageEncoding": "iso-8859-1"}}"#, at: "/barcode"),
      .json(
        #"{"barcodes": [{"format": 5, "message": "1", "messageEncoding": "iso-8859-1"}]}"#,
        at: "/barcodes/0/format"),
    ],
    good: [list(item("QR"))])

  static let unknown = Finding(
    "barcode.format.unknown", .error, effect: .wrong,
    why: """
      Wallet knows eight formats, by exactly these names. It does not draw a barcode in another \
      format.
      """,
    help: """
      write PKBarcodeFormat followed by QR, PDF417, Aztec or Code128, or from iOS 27 on by Code39, \
      Codabar, EAN13 or I2of5
      """,
    source: .documented("Wallet Passes: Pass.Barcodes"),
    wrong: """
      "format": "PKBarcodeFormatQr",
      "message": "A-17"
      """,
    right: """
      "format": "PKBarcodeFormatQR",
      "message": "A-17"
      """,
    bad: [
      list(item("Qr"), at: "/barcodes/0/format"),
      list(item("DataMatrix"), at: "/barcodes/0/format"),
      list(item("QRCode"), at: "/barcodes/0/format"),
      old(item("UPCA"), at: "/barcode/format"),
      list(item("QR"), item(""), at: "/barcodes/1/format"),
    ],
    good: [
      list(item("PDF417")), list(item("Aztec")), list(item("Code128"), item("QR")),
      old(item("Aztec")),
    ])

  static let code128InBarcode = Finding(
    "barcode.format.code128InBarcode", .note, effect: .ignored,
    why: """
      The single barcode of iOS 8 supports QR, PDF417 and Aztec. Published passes have Code 128 \
      there, and they open. Newer phones read barcodes.
      """,
    help: "move it to barcodes",
    source: .documented("Wallet Passes: Pass.Barcode, format"),
    wrong: """
      "barcode": {
        "format": "PKBarcodeFormatCode128", "message": "A-17",
        "messageEncoding": "iso-8859-1"
      }
      """,
    right: """
      "barcodes": [ {
        "format": "PKBarcodeFormatCode128", "message": "A-17",
        "messageEncoding": "iso-8859-1"
      } ]
      """,
    bad: [old(item("Code128"), at: "/barcode/format")], good: [old(item("PDF417"))])

  static let tooNew = Finding(
    "barcode.format.tooNewForBarcode", .warning, effect: .maybeRefused, step: .barcodes,
    why: """
      The single barcode of iOS 8 supports QR, PDF417 and Aztec. A format of iOS 27 belongs in \
      barcodes. It has not been tried on a phone.
      """,
    help: "move it to barcodes, followed by a format that every phone knows",
    source: .documented("Wallet Passes: Pass.Barcode, format"),
    wrong: """
      "barcode": {
        "format": "PKBarcodeFormatEAN13", "message": "4006381333931",
        "messageEncoding": "iso-8859-1"
      }
      """,
    right: """
      "barcodes": [ {
        "format": "PKBarcodeFormatEAN13", "message": "4006381333931",
        "messageEncoding": "iso-8859-1"
      }, {
        "format": "PKBarcodeFormatQR", "message": "4006381333931",
        "messageEncoding": "iso-8859-1"
      } ]
      """,
    bad: [old(item("EAN13"), at: "/barcode/format")], good: [old(item("QR"))])

  static let noFallback = Finding(
    "barcode.format.noFallback", .warning, effect: .ignored,
    why: """
      Code 39, Codabar, EAN-13 and Interleaved 2 of 5 are new in iOS 27. An older phone shows the \
      next barcode of the list that it can draw. If there is none, it shows no barcode.
      """,
    help: "add a QR, PDF417, Aztec or Code 128 barcode after it",
    source: .documented("Wallet Passes: Pass.Barcodes; WWDC26 session 209"),
    wrong: """
      "barcodes": [ {
        "format": "PKBarcodeFormatEAN13", "message": "4006381333931",
        "messageEncoding": "iso-8859-1"
      } ]
      """,
    right: """
      "barcodes": [ {
        "format": "PKBarcodeFormatEAN13", "message": "4006381333931",
        "messageEncoding": "iso-8859-1"
      }, {
        "format": "PKBarcodeFormatQR", "message": "4006381333931",
        "messageEncoding": "iso-8859-1"
      } ]
      """,
    bad: [
      list(item("EAN13"), at: "/barcodes/0/format"),
      list(item("Code39"), item("EAN13"), at: "/barcodes/0/format"),
    ],
    good: [
      list(item("EAN13"), item("QR")), list(item("Code39"), item("EAN13"), item("Code128")),
      .json(#"{"barcodes": [\#(item("EAN13"))], "barcode": \#(item("QR"))}"#),
    ])

  static let emptyList = Finding(
    "barcode.list.empty", .note, effect: .style,
    why: "An empty list shows no barcode, just as a missing one does.",
    help: "leave barcodes out",
    source: .documented("Wallet Passes: Pass.Barcodes"),
    wrong: """
      "serialNumber": "A-17",
      "barcodes": []
      """,
    right: """
      "serialNumber": "A-17"
      """,
    bad: [.json(#"{"barcodes": []}"#, at: "/barcodes")], good: [.json(#"{"barcodes": null}"#)])

  static let onlyOld = Finding(
    "barcode.list.missing", .note, effect: .style,
    why: """
      iOS 9 replaced barcode with barcodes. Phones still read barcode, and many published passes \
      have nothing else.
      """,
    help: "put the same object into barcodes, which is an array",
    source: .documented("Wallet Passes: Pass.Barcode, deprecated"),
    wrong: """
      "barcode": {
        "format": "PKBarcodeFormatQR", "message": "A-17",
        "messageEncoding": "iso-8859-1"
      }
      """,
    right: """
      "barcodes": [ {
        "format": "PKBarcodeFormatQR", "message": "A-17",
        "messageEncoding": "iso-8859-1"
      } ]
      """,
    bad: [
      .json(#"{"barcodes": null, "barcode": \#(item("QR"))}"#, at: "/barcode")
    ],
    good: [.json(#"{"barcodes": null}"#), old(item("QR"))])

  var findings: [Finding] {
    [
      Self.missing, Self.unknown, Self.code128InBarcode, Self.tooNew, Self.noFallback,
      Self.emptyList, Self.onlyOld,
    ]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let barcodes = Barcode.all(of: pass)
    for barcode in barcodes { checkName(barcode, &report) }
    let document = pass.document
    if let list = document["barcodes"], list.isArray, list.element(0) == nil {
      report(Self.emptyList, "barcodes is an empty list", at: list)
    }
    if let old = document["barcode"], document["barcodes"] == nil, old.isObject,
      barcodes.first?.format?.isAllowedInBarcode == true
    {
      report(Self.onlyOld, "the pass has barcode but no barcodes", at: old)
    }
    checkFallback(barcodes, context, &report)
  }

  private func checkName(_ barcode: Barcode, _ report: inout Report) {
    guard let value = barcode.object["format"] else {
      let (place, help) = barcode.placeOfMissing("format")
      return report(Self.missing, "the barcode has no format", at: place, help: help)
    }
    guard let name = value.string else {
      guard !barcode.isOld else { return }
      return report(
        Self.missing, "the barcode format is \(value.kind.inWords), expected a string", at: value)
    }
    guard let format = barcode.format else {
      let help = report.lists(Self.unknown) ? BarcodeFormatName.help(for: name) : nil
      return report(
        Self.unknown, "barcode format \(quoted(name)) is unknown", at: value, help: help)
    }
    guard barcode.isOld, !format.isAllowedInBarcode else { return }
    if format.isClassic {
      report(
        Self.code128InBarcode, "barcode has format Code128, expected it in barcodes", at: value)
    } else {
      report(
        Self.tooNew,
        "barcode has the format \(name), which is new in iOS \(format.since), expected QR, "
          + "PDF417 or Aztec", at: value)
    }
  }

  private func checkFallback(
    _ barcodes: [Barcode], _ context: CheckContext, _ report: inout Report
  ) {
    let listed = barcodes.filter { !$0.isOld }.compactMap { barcode in
      barcode.format.map { (barcode, $0) }
    }
    guard let (newest, format) = listed.first(where: { !$0.1.isClassic }),
      !listed.contains(where: \.1.isClassic),
      // An unknown format in the list already has a diagnostic. It may be intended as the older
      // one.
      !barcodes.contains(where: { $0.format == nil || $0.isOld }),
      context.lowestIOS.map({ $0 < format.since }) ?? true,
      let place = newest.object["format"]
    else { return }
    report(
      Self.noFallback,
      "\(format.rawValue) needs iOS \(format.since), and no older format follows", at: place)
  }
}

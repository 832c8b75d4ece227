// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about valid barcodes that a watch does not show, or that a scanner may read as other bytes.
struct BarcodeReadingRule: Rule {
  static let notOnWatch = Finding(
    "barcode.format.notOnWatch", .note, effect: .ignored,
    why: """
      An Apple Watch does not show Code 128. If the pass has no other barcode, it has none on the \
      watch.
      """,
    help: "add a QR, Aztec or PDF417 barcode after it, if people use the pass on a watch",
    source: .documented("Wallet Passes: Pass.Barcodes, format"),
    wrong: """
      "barcodes": [ {
        "format": "PKBarcodeFormatCode128", "message": "A-17",
        "messageEncoding": "iso-8859-1"
      } ]
      """,
    right: """
      "barcodes": [ {
        "format": "PKBarcodeFormatCode128", "message": "A-17",
        "messageEncoding": "iso-8859-1"
      }, {
        "format": "PKBarcodeFormatQR", "message": "A-17",
        "messageEncoding": "iso-8859-1"
      } ]
      """,
    bad: [
      BarcodeFormatRule.list(BarcodeFormatRule.item("Code128"), at: "/barcodes/0/format"),
      BarcodeFormatRule.list(
        BarcodeFormatRule.item("Code128"), BarcodeFormatRule.item("Code128", "A-17"),
        at: "/barcodes/0/format"),
    ],
    good: [
      BarcodeFormatRule.list(BarcodeFormatRule.item("Code128"), BarcodeFormatRule.item("Aztec")),
      BarcodeFormatRule.list(BarcodeFormatRule.item("PDF417")),
      .json(
        """
        {"barcodes": [\(BarcodeFormatRule.item("Code128"))], \
        "barcode": \(BarcodeFormatRule.item("QR"))}
        """),
    ])

  static let binary = Finding(
    "barcode.message.binary", .note, effect: .style,
    why: """
      The message looks like binary data. In UTF-8 every character from U+0080 on becomes two \
      bytes, so a scanner reads other bytes than the program wrote. In ISO-8859-1 each character \
      up to U+00FF is one byte.
      """,
    help: "write \"messageEncoding\": \"iso-8859-1\", if each character is meant as one byte",
    source: .documented("Wallet Passes: Pass.Barcodes, messageEncoding; RFC 3629"),
    wrong: #"""
      "format": "PKBarcodeFormatPDF417",
      "message": "\u0001\u0000\u0002\u00e7\u00c4\u0096",
      "messageEncoding": "utf-8"
      """#,
    right: #"""
      "format": "PKBarcodeFormatPDF417",
      "message": "\u0001\u0000\u0002\u00e7\u00c4\u0096",
      "messageEncoding": "iso-8859-1"
      """#,
    bad: [
      BarcodeMessageRule.qr(#"\u0001\u0000\u00e7\u00c4\u00b5\u0096\u00b8"#, "utf-8", at: "message"),
      BarcodeMessageRule.qr(#"A\u0080"#, "UTF-8", at: "message"),
    ],
    good: [
      BarcodeMessageRule.qr(#"\u0001\u0000\u00e7\u00c4\u00b5\u0096\u00b8"#, "iso-8859-1"),
      // One byte in both, such as the group separators of GS1.
      BarcodeMessageRule.qr(#"0104006381333931\u001d10A17"#, "utf-8"),
      BarcodeMessageRule.qr(#"Zo\u00eb M\u00fcller\nGr\u00f6\u00dfe\t7"#, "utf-8"),
      // No byte has this number, so it is text.
      BarcodeMessageRule.qr(#"\u0002\u0141\u00f3d\u017a"#, "utf-8"),
      BarcodeMessageRule.qr(#"Zo\u00eb\u001dM\u00fcller"#, "utf-8"),
    ])

  var findings: [Finding] { [Self.notOnWatch, Self.binary] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let barcodes = Barcode.all(of: pass)
    if !barcodes.isEmpty, barcodes.allSatisfy({ $0.format == .code128 }),
      let place = barcodes.first(where: { !$0.isOld })?.object["format"]
    {
      report(
        Self.notOnWatch, "the only format is Code 128, which an Apple Watch does not show",
        at: place)
    }
  }

  /// Reports a message that looks binary. BarcodeMessageRule calls it, so that this rule reads
  /// nothing of a row.
  ///
  /// - Parameter encoding: the character set, in the spelling of IANA's list.
  static func check(
    _ text: String, at message: JSONValue, in encoding: String, _ report: inout Report
  ) {
    guard looksBinary(text), encoding == "UTF-8" else { return }
    report(
      binary, "the barcode message looks binary, and UTF-8 makes two bytes of some characters",
      at: message)
  }

  /// Returns whether every character could be a byte, some of them become two bytes in UTF-8, and
  /// some are control characters that no text has. Separators are in texts too.
  private static func looksBinary(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return false }
    var hasControlCharacters = false
    for scalar in text.unicodeScalars {
      guard scalar.value <= 0xFF else { return false }
      guard Barcode.isControl(scalar) else { continue }
      let isSeparator = (0x1C..<0x20).contains(scalar.value) || scalar.properties.isWhitespace
      if !isSeparator { hasControlCharacters = true }
    }
    return hasControlCharacters
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassReport
import PassRules
import PassTesting
import Testing

/// Properties of real passes, signed with Apple's certificates and accepted by phones. An error
/// would be a bug of passc.
struct RealWorldTests {
  struct Seen: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Highest severity that is allowed, or nil for no diagnostics.
    let most: Severity?
    let example: Example

    init(_ what: String, _ most: Severity?, _ changes: Example.Change...) {
      testDescription = what
      self.most = most
      example = Example(changes)
    }
  }

  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46]
  private static let table = "\"NAME\" = \"Prénom\";\n"
  private static func utf16(_ isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + table).utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 255)]
      return isBigEndian ? pair : pair.reversed()
    }
  }
  private static func barcode(_ format: String, _ encoding: String = "iso-8859-1") -> String {
    """
    {"format": "PKBarcodeFormat\(format)", "message": "A-17", "messageEncoding": "\(encoding)"}
    """
  }

  static let seen = [
    Seen("an image larger than advised", .note, .file("logo.png", .png(width: 480, height: 300))),
    Seen("a JPEG called .png", .warning, .file("logo.png", .bytes(jpeg))),
    Seen("an icon without 1x", nil, .remove("icon.png")),
    Seen(
      "an icon only as @2x", .note, .remove("icon.png"), .remove("icon@3x.png")),
    Seen(
      "an icon that is not square", .warning, .file("icon.png", .png(width: 40, height: 30)),
      .file("icon@2x.png", .png(width: 80, height: 60)),
      .file("icon@3x.png", .png(width: 120, height: 90))),
    Seen("icon.png with 29 pixels", nil, .file("icon.png", .png(width: 29, height: 29))),
    Seen(
      "no logo", nil, .remove("logo.png"), .remove("logo@2x.png"), .remove("logo@3x.png")),
    Seen("an unknown key", .warning, .patch(#"{"modID": "7"}"#)),
    Seen("an empty field array", .note, .patch(#"{"generic": {"auxiliaryFields": []}}"#)),
    Seen(
      "a field key used twice", .warning,
      .patch(#"{"generic": {"auxiliaryFields": [{"key": "name", "value": "x"}]}}"#)),
    Seen(
      "a change message without %@", .note,
      .patch(
        #"{"generic": {"auxiliaryFields": [{"key": "a", "value": "x", "changeMessage": "new"}]}}"#)),
    Seen("no barcode", nil, .patch(#"{"barcodes": null}"#)),
    Seen(
      "only the old barcode", .note, .patch("{\"barcodes\": null, \"barcode\": \(barcode("QR"))}")),
    Seen(
      "Code 128 in the old barcode", .note,
      .patch("{\"barcodes\": null, \"barcode\": \(barcode("Code128"))}")),
    Seen("a barcode in utf-8", nil, .patch("{\"barcodes\": [\(barcode("QR", "utf-8"))]}")),
    Seen("a barcode in UTF-8", nil, .patch("{\"barcodes\": [\(barcode("Aztec", "UTF-8"))]}")),
    Seen(
      "an empty barcode message", .warning,
      .patch(
        """
        {"barcodes": [{"format": "PKBarcodeFormatQR", "message": "", "messageEncoding": "utf-8"}]}
        """)),
    Seen("a colour in hex", .note, .patch(##"{"backgroundColor": "#1E3C5A"}"##)),
    Seen("a colour with alpha", .warning, .patch(#"{"backgroundColor": "rgba(1, 2, 3, 0.5)"}"#)),
    Seen("a serial number of one character", nil, .patch(#"{"serialNumber": "7"}"#)),
    Seen(
      "a web service URL with a slash at its end", .note,
      .patch(
        #"{"webServiceURL": "https://example.com/", "authenticationToken": "0123456789abcdef"}"#)),
    Seen(
      "a web service without https", .warning,
      .patch(
        #"{"webServiceURL": "http://example.com", "authenticationToken": "0123456789abcdef"}"#)),
    Seen(
      "a token without URL", .warning, .patch(#"{"authenticationToken": "0123456789abcdef"}"#)),
    Seen("an empty description", .warning, .patch(#"{"description": ""}"#)),
    Seen("a .DS_Store", .note, .file(".DS_Store", .bytes([0, 0, 0, 1]))),
    Seen("a README", .note, .file("README.md", .text("# Pass\n"))),
    Seen("a certificate among the files", .note, .file("pass.cer", .certificate)),
    Seen("strings in ASCII", nil, .file("fr.lproj/pass.strings", .text("\"NAME\" = \"Nom\";\n"))),
    Seen("strings in UTF-8", nil, .file("fr.lproj/pass.strings", .text(table))),
    Seen(
      "strings in UTF-8 with a mark", nil,
      .file("fr.lproj/pass.strings", .text("\u{FEFF}" + table))),
    Seen("strings in UTF-16 BE", nil, .file("fr.lproj/pass.strings", .bytes(utf16(true)))),
    Seen("strings in UTF-16 LE", nil, .file("fr.lproj/pass.strings", .bytes(utf16(false)))),
    Seen("a language with an underscore", .note, .file("zh_CN.lproj/pass.strings", .text(table))),
    Seen(
      "suppressStripShine", .note,
      .patch(#"{"generic": null, "coupon": {}, "suppressStripShine": false}"#)),
    Seen("groupingIdentifier", .note, .patch(#"{"groupingIdentifier": "x"}"#)),
    Seen("userInfo", nil, .patch(#"{"userInfo": {"id": 7}}"#)),
    Seen("sharingProhibited", nil, .patch(#"{"sharingProhibited": true}"#)),
    Seen(
      "a trailing comma", .warning,
      .file(
        "pass.json",
        .text(String(SamplePass.passJSON.reversed().drop { $0 != "]" }.reversed()) + "},}"))),
  ]

  @Test(arguments: seen)
  func authenticPassesGetNoErrors(_ seen: Seen) throws {
    let diagnostics = try SamplePass(seen.example).diagnostics()
    let text = TextWriter(showsNotes: true).text(of: diagnostics)
    #expect(diagnostics.map(\.severity).max() == seen.most, "\(text)")
  }
}

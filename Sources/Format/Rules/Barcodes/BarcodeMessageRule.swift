// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// `message` and `messageEncoding`: what a scanner will read.
struct BarcodeMessageRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: Pass.Barcodes")
  static func qr(_ message: String, _ encoding: String, at pointer: String? = nil) -> Example {
    .json(
      """
      {"barcodes": [{"format": "PKBarcodeFormatQR", "message": "\(message)", \
      "messageEncoding": "\(encoding)"}]}
      """, at: pointer.map { "/barcodes/0/\($0)" })
  }

  static let missing = Finding(
    "barcode.message.missing", .error, effect: .wrong,
    why: """
      Without a message that is a text there is nothing to draw; in the old barcode Wallet refuses \
      the pass.
      """,
    help: "add message, the text a scanner is to read", source: apple,
    bad: [
      .json(
        #"{"barcodes": [{"format": "PKBarcodeFormatQR", "messageEncoding": "iso-8859-1"}]}"#,
        at: "/barcodes/0"),
      .json(
        #"{"barcode": {"format": "PKBarcodeFormatQR", "messageEncoding": "iso-8859-1"}}"#,
        at: "/barcode"),
      .json(
        """
        {"barcodes": [{"format": "PKBarcodeFormatQR", "message": 5, \
        "messageEncoding": "iso-8859-1"}]}
        """, at: "/barcodes/0/message"),
    ],
    good: [qr("1", "iso-8859-1")])

  static let empty = Finding(
    "barcode.message.empty", .warning, effect: .style,
    why: "A scanner reads nothing. Authentic passes with an empty message were found.",
    help: "write what a scanner is to read, or leave the barcode out",
    source: .observed("authentic passes with an empty message"),
    bad: [qr("", "iso-8859-1", at: "message")], good: [qr(" ", "iso-8859-1")])

  static let encodingMissing = Finding(
    "barcode.messageEncoding.missing", .error, effect: .wrong,
    why: "Apple requires it; the characters of the message have no bytes without.",
    help: "add \"messageEncoding\": \"iso-8859-1\", or utf-8 when the message needs it",
    source: apple,
    bad: [
      .json(
        #"{"barcodes": [{"format": "PKBarcodeFormatQR", "message": "1"}]}"#, at: "/barcodes/0"),
      .json(
        #"{"barcodes": [{"format": "PKBarcodeFormatQR", "message": "1", "messageEncoding": true}]}"#,
        at: "/barcodes/0/messageEncoding"),
    ],
    good: [qr("1", "utf-8")])

  static let encodingUnknown = Finding(
    "barcode.messageEncoding.unknown", .error, effect: .wrong,
    why: """
      The name has to be one of IANA's list of character sets; Wallet knows no other. Of a list it \
      leaves out the barcode, and the holder has nothing to scan.
      """,
    help: "write iso-8859-1, or utf-8 when the message needs it",
    source: apple, walletLog: "not an IANA charset",
    bad: [
      qr("1", "latin-one", at: "messageEncoding"), qr("1", "", at: "messageEncoding"),
      qr("1", "binary", at: "messageEncoding"), qr("1", "iso-8859-99", at: "messageEncoding"),
    ],
    good: [
      qr("1", "ISO-8859-1"), qr("1", "latin1"), qr("1", "windows-1252"), qr("1", "US-ASCII"),
      qr("1", "Shift_JIS"), qr("1", "GB18030"), qr("1", "Big5"), qr("1", "koi8-r"),
    ])

  static let encodingRefused = Finding(
    "barcode.messageEncoding.unknownInBarcode", .error, effect: .refused, step: .barcodes,
    why: """
      The name has to be one of IANA's list of character sets. With another one in the old barcode \
      Wallet refuses the pass, whatever stands in barcodes.
      """,
    help: "write iso-8859-1, or utf-8 when the message needs it",
    source: apple, walletLog: "not an IANA charset",
    bad: [
      BarcodeFormatRule.old(
        #"{"format": "PKBarcodeFormatQR", "message": "1", "messageEncoding": "latin-one"}"#,
        at: "/barcode/messageEncoding")
    ],
    good: [
      BarcodeFormatRule.old(
        #"{"format": "PKBarcodeFormatQR", "message": "1", "messageEncoding": "latin1"}"#)
    ], formerly: [encodingUnknown.code])

  static let encodingInformal = Finding(
    "barcode.messageEncoding.informal", .warning, effect: .maybeRefused, step: .barcodes,
    why: """
      Many programs understand such a name, but it is not in IANA's list, which Wallet goes by.
      """,
    help: "write the name as IANA lists it", source: apple,
    bad: [
      qr("1", "utf8", at: "messageEncoding"), qr("1", "iso88591", at: "messageEncoding"),
      qr("1", "cp1252", at: "messageEncoding"),
    ],
    good: [qr("1", "utf-8"), qr("1", "csUTF8")])

  static let notEncodable = Finding(
    "barcode.message.notEncodable", .error, effect: .wrong,
    why: "Every character of the message must exist in the character set messageEncoding names.",
    help: "use utf-8 as messageEncoding if the scanners read it, or leave the character out",
    source: apple, walletLog: "not encodable",
    bad: [
      qr("Łódź", "iso-8859-1", at: "message"), qr("a😀", "iso-8859-1", at: "message"),
      qr("é", "us-ascii", at: "message"), qr("Ж", "windows-1252", at: "message"),
      qr("é", "Shift_JIS", at: "message"), qr("€", "iso-8859-2", at: "message"),
    ],
    good: [
      qr("é", "iso-8859-1"), qr("Łódź 😀", "utf-8"), qr("Łódź 😀", "utf-16"), qr("€", "iso-8859-15"),
      qr("€", "windows-1252"), qr("日本", "Shift_JIS"), qr("中文", "gb2312"), qr("中文", "big5"),
      qr("Łódź", "iso-8859-2"),
    ])

  var findings: [Finding] {
    [
      Self.missing, Self.empty, Self.encodingMissing, Self.encodingUnknown, Self.encodingRefused,
      Self.encodingInformal, Self.notEncodable,
    ]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for barcode in Barcode.all(of: pass) { check(barcode, &report) }
  }

  private func check(_ found: Barcode, _ report: inout Report) {
    let barcode = found.object
    let message = barcode["message"]
    if !found.isOld, let message, message.kind != .string {
      report(
        Self.missing, "the barcode message is \(message.kind.inWords), expected a string",
        at: message)
    }
    if message == nil { report(Self.missing, "the barcode has no message", at: barcode) }
    if let message, message.string?.isEmpty == true {
      report(Self.empty, "the barcode message is empty", at: message)
    }
    guard let encoding = barcode["messageEncoding"] else {
      return report(Self.encodingMissing, "the barcode has no messageEncoding", at: barcode)
    }
    guard let name = encoding.string else {
      guard !found.isOld else { return }
      return report(
        Self.encodingMissing, "messageEncoding is \(encoding.kind.inWords), expected a string",
        at: encoding)
    }
    if CharacterSetName.preferred(name) == nil {
      guard CharacterSetName.meant(by: name) != nil || Self.isKnownToSystem(name) else {
        return report(
          found.isOld ? Self.encodingRefused : Self.encodingUnknown,
          "messageEncoding \(quoted(name)) is no character set", at: encoding)
      }
      let meant = CharacterSetName.meant(by: name)
      report(
        Self.encodingInformal, "messageEncoding \(quoted(name)) is not in IANA's list",
        at: encoding, help: meant.map { "write \($0.lowercased())" })
    }
    guard let message, let text = message.string,
      // A code of bars that lacks the character says so by itself.
      found.format?.hasBarsForASCIIOnly != true || text.utf8.allSatisfy({ $0 < 0x80 })
    else { return }
    let meant = CharacterSetName.preferred(name) ?? CharacterSetName.meant(by: name) ?? name
    if case .lacks(let scalar, let position) = MessageBytes.encode(text, as: meant) {
      let code = "U+" + Hex.number(scalar.value, digits: 4, uppercase: true)
      report(
        Self.notEncodable,
        "character \(position + 1) of the barcode message, \(quoted(String(Character(scalar)))) "
          + "(\(code)), is not in \(name)", at: message)
    }
  }

  /// `iconv` takes suffixes such as `//TRANSLIT` and an empty name for the locale's set.
  private static func isKnownToSystem(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 40,
      name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    else { return false }
    return Iconv.knows(name)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `message` and `messageEncoding`, the text that scanners read.
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
      If the message is missing or not a string, there is nothing to draw. In the old barcode key \
      Wallet rejects the pass.
      """,
    help: "add a message: the text that scanners read",
    source: apple,
    wrong: """
      "barcodes": [ {
        "format": "PKBarcodeFormatQR", "messageEncoding": "iso-8859-1"
      } ]
      """,
    right: """
      "barcodes": [ {
        "format": "PKBarcodeFormatQR", "messageEncoding": "iso-8859-1",
        "message": "A-17"
      } ]
      """,
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
    why: "A scanner has nothing to read. Some authentic passes have an empty message.",
    help: "write the text that scanners should read, or leave the barcode out",
    source: .observed("authentic passes with an empty message"),
    wrong: """
      "format": "PKBarcodeFormatQR",
      "message": ""
      """,
    right: """
      "format": "PKBarcodeFormatQR",
      "message": "A-17"
      """,
    bad: [qr("", "iso-8859-1", at: "message")], good: [qr(" ", "iso-8859-1")])

  static let encodingMissing = Finding(
    "barcode.messageEncoding.missing", .error, effect: .wrong,
    why: "Apple requires messageEncoding. It defines how the message becomes bytes.",
    help: "add \"messageEncoding\": \"iso-8859-1\", or utf-8 if the message needs it",
    source: apple,
    wrong: """
      "barcodes": [ {
        "format": "PKBarcodeFormatQR", "message": "A-17"
      } ]
      """,
    right: """
      "barcodes": [ {
        "format": "PKBarcodeFormatQR", "message": "A-17",
        "messageEncoding": "iso-8859-1"
      } ]
      """,
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
      The name must be in IANA's list of character sets, because Wallet knows no other names. \
      Wallet does not draw a barcode with another name, so the pass has nothing to scan.
      """,
    help: "write iso-8859-1, or utf-8 if the message needs it",
    source: apple,
    wrong: """
      "format": "PKBarcodeFormatQR", "message": "A-17",
      "messageEncoding": "latin-one"
      """,
    right: """
      "format": "PKBarcodeFormatQR", "message": "A-17",
      "messageEncoding": "iso-8859-1"
      """,
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
      The name must be in IANA's list of character sets. If the old barcode key has another name, \
      Wallet rejects the pass, whatever is in barcodes.
      """,
    help: "write iso-8859-1, or utf-8 if the message needs it",
    source: apple,
    wrong: """
      "barcode": {
        "format": "PKBarcodeFormatQR", "message": "A-17",
        "messageEncoding": "latin-one"
      }
      """,
    right: """
      "barcode": {
        "format": "PKBarcodeFormatQR", "message": "A-17",
        "messageEncoding": "iso-8859-1"
      }
      """,
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
    why: "Many programs understand such a name, but it is not in IANA's list, which Wallet uses.",
    help: "write the name as IANA lists it",
    source: apple,
    wrong: """
      "format": "PKBarcodeFormatQR", "message": "A-17",
      "messageEncoding": "utf8"
      """,
    right: """
      "format": "PKBarcodeFormatQR", "message": "A-17",
      "messageEncoding": "utf-8"
      """,
    bad: [
      qr("1", "utf8", at: "messageEncoding"), qr("1", "iso88591", at: "messageEncoding"),
      qr("1", "cp1252", at: "messageEncoding"),
    ],
    good: [qr("1", "utf-8"), qr("1", "csUTF8")])

  static let notEncodable = Finding(
    "barcode.message.notEncodable", .error, effect: .wrong,
    why: """
      Every character of the message must exist in the character set that messageEncoding names.
      """,
    help: "use utf-8 as messageEncoding if your scanners can read it, or leave the character out",
    source: apple,
    wrong: """
      "format": "PKBarcodeFormatQR", "message": "Łódź-17",
      "messageEncoding": "iso-8859-1"
      """,
    right: """
      "format": "PKBarcodeFormatQR", "message": "Łódź-17",
      "messageEncoding": "utf-8"
      """,
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
    if message == nil {
      let (place, help) = found.placeOfMissing("message")
      report(Self.missing, "the barcode has no message", at: place, help: help)
    }
    if let message, message.string?.isEmpty == true {
      report(Self.empty, "the barcode message is empty", at: message)
    }
    guard let encoding = barcode["messageEncoding"] else {
      let (place, help) = found.placeOfMissing("messageEncoding")
      return report(
        Self.encodingMissing, "the barcode has no messageEncoding", at: place, help: help)
    }
    guard let name = encoding.string else {
      guard !found.isOld else { return }
      return report(
        Self.encodingMissing, "messageEncoding is \(encoding.kind.inWords), expected a string",
        at: encoding)
    }
    let preferred = CharacterSetName.preferred(name)
    if preferred == nil {
      guard CharacterSetName.meant(by: name) != nil || Self.isKnownToSystem(name) else {
        return report(
          found.isOld ? Self.encodingRefused : Self.encodingUnknown,
          "messageEncoding \(quoted(name)) is not a character set", at: encoding)
      }
      let meant = CharacterSetName.meant(by: name)
      report(
        Self.encodingInformal, "messageEncoding \(quoted(name)) is not in IANA's list",
        at: encoding, help: meant.map { "write \($0.lowercased())" })
    }
    guard let message, let text = message.string else { return }
    let meant = preferred ?? CharacterSetName.meant(by: name) ?? name
    BarcodeReadingRule.check(text, at: message, in: meant, &report)
    // If a linear barcode lacks the character, BarcodeContentRule reports that.
    guard found.format?.hasBarsForASCIIOnly != true || text.utf8.allSatisfy({ $0 < 0x80 })
    else { return }
    if case .lacks(let scalar, let position) = MessageBytes.encode(text, as: meant) {
      let code = "U+" + Hex.number(scalar.value, digits: 4, uppercase: true)
      report(
        Self.notEncodable,
        "character \(position + 1) of the barcode message, \(quoted(String(Character(scalar)))) "
          + "(\(code)), is not in \(name)", at: message)
    }
  }

  /// Returns whether the C library knows the set. `iconv` also accepts suffixes such as
  /// `//TRANSLIT` and an empty name for the set of the locale, so these are excluded.
  private static func isKnownToSystem(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 40,
      name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    else { return false }
    return Iconv.knows(name)
  }
}

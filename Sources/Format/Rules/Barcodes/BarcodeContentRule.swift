// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about the content that each kind of barcode can encode, according to its standard.
///
/// Apple does not document any rules for the content. Wallet's reaction to wrong content was not
/// tested.
struct BarcodeContentRule: Rule {
  private static func code(
    _ format: String, _ message: String, at pointer: String? = nil
  ) -> Example {
    let fallback = format == "QR" ? "" : ", " + BarcodeFormatRule.item("QR")
    return .json(
      "{\"barcodes\": [\(BarcodeFormatRule.item(format, message))\(fallback)]}",
      at: pointer ?? "/barcodes/0/message")
  }
  private static func fine(_ format: String, _ message: String) -> Example {
    var example = code(format, message)
    example.pointer = nil
    return example
  }

  static let notDigits = Finding(
    "barcode.content.notDigits", .error, effect: .wrong,
    why: "EAN-13 and Interleaved 2 of 5 can encode digits only.",
    help: "write digits only, without spaces and hyphens, or use another format",
    source: .documented("ISO/IEC 15420 and 16390"),
    wrong: """
      "format": "PKBarcodeFormatEAN13",
      "message": "400-6381-333931"
      """,
    right: """
      "format": "PKBarcodeFormatEAN13",
      "message": "4006381333931"
      """,
    bad: [
      code("EAN13", "400638133393X"), code("EAN13", "４００６３８１３３３９３１"), code("I2of5", "12 34"),
      code("I2of5", "1²"),
    ],
    good: [fine("EAN13", "4006381333931"), fine("I2of5", "1234")])

  static let length = Finding(
    "barcode.content.wrongLength", .error, effect: .wrong,
    why: """
      An EAN-13 has 13 digits. Interleaved 2 of 5 draws digits in pairs, so it needs an even \
      number of them.
      """,
    help: """
      write 13 digits for EAN-13, or put a 0 before an odd number of digits for Interleaved 2 of 5
      """,
    source: .documented("ISO/IEC 15420 and 16390"),
    wrong: """
      "format": "PKBarcodeFormatI2of5",
      "message": "123"
      """,
    right: """
      "format": "PKBarcodeFormatI2of5",
      "message": "0123"
      """,
    bad: [code("EAN13", "40063813339310"), code("EAN13", "96385074"), code("I2of5", "123")],
    good: [fine("EAN13", "0012345678905"), fine("I2of5", "0123")])

  static let noCheckDigit = Finding(
    "barcode.content.noCheckDigit", .warning, effect: .maybeRefused, step: .barcodes,
    why: """
      The 13th digit of an EAN-13 is computed from the first twelve. Some programs add it. It is \
      not known whether Wallet does.
      """,
    help: "write all 13 digits",
    source: .documented("ISO/IEC 15420"),
    wrong: """
      "format": "PKBarcodeFormatEAN13",
      "message": "400638133393"
      """,
    right: """
      "format": "PKBarcodeFormatEAN13",
      "message": "4006381333931"
      """,
    bad: [code("EAN13", "400638133393")], good: [fine("EAN13", "4006381333931")])

  static let checkDigit = Finding(
    "barcode.content.wrongCheckDigit", .error, effect: .wrong,
    why: "A scanner rejects an EAN-13 if its last digit does not match the first twelve.",
    help: "compare the digits with the original number: two of them may be swapped",
    source: .documented("ISO/IEC 15420"),
    wrong: """
      "format": "PKBarcodeFormatEAN13",
      "message": "4006381333913"
      """,
    right: """
      "format": "PKBarcodeFormatEAN13",
      "message": "4006381333931"
      """,
    bad: [code("EAN13", "4006381333932"), code("EAN13", "0000000000001")],
    good: [fine("EAN13", "5901234123457"), fine("EAN13", "0000000000000")])

  static let character = Finding(
    "barcode.content.wrongCharacter", .error, effect: .wrong,
    why: """
      Code 39 can encode 0-9, A-Z, space and - . $ / + %, and the rest of ASCII as pairs of \
      characters. Codabar can encode 0-9 and - $ : / . + between a start and a stop letter from A \
      to D.
      """,
    help: "leave the character out, or use QR or Code 128",
    source: .documented("ISO/IEC 16388, EN 798"),
    wrong: """
      "format": "PKBarcodeFormatCode39",
      "message": "GRÖSSE-42"
      """,
    right: """
      "format": "PKBarcodeFormatCode39",
      "message": "GROESSE-42"
      """,
    bad: [
      code("Code39", "GRÖSSE"), code("Code39", "ŁÓDŹ"), code("Codabar", "12E4"),
      code("Codabar", "A12B34A"),
      code("Codabar", "12 34"),
    ],
    good: [
      fine("Code39", "AB-1. $/+%"), fine("Codabar", "A1234-$:/.+B"), fine("Codabar", "123"),
      fine("Codabar", "a12d"),
    ])

  static let extendedCharacter = Finding(
    "barcode.content.extendedCharacter", .warning, effect: .maybeRefused, step: .barcodes,
    why: """
      Code 39 needs two characters for a small letter, and Code 128 needs an extra step for \
      characters outside ASCII. Many scanners are not set up to read them. It is not known whether \
      Wallet draws them.
      """,
    help: "use capital letters in Code 39 and ASCII in Code 128, or use a QR code",
    source: .documented("ISO/IEC 16388 and 15417"),
    wrong: """
      "format": "PKBarcodeFormatCode39",
      "message": "Gym-17"
      """,
    right: """
      "format": "PKBarcodeFormatCode39",
      "message": "GYM-17"
      """,
    bad: [code("Code39", "Abc"), code("Code39", "A*B"), code("Code128", "Größe")],
    good: [fine("Code39", "ABC"), fine("Code128", "abc~{}")])

  static let tooLong = Finding(
    "barcode.message.tooLong", .error, effect: .wrong,
    why: """
      No barcode of this format can hold so much. The largest QR code holds 2953 bytes, 4296 \
      capital letters and digits, or 7089 digits. PDF417 holds 1108, 1850 or 2710, and Aztec 1914, \
      3067 or 3832. The screen of a phone is too small for a scanner long before that.
      """,
    help: "put an id or a short URL into the barcode, and keep the rest on your server",
    source: .documented("ISO/IEC 18004, 15438 and 24778"),
    wrong: """
      "format": "PKBarcodeFormatQR",
      "message": "Ada Lovelace;12 Example Street;... (3500 bytes)"
      """,
    right: """
      "format": "PKBarcodeFormatQR",
      "message": "https://example.com/m/A-17"
      """,
    bad: [
      code("QR", String(repeating: "a", count: 2954)),
      code("QR", String(repeating: "7", count: 7090)),
      code("PDF417", String(repeating: "ä", count: 1109)),
      code("Aztec", String(repeating: ",", count: 1915)),
    ],
    good: [
      fine("QR", String(repeating: "a", count: 2953)),
      fine("QR", String(repeating: "A", count: 4296)),
      fine("QR", String(repeating: "7", count: 4000) + String(repeating: "a", count: 1200)),
      fine("QR", String(repeating: "7", count: 7089)),
      fine("PDF417", String(repeating: "a", count: 1850)),
      fine("Aztec", String(repeating: "7", count: 3832)),
    ])

  var findings: [Finding] {
    [
      Self.notDigits, Self.length, Self.noCheckDigit, Self.checkDigit, Self.character,
      Self.extendedCharacter, Self.tooLong,
    ]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for barcode in Barcode.all(of: pass) {
      guard let format = barcode.format, let message = barcode.object["message"],
        let text = message.string, !text.isEmpty
      else { continue }
      let encoding = barcode.object["messageEncoding"]?.string
      switch format {
      case .qr, .pdf417, .aztec: checkLength(text, encoding, format, message, &report)
      case .code128: checkASCII(text, message, &report)
      case .ean13: checkEAN13(text, message, &report)
      case .interleaved2of5: checkInterleaved(text, message, &report)
      case .code39: checkCode39(text, message, &report)
      case .codabar: checkCodabar(text, message, &report)
      }
    }
  }

  // MARK: Linear barcodes

  private func checkEAN13(_ text: String, _ place: JSONValue, _ report: inout Report) {
    guard Self.areDigits(text) else { return reportNotDigits(text, "EAN-13", place, &report) }
    let digits = text.utf8.map { Int($0 - UInt8(ascii: "0")) }
    switch digits.count {
    case 12:
      report(
        Self.noCheckDigit, "EAN-13 message has 12 digits, expected 13 with the check digit",
        at: place, help: "write \(text)\(Self.checkDigit(of: digits))")
    case 13:
      let expected = Self.checkDigit(of: digits.dropLast())
      if digits[12] != expected {
        report(
          Self.checkDigit, "EAN-13 message ends in \(digits[12]), its check digit is \(expected)",
          at: place)
      }
    default:
      report(
        Self.length, "EAN-13 message has \(counted(digits.count, "digit")), expected 13", at: place,
        help: digits.count == 8
          ? "Wallet has no EAN-8: use Code 128 or a QR code" : "write the 13 digits of the number")
    }
  }

  /// Returns the check digit of an EAN-13. Every second digit has the weight three.
  static func checkDigit(of digits: some Sequence<Int>) -> Int {
    let sum = digits.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element }
    return (10 - sum % 10) % 10
  }

  private func checkInterleaved(_ text: String, _ place: JSONValue, _ report: inout Report) {
    guard Self.areDigits(text) else {
      return reportNotDigits(text, "Interleaved 2 of 5", place, &report)
    }
    if text.utf8.count % 2 == 1 {
      report(
        Self.length,
        "Interleaved 2 of 5 message has \(counted(text.utf8.count, "digit")), expected an even "
          + "number", at: place, help: "put a 0 before the first digit")
    }
  }

  private func checkCode39(_ text: String, _ place: JSONValue, _ report: inout Report) {
    if let wrong = text.first(where: { !$0.isASCII }) {
      report(Self.character, "Code 39 cannot encode \(quoted(String(wrong)))", at: place)
    } else if let odd = text.first(where: { !Self.code39.contains($0) }) {
      report(
        Self.extendedCharacter,
        "Code 39 encodes \(quoted(String(odd))) only as a pair of characters",
        at: place)
    }
  }

  private func checkCodabar(_ text: String, _ place: JSONValue, _ report: inout Report) {
    var body = Substring(text)
    if let first = body.first, "ABCDabcd".contains(first) { body = body.dropFirst() }
    if let last = body.last, "ABCDabcd".contains(last) { body = body.dropLast() }
    if let wrong = body.first(where: { !"0123456789-$:/.+".contains($0) }) {
      report(
        Self.character, "Codabar cannot encode \(quoted(String(wrong))) inside a message", at: place
      )
    }
  }

  private func checkASCII(_ text: String, _ place: JSONValue, _ report: inout Report) {
    if let odd = text.first(where: { !$0.isASCII }) {
      report(
        Self.extendedCharacter,
        "Code 128 message has \(quoted(String(odd))), expected ASCII characters", at: place)
    }
  }

  private func reportNotDigits(
    _ text: String, _ name: String, _ place: JSONValue, _ report: inout Report
  ) {
    report(Self.notDigits, "\(name) message is \(quoted(text)), expected digits", at: place)
  }

  private static func areDigits(_ text: String) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static let code39 = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%")

  // MARK: 2D barcodes

  private func checkLength(
    _ text: String, _ encoding: String?, _ format: BarcodeFormat, _ place: JSONValue,
    _ report: inout Report
  ) {
    // A text up to this length fits in every encoding.
    guard text.utf8.count > 250, let encoding,
      case .encoded(let length) = MessageBytes.encode(text, as: encoding)
    else { return }
    if Self.share(of: format, text, lengthInBytes: length) > 1 {
      report(
        Self.tooLong,
        "barcode message is \(length) bytes, more than any \(Self.name(format)) holds",
        at: place)
    }
  }

  private static func name(_ format: BarcodeFormat) -> String {
    switch format {
    case .qr: "QR code"
    case .pdf417: "PDF417 barcode"
    default: "Aztec code"
    }
  }

  /// Returns the minimum share of the largest barcode that a text needs, where 1 is all of it.
  /// Digits and capital letters need less space than bytes, also in the middle of other text.
  private static func share(
    of format: BarcodeFormat, _ text: String, lengthInBytes: Int
  ) -> Double {
    let capacity: (digits: Double, letters: Double, bytes: Double)
    let isLetter: (UInt8) -> Bool
    switch format {
    case .qr:
      capacity = (7089, 4296, 2953)
      isLetter = { $0 < 0x80 && code39.contains(Character(UnicodeScalar($0))) || $0 == 0x3A }
    case .pdf417:
      capacity = (2710, 1850, 1108)
      isLetter = { (0x20..<0x7F).contains($0) || [9, 10, 13].contains($0) }
    default:
      capacity = (3832, 3067, 1914)
      isLetter = { $0 == 0x20 || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    }
    var digits = 0
    var letters = 0
    for byte in text.utf8 {
      if (0x30...0x39).contains(byte) { digits += 1 } else if isLetter(byte) { letters += 1 }
    }
    let rest = max(0, lengthInBytes - digits - letters)
    return Double(digits) / capacity.digits + Double(letters) / capacity.letters
      + Double(rest) / capacity.bytes
  }
}

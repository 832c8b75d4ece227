// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// What each kind of barcode can hold, by its standard.
///
/// Apple documents no rules for the content; how Wallet treats a wrong one was not tried.
struct BarcodeContentRule: Rule {
  private static func code(
    _ format: String, _ message: String, at pointer: String? = nil
  ) -> Example {
    let new = ["EAN13", "Code39", "Codabar", "I2of5"].contains(format)
    let fallback = new ? ", " + BarcodeFormatRule.item("QR") : ""
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
    why: "EAN-13 and Interleaved 2 of 5 have bars for digits and for nothing else.",
    help: "write digits only, without blanks and hyphens, or use another format",
    source: .documented("ISO/IEC 15420 and 16390"),
    bad: [
      code("EAN13", "400638133393X"), code("EAN13", "４００６３８１３３３９３１"), code("I2of5", "12 34"),
      code("I2of5", "1²"),
    ],
    good: [fine("EAN13", "4006381333931"), fine("I2of5", "1234")])

  static let length = Finding(
    "barcode.content.wrongLength", .error, effect: .wrong,
    why: "EAN-13 has 13 digits; Interleaved 2 of 5 draws digits in pairs and needs an even number.",
    help: "EAN-13: 13 digits, EAN-8 does not exist here; Interleaved 2 of 5: put a 0 before it",
    source: .documented("ISO/IEC 15420 and 16390"),
    bad: [code("EAN13", "40063813339310"), code("EAN13", "96385074"), code("I2of5", "123")],
    good: [fine("EAN13", "0012345678905"), fine("I2of5", "0123")])

  static let noCheckDigit = Finding(
    "barcode.content.noCheckDigit", .warning, effect: .maybeRefused, step: .barcodes,
    why: """
      The 13th digit of an EAN-13 is computed from the twelve before. Some programs add it; whether \
      Wallet does is not known.
      """,
    help: "write all 13 digits", source: .documented("ISO/IEC 15420"),
    bad: [code("EAN13", "400638133393")], good: [fine("EAN13", "4006381333931")])

  static let checkDigit = Finding(
    "barcode.content.wrongCheckDigit", .error, effect: .wrong,
    why: "A scanner refuses an EAN-13 whose last digit does not fit the twelve before.",
    help: "look the number up again: most likely two digits were swapped",
    source: .documented("ISO/IEC 15420"),
    bad: [code("EAN13", "4006381333932"), code("EAN13", "0000000000001")],
    good: [fine("EAN13", "5901234123457"), fine("EAN13", "0000000000000")])

  static let character = Finding(
    "barcode.content.wrongCharacter", .error, effect: .wrong,
    why: """
      Code 39 has bars for 0-9, A-Z, blank and - . $ / + %, and by pairs for the rest of ASCII; \
      Codabar for 0-9 and - $ : / . + between a start and a stop letter A to D.
      """,
    help: "leave the character out, or use QR or Code 128",
    source: .documented("ISO/IEC 16388, EN 798"),
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
      Small letters and the like take two characters each in Code 39, and characters beyond ASCII \
      an extra step in Code 128. Many scanners are not set up to read them so, and whether Wallet \
      draws them is not known.
      """,
    help: "use capital letters in Code 39 and ASCII in Code 128, or a QR code",
    source: .documented("ISO/IEC 16388 and 15417"),
    bad: [code("Code39", "Abc"), code("Code39", "A*B"), code("Code128", "Größe")],
    good: [fine("Code39", "ABC"), fine("Code128", "abc~{}")])

  static let tooLong = Finding(
    "barcode.message.tooLong", .error, effect: .wrong,
    why: """
      No barcode of the format can hold it. The largest QR code takes 2953 bytes, 4296 capital \
      letters and digits or 7089 digits; PDF417 1108, 1850 or 2710; Aztec 1914, 3067 or 3832. Long \
      before that a telephone's screen is too small for the scanner.
      """,
    help: "put an id or a short URL into the barcode, and keep the rest on the server",
    source: .documented("ISO/IEC 18004, 15438 and 24778"),
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

  // MARK: Codes of bars

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
        Self.length, "EAN-13 message has \(counted(digits.count, "digit")), expected 13", at: place)
    }
  }

  /// The last digit of an EAN-13: every second digit counts three times.
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
          + "number", at: place)
    }
  }

  private func checkCode39(_ text: String, _ place: JSONValue, _ report: inout Report) {
    if let wrong = text.first(where: { !$0.isASCII }) {
      report(Self.character, "Code 39 has no \(quoted(String(wrong)))", at: place)
    } else if let odd = text.first(where: { !Self.code39.contains($0) }) {
      report(
        Self.extendedCharacter, "Code 39 has \(quoted(String(odd))) only as a pair of characters",
        at: place)
    }
  }

  private func checkCodabar(_ text: String, _ place: JSONValue, _ report: inout Report) {
    var body = Substring(text)
    if let first = body.first, "ABCDabcd".contains(first) { body = body.dropFirst() }
    if let last = body.last, "ABCDabcd".contains(last) { body = body.dropLast() }
    if let wrong = body.first(where: { !"0123456789-$:/.+".contains($0) }) {
      report(Self.character, "Codabar has no \(quoted(String(wrong))) inside a message", at: place)
    }
  }

  private func checkASCII(_ text: String, _ place: JSONValue, _ report: inout Report) {
    if let odd = text.first(where: { !$0.isASCII }) {
      report(
        Self.extendedCharacter,
        "Code 128 message holds \(quoted(String(odd))), expected ASCII characters", at: place)
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

  // MARK: Codes of squares

  private func checkLength(
    _ text: String, _ encoding: String?, _ format: BarcodeFormat, _ place: JSONValue,
    _ report: inout Report
  ) {
    // Nothing below this is too long in any encoding.
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

  /// How much of the largest barcode a text takes at the very least, 1 being all of it: digits and
  /// capital letters are packed more tightly than bytes, also in the middle of other text.
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

// SPDX-License-Identifier: Apache-2.0

import PassModel

/// Rules for what each kind of barcode can encode. libzint silently changes some messages that do
/// not fit, and a preview must not.
enum BarcodeAlphabet {
  /// Returns why a kind of barcode cannot encode a message, or nil if it can. The reason does not
  /// contain the message.
  static func rejection(of message: [UInt8], as format: BarcodeFormat) -> String? {
    if message.isEmpty { return "the message is empty" }
    switch format {
    case .qr, .aztec, .pdf417: return nil
    case .code128:
      // The limit of libzint for linear barcodes.
      return message.count <= 256
        ? nil : "the message is \(message.count) bytes, Code128 holds at most 256"
    case .code39: return code39(message)
    case .codabar: return codabar(message)
    case .ean13: return ean13(message)
    case .interleaved2of5:
      guard message.allSatisfy(isDigit) else { return "I2of5 can encode only digits" }
      guard message.count <= 88 else {
        return "the message has \(message.count) digits, I2of5 holds at most 88 here"
      }
      return message.count.isMultiple(of: 2)
        ? nil : "the message has \(message.count) digits, I2of5 needs an even number"
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static let code39Signs = Array("-. $/+%".utf8)

  private static func code39(_ message: [UInt8]) -> String? {
    let isWritable = message.allSatisfy {
      isDigit($0) || $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z")
        || code39Signs.contains($0)
    }
    if !isWritable { return "Code39 can encode only A-Z, digits, spaces and - . $ / + %" }
    return message.count <= 85
      ? nil : "the message has \(message.count) characters, Code39 holds at most 85 here"
  }

  private static let codabarSigns = Array("-$:/.+".utf8)

  private static func codabar(_ message: [UInt8]) -> String? {
    let ends = Array("ABCD".utf8)
    guard message.count >= 3, let first = message.first, let last = message.last,
      ends.contains(first), ends.contains(last)
    else { return "a Codabar message must begin and end with one of A B C D" }
    guard message.dropFirst().dropLast().allSatisfy({ isDigit($0) || codabarSigns.contains($0) })
    else { return "Codabar can encode only digits and - $ : / . + between its ends" }
    return message.count <= 60
      ? nil : "the message has \(message.count) characters, Codabar holds at most 60 here"
  }

  private static func ean13(_ message: [UInt8]) -> String? {
    guard message.allSatisfy(isDigit) else { return "EAN13 can encode only digits" }
    guard message.count == 12 || message.count == 13 else {
      return "the message has \(message.count) digits, EAN13 needs 12 or 13"
    }
    guard message.count == 13 else { return nil }
    let sum = message.dropLast().enumerated().reduce(0) {
      $0 + Int($1.element - UInt8(ascii: "0")) * ($1.offset.isMultiple(of: 2) ? 1 : 3)
    }
    let expected = (10 - sum % 10) % 10
    return message[12] - UInt8(ascii: "0") == UInt8(expected)
      ? nil : "the check digit of EAN13 (the last digit) must be \(expected)"
  }
}

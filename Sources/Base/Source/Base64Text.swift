// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Base64 without a cryptography library.
package enum Base64Text {
  /// Returns whether a string is standard Base64 with padding.
  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count % 4 == 0 else { return false }
    let padding = bytes.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
    return bytes.dropLast(padding).allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte.decimalDigit != nil
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }
  }
}

extension Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Decodes Base64 and ignores white space. Returns nil for other strings.
  package static func decode(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { $0 > 0x20 }
    guard isValid(String(decoding: digits, as: UTF8.self)) else { return nil }
    var out: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { break }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return out
  }

  /// Encodes as standard Base64 with padding.
  package static func encode(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for index in 0..<3 {
        bits = bits << 8 | (index < part.count ? UInt32(part[part.startIndex + index]) : 0)
      }
      for index in 0..<4 {
        out.append(
          index <= part.count
            ? alphabet[Int(bits >> UInt32(18 - 6 * index)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Bytes as hex digits and back.
package enum Hex {
  /// Lower-case digits, two per byte.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    let digits: StaticString = "0123456789abcdef"
    let table = UnsafeBufferPointer(start: digits.utf8Start, count: 16)
    let count = bytes.count * 2
    return String(unsafeUninitializedCapacity: count) { text in
      var position = 0
      for byte in bytes {
        text[position] = table[Int(byte >> 4)]
        text[position + 1] = table[Int(byte & 15)]
        position += 2
      }
      return count
    }
  }

  /// The bytes of an even number of hex digits in either case; nil for anything else.
  package static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = value(of: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

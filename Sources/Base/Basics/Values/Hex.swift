// SPDX-License-Identifier: Apache-2.0

package enum Hex {
  /// Returns two lower-case digits for each byte.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    // Access to the bytes of a generic collection is slow, so the buffer is used.
    bytes.withContiguousStorageIfAvailable { encode($0) }
      ?? Array(bytes).withUnsafeBufferPointer { encode($0) }
  }

  private static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let count = bytes.count * 2
    return String(unsafeUninitializedCapacity: count) { text in
      var position = 0
      for byte in bytes {
        text[position] = digit(byte >> 4, uppercase: false)
        text[position + 1] = digit(byte & 15, uppercase: false)
        position += 2
      }
      return count
    }
  }

  /// Appends the two digits of a byte as ASCII.
  package static func append(
    _ byte: UInt8, uppercase: Bool = false, to text: inout [UInt8]
  ) {
    text.append(digit(byte >> 4, uppercase: uppercase))
    text.append(digit(byte & 15, uppercase: uppercase))
  }

  /// Returns a number with at least this many digits.
  package static func number(
    _ value: some UnsignedInteger, digits: Int, uppercase: Bool = false
  ) -> String {
    let text = String(value, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Decodes an even number of hex digits in any case. Returns nil for other strings.
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

  /// Returns the value of a hex digit in any case, or nil for another byte.
  package static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  package static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

  @inline(__always)
  private static func digit(_ value: UInt8, uppercase: Bool) -> UInt8 {
    let letter = uppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
    return value < 10 ? UInt8(ascii: "0") + value : letter + (value - 10)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Conversion of UTF-16 files.
package enum UTF16Text {
  /// Converts to UTF-8. Lone surrogates become U+FFFD, and `isExact` is false then.
  ///
  /// - Parameter bytes: UTF-16 without byte order mark. An odd last byte is dropped.
  package static func utf8(
    _ bytes: ArraySlice<UInt8>, isBigEndian: Bool
  ) -> (bytes: [UInt8], isExact: Bool) {
    // A unit (two bytes) becomes at most three bytes, and a surrogate pair (four bytes) becomes
    // four.
    let limit = bytes.count / 2 * 3
    var isExact = bytes.count % 2 == 0
    let text = bytes.withUnsafeBufferPointer { bytes in
      [UInt8](unsafeUninitializedCapacity: limit) { text, count in
        var index = 0
        func unit(_ index: Int) -> UInt32 {
          let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
          return isBigEndian ? first << 8 | second : second << 8 | first
        }
        while index + 1 < bytes.count {
          var value = unit(index)
          index += 2
          if value & 0xF800 == 0xD800 {
            if value < 0xDC00, index + 1 < bytes.count, unit(index) & 0xFC00 == 0xDC00 {
              value = 0x10000 + (value & 0x3FF) << 10 + unit(index) & 0x3FF
              index += 2
            } else {
              value = 0xFFFD
              isExact = false
            }
          }
          append(value, to: text, &count)
        }
      }
    }
    return (text, isExact)
  }

  /// Appends one code point as UTF-8.
  private static func append(
    _ value: UInt32, to text: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    func write(_ byte: UInt32) {
      text[count] = UInt8(truncatingIfNeeded: byte)
      count += 1
    }
    switch value {
    case ..<0x80: write(value)
    case ..<0x800:
      write(0xC0 | value >> 6)
      write(0x80 | value & 0x3F)
    case ..<0x10000:
      write(0xE0 | value >> 12)
      write(0x80 | value >> 6 & 0x3F)
      write(0x80 | value & 0x3F)
    default:
      write(0xF0 | value >> 18)
      write(0x80 | value >> 12 & 0x3F)
      write(0x80 | value >> 6 & 0x3F)
      write(0x80 | value & 0x3F)
    }
  }

  /// Detects UTF-16 with or without byte order mark. JSON and strings files begin with an ASCII
  /// character, so one byte of the first unit is zero.
  package static func detect(_ bytes: [UInt8]) -> (isBigEndian: Bool, markLength: Int)? {
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): return (false, 2)
    case (0xFE, 0xFF): return (true, 2)
    case (0, 1...): return (true, 0)
    case (1..., 0): return (false, 0)
    default: return nil
    }
  }
}

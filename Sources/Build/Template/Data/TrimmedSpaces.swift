// SPDX-License-Identifier: Apache-2.0

/// The characters that `trim` removes: Unicode's white space, including the no-break spaces of
/// spreadsheets.
enum TrimmedSpaces {
  /// Returns the range without spaces at both ends.
  static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end {
      let byte = bytes[start]
      if byte > 0x20 && byte < 0x80 { break }
      let length = byte < 0x80 ? (isBlank(byte) ? 1 : 0) : wideBlank(bytes, at: start, end)
      if length == 0 { break }
      start += length
    }
    while end > start {
      let byte = bytes[end - 1]
      if byte > 0x20 && byte < 0x80 { break }
      if byte < 0x80 {
        guard isBlank(byte) else { break }
        end -= 1
      } else if end - 2 >= start, wideBlank(bytes, at: end - 2, end) == 2 {
        end -= 2
      } else if end - 3 >= start, wideBlank(bytes, at: end - 3, end) == 3 {
        end -= 3
      } else {
        break
      }
    }
    return start..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  /// Returns the length of a white space of several bytes at the index, or 0.
  private static func wideBlank(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, _ end: Int
  ) -> Int {
    guard index + 1 < end else { return 0 }
    let (first, second) = (bytes[index], bytes[index + 1])
    // U+0085 and U+00A0.
    if first == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
    guard index + 2 < end else { return 0 }
    let third = bytes[index + 2]
    switch (first, second, third) {
    case (0xE1, 0x9A, 0x80),  // U+1680
      (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F),  // U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F
      (0xE3, 0x80, 0x80),  // U+3000
      (0xEF, 0xBB, 0xBF):  // U+FEFF, a byte order mark left over from joining files
      return 3
    default: return 0
    }
  }
}

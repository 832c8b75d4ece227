// SPDX-License-Identifier: Apache-2.0

/// UTF-16 in bytes, as text files carry it.
package enum UTF16Text {
  /// The text as UTF-8, halves of pairs replaced by U+FFFD.
  ///
  /// - Parameter bytes: without byte order mark; an odd last byte is dropped.
  package static func utf8(
    _ bytes: ArraySlice<UInt8>, isBigEndian: Bool
  ) -> (bytes: [UInt8], isExact: Bool) {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    let text = String(decoding: units, as: UTF16.self)
    let isExact = index == bytes.endIndex && text.utf16.elementsEqual(units)
    return (Array(text.utf8), isExact)
  }

  /// Whether the bytes begin like UTF-16, with or without a mark: JSON and strings files start
  /// with an ASCII character, so the other byte of the first pair is zero.
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

// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A UTF-16 unit written as hex digits, such as `\u00e9`, in JSON and in strings files.
package enum EscapedUnit {
  package static let digits = 4
  /// Length of an escape with backslash and letter, in bytes.
  package static let whole = 6

  /// Reads the unit from four hex digits at `offset`. Returns nil if these are not hex digits.
  package static func unit(
    ofDigitsAt offset: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> UInt16? {
    guard offset + digits <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for index in offset..<offset + digits {
      guard let digit = Hex.value(of: bytes[index]) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Reads the escape of a low surrogate at `offset`. Returns nil if there is none.
  ///
  /// - Parameter allowsCapital: whether `\U` is an escape too.
  package static func lowSurrogate(
    at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, allowsCapital: Bool = false
  ) -> UInt16? {
    guard offset + whole <= bytes.count, bytes[offset] == UInt8(ascii: "\\") else { return nil }
    let letter = allowsCapital ? bytes[offset + 1] | 0x20 : bytes[offset + 1]
    guard letter == UInt8(ascii: "u"), let low = unit(ofDigitsAt: offset + 2, in: bytes),
      low & 0xFC00 == 0xDC00
    else { return nil }
    return low
  }

  /// Combines a surrogate pair.
  package static func scalar(_ high: UInt16, _ low: UInt16) -> UnicodeScalar? {
    UnicodeScalar(0x10000 + UInt32(high & 0x3FF) << 10 + UInt32(low & 0x3FF))
  }
}

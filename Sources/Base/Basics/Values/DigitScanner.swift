// SPDX-License-Identifier: Apache-2.0

/// A scanner for dates and times: numbers with a fixed count of digits, and separators.
package struct DigitScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private var index: Int

  /// Scans all bytes. The buffer must outlive the scanner, otherwise this is a use after free.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.init(bytes, 0..<bytes.count) }

  /// Scans a part of the bytes. The buffer must outlive the scanner.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  package var isAtEnd: Bool { index >= end }

  /// The next byte, or nil at the end.
  package var next: UInt8? { index < end ? bytes[index] : nil }

  /// Reads a byte, or returns nil at the end.
  package mutating func readByte() -> UInt8? {
    guard let byte = next else { return nil }
    index += 1
    return byte
  }

  /// Skips the given byte. Returns false if another one comes next.
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Reads a number with exactly this many digits, at most 18. Returns nil and reads nothing if
  /// there are fewer.
  package mutating func number(digits: Int) -> Int? {
    guard end - index >= digits else { return nil }
    var value = 0
    for offset in index..<index + digits {
      guard let digit = bytes[offset].decimalDigit else { return nil }
      value = value * 10 + digit
    }
    index += digits
    return value
  }

  /// Skips all digits that come next and returns their number.
  package mutating func skipDigits() -> Int {
    let start = index
    while index < end, bytes[index].decimalDigit != nil { index += 1 }
    return index - start
  }
}

extension UInt8 {
  /// The value of an ASCII digit, or nil for another byte.
  package var decimalDigit: Int? {
    let value = self &- UInt8(ascii: "0")
    return value <= 9 ? Int(value) : nil
  }
}

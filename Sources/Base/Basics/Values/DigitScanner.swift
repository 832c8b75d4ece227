// SPDX-License-Identifier: Apache-2.0

/// Walks the bytes of a date or time: numbers of so many digits and what stands between them.
package struct DigitScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private var index: Int

  /// A scanner of all bytes, which have to outlive it.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.init(bytes, 0..<bytes.count) }

  /// A scanner of some of the bytes, which have to outlive it.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  /// Whether everything has been read.
  package var isAtEnd: Bool { index >= end }

  /// The byte that is read next, or nil at the end.
  package var next: UInt8? { index < end ? bytes[index] : nil }

  /// Reads one byte of any kind; nil at the end.
  package mutating func take() -> UInt8? {
    guard let byte = next else { return nil }
    index += 1
    return byte
  }

  /// Reads that byte if it comes next.
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Reads a number of exactly so many digits, at most 18; reads nothing when fewer come next.
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

  /// Reads all digits that come next and returns how many there were.
  package mutating func skipDigits() -> Int {
    let start = index
    while index < end, bytes[index].decimalDigit != nil { index += 1 }
    return index - start
  }
}

extension UInt8 {
  /// What a byte is worth as one of the ASCII digits `0` to `9`; nil for all others.
  package var decimalDigit: Int? {
    let value = self &- UInt8(ascii: "0")
    return value <= 9 ? Int(value) : nil
  }
}

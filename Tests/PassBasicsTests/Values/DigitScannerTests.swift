// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

struct DigitScannerTests {
  @Test func readsNumbersAndWhatStandsBetween() {
    Array("20:5x".utf8).withUnsafeBufferPointer { bytes in
      var scanner = DigitScanner(bytes)
      let numbers = [3, 2, 1].map { scanner.number(digits: $0) }
      #expect(numbers == [nil, 20, nil])
      let skipped = [".", ":", ":"].map { scanner.skip(UInt8(ascii: $0)) }
      #expect(skipped == [false, true, false])
      let counts = [scanner.skipDigits(), scanner.skipDigits()]
      #expect(counts == [1, 0])
      #expect(scanner.next == UInt8(ascii: "x") && !scanner.isAtEnd)
      let rest = [scanner.readByte(), scanner.readByte()]
      #expect(rest == [UInt8(ascii: "x"), nil] && scanner.isAtEnd)
      let beyond = scanner.number(digits: 1)
      #expect(beyond == nil)
    }
  }

  @Test func staysInItsRange() {
    Array("123456".utf8).withUnsafeBufferPointer { bytes in
      var scanner = DigitScanner(bytes, 1..<4)
      let numbers = [4, 3].map { scanner.number(digits: $0) }
      #expect(numbers == [nil, 234] && scanner.isAtEnd)
    }
  }

  @Test func knowsTheTenDigits() {
    let digits = (UInt8.min...UInt8.max).compactMap(\.decimalDigit)
    #expect(digits == Array(0...9))
    #expect(UInt8(ascii: "7").decimalDigit == 7)
  }
}

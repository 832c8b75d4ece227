// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

struct HexTests {
  @Test(arguments: [
    ("00fFAb", [0, 255, 171]), ("", []), ("0", nil), ("000", nil), ("0g", nil), ("g0", nil),
    (" 0", nil), ("+1", nil), ("\u{FF10}\u{FF10}", nil), ("é0", nil),
  ])
  func readsDigitsInBothCasesAndNothingElse(text: String, bytes: [UInt8]?) {
    #expect(Hex.decode(text) == bytes)
  }

  @Test func writesWhatItReads() {
    var random = SplitMix64(seed: 1)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Hex.encode(bytes)
      #expect(text == bytes.map { String(format: "%02x", $0) }.joined())
      #expect(Hex.decode(text) == bytes)
      var capital: [UInt8] = []
      for byte in bytes { Hex.append(byte, uppercase: true, to: &capital) }
      #expect(String(decoding: capital, as: UTF8.self) == text.uppercased())
      #expect(Hex.decode(text.uppercased()) == bytes)
    }
  }

  @Test func knowsTheTwentyTwoDigits() {
    let digits = (UInt8.min...UInt8.max).filter(Hex.isDigit)
    #expect(String(decoding: digits, as: UTF8.self) == "0123456789ABCDEFabcdef")
    for digit in digits {
      #expect(
        Hex.value(of: digit).map(Int.init)
          == Int(String(decoding: [digit], as: UTF8.self), radix: 16))
    }
  }

  @Test(arguments: [(0, 4, "0000"), (0xE9, 4, "00E9"), (0x1F600, 4, "1F600"), (0xA, 1, "A")])
  func fillsNumbersWithZeros(value: UInt32, digits: Int, text: String) {
    #expect(Hex.number(value, digits: digits, uppercase: true) == text)
    #expect(Hex.number(value, digits: digits) == text.lowercased())
  }
}

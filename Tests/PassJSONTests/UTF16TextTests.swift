// SPDX-License-Identifier: Apache-2.0

import PassJSON
import Testing

/// Compares UTF-16 decoding with that of the standard library.
@Suite struct UTF16TextTests {
  @Test(arguments: [true, false]) func readsEveryMixtureOfUnits(isBigEndian: Bool) {
    let signs: [UInt16] = [
      0x41, 0x7F, 0x80, 0x7FF, 0x800, 0x2028, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0xFFFF,
    ]
    var state: UInt64 = 11
    for length in 0..<400 {
      var units: [UInt16] = []
      for _ in 0..<length % 9 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        units.append(signs[Int(state >> 33) % signs.count])
      }
      let bytes = units.flatMap { unit in
        let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? pair : pair.reversed()
      }
      let text = String(decoding: units, as: UTF16.self)
      let read = UTF16Text.utf8(bytes[...], isBigEndian: isBigEndian)
      #expect(read.bytes == Array(text.utf8), "\(units)")
      #expect(read.isExact == text.utf16.elementsEqual(units), "\(units)")
    }
  }

  @Test func saysThatAByteIsLeftOver() {
    let read = UTF16Text.utf8([0x00, 0x41, 0x00], isBigEndian: true)
    #expect(read.bytes == [0x41])
    #expect(!read.isExact)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

struct CRC32Tests {
  @Test func givesThePublishedValues() {
    #expect(CRC32.of([]) == 0)
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.of(Array("The quick brown fox jumps over the lazy dog".utf8)) == 0x414F_A339)
  }

  @Test func agreesWithTheBitwiseDefinitionAtEveryLengthAndOffset() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ 17) }
    for start in 0..<20 {
      for end in start...bytes.count {
        var expected = ~UInt32(0)
        for byte in bytes[start..<end] {
          expected ^= UInt32(byte)
          for _ in 0..<8 { expected = (expected >> 1) ^ (expected & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        bytes[start..<end].withUnsafeBytes { #expect(CRC32.of($0) == ~expected) }
      }
    }
  }
}

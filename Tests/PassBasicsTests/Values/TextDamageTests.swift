// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

/// Bytes as compressed data has them, with the first bytes of a zip archive.
private let sound: [UInt8] =
  [0x50, 0x4B, 3, 4, 20, 0, 8, 0] + (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 / 7) }

/// Returns the bytes as each damage leaves them.
private func damaged(_ bytes: [UInt8], _ damage: TextDamage) -> [UInt8] {
  switch damage {
  case .replaced: Array(String(decoding: bytes, as: UTF8.self).utf8)
  case .reencoded: bytes.flatMap { Array(String(UnicodeScalar($0)).utf8) }
  case .questionMarks: bytes.map { $0 < 0x80 ? $0 : 0x3F }
  case .widened: [0xFF, 0xFE] + bytes.flatMap { [$0, 0] }
  }
}

struct TextDamageTests {
  @Test(arguments: TextDamage.allCases)
  func recognizesEachDamage(_ damage: TextDamage) {
    #expect(TextDamage(damaged(sound, damage)) == damage)
    #expect(TextDamage(Array(damaged(sound, damage).dropLast())) == damage)
    #expect(damage.help.contains("Node.js") || damage.help.contains("PowerShell"))
  }

  @Test func recognizesWindows1252() {
    var bytes = damaged(sound.filter { $0 < 0x80 || $0 >= 0xA0 }, .reencoded)
    bytes += Array("€‚ƒ„".utf8)
    #expect(TextDamage(bytes) == .reencoded)
  }

  @Test(
    arguments: [
      sound, [], [0x50, 0x4B, 3, 4], Array("Not found".utf8),
      Array("<p>\u{FFFD}\u{FFFD}äöü</p>".utf8),
      Array(String(repeating: "ä", count: 90).utf8), Array("???? ???? ????".utf8),
      [0xFF, 0xFE] + "{\"a\":\"bcdefgh\"}".utf8.flatMap { [$0, 0] },
      Array("\u{1}".utf8) + Array("日本語日本語".utf8),
    ] as [[UInt8]])
  func leavesEverythingElseAlone(_ bytes: [UInt8]) {
    #expect(TextDamage(bytes) == nil)
  }
}

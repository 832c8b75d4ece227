// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

/// Compares lines and columns with a count byte by byte.
@Suite struct SourceTableTests {
  @Test func countsLinesOfEveryEnding() throws {
    var state: UInt64 = 7
    let signs: [UInt8] = [0x0A, 0x0D, 0x61, 0x62]
    for _ in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<13 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(signs[Int(state >> 33) % signs.count])
      }
      var sources = SourceTable()
      let source = sources.add(Source(name: "a", bytes: bytes))
      for offset in 0...bytes.count {
        let place = try #require(
          sources.location(of: Origin(source: source, offset: offset)))
        let (line, column) = Self.counted(bytes, offset)
        #expect(place.line == line && place.column == column, "\(bytes) at \(offset)")
      }
    }
  }

  @Test func countsUnitsBehindLongASCII() throws {
    let text = String(repeating: "x", count: 21) + "ä\u{1F3AB}y"
    var sources = SourceTable()
    let source = sources.add(Source(name: "a", bytes: Array(text.utf8)))
    let place = sources.location(of: Origin(source: source, offset: text.utf8.count - 1))
    #expect(place?.column == 28)
    #expect(place?.utf16Column == 25)
  }

  /// Large sources have marks. Locations at and around them must be correct.
  @Test func countsLinesAndUnitsOfLargeSources() throws {
    var state: UInt64 = 11
    let parts = ["\n", "\r", "\r\n", "a", "é", "\u{1F3AB}", String(repeating: "x", count: 90)]
    var text = "\u{FEFF}"
    while text.utf8.count < 50_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text += parts[Int(state >> 33) % parts.count]
    }
    let bytes = Array(text.utf8)
    var sources = SourceTable()
    let source = sources.add(Source(name: "a", bytes: bytes))
    for offset in stride(from: 0, through: bytes.count, by: 331).map({ $0 })
      + (1...11).flatMap({ (4096 * $0 - 4)...(4096 * $0 + 4) })
    {
      let place = try #require(sources.location(of: Origin(source: source, offset: offset)))
      let (line, column) = Self.counted(bytes, offset)
      #expect(place.line == line && place.column == column, "at \(offset)")
      let start = offset - column + 1
      if let before = String(validating: bytes[start..<offset], as: UTF8.self) {
        let mark = before.unicodeScalars.first == "\u{FEFF}" ? 1 : 0
        #expect(place.utf16Column == before.utf16.count - mark + 1, "at \(offset)")
      }
    }
  }

  /// Once each of a thousand locations was searched from the first byte.
  @Test func findsManyPlacesOfALargeSourceQuickly() {
    let bytes = [UInt8](repeating: 0x0A, count: 1_000_000)
    var sources = SourceTable()
    let source = sources.add(Source(name: "a", bytes: bytes))
    let time = ProcessorTime.ofThread {
      for offset in 999_000..<1_000_000 {
        #expect(sources.location(of: Origin(source: source, offset: offset))?.line == offset + 1)
      }
    }
    #expect(time < .seconds(3))
  }

  private static func counted(_ bytes: [UInt8], _ offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in 0..<offset {
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      guard bytes[index] == 0x0A || (bytes[index] == 0x0D && !isPair) else { continue }
      line += 1
      start = index + 1
    }
    return (line, offset - start + 1)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassTesting
import Testing

@testable import PassTemplate

/// Tests of random and damaged input. The result must be a diagnostic or a value, never a trap.
struct DataFuzzTests {
  private static let columns = """
    {"s":{"pattern":"[A-Z]-[0-9]+","optional":true},"i":{"type":"integer","default":0},
     "n":{"type":"number","decimal":",","optional":true},"b":{"type":"boolean","optional":true},
     "d":{"type":"date","time":"12:00","zone":"Europe/Berlin","optional":true},
     "u":{"type":"url","optional":true},"j":{"type":"json","optional":true},
     "f":{"type":"file","optional":true},"e":{"type":"enum","values":["x"],"optional":true}}
    """
  private static let csv = """
    s,i,n,b,d,u,j,f,e
    A-1,5,"1,5",yes,2025-12-31T18:00,https://example.com/%20,"{""a"": [1, ""é""]}",p/a.png,x
    "B-2
    ",-7,,no,2025-03-30T02:30,mailto:a@b,[],,""
    C-3,0,2,1,2025-10-26,https://x,"[""\\u00e9""]",q,x\r
    """
  private static let lines = """
    {"s":"A-1","i":5,"n":1.5,"b":true,"d":"2025-12-31T18:00","j":{"a":[1]},"e":"x"}
    {"s":null,"i":"7","u":"https://example.com","f":"a/b","j":[[]]}
    """

  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      guard !bytes.isEmpty else { break }
      let index = Int.random(in: 0..<bytes.count, using: &random)
      let special = Array("\",;\t\r\n{}[]:\\'+-.E0 ".utf8) + [0, 0x80, 0xC3, 0xFF, 0xEF]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[index] = special.randomElement(using: &random) ?? 0
      case 2: bytes.insert(special.randomElement(using: &random) ?? 0, at: index)
      case 3: bytes.remove(at: index)
      default: bytes.removeLast(bytes.count - index)
      }
    }
    return bytes
  }

  private static func noise(_ alphabet: [UInt8]?, _ random: inout SplitMix64) -> [UInt8] {
    (0..<Int.random(in: 0...60, using: &random)).map { _ in
      alphabet?.randomElement(using: &random) ?? UInt8.random(in: 0...255, using: &random)
    }
  }

  /// The seed is in the test's name, so that a failure can be repeated.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func survivesDamagedData(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("s,i\"\r\n;\t x1".utf8)
    for round in 0..<4000 {
      let name = ["d.csv", "d.jsonl", "d.tsv", "d.json"][round % 4]
      let base = Array((round % 2 == 0 ? Self.csv : Self.lines).utf8)
      let bytes =
        round % 5 == 0
        ? Self.noise(round % 3 == 0 ? nil : alphabet, &random) : Self.damaged(base, &random)
      _ = try parse(columns: Self.columns, bytes, name: name)
      var report = Report()
      _ = try EncodingCheck.run(
        name: name, options: DataOptions(), read: pieces(bytes, of: 7), report: &report)
    }
  }

  @Test(arguments: [5, 6] as [UInt64])
  func readsDamagedDataTheSameInAnyChunks(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let base = Array(Self.csv.utf8)
    for _ in 0..<1500 {
      let bytes = Self.damaged(base, &random)
      let whole = try readData(bytes)
      let small = try readData(bytes, chunk: Int.random(in: 1...9, using: &random))
      #expect(whole.rows.map(\.bytes) == small.rows.map(\.bytes))
      #expect(whole.rows.map(\.line) == small.rows.map(\.line))
      #expect(whole.codes == small.codes)
      #expect(whole.diagnostics.map(\.location) == small.diagnostics.map(\.location))
    }
  }

  @Test(arguments: [7, 8] as [UInt64])
  func survivesDamagedColumns(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let base = Array(("{\"columns\":" + Self.columns + "}").utf8)
    let words = [
      "\"type\"", "\"date\"", "\"format\"", "\"yyyy'\"", "\"values\"", "[]", "null", "1e999",
      "\"default\"", "\"pattern\"", "\"(?<\"", "\"zone\"", "\"+99:99\"", "{", "}", "true",
    ].map { Array($0.utf8) }
    for _ in 0..<4000 {
      var bytes = Self.damaged(base, &random)
      if Bool.random(using: &random), !bytes.isEmpty {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes.insert(contentsOf: words.randomElement(using: &random) ?? [], at: index)
      }
      var report = Report()
      let document = JSONReader.read(bytes, name: "template.json", report: &report)
      _ = ColumnSchema.read(document?.root["columns"], report: &report)
    }
  }

  @Test(arguments: [9, 10] as [UInt64])
  func survivesRandomDatesAndFormats(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("0123456789-:TZ+ .zt".utf8)
    let letters = Array("yMdHms'./-T:xé".utf8)
    let zone = try #require(ZoneRules(named: "Europe/Berlin"))
    var table = ZoneTable(zone)
    for round in 0..<4000 {
      let base = Array("2025-12-31T18:30:05+01:00".utf8)
      let bytes =
        round % 2 == 0 ? Self.damaged(base, &random) : Self.noise(alphabet, &random)
      let format = try? DateFormat(
        String(decoding: Self.noise(letters, &random), as: UTF8.self))
      let german = try DateFormat("dd.MM.yyyy HH:mm")
      bytes.withUnsafeBufferPointer { bytes in
        var cursor = DigitScanner(bytes)
        if let day = cursor.isoDate()?.civil {
          _ = table.resolve(local: day.daysSince1970 * 86_400, year: day.year)
        }
        _ = format?.date(bytes, 0..<bytes.count)
        _ = german.date(bytes, 0..<bytes.count)
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassCheck
import PassDiagnostics
import PassReport
import PassTesting
import Testing

/// Small files that would cost minutes or gigabytes if every error were kept. bench/hostile.sh
/// measures larger ones.
struct HostileTextTests {
  private static func checked(_ path: String, _ bytes: [UInt8]) throws -> CheckedSubject {
    var sample = SampleBundle()
    sample.pass.files[path] = bytes
    return try sample.checked()
  }

  private static func passJSON(_ member: String) -> [UInt8] {
    Array((SamplePass.passJSON.dropLast(3) + ", \"userInfo\": {\"a\": " + member + "}}").utf8)
  }

  @Test(arguments: [
    ("json.string.controlCharacter", "\"" + String(repeating: "\u{1}", count: 200_000) + "\""),
    ("json.string.invalidEscape", "\"" + String(repeating: "\\q", count: 200_000) + "\""),
    ("json.number.invalid", "[" + String(repeating: "01,", count: 200_000) + "1]"),
    ("json.comma.trailing", "[" + String(repeating: "[1,],", count: 50_000) + "1]"),
    ("json.member.duplicate", "{" + String(repeating: "\"a\":1,", count: 50_000) + "\"a\":1}"),
  ])
  func textThatIsWrongInEachByteIsCountedAndNotListed(code: String, member: String) throws {
    let subject = try Self.checked("pass.json", Self.passJSON(member))
    let listed = subject.diagnostics.count { $0.code == code }
    #expect(listed > 10 && listed <= Report.limitPerCode + 1, "\(listed)")
    #expect(subject.diagnostics.contains { $0.message.hasPrefix("there are more than") })
  }

  /// Once each escape copied all text before it, which took minutes for a few megabytes.
  @Test func aLongTextOfEscapesIsReadInOneGo() throws {
    let text = "\"" + String(repeating: "\\n", count: 1 << 20) + "\""
    var found: [Diagnostic] = []
    let time = try ProcessorTime.ofThread {
      found = try Self.checked("pass.json", Self.passJSON(text)).diagnostics
    }
    #expect(found.isEmpty, "\(found.map(\.code))")
    // A copy for each escape would be a terabyte in total. Reading takes well below a second.
    #expect(time < .seconds(30))
  }

  /// Once the location of each was computed, although only a few are listed. That took minutes for
  /// a megabyte.
  @Test func objectsThatAllLackTheirKeysAreCountedAndNotListed() throws {
    let places = "[" + String(repeating: "{},", count: 100_000) + "{}]"
    let json = Array((SamplePass.passJSON.dropLast(3) + ", \"locations\": " + places + "}").utf8)
    var listed = 0
    let time = try ProcessorTime.ofThread {
      listed = try Self.checked("pass.json", json).diagnostics.count {
        $0.code == "key.required.missing"
      }
    }
    #expect(listed > 10 && listed <= Report.limitPerCode + 1, "\(listed)")
    #expect(time < .seconds(30))
  }

  @Test func stringsThatAreWrongInEachLineAreCountedAndNotListed() throws {
    let lines = Array(String(repeating: "\"\\q\";\n", count: 100_000).utf8)
    let subject = try Self.checked("de.lproj/pass.strings", lines)
    let listed = subject.diagnostics.count { $0.code == "strings.escape.invalid" }
    #expect(listed > 10 && listed <= Report.limitPerCode + 1, "\(listed)")
  }

  @Test func aTextOf400000ValuesIsRefused() throws {
    let subject = try Self.checked(
      "pass.json", Self.passJSON("[" + String(repeating: "1,", count: 400_000) + "1]"))
    #expect(subject.diagnostics.map(\.code) == ["json.text.tooLarge"])
  }

  @Test func aTextOf9MegabytesIsRefused() throws {
    let subject = try Self.checked(
      "pass.json", Self.passJSON("\"" + String(repeating: "x", count: 9 << 20) + "\""))
    #expect(subject.diagnostics.map(\.code) == ["json.text.tooLarge"])
  }

  /// Each pass is within the limits, but all together exceed them (decompression bomb).
  @Test func passesOfABundleShareOneLimit() throws {
    // 903,001 bytes: 1 + 258 x 3,500 zeros.
    let inner = ArchiveSketch([
      "pass.json": Array("{}".utf8), "x.bin": [UInt8](repeating: 0, count: 903_001),
    ]).changed {
      $0.entries[$0["x.bin"]].isDeflated = true
      $0.entries[$0["x.bin"]].packed = Self.deflatedZeros(runs: 3_500)
    }.bytes
    let outer = ArchiveSketch(
      Dictionary(uniqueKeysWithValues: (10..<40).map { ("a\($0).pkpass", inner) })
    ).bytes
    var options = try SampleBundle().options()
    _ = options.limits.set("total-size", to: 4 << 20)
    var unpacked = 0
    var checker = PassChecker(options)
    for outcome in checker.check(outer, name: "a.pkpasses") {
      let isRefused = outcome.subject.diagnostics.contains { $0.code == "archive.limit.exceeded" }
      if outcome.subject.kind == .bundle, !isRefused { unpacked += 903_001 }
    }
    #expect(unpacked > 0 && unpacked <= 4 << 20, "\(unpacked) bytes were unpacked")
  }

  /// Returns a deflate stream of one zero and runs of 258 zeros, with fixed codes.
  private static func deflatedZeros(runs: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var bit = 0
    func put(_ code: String) {
      for digit in code {
        if bit % 8 == 0 { bytes.append(0) }
        if digit == "1" { bytes[bytes.count - 1] |= 1 << UInt8(bit % 8) }
        bit += 1
      }
    }
    put("110")  // last block, fixed codes (01, low bit first)
    put("00110000")  // literal zero
    for _ in 0..<runs { put("11000101" + "00000") }  // length 258, distance 1
    put("0000000")  // end of block
    return bytes
  }

  @Test func placesInALargeFileAreThoseOfASmallOne() throws {
    for text in ["a\nb\r\nc\rd", "\r\n\r\n", "x", "\n", "\r", "a\n\rb\n", ""] {
      let bytes = Array(text.utf8)
      var table = SourceTable()
      let source = table.add(Source(name: "a", bytes: bytes))
      for offset in 0...bytes.count {
        // Counts lines as an editor does.
        var (line, start) = (1, 0)
        for index in 0..<offset {
          let isFollowed = index + 1 < bytes.count && bytes[index + 1] == 0x0A
          if bytes[index] == 0x0A || (bytes[index] == 0x0D && !isFollowed) {
            (line, start) = (line + 1, index + 1)
          }
        }
        let place = table.location(of: Origin(source: source, offset: offset))
        #expect(
          place?.line == line && place?.column == offset - start + 1, "\(text.debugDescription)")
      }
    }
    let many = Array(String(repeating: "line\r\n\rx\n", count: 10_000).utf8)
    var table = SourceTable()
    let source = table.add(Source(name: "a", bytes: many))
    #expect(table.location(of: Origin(source: source, offset: many.count))?.line == 30_001)
    #expect(table.location(of: Origin(source: source, offset: many.count - 1))?.column == 2)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

@testable import PassModel

private func read(_ bytes: [UInt8]) -> (table: StringsTable, report: Report) {
  var report = Report()
  let table = StringsFile.read(
    bytes, name: "en.lproj/pass.strings", language: "en", report: &report)
  return (table, report)
}

private func read(_ text: String) -> (table: StringsTable, report: Report) {
  read(Array(text.utf8))
}

private func utf16(_ text: String, bigEndian: Bool = false, mark: Bool = true) -> [UInt8] {
  ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
    return bigEndian ? [high, low] : [low, high]
  }
}

struct StringsFileTests {
  @Test func aMissingQuoteIsOneFindingAndHidesNoOther() {
    let (table, report) = read("\"a\" = \"b;\n\"c\" = \"d\";\n\"e\" \"f\";\n")
    #expect(
      report.diagnostics.map(\.code) == ["strings.string.unterminated", "strings.syntax.invalid"])
    #expect(report.diagnostics.map { $0.location?.line } == [1, 3])
    #expect(report.diagnostics.first?.location?.column == 7)
    #expect(table.values["c"] == "d")
  }

  @Test(arguments: [
    ("“a” = \"b\";", "write a straight quote (\") in place of this typographic one"),
    ("\"a\": \"b\";", "write = in place of the colon"),
    ("\"a\" = \"b\"\n\"c\" = \"d\";", "write a semicolon after the value"),
  ])
  func helpNamesTheCharacterToChange(_ text: String, _ help: String) {
    #expect(read(text).report.diagnostics.first?.help == help)
  }

  @Test(arguments: [
    Array("\"a\" = \"é😀\";".utf8), [0xEF, 0xBB, 0xBF] + Array("\"a\" = \"é😀\";".utf8),
    utf16("\"a\" = \"é😀\";"), utf16("\"a\" = \"é😀\";", bigEndian: true),
  ])
  func readsEveryEncoding(_ bytes: [UInt8]) {
    let (table, report) = read(bytes)
    #expect(table.values["a"] == "é😀")
    #expect(report.diagnostics.isEmpty)
  }

  @Test(arguments: [false, true])
  func warnsOfUTF16WithoutMarkAndReadsIt(_ bigEndian: Bool) {
    let (table, report) = read(utf16("\"a\" = \"é\";", bigEndian: bigEndian, mark: false))
    #expect(table.values["a"] == "é")
    #expect(report.diagnostics.map(\.code) == ["strings.encoding.withoutMark"])
  }

  @Test func readsCommentsEscapesAndBareWords() {
    let (table, report) = read(
      #"""
      /* of the front "not" = "read"; */
      "points" = "say \"Punkte\"\n\tC:\\ \U00e9\U0041 \101 \'x\'"; // and the rest
      bare_key.1 = Wert-2 ;'single' = 'it"s';
      "alone";
      "lines" = "two
      lines";
      "braces" = "{{ name }}";
      """#)
    #expect(report.diagnostics.isEmpty)
    #expect(table.values["points"] == "say \"Punkte\"\n\tC:\\ éA A 'x'")
    #expect(table.values["bare_key.1"] == "Wert-2")
    #expect(table.values["single"] == "it\"s")
    #expect(table.values["alone"] == "alone")
    #expect(table.values["lines"] == "two\nlines")
    #expect(table.values["braces"] == "{{ name }}")
    #expect(table.entries.count == 6)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let code: String
    let line: Int
    let column: Int
    var rest = true
    var testDescription: String { "\(code) in \(text.prefix(40))" }
  }

  @Test(arguments: [
    Fault(text: "\"a\" \"b\";\n", code: "strings.syntax.invalid", line: 1, column: 5),
    Fault(text: "\"a\" = ;\n", code: "strings.syntax.invalid", line: 1, column: 7),
    Fault(text: "\"a\" = \"b\"\n", code: "strings.semicolon.missing", line: 1, column: 10),
    Fault(text: "\"a\" = \"b\" c;\n", code: "strings.semicolon.missing", line: 1, column: 10),
    Fault(
      text: "\"a\" = \"The \"Tide\" club\";\n", code: "strings.string.innerQuote", line: 1,
      column: 12),
    Fault(
      text: "\"a\" = \"\"Tide\" = club\"; // c\n", code: "strings.string.innerQuote", line: 1,
      column: 8),
    Fault(
      text: "\"a\" = \"b\" \"c\" = \"d\";\n", code: "strings.semicolon.missing", line: 1, column: 10
    ),
    Fault(text: "é = \"b\";\n", code: "strings.syntax.invalid", line: 1, column: 1),
    Fault(text: "\"a\" = \"\\q\";\n", code: "strings.escape.invalid", line: 1, column: 8),
    Fault(text: "\"a\" = \"\\U12\";\n", code: "strings.escape.invalid", line: 1, column: 8),
    Fault(text: "\"a\" = \"\\Ud83d\";\n", code: "strings.escape.invalid", line: 1, column: 8),
    Fault(text: "/* a\n", code: "strings.comment.unterminated", line: 1, column: 1, rest: false),
    Fault(text: "\"z\" = \"0\";\n", code: "strings.key.duplicate", line: 2, column: 1),
  ])
  func namesTheFaultAndReadsOn(_ fault: Fault) throws {
    let (table, report) = read(fault.text + "\"z\" = \"end\";\n")
    let diagnostic = try #require(report.diagnostics.first)
    #expect(diagnostic.code == fault.code)
    #expect(diagnostic.location?.line == fault.line)
    #expect(diagnostic.location?.column == fault.column)
    #expect(report.diagnostics.count == 1, "\(report.diagnostics.map(\.message))")
    #expect((table.values["z"] == "end") == fault.rest)
  }

  @Test func repeatedKeysAreOneNote() throws {
    let (_, report) = read("\"a\" = \"1\";\n\"a\" = \"2\";\n\"b\" = \"3\";\n\"b\" = \"4\";\n")
    #expect(report.diagnostics.map(\.code) == ["strings.key.duplicate"])
    let note = try #require(report.diagnostics.first)
    #expect(note.severity == .note)
    #expect(note.location?.line == 2)
    #expect(note.message == "the key \"a\" was translated before (2 such lines in the file)")
  }

  @Test func namesTheStringThatHasNoEnd() {
    let (table, report) = read("\"z\" = \"end\";\n\"a\" = \"b;\n")
    #expect(report.diagnostics.map(\.code) == ["strings.string.unterminated"])
    #expect(report.diagnostics.first?.location?.line == 2)
    #expect(report.diagnostics.first?.location?.column == 7)
    #expect(table.values["z"] == "end")
  }

  @Test func namesBytesThatAreNoText() {
    #expect(
      read(Array("\"a\" = \"caf".utf8) + [0xE9] + Array("\";".utf8)).report.diagnostics.map(\.code)
        == ["strings.encoding.invalid"])
    #expect(
      read(utf16("\"a\" = \"b\";") + [0x20]).report.diagnostics.map(\.code)
        == ["strings.encoding.invalid"])
    #expect(
      read([0xFF, 0xFE, 0, 0, 0x22, 0, 0, 0]).report.diagnostics.map(\.code)
        == ["strings.encoding.invalid"])
    #expect(
      read("bplist00garbage").report.diagnostics.map(\.code) == ["strings.format.propertyList"])
  }

  @Test func writesASCIIWhereThatIsEnoughAndUTF16Elsewhere() {
    func table(_ value: String) -> StringsTable {
      StringsTable(
        language: "de",
        entries: [.init(key: "a \"b\"", value: value, keyOrigin: .none, valueOrigin: .none)])
    }
    #expect(
      StringsFile.bytes(of: table("x\n\\\u{1}")) == Array(#""a \"b\"" = "x\n\\\U0001";"#.utf8) + [
        10
      ])
    // Big-endian, as in real passes. KDE's reader supports nothing else.
    let big = "\u{FEFF}\"a \\\"b\\\"\" = \"é\";\n".utf16.flatMap {
      [UInt8($0 >> 8), UInt8($0 & 255)]
    }
    #expect(StringsFile.bytes(of: table("é")) == big)
    #expect(StringsFile.bytes(of: table("")) == StringsFile.bytes(of: table("")))
  }

  @Test(arguments: ["", "plain", "\"quoted\"", "a\\b", "tab\tcr\r\nnul\u{0}", "😀 שלום", "{{ x }}"])
  func readsBackWhatItWrote(_ text: String) {
    let table = StringsTable(
      language: "de",
      entries: [.init(key: text + "k", value: text, keyOrigin: .none, valueOrigin: .none)])
    let (back, report) = read(StringsFile.bytes(of: table))
    #expect(report.diagnostics.isEmpty)
    #expect(back.entries.map(\.key) == [text + "k"])
    #expect(back.entries.map(\.value) == [text])
  }

  @Test func neverTrapsOnDamagedText() {
    let seeds: [[UInt8]] = [
      Array("/* c */ \"a\" = \"b\\n\\U0041\\101\"; // d\nbare = 'x';\n".utf8),
      utf16("\"a\" = \"é😀\";\n'b';"),
    ]
    var random = SplitMix64(seed: 0x5EED)
    for round in 0..<20_000 {
      var bytes = seeds[round % 2]
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.byte()
        case 1: bytes.removeSubrange(Int.random(in: 0..<bytes.count, using: &random)...)
        default:
          let special = Array("\"'\\/*;={}U7".utf8)
          bytes.insert(
            special[Int.random(in: 0..<special.count, using: &random)],
            at: Int.random(in: 0...bytes.count, using: &random))
        }
      }
      _ = read(bytes)
    }
  }
}

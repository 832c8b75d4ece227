// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import Testing

@testable import PassTemplate

struct CellTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let column: String
    let text: String
    /// The value, or the code of the finding.
    let result: String
    var testDescription: String { "\(text.debugDescription) as \(column)" }

    init(_ column: String, _ text: String, _ result: String) {
      (self.column, self.text, self.result) = (column, text, result)
    }
  }

  private static let integer = #"{"type":"integer"}"#
  private static let number = #"{"type":"number"}"#
  private static let comma = #"{"type":"number","decimal":","}"#
  private static let boolean = #"{"type":"boolean"}"#
  private static let url = #"{"type":"url"}"#
  private static let tier = #"{"type":"enum","values":["Gold","Silver"]}"#
  private static let json = #"{"type":"json","optional":true}"#
  private static let file = #"{"type":"file"}"#

  @Test(arguments: [
    Sample("{}", "  Jane\u{A0}\t", "text Jane"),
    Sample(#"{"trim":false}"#, "  Jane ", "text   Jane "),
    Sample(#"{"trim":false}"#, " ", "text  "),
    Sample("{}", " \u{A0}\u{3000}", "data.cell.missing"),
    Sample(#"{"optional":true}"#, "  ", "empty"),
    Sample(#"{"default":"x"}"#, "", "text x"),
    Sample(#"{"default":""}"#, "", "text "),
    Sample("{}", "0", "text 0"),
    Sample("{}", "007", "text 007"),
    Sample("{}", "\u{1}{{ x }}\"\\\n😀\u{202E}", "text \u{1}{{ x }}\"\\\n😀\u{202E}"),
    Sample("{}", "1.23E+12", "data.string.scientific"),
    Sample("{}", "-4,56E+100", "data.string.scientific"),
    Sample("{}", "4E+09", "data.string.scientific"),
    Sample("{}", "1.23E+1", "text 1.23E+1"),
    Sample("{}", "1.23e+12", "text 1.23e+12"),
    Sample("{}", "1.23E12", "text 1.23E12"),
    Sample("{}", "12.3E+12", "text 12.3E+12"),
    Sample("{}", "1.E+12", "text 1.E+12"),
    Sample("{}", "A1.2E+12", "text A1.2E+12"),
    Sample(#"{"pattern":"[A-Z]{2}[0-9]+"}"#, "AB12", "text AB12"),
    Sample(#"{"pattern":"[A-Z]{2}[0-9]+"}"#, "AB12 x", "data.pattern.mismatch"),
    Sample(#"{"pattern":"[A-Z]{2}[0-9]+"}"#, "xAB12", "data.pattern.mismatch"),
    Sample(#"{"pattern":"a|b"}"#, "ab", "data.pattern.mismatch"),
    Sample(#"{"type":"integer","pattern":"[0-9]{4}"}"#, "123", "data.pattern.mismatch"),
    Sample(#"{"type":"integer","pattern":"[0-9]{4}"}"#, "1234", "number 1234"),

    Sample(integer, "5", "number 5"),
    Sample(integer, " -5 ", "number -5"),
    Sample(integer, "0", "number 0"),
    Sample(integer, "-0", "number -0"),
    Sample(integer, "123456789012345678901234567890", "number 123456789012345678901234567890"),
    Sample(integer, "+5", "data.integer.invalid"),
    Sample(integer, "007", "data.integer.invalid"),
    Sample(integer, "-", "data.integer.invalid"),
    Sample(integer, "1e3", "data.integer.invalid"),
    Sample(integer, "1.0", "data.integer.invalid"),
    Sample(integer, "٣", "data.integer.invalid"),
    Sample(#"{"type":"integer","default":0}"#, "", "number 0"),

    Sample(number, "1.5", "number 1.5"),
    Sample(number, "1.50", "number 1.50"),
    Sample(number, "-1e-3", "number -1e-3"),
    Sample(number, "1,5", "data.number.invalid"),
    Sample(number, ".5", "data.number.invalid"),
    Sample(number, "5.", "data.number.invalid"),
    Sample(number, "+5", "data.number.invalid"),
    Sample(number, "007", "data.number.invalid"),
    Sample(number, "NaN", "data.cell.noValue"),
    Sample(number, "1e308", "number 1e308"),
    Sample(number, "-1e999", "data.number.invalid"),
    Sample(number, "0x10", "data.number.invalid"),
    Sample(comma, "1,5", "number 1.5"),
    Sample(comma, "15", "number 15"),
    Sample(comma, "1,5E400", "data.number.invalid"),
    Sample(comma, "1.5", "data.number.invalid"),
    Sample(comma, "1.000,5", "data.number.invalid"),
    Sample(comma, "1,000,5", "data.number.invalid"),

    Sample(boolean, "TRUE", "boolean true"),
    Sample(boolean, "Yes", "boolean true"),
    Sample(boolean, "1", "boolean true"),
    Sample(boolean, "false", "boolean false"),
    Sample(boolean, "nO", "boolean false"),
    Sample(boolean, "0", "boolean false"),
    Sample(boolean, "ja", "data.boolean.invalid"),
    Sample(boolean, "2", "data.boolean.invalid"),
    Sample(boolean, "\u{4E}\u{2F}", "data.boolean.invalid"),
    Sample(#"{"type":"boolean","default":false}"#, "", "boolean false"),

    Sample(url, "https://example.com", "text https://example.com"),
    Sample(url, "HTTP://example.com:8080/a?b=c#d", "text HTTP://example.com:8080/a?b=c#d"),
    Sample(url, "http://[2001:db8::1]:8080/", "text http://[2001:db8::1]:8080/"),
    Sample(url, "https://me:x@example.com?q=[1]", "text https://me:x@example.com?q=[1]"),
    Sample(url, "tel:+4930123", "text tel:+4930123"),
    Sample(url, "music:", "text music:"),
    Sample(url, "https://example.com:/", "text https://example.com:/"),
    Sample(url, "https://example.com/%C3%BC", "text https://example.com/%C3%BC"),
    Sample(url, "https://example.com/%C", "data.url.invalid"),
    Sample(url, "https://example.com/ü", "data.url.invalid"),
    Sample(url, "www.example.com", "data.url.invalid"),
    Sample(url, "https:example.com", "data.url.invalid"),
    Sample(url, "https://", "data.url.invalid"),
    Sample(url, "https://?x", "data.url.invalid"),
    Sample(url, "http://[::1", "data.url.invalid"),
    Sample(url, "http://[]/", "data.url.invalid"),
    Sample(url, "http://a]b/", "data.url.invalid"),
    Sample(url, "http://a:b:c/", "data.url.invalid"),
    Sample(url, "https://example.com:port/", "data.url.invalid"),
    Sample(url, "https://me@", "data.url.invalid"),
    Sample(url, "https://example.com:0/", "data.url.invalid"),
    Sample(url, "https://example.com:65536/", "data.url.invalid"),
    Sample(url, "app://example:port", "data.url.invalid"),
    Sample(url, "1http://x", "data.url.invalid"),
    Sample(url, ":", "data.url.invalid"),

    Sample(tier, "Gold", "text Gold"),
    Sample(tier, "gold", "data.enum.unknown"),
    Sample(tier, "Bronze", "data.enum.unknown"),

    Sample(json, #"[1, {"a": "b"}]"#, #"json [1,{"a":"b"}]"#),
    Sample(json, "{}", "json {}"),
    Sample(json, "null", "empty"),
    Sample(json, "", "empty"),
    Sample(json, "5", "data.json.notContainer"),
    Sample(json, "[1,]", "json.comma.trailing"),
    Sample(json, "[1", "json.text.truncated"),

    Sample(file, "a/../photos/a.png", "data.path.outside"),
    Sample(file, "./photos//a.png", "file photos/a.png"),
    Sample(file, "photos/b.png", "data.path.missing"),
    Sample(file, "..", "data.path.outside"),
    Sample(file, "photos/..", "data.path.outside"),
    Sample(file, "./", "data.path.outside"),
    Sample(file, "a\u{0}b", "data.cell.zeroByte"),
    Sample(file, "~/../x", "data.path.outside"),
  ])
  func readsCellsByTheirType(_ sample: Sample) throws {
    let (cell, diagnostics) = try cell(sample.column, sample.text)
    #expect(cell.map { $0.value.shown } ?? diagnostics.first?.code == sample.result)
    #expect(diagnostics.count == (cell == nil ? 1 : 0))
  }

  @Test
  func reportsEveryBadCellOfARowAtItsPlace() throws {
    let parsing = try parse(
      columns: """
        {"a":{"type":"integer"},"b":{"type":"boolean"},"c":{"type":"json"},"d":{}}
        """,
      "d,c,b,a\nx,[1],yes,5\n,\"{\"\"k\"\": \"\"\u{e9}\"\", oops}\",maybe,\" +5\"\n")
    #expect(parsing.rows.count == 1 && parsing.rejected == 1)
    let found = parsing.diagnostics.sorted(by: Diagnostic.inOrder)
    #expect(
      found.map(\.code) == [
        "data.cell.missing", "json.syntax.invalid", "data.boolean.invalid", "data.integer.invalid",
      ])
    #expect(found.map { $0.location?.line } == [3, 3, 3, 3])
    #expect(found.map { $0.location?.column } == [1, 19, 26, 32])
    #expect(found.last?.message == "column \"a\" is \"+5\", expected an integer")
  }

  @Test
  func showsTheFirst40CharactersOfABadValue() throws {
    let text = "a\n" + String(repeating: "é", count: 60)
    let (_, diagnostics) = try cell(#"{"type":"integer"}"#, text)
    let shown = "\"a\\u{a}" + String(repeating: "é", count: 38) + "…\""
    #expect(diagnostics.first?.message == "column \"a\" is \(shown), expected an integer")
  }

  @Test
  func keepsThePlaceOfEveryValueInsideAJSONCell() throws {
    for text in ["a,b\nx,\"[1,\n 22]\"\n", "a,b\nx,\"[\"\"1\"\", 22]\"\n"] {
      let parsing = try parse(columns: #"{"b":{"type":"json"}}"#, text)
      guard case .json(let document)? = parsing.rows.first?.first?.value else {
        Issue.record("no JSON in \(text)")
        continue
      }
      let offset = try #require(document.root.element(1)).origin.offset
      let row = Array(text.utf8.dropFirst(4))
      #expect(row[Int(offset)...].starts(with: "22".utf8))
      #expect(document.root.origin.source == SourceTable.row)
    }
  }

  @Test
  func keepsTheTextBesideTheValue() throws {
    #expect(try cell(#"{"type":"number","decimal":","}"#, " 1,5 ").cell?.text == "1,5")
    #expect(try cell(#"{"type":"boolean"}"#, "YES").cell?.text == "YES")
    #expect(try cell(#"{"default":"x"}"#, "").cell?.text == "x")
  }

  @Test
  func takesEmptyFalseAndZeroForNo() {
    let no: [CellValue] = [
      .empty, .boolean(false), .number("0"), .number("-0.0"), .number("0e5"), .text("0"),
      .text("False"),
    ]
    let yes: [CellValue] = [.boolean(true), .number("0.1"), .text("no"), .file("a")]
    #expect(no.allSatisfy(\.isFalsy) && !yes.contains(where: \.isFalsy))
  }
}

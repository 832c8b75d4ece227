// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassTemplate

struct JSONDataTests {
  @Test(arguments: [1, 2, 7, 65_536])
  func readsOneObjectPerLine(_ chunk: Int) throws {
    let text = "\u{FEFF}{\"a\":1}\r\n\n  \n[1]\n{\"a\":}\n{\"a\": 2}"
    let reading = try readData(text, name: "data.jsonl", chunk: chunk)
    #expect(reading.rows.map(\.isRejected) == [false, true, true, false])
    #expect(reading.rows.map(\.line) == [1, 4, 5, 6])
    #expect(reading.emptyRows == 2)
    #expect(reading.codes == ["data.row.notObject", "json.syntax.invalid"])
    #expect(reading.diagnostics[1].location == Location(file: "data.jsonl", line: 5, column: 6))
  }

  @Test
  func readsOneObjectOfManyLines() throws {
    let reading = try readData("{\n \"a\": 1\n}\n", name: "data.json")
    #expect(reading.rows.count == 1 && reading.codes.isEmpty)
    #expect(try readData("[{\"a\":1}]", name: "data.json").codes == ["data.file.notOneObject"])
    #expect(try readData("", name: "data.json").codes == ["json.syntax.invalid"])
    #expect(try readData("{\"a\":\n oops}", name: "d.json").diagnostics.first?.location?.line == 2)
  }

  private func values(_ columns: String, _ object: String, uses: [String] = []) throws -> [String] {
    let parsing = try parse(columns: columns, object + "\n", name: "data.jsonl", uses: uses)
    return parsing.rows.first?.map { $0.value.shown } ?? parsing.codes
  }

  @Test
  func takesValuesByTheirKind() throws {
    #expect(try values(#"{"a":{}}"#, #"{"a":" x "}"#) == ["text x"])
    #expect(try values(#"{"a":{}}"#, #"{"a":12.50}"#) == ["text 12.50"])
    #expect(try values(#"{"a":{}}"#, #"{"a":true}"#) == ["text true"])
    #expect(try values(#"{"a":{}}"#, #"{"a":{"b":1}}"#) == ["data.cell.wrongKind"])
    #expect(try values(#"{"a":{"type":"integer"}}"#, #"{"a":5}"#) == ["number 5"])
    #expect(try values(#"{"a":{"type":"integer"}}"#, #"{"a":"5"}"#) == ["number 5"])
    #expect(try values(#"{"a":{"type":"integer"}}"#, #"{"a":5.5}"#) == ["data.integer.invalid"])
    #expect(
      try values(#"{"a":{"type":"number","decimal":","}}"#, #"{"a":5.5}"#) == ["number 5.5"])
    #expect(
      try values(#"{"a":{"type":"number","decimal":","}}"#, #"{"a":"5,5"}"#) == ["number 5.5"])
    #expect(try values(#"{"a":{"type":"boolean"}}"#, #"{"a":false}"#) == ["boolean false"])
    #expect(try values(#"{"a":{"type":"boolean"}}"#, #"{"a":1}"#) == ["boolean true"])
    #expect(
      try values(#"{"a":{"type":"json"}}"#, #"{"a":[1,{"b":[]}]}"#) == [#"json [1,{"b":[]}]"#])
    #expect(try values(#"{"a":{"type":"json"}}"#, #"{"a":5}"#) == ["data.json.notContainer"])
    #expect(try values(#"{"a":{"type":"date"}}"#, #"{"a":5}"#) == ["data.date.invalid"])
  }

  @Test
  func namesElementsOfListsByTheirPlace() throws {
    let object = #"{"legs":[{"gate":"G7"},{"gate":"G8"}],"x":{"0":"member"}}"#
    #expect(
      try values("{}", object, uses: ["legs.0.gate", "legs.1.gate", "x.0"])
        == ["text G7", "text G8", "text member"])
    for path in ["legs.2.gate", "legs.-1.gate", "legs.00.gate", "legs.gate", "legs.0.0"] {
      #expect(try values("{}", object, uses: [path]) == ["data.cell.missing"], "\(path)")
    }
  }

  @Test
  func takesMissingNullAndBlankForEmpty() throws {
    for object in [#"{}"#, #"{"a":null}"#, #"{"a":""}"#, #"{"a":" "}"#] {
      #expect(try values(#"{"a":{"optional":true}}"#, object) == ["empty"])
      #expect(try values(#"{"a":{"type":"json","optional":true}}"#, object) == ["empty"])
      #expect(try values(#"{"a":{"default":"x"}}"#, object) == ["text x"])
      #expect(try values(#"{"a":{}}"#, object) == ["data.cell.missing"])
    }
  }

  @Test
  func followsMemberPaths() throws {
    let object = #"{"member":{"name":"Jane","card":{"no":7}},"x.y":"z"}"#
    #expect(
      try values("{}", object, uses: ["member.name", "member.card.no", "x.y"])
        == ["text Jane", "text 7", "text z"])
    #expect(try values("{}", object, uses: ["member.mail"]) == ["data.cell.missing"])
    #expect(try values("{}", object, uses: ["member..name"]) == ["data.cell.missing"])
  }

  @Test
  func pointsAtTheMemberThatIsNearlyRight() throws {
    let parsing = try parse(
      columns: #"{"serial":{}}"#, "\n{\"x\": 1, \"Serial\": 2}\n", name: "data.jsonl")
    #expect(parsing.codes == ["data.cell.missing"])
    #expect(
      parsing.diagnostics.first?.location == Location(file: "data.jsonl", line: 2, column: 10))
  }

  @Test
  func pointsAtTheValueInItsLine() throws {
    let parsing = try parse(
      columns: #"{"a":{"type":"integer"}}"#, "{\"a\": 1}\n{\"b\": 2, \"a\": \"x\"}\n",
      name: "data.jsonl")
    #expect(
      parsing.diagnostics.first?.location == Location(file: "data.jsonl", line: 2, column: 15))
  }

  @Test
  func tellsTheFormatByTheFileName() {
    #expect(DataFormat.of(fileName: "a/B.CSV") == .csv)
    #expect(DataFormat.of(fileName: "a.tsv") == .tsv)
    #expect(DataFormat.of(fileName: "a.ndjson") == .jsonl)
    #expect(DataFormat.of(fileName: "a.json") == .json)
    #expect(DataFormat.of(fileName: "a.XLSX") == .xlsx)
    #expect(DataFormat.of(fileName: "a.xls") == nil)
    #expect(DataFormat.of(fileName: "-") == nil)
  }
}

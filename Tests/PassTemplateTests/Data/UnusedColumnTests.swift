// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassTemplate

/// Tests of tables with other column names than the template.
struct UnusedColumnTests {
  private static let card = #"{"card":{},"points":{"type":"integer","from":"Points","default":0}}"#

  @Test
  func warnsOnceWhichColumnsAreNotUsedIfOneMayBeMissing() throws {
    let parsing = try parse(
      columns: Self.card, "card,Punkte,Guthaben\nA,1,2\nB,3,4\n")
    #expect(parsing.codes == ["data.column.unused"])
    let warning = try #require(parsing.diagnostics.first)
    #expect(warning.severity == .warning)
    #expect(
      warning.message == "Punkte, Guthaben are not used, and the header has no \"Points\"")
    #expect(warning.location == Location(file: "data.csv", line: 1, column: 6))
    #expect(parsing.rows.count == 2)
  }

  @Test(arguments: [
    "card,Points,Ort\nA,1,Ulm\n", "card\nA\n", "card,Points\nA,1\n", "card,,\nA,,\n",
    "card,passc_code,passc_reason,pass_file,pass_serial,pass_sha256\nA,1,2,3,4,5\n",
  ])
  func isSilentIfNothingIsMissingOrNothingIsLeft(_ data: String) throws {
    #expect(try parse(columns: Self.card, data).codes == [])
  }

  @Test
  func namesThreeOfManyColumns() throws {
    let parsing = try parse(columns: Self.card, "card,a,b,c,d,e\nA,1,2,3,4,5\n")
    #expect(
      parsing.diagnostics.first?.message
        == "a, b, c and 2 more are not used, and the header has no \"Points\"")
  }

  @Test
  func takesAColumnThatIsGivenForOneThatIsThere() throws {
    #expect(
      try parse(columns: Self.card, "card,Punkte\nA,1\n", given: ["points=5"]).codes == [])
  }

  @Test
  func looksAtTheFirstRowOfJSON() throws {
    let data = "{\"card\":\"A\",\"Punkte\":1}\n{\"card\":\"B\",\"Punkte\":1}\n"
    let parsing = try parse(columns: Self.card, data, name: "data.jsonl")
    #expect(parsing.codes == ["data.column.unused"])
    #expect(
      parsing.diagnostics.first?.message
        == "Punkte is not used, and the first row has no \"Points\"")
    #expect(
      parsing.diagnostics.first?.location == Location(file: "data.jsonl", line: 1, column: 13))
    for data in [
      "{\"card\":\"A\",\"Points\":1,\"Ort\":1}\n", "{\"card\":\"A\",\"Points\":null,\"Ort\":1}\n",
      "{\"card\":\"A\"}\n",
    ] {
      #expect(try parse(columns: Self.card, data, name: "data.jsonl").codes == [], "\(data)")
    }
  }

  @Test(arguments: [
    #"{"tier":{"optional":true}}"#, #"{"points":{"type":"integer","default":0}}"#, "{}",
  ])
  func rejectsATableThatFillsNothing(_ columns: String) throws {
    let parsing = try parse(columns: columns, "Stufe,Punkte\nGold,5\n")
    #expect(parsing.codes == ["data.table.unused"])
    #expect(parsing.diagnostics.first?.severity == .error && parsing.rows.isEmpty)
    #expect(
      parsing.diagnostics.first?.message
        == "no column of the table is used: Stufe, Punkte")
    let lines = try parse(
      columns: columns, "{\"Stufe\":\"Gold\"}\n{\"Stufe\":\"Gold\"}\n", name: "data.jsonl")
    #expect(lines.codes == ["data.table.unused", "data.table.unused"] && lines.rows.isEmpty)
  }

  @Test
  func rejectsATableWhenEverythingIsGivenInItsPlace() throws {
    let columns = #"{"a":{},"b":{"optional":true}}"#
    #expect(
      try parse(columns: columns, "x\n1\n", given: ["a=1"]).codes == ["data.table.unused"])
    #expect(try parse(columns: columns, "a\n1\n", given: ["a=1"]).codes == [])
    #expect(
      try parse(columns: columns, "{\"a\":1}\n", name: "d.jsonl", given: ["a=1"]).codes == [])
  }

  @Test
  func leavesARequiredColumnToItsOwnError() throws {
    #expect(try parse(columns: Self.card, "Punkte\n1\n").codes == ["data.column.missing"])
  }

  @Test
  func followsPathsIntoMembers() throws {
    let columns = #"{"member.name":{"optional":true},"tier":{"optional":true}}"#
    let data = "{\"member\":{\"name\":\"Ada\"}}\n"
    #expect(try parse(columns: columns, data, name: "data.jsonl").codes == [])
  }
}

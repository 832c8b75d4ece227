// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of tables with other column names than the template, as users have them.
struct UnusedTableTests {
  private static let table = "serial,name,Buecher,Ausweis\nA-1,Ada,3,x\nA-2,Grace,4,y\n"

  @Test func warnsOnceWhichColumnsOfTheTableAreNotUsed() throws {
    let test = try BuildCase(["rows.csv": Self.table])
    let runs = [
      try IssueTests.issue(test, ["--data", "rows.csv", "-o", "out"]),
      try test.build(["--data", "rows.csv", "-o", "a.pkpass"]),
      try test.passc(["check", "card.pass", "--data", "rows.csv"]),
      try test.build(["--data", "rows.csv", "-o", "b.pkpass", "--strict"]),
    ]
    for (run, status) in zip(runs, [0, 0, 0, 1] as [Int32]) {
      #expect(run.status == status, "\(run.story)")
      let lines = (run.errors + run.text).split(separator: "\n").filter {
        $0.contains("[data.column.unused]")
      }
      #expect(lines.count == 1, "\(run.story)")
      #expect(
        lines.first?.contains("Buecher, Ausweis are not used, and the header has no \"books\"")
          == true, "\(run.story)")
      #expect(lines.first?.hasPrefix("rows.csv:1:13: ") == true, "\(run.story)")
    }
  }

  @Test func isSilentAboutTheColumnOfGroupsAndItsOwnColumns() throws {
    let test = try BuildCase([
      "rows.csv": "serial,name,family\nA-1,Ada,x\nA-2,Grace,x\n",
      "card.pass/template.json": #"{"columns": {"books": {"type": "integer", "default": 0}}}"#,
    ])
    let grouped = try IssueTests.issue(
      test, ["--data", "rows.csv", "-o", "out", "--group-by", "family"])
    #expect(grouped.status == 0, "\(grouped.story)")
    #expect(!grouped.errors.contains("data.column.unused"), "\(grouped.story)")
    let plain = try IssueTests.issue(test, ["--data", "rows.csv", "-o", "out2"])
    #expect(plain.errors.contains("family is not used"), "\(plain.story)")
  }

  @Test(arguments: ["rows.csv", "rows.jsonl"])
  func makesNoPassOfATableThatFillsNothing(_ name: String) throws {
    let test = try BuildCase([
      "rows.csv": "Nummer,Name\nA-1,Ada\n", "rows.jsonl": "{\"Nummer\": \"A-1\"}\n",
      "card.pass/pass.json": BuildCase.passJSON
        .replacing("{{ serial }}", with: "A-1").replacing("{{ name }}", with: "Somebody"),
      "card.pass/template.json": #"{"columns": {"books": {"type": "integer", "default": 0}}}"#,
    ])
    let issued = try IssueTests.issue(test, ["--data", name, "-o", "out"])
    #expect(issued.status == 1 && issued.codes.contains("data.table.unused"), "\(issued.story)")
    #expect(try test.tree().keys.filter { $0.hasSuffix(".pkpass") } == [])
    let built = try test.build(["--data", name, "-o", "a.pkpass"])
    #expect(built.status == 1 && built.codes == ["data.table.unused"], "\(built.story)")
    #expect(!test.exists("a.pkpass"))
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

/// Tests of `passc` with a sheet of an Excel workbook as the table.
struct IssueSheetTests {
  private static let rows: [[SampleWorkbook.Cell]] = [
    ["serial", "name", "books"], ["A-1", "José", .number("1", format: "0.00")],
    ["A-2", "Zoë, \"Z\"", "many"], ["A-3", .inline("Ünal"), .number("3")],
    ["A-3", "Twin", .number("4")],
  ]

  private func workbook(_ sheet: String = "Members") throws -> BuildCase {
    let test = try BuildCase()
    let workbook = SampleWorkbook([
      SampleWorkbook.Sheet(sheet, Self.rows), SampleWorkbook.Sheet("Other", [["serial"], ["x"]]),
    ])
    try test.folder.add("rows.xlsx", workbook.bytes())
    return test
  }

  @Test func rejectsAndIndexAreCSVAndPlacesAreThoseOfTheSheet() throws {
    let test = try workbook()
    let outcome = try IssueTests.issue(
      test,
      [
        "--data", "rows.xlsx", "--sheet", "Members", "-o", "out", "--rejects", "no.csv", "--index",
        "index.csv",
      ])
    #expect(outcome.text == "issued 2, reissued 0, unchanged 0, rejected 2\n", "\(outcome.story)")
    #expect(
      outcome.errors.contains("rows.xlsx:Members!C3: error: column \"books\" is \"many\""),
      "\(outcome.story)")
    #expect(
      outcome.errors.contains(
        "rows.xlsx:Members!A5: error: serial number \"A-3\" is already used in row 4"),
      "\(outcome.story)")
    #expect(outcome.errors.contains("rows.xlsx:Members!4: note: first used here"))
    let rejects = String(decoding: try test.bytes("no.csv"), as: UTF8.self)
    #expect(
      rejects.hasPrefix(
        "\u{FEFF}serial,name,books,passc_code,passc_reason\n"
          + "A-2,\"Zoë, \"\"Z\"\"\",many,data.integer.invalid,"))
    let index = String(decoding: try test.bytes("index.csv"), as: UTF8.self)
    #expect(index.contains("\nA-1,José,1,A-1.pkpass,A-1,"), "\(index)")
    try test.folder.add("again.csv", Array(rejects.replacing("many", with: "2").utf8))
    let again = try IssueTests.issue(test, ["--data", "again.csv", "-o", "again"])
    #expect(again.text == "issued 2, reissued 0, unchanged 0, rejected 0\n", "\(again.story)")
  }

  @Test func machineFormatsHaveTheSheet() throws {
    let test = try workbook()
    let outcome = try IssueTests.issue(
      test, ["--data", "rows.xlsx", "--sheet", "Members", "--dry-run", "--format", "json"])
    #expect(
      outcome.errors.contains(
        "\"file\":\"rows.xlsx\",\"line\":3,\"column\":3,\"sheet\":\"Members\",\"pointer\":"),
      "\(outcome.story)")
    #expect(
      outcome.errors.contains(
        "{\"file\":\"rows.xlsx\",\"line\":4,\"column\":null,\"sheet\":\"Members\""))
  }

  @Test func aPipeGivesThePassesOfTheFile() throws {
    let test = try workbook()
    let form = ["--sheet", "Members", "--data-format", "xlsx"]
    let file = try IssueTests.issue(test, ["--data", "rows.xlsx", "-o", "out"] + form)
    let pipe = try IssueTests.issue(
      test, ["--data", "-", "-o", "piped"] + form, input: try test.bytes("rows.xlsx"))
    #expect(pipe.text == file.text, "\(pipe.story)")
    #expect(pipe.errors.contains("<standard input>:Members!C3: error:"), "\(pipe.story)")
    #expect(try test.bytes("piped/A-1.pkpass") == test.bytes("out/A-1.pkpass"))
  }

  @Test func anUnclearSheetIsNamedAndRejectsAreNotAWorkbook() throws {
    let test = try workbook("My members")
    let unclear = try IssueTests.issue(test, ["--data", "rows.xlsx", "--dry-run"])
    #expect(unclear.codes == ["data.sheet.unclear"], "\(unclear.story)")
    #expect(unclear.errors.contains("--sheet 'My members'"), "\(unclear.story)")
    let wrong = try IssueTests.issue(
      test, ["--data", "rows.xlsx", "--dry-run", "--rejects", "no.xlsx"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("write --rejects no.csv"), "\(wrong.story)")
  }

  @Test func buildCheckAndTheSampleReadASheet() throws {
    let test = try BuildCase()
    let workbook = SampleWorkbook(Array(Self.rows.prefix(2)))
    try test.folder.add("rows.xlsx", workbook.bytes())
    let built = try test.build(["--data", "rows.xlsx", "-o", "a.pkpass"])
    #expect(built.status == 0, "\(built.story)")
    let checked = try test.passc(["check", "card.pass", "--data", "rows.xlsx"])
    #expect(checked.status == 0, "\(checked.story)")
    try test.folder.add("rows.csv", Array("serial,name,books\nA-1,José,1\n".utf8))
    #expect(try test.build(["--data", "rows.csv", "-o", "b.pkpass"]).status == 0)
    #expect(try test.bytes("a.pkpass") == test.bytes("b.pkpass"))
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of `passc init --from` with a workbook, as an office exports it.
struct InitSheetTests {
  private static let members: [[SampleWorkbook.Cell]] = [
    ["Number", "Surname", "Remark", "Kind"],
    ["K-1", "Novak", "asthma, inhaler in the bag", "Year"],
    ["K-2", "Novak", "asthma, inhaler in the bag", "Day"],
    ["K-3", "Novak", "asthma, inhaler in the bag", "Year"],
    ["K-4", "Kranjc", "pays in May", "Year"], ["K-5", "Kranjc", "pays in May", "Day"],
    ["K-6", "Kranjc", "pays in May", "Day"],
  ]

  private static func run(
    _ sheets: [SampleWorkbook.Sheet], _ more: String...
  ) throws -> (Program.Outcome, TemporaryFolder) {
    let folder = try TemporaryFolder()
    try folder.add("members.xlsx", try SampleWorkbook(sheets).bytes())
    let outcome = try PasscBinary.run(
      ["init", "hall.pass", "--from", "members.xlsx"] + more, in: folder.path)
    return (outcome, folder)
  }

  @Test func aTitleAboveTheHeaderIsAnError() throws {
    let title: [[SampleWorkbook.Cell]] = [["Climbing hall, members of May"], []]
    for more in [[], ["--column", "Climbing hall, members of May=serial"]] {
      let folder = try TemporaryFolder()
      try folder.add(
        "members.xlsx",
        try SampleWorkbook([SampleWorkbook.Sheet("Members", title + Self.members)]).bytes())
      let outcome = try PasscBinary.run(
        ["init", "hall.pass", "--from", "members.xlsx"] + more, in: folder.path)
      #expect(
        outcome.status == 1 && outcome.errors.contains("the first line is a title"),
        "\(outcome.story)")
    }
  }

  @Test func theNextStepsNameTheSheet() throws {
    let (outcome, folder) = try Self.run(
      [
        SampleWorkbook.Sheet("Prices", [["x"], ["1"]]),
        SampleWorkbook.Sheet("My members", Self.members),
      ],
      "--sheet", "My members")
    defer { withExtendedLifetime(folder) {} }
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.text.contains("--data members.xlsx --sheet 'My members'"), "\(outcome.text)")
  }

  /// Words that rows share may be the sample's, but not names and remarks.
  @Test func theSampleHasNoNamesAndRemarks() throws {
    let (outcome, folder) = try Self.run([SampleWorkbook.Sheet("Members", Self.members)])
    #expect(outcome.status == 0, "\(outcome.story)")
    let sample = String(
      decoding: try Disk.read(folder("hall.pass/sample.csv")), as: UTF8.self)
    for word in ["Novak", "Kranjc", "asthma", "pays in May"] {
      #expect(!sample.contains(word), "\(sample)")
    }
    #expect(sample.contains("Year"), "\(sample)")
  }
}

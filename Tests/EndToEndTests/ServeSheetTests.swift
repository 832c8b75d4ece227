// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of `passc serve`, `check` and `preview` with a sheet of a workbook as the table.
@Suite(.serialized)
struct ServeSheetTests {
  private static let type = ServiceCase.passType

  private static func workbook(_ rows: [[SampleWorkbook.Cell]]) throws -> [UInt8] {
    try SampleWorkbook([
      SampleWorkbook.Sheet("Notes", [["serial"], ["x"]]),
      SampleWorkbook.Sheet("Members", [["serial", "name", "points"]] + rows),
    ]).bytes()
  }

  private static let table = ServiceCase.table.map { $0 == "members.csv" ? "members.xlsx" : $0 }

  @Test func followsASheet() throws {
    let rows: [[SampleWorkbook.Cell]] = [
      ["A-1", "Zoë, \"Z\"", .number("41", format: "0.00")], ["A-2", .inline("Ünal"), "many"],
    ]
    let service = try ServiceCase(
      operators: ServiceCase.operatorsOnAPort, base: Self.table + ["--sheet", "Members"],
      files: ["members.xlsx": try Self.workbook(rows)])
    let token = try service.derivedToken("A-1")
    let path = "/v1/passes/\(Self.type)/A-1"
    func text() throws -> String {
      String(decoding: try service.send("GET", path, token: token).body, as: UTF8.self)
    }
    let first = try text()
    #expect(first.contains("\"value\":41") && first.contains(#"Zoë, \"Z\""#))
    // The place of a rejected row is that of the sheet, and its values are not logged.
    #expect(service.log.contains("members.xlsx:Members!C3"), "\(service.log)")
    #expect(!service.log.contains("many"))

    try service.folder.add(
      "members.xlsx", try Self.workbook([["A-1", "Ann", .number("77")]]))
    #expect(try ServeTableTests.wait { try text().contains("\"value\":77") }, "\(service.log)")
    // Half a workbook, as a spreadsheet writes it, changes nothing.
    try service.folder.add("members.xlsx", Array(try Self.workbook(rows).prefix(300)))
    try service.wait { $0.contains("the passes stay unchanged") }
    #expect(try text().contains("\"value\":77"))
    // A row that is no longer in the sheet has its pass.
    try service.folder.add("members.xlsx", try Self.workbook([["A-3", "Cy", .number("3")]]))
    #expect(
      try ServeTableTests.wait {
        try service.send(
          "GET", "/v1/passes/\(Self.type)/A-3", token: try service.derivedToken("A-3")
        ).status == 200
      }, "\(service.log)")
    service.end()
    try service.start(service.operators)
    #expect(try text().contains("\"value\":77"))
  }

  @Test func aSheetThatIsNotThereIsAnErrorWithTheOthers() throws {
    let folder = try TemporaryFolder()
    try folder.add("members.xlsx", try Self.workbook([["A-1", "Ann", .number("1")]]))
    let made = try PasscBinary.run(["init", "gym.pass", "--style", "generic"], in: folder.path)
    try #require(made.status == 0)
    for command in [["check", "gym.pass"], ["preview", "gym.pass", "-o", "gym.svg"]] {
      let outcome = try PasscBinary.run(
        command + ["--data", "members.xlsx", "--sheet", "Membres"], in: folder.path)
      #expect(outcome.status == 1, "\(command)")
      let said = outcome.text + outcome.errors
      #expect(
        said.contains("has no sheet \"Membres\", only \"Notes\", \"Members\""), "\(said)")
    }
  }

  @Test func checkAndPreviewReadASheet() throws {
    let folder = try TemporaryFolder()
    let table =
      "No;Name;Points;Valid until\n1;Ada Example;5;31.12.2031\n2;Max Muster;7;30.11.2031\n"
    try folder.add("members.csv", Array(table.utf8))
    let made = try PasscBinary.run(
      ["init", "gym.pass", "--from", "members.csv"], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let date = SampleWorkbook.Cell.number("48213", format: "dd.mm.yyyy")
    let workbook = SampleWorkbook([
      SampleWorkbook.Sheet(
        "Members",
        [["No", "Name", "Points", "Valid until"], [.number("8"), "Zoe Roe", .number("9"), date]])
    ])
    try folder.add("members.xlsx", workbook.bytes())
    let checked = try PasscBinary.run(
      ["check", "gym.pass", "--data", "members.xlsx", "--sheet", "Members", "--strict"],
      in: folder.path)
    #expect(checked.status == 0, "\(checked.text)\(checked.errors)")
    let drawn = try PasscBinary.run(
      ["preview", "gym.pass", "--data", "members.xlsx", "-o", "gym.svg", "--format", "svg"],
      in: folder.path)
    #expect(drawn.status == 0, "\(drawn.errors)")
    #expect(String(decoding: try Disk.read(folder("gym.svg")), as: UTF8.self).contains("Zoe Roe"))
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

@testable import PassTemplate

/// Sheets of workbooks as data.
struct SheetDataTests {
  typealias Cell = SampleWorkbook.Cell
  typealias Sheet = SampleWorkbook.Sheet

  private func read(
    _ workbook: SampleWorkbook, sheet: String? = nil, name: String = "members.xlsx"
  ) throws -> Reading {
    try readData(workbook.bytes(), name: name, options: DataOptions(sheet: sheet))
  }

  /// Reads the cells of the first row with the columns of a template, and all diagnostics.
  private func cells(
    _ columns: String, _ rows: [[Cell]], wantsNotes: Bool = false
  ) throws -> (cells: [Parsing.Text], found: [Diagnostic]) {
    var report = Report(wantsNotes: wantsNotes)
    let schema = schema(columns, report: &report)
    var reader = try #require(
      try DataReader(
        name: "members.xlsx", read: pieces(SampleWorkbook(rows).bytes()), report: &report))
    let binding = try #require(
      ColumnBinder.bind(schema, header: reader.header, report: &report))
    reader.fit(binding)
    var parser = RowParser(binding)
    var cells: [PassTemplate.Cell] = []
    while let row = try reader.next(&report) {
      _ = parser.parse(row, into: &cells, report: &report)
    }
    return (cells.map { Parsing.text(of: $0.value) }, report.diagnostics)
  }

  // MARK: Rows

  @Test func theFirstRowWithAValueIsTheHeader() throws {
    let reading = try read(
      SampleWorkbook([
        Sheet([[], [" serial ", "name"], ["A-1", "Ada"], [], ["A-2", "Grace, \"the\"\nHopper"]])
      ]))
    #expect(reading.header?.names == ["serial", "name"])
    #expect(reading.texts == [["A-1", "Ada"], ["A-2", "Grace, \"the\"\nHopper"]])
    #expect(reading.rows.map(\.line) == [3, 5])
    #expect(reading.rows.map(\.number) == [1, 2])
    #expect(reading.emptyRows == 1)
    #expect(reading.codes.isEmpty)
  }

  @Test func cellsWithoutAHeaderAndMissingCellsAreEmpty() throws {
    let reading = try read(
      SampleWorkbook([
        ["serial", .none, "tier"], ["A-1", "x", .none, "aside"], [.none, .none, "b"],
      ]))
    #expect(reading.header?.names == ["serial", "", "tier"])
    #expect(reading.texts == [["A-1", "x", ""], ["", "", "b"]])
    #expect(!reading.rows.contains { $0.isRejected })
  }

  @Test func aRowIsALineOfCSVThatReadsTheSame() throws {
    let texts = ["a,b", "say \"hi\"", "two\nlines", " padded ", "plain", "\"", "", "ü"]
    let reading = try read(
      SampleWorkbook([texts.indices.map { .shared("c\($0)") }, texts.map { .inline($0) }]))
    let header = try #require(reading.header)
    let row = try #require(reading.rows.first)
    let text = String(decoding: header.bytes + [0x0A] + row.bytes + [0x0A], as: UTF8.self)
    #expect(try readData(text).texts == [texts])
    #expect(reading.texts == [texts])
    let written = row.written(under: header, adding: ["code"], without: [])
    #expect(String(decoding: written, as: UTF8.self).hasSuffix(",ü,code\n"))
  }

  @Test func macrosAndOtherCasesOfTheNameMakeNoDifference() throws {
    for name in ["M.XLSX", "m.xlsm"] {
      #expect(try read(SampleWorkbook([["a"], ["1"]]), name: name).texts == [["1"]])
    }
  }

  // MARK: Types

  private static let typed = """
    {"serial":{},"points":{"type":"integer"},"balance":{"type":"number","decimal":","},
     "until":{"type":"date","format":"dd.MM.yyyy","time":"23:59:59","zone":"Europe/Berlin"},
     "start":{"type":"date","zone":"UTC"},"vip":{"type":"boolean"},"off":{"type":"number"}}
    """

  @Test func cellsAreReadByTheTypeOfTheirColumnWhateverTheSheetShows() throws {
    let (cells, found) = try cells(
      Self.typed,
      [
        ["serial", "points", "balance", "until", "start", "vip", "off"],
        [
          .number("417", format: "00000"), .number("1250", format: "#,##0"),
          .number("12.5", format: "#,##0.00 \"€\""), .number("46387", format: "m/d/yy"),
          .number("46387.75", format: "dd.mm.yyyy hh:mm"), .boolean(true),
          .number("0.15", format: "0%"),
        ],
      ])
    #expect(found.map(\.message) == [])
    #expect(
      cells == [
        "00417", "1250", "12.50", "2026-12-31T23:59:59+01:00", "2026-12-31T18:00:00Z", "true",
        "0.15",
      ])
  }

  @Test func textCellsAreReadLikeThoseOfCSV() throws {
    let (cells, found) = try cells(
      Self.typed,
      [
        ["serial", "points", "balance", "until", "start", "vip", "off"],
        ["007", "1250", "12,5", "31.12.2026", "2026-12-31T18:00:00Z", "yes", "0.15"],
      ])
    #expect(found.map(\.message) == [])
    #expect(cells.first == "007")
    #expect(cells[3] == "2026-12-31T23:59:59+01:00")
  }

  @Test(arguments: [
    (Cell.number("0.15", format: "0%"), "15%"),
    (.number("46387", format: "d.m.yyyy"), "2026-12-31"),
    (.number("46387.5", format: "d.m.yyyy h:mm"), "2026-12-31T12:00:00"),
    (.number("0.75", format: "h:mm"), "18:00"), (.boolean(false), "false"),
    (.isoDate("2026-12-31T00:00:00"), "2026-12-31"),
    (.number("1250.5", format: "#,##0.00"), "1250.50"),
    (.number("12.50"), "12.5"), (.formula("A1", value: "Gold"), "Gold"),
  ])
  func aTextColumnHasWhatTheSheetShows(_ cell: Cell, _ text: String) throws {
    let (cells, found) = try cells(#"{"a":{}}"#, [["a"], [cell]])
    #expect(found.isEmpty)
    #expect(cells == [.init(text)])
  }

  @Test(arguments: [
    (#"{"a":{}}"#, Cell.error("#N/A"), "data.cell.spreadsheetError"),
    (#"{"a":{}}"#, .error("#DIV/0!"), "data.cell.spreadsheetError"),
    (#"{"a":{}}"#, .formula("B1*2", value: nil), "data.cell.formula"),
    (#"{"a":{}}"#, .number("1.23456789012345E+15"), "data.string.scientific"),
    (#"{"a":{"type":"integer"}}"#, .number("12.5"), "data.integer.invalid"),
    (
      #"{"a":{"type":"date","zone":"UTC","time":"00:00"}}"#, .number("46387"), "data.date.dayNumber"
    ),
  ])
  func aCellWithoutAUsableValueIsRejected(
    _ columns: String, _ cell: Cell, _ code: String
  ) throws {
    let (_, found) = try cells(columns, [["a"], [cell]])
    let errors = found.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [code])
    #expect(errors.first?.location?.description == "members.xlsx:Members!A2")
  }

  @Test func theCellsOfARowHaveTheirTypesAndFormats() throws {
    var report = Report()
    let rows: [[Cell]] = [
      ["a", "b", "c", "d"], [.number("2.5", format: "0.0"), .boolean(true), .none, "text"],
    ]
    var reader = try #require(
      try DataReader(
        name: "a.xlsx", read: pieces(SampleWorkbook(rows).bytes()), report: &report))
    _ = try reader.next(&report)
    let cells = try #require(reader.sheetCells)
    #expect(cells.map(\.value) == [.number(2.5), .boolean(true), .empty, .text("text")])
    #expect(cells.map(\.format) == ["0.0", "General", "General", "General"])
    #expect(
      try DataReader(name: "a.csv", read: pieces(Array("a\n".utf8)), report: &report)?.sheetCells
        == nil)
  }

  // MARK: Places

  @Test func aPlaceIsThatOfTheCellInItsSheet() throws {
    var workbook = SampleWorkbook([
      Sheet("Team's 1", [[], ["serial", "points"], ["A-1", "x\ny"]], indent: 26)
    ])
    workbook.sheets.append(Sheet("Other", []))
    var report = Report()
    let schema = schema(#"{"serial":{},"points":{"type":"integer"}}"#, report: &report)
    var reader = try #require(
      try DataReader(name: "m.xlsx", read: pieces(workbook.bytes()), report: &report))
    let binding = try #require(
      ColumnBinder.bind(schema, header: reader.header, report: &report))
    reader.fit(binding)
    var parser = RowParser(binding)
    var cells: [PassTemplate.Cell] = []
    let row = try #require(try reader.next(&report))
    #expect(!parser.parse(row, into: &cells, report: &report))
    let location = try #require(report.diagnostics.first?.location)
    #expect(location.description == "m.xlsx:'Team''s 1'!AB3")
    #expect(location.line == 3)
    #expect(location.column == 28)
    #expect(location.sheet == "Team's 1")
    #expect(row.location().description == "m.xlsx:'Team''s 1'!AA3")
    #expect(row.location(ofLine: 2).description == "m.xlsx:'Team''s 1'!2")
    #expect(row.phrase(ofLine: 2) == "in row 2")
  }

  @Test func aMissingColumnIsReportedAtTheHeader() throws {
    var report = Report()
    let schema = schema(#"{"serial":{}}"#, report: &report)
    let reader = try #require(
      try DataReader(
        name: "m.xlsx", read: pieces(SampleWorkbook([["Serial"], ["1"]]).bytes()), report: &report))
    #expect(ColumnBinder.bind(schema, header: reader.header, report: &report) == nil)
    #expect(report.diagnostics.map(\.code) == ["data.column.otherCase"])
    #expect(report.diagnostics.first?.location?.description == "m.xlsx:Members!A1")
  }

  // MARK: Sheets

  @Test func theOnlySheetWithRowsIsReadAndOthersNeedAName() throws {
    let rows: [[Cell]] = [["a"], ["1"]]
    let others: [[Cell]] = [["a"], ["2"]]
    let hidden = SampleWorkbook([
      Sheet("Lists", others, state: "hidden"), Sheet("Empty", []), Sheet("Members", rows),
    ])
    #expect(try read(hidden).texts == [["1"]])
    #expect(try read(hidden, sheet: "Lists").texts == [["2"]])
    let two = SampleWorkbook([Sheet("Members", rows), Sheet("New members", others)])
    #expect(try read(two, sheet: "New members").texts == [["2"]])
    let unclear = try read(two)
    #expect(unclear.codes == ["data.sheet.unclear"])
    #expect(unclear.diagnostics[0].message.contains("\"Members\", \"New members\""))
    let missing = try read(two, sheet: "new members")
    #expect(missing.codes == ["data.sheet.missing"])
    #expect(missing.diagnostics[0].settings == [RunSetting(.sheet, "'New members'")])
    #expect(
      try readData("a\n1\n", options: DataOptions(sheet: "A")).codes == ["data.sheet.missing"])
    #expect(try read(SampleWorkbook([[]])).codes == ["data.file.empty"])
    #expect(
      try read(SampleWorkbook([Sheet("A", []), Sheet("B", [])])).codes == ["data.file.empty"])
  }

  // MARK: Notes and warnings

  @Test func hiddenRowsMergedCellsAndFormulasAreSaid() throws {
    var workbook = SampleWorkbook([
      Sheet(
        [
          ["a", "b"], ["1", .formula("A2", value: "x")], ["2", "y"], ["3", "z"],
          ["4", .formula("A5", value: "w")],
        ], hiddenRows: [3, 4], merged: ["A1:B1", "B2:B3", "D7:E9", "A5:A6"])
    ])
    let found = try read(workbook).diagnostics
    #expect(
      found.map { "\($0.code) \($0.severity.rawValue) \($0.location?.description ?? "")" } == [
        "data.sheet.formulas note members.xlsx:Members!B2",
        "data.sheet.hiddenRows warning members.xlsx:Members!A3",
        "data.sheet.mergedCells warning members.xlsx:Members!B2",
      ])
    #expect(found[0].message == "2 cells have formulas, whose stored value counts")
    #expect(found[1].message == "2 rows are hidden and read like any other")
    #expect(found[2].message.hasPrefix("2 merged ranges"))
    workbook.isComputedOnLoad = true
    #expect(try read(workbook).diagnostics[0].severity == .warning)
    workbook.sheets[0] = Sheet([["a"], ["1"]], hiddenRows: [1], merged: ["A1:C1"])
    #expect(try read(workbook).codes.isEmpty)
  }

  @Test func otherFilesAreNamedWithTheWayOut() throws {
    let container: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    let encrypted = container + "EncryptedPackage".utf16.flatMap { [UInt8($0), 0] }
    let ods = try SampleWorkbook.zip([("mimetype", []), ("content.xml", [])])
    for (bytes, words) in [
      (container, "an old Excel workbook (.xls)"), (encrypted, "an Excel workbook with a password"),
      (ods, "an OpenDocument spreadsheet (.ods)"),
    ] {
      let found = try readData(bytes, name: "m.xlsx").diagnostics
      #expect(found.map(\.code) == ["data.file.notText"])
      #expect(found.first?.message.hasPrefix("the file is \(words), expected ") == true)
    }
    #expect(try readData("a\n1\n", name: "m.xlsx").codes == ["data.file.otherFormat"])
    let named = try readData(SampleWorkbook([["a"]]).bytes(), name: "m.csv").diagnostics
    #expect(named.map(\.code) == ["data.file.notText"])
    #expect(named.first?.settings == [RunSetting(.dataFormat, "xlsx")])
  }

  @Test func aDamagedSheetIsFoundBeforeTheFirstRow() throws {
    var workbook = SampleWorkbook([["a"]])
    workbook.parts["xl/worksheets/sheet1.xml"] = SampleWorkbook.worksheet(
      "<sheetData><row><c><v>1</v></c></row><row><c><v>x</v></c></row></sheetData>")
    let reading = try read(workbook)
    #expect(reading.codes == ["data.sheet.damaged"])
    #expect(reading.rows.isEmpty)
    #expect(
      reading.diagnostics[0].location?.description == "members.xlsx!xl/worksheets/sheet1.xml")
  }
}

extension Parsing {
  /// A cell's value as text.
  struct Text: Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
    let description: String

    init(_ text: String) { description = text }

    init(stringLiteral value: String) { description = value }
  }

  static func text(of value: CellValue) -> Text {
    switch value {
    case .empty: Text("")
    case .text(let text), .number(let text), .date(let text), .file(let text): Text(text)
    case .boolean(let value): Text("\(value)")
    case .json: Text("json")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

@testable import PassSheet

/// Returns a source of bytes in pieces.
private func pieces(_ bytes: [UInt8]) -> () -> [UInt8]? {
  var rest = bytes[...]
  return {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(40_000) }
    return Array(rest.prefix(40_000))
  }
}

private func open(_ bytes: [UInt8], memoryInBytes: Int = Workbook.memoryInBytes) throws -> Workbook
{
  try Workbook(pieces(bytes), memoryInBytes: memoryInBytes)
}

struct WorkbookTests {
  private func rows(
    _ workbook: SampleWorkbook, memoryInBytes: Int = Workbook.memoryInBytes
  ) throws -> [WorkbookRow] {
    try rows(workbook.bytes(), memoryInBytes: memoryInBytes)
  }

  private func rows(
    _ bytes: [UInt8], memoryInBytes: Int = Workbook.memoryInBytes
  ) throws -> [WorkbookRow] {
    let workbook = try open(bytes, memoryInBytes: memoryInBytes)
    let rows = try workbook.rows(of: try #require(workbook.sheets.first))
    var all: [WorkbookRow] = []
    while let row = try rows.next() { all.append(row) }
    return all
  }

  private func error(_ workbook: SampleWorkbook) throws -> WorkbookError? {
    let bytes = try workbook.bytes()
    return #expect(throws: WorkbookError.self) { _ = try rows(bytes) }
  }

  /// A workbook whose first sheet has this XML.
  private func sheet(_ xml: String) -> SampleWorkbook {
    var workbook = SampleWorkbook([["a"]])
    workbook.parts["xl/worksheets/sheet1.xml"] = xml
    return workbook
  }

  // MARK: Cells

  @Test func everyKindOfCellIsRead() throws {
    let rows = try rows(
      SampleWorkbook([
        ["shared", .inline("inline"), .boolean(true), .boolean(false), .error("#N/A")],
        [],
        [.none, .formula("A1&\"x\"", value: "ax"), .formula("A1*2", value: nil), .number("12.5")],
      ]))
    #expect(rows.map(\.number) == [1, 3])
    #expect(
      rows[0].cells.map(\.value) == [
        .text("shared"), .text("inline"), .boolean(true), .boolean(false), .error("#N/A"),
      ])
    #expect(rows[1].cells.map(\.column) == [1, 2, 3])
    #expect(rows[1].cells.map(\.hasFormula) == [true, true, false])
    #expect(rows[1].cells[0].value == .text("ax"))
    #expect(rows[1].cells[1].value == .formula("=A1*2"))
  }

  @Test func runsAreJoinedAndPhoneticHintsLeftOut() throws {
    var workbook = SampleWorkbook([
      [
        "a",
        .xml(
          "<c r=\"B1\" t=\"inlineStr\"><is><r><t>in</t></r>"
            + "<r><rPr><b/></rPr><t>line</t></r><rPh sb=\"0\" eb=\"1\"><t>no</t></rPh></is></c>"),
      ]
    ])
    workbook.parts["xl/sharedStrings.xml"] =
      "<sst><si><r><t>山</t></r><r><rPr/><t xml:space=\"preserve\"> 田</t></r>"
      + "<rPh sb=\"0\" eb=\"1\"><t>やま</t></rPh><phoneticPr fontId=\"1\"/></si></sst>"
    #expect(try rows(workbook)[0].cells.map(\.value) == [.text("山 田"), .text("inline")])
  }

  @Test(arguments: [
    ("a_x000D_b", "a\rb"), ("_x005F_x0041_", "_x0041_"), ("_x0041", "_x0041"),
    ("_xZZZZ_", "_xZZZZ_"),
    ("_xD83D_", "_xD83D_"), ("first_name", "first_name"),
  ])
  func escapesOfCharactersAreDecoded(_ written: String, _ text: String) throws {
    #expect(try rows(SampleWorkbook([[.shared(written)]]))[0].cells[0].value == .text(text))
  }

  @Test func placesMayBeLeftOutAndElementsHavePrefixes() throws {
    let rows = try rows(
      sheet(
        "<x:worksheet xmlns:x=\"urn:x\"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c><x:v>2</x:v>"
          + "</x:c></x:row><x:row><x:c t=\"b\"><x:v>1</x:v></x:c></x:row></x:sheetData>"
          + "</x:worksheet>"))
    #expect(rows.map(\.number) == [1, 2])
    #expect(rows[0].cells.map(\.column) == [0, 1])
  }

  @Test func sharedStringsAboveTheLimitAreInAFile() throws {
    let texts = (0..<2_000).map { "member \($0) " + String(repeating: "x", count: 40) }
    let bytes = try SampleWorkbook(texts.map { [.shared($0)] }).bytes()
    let workbook = try open(bytes, memoryInBytes: 20_000)
    #expect(workbook.hasStringsInFile)
    #expect(
      try rows(bytes, memoryInBytes: 20_000).map { $0.cells[0].value } == texts.map { .text($0) })
  }

  // MARK: Damage

  @Test(arguments: [
    "<worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c></row>",
    "<worksheet><sheetData><row r=\"2\"/><row r=\"1\"/></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"0\"/></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1048577\"/></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c r=\"B1\"/><c r=\"A1\"/></row></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c r=\"A2\"/></row></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c r=\"XFE1\"/></row></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c t=\"s\"><v>7</v></c></row></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c t=\"s\"><v>-1</v></c></row></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c><v>twelve</v></c></row></sheetData></worksheet>",
    "<worksheet><sheetData><row r=\"1\"><c t=\"z\"><v>1</v></c></row></sheetData></worksheet>",
    "<worksheet><sheetData/><mergeCells><mergeCell ref=\"?\"/></mergeCells></worksheet>",
    "<html><body/></html>", "", "<worksheet><sheetData>\u{1}</sheetData></worksheet>",
  ])
  func aDamagedSheetIsRejected(_ xml: String) throws {
    guard case .damaged(let part, _) = try error(sheet(xml)) else {
      Issue.record("not damaged")
      return
    }
    #expect(part == "xl/worksheets/sheet1.xml")
  }

  @Test func everyPrefixOfAWorkbookIsRejected() throws {
    let bytes = try SampleWorkbook([["a", .number("1")]]).bytes()
    for count in stride(from: 0, to: bytes.count, by: 97) {
      #expect(throws: WorkbookError.self) { _ = try rows(Array(bytes[..<count])) }
    }
  }

  @Test func noChangedByteMakesItTrap() throws {
    let bytes = try SampleWorkbook([["serial", "points"], ["A-1", .number("12")]]).bytes()
    var random = SplitMix64(seed: 7)
    for _ in 0..<400 {
      var changed = bytes
      changed[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      // Either an error or rows, and no end of the process.
      guard let workbook = try? open(changed), let sheet = workbook.sheets.first,
        let rows = try? workbook.rows(of: sheet)
      else { continue }
      while (try? rows.next()) != nil {}
    }
  }

  // MARK: Hostile XML

  @Test func aDocumentTypeIsRejectedSoThereAreNoEntities() throws {
    let laughs =
      "<!DOCTYPE worksheet [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
      + "<worksheet><sheetData><row><c t=\"inlineStr\"><is><t>&b;</t></is></c></row></sheetData>"
      + "</worksheet>"
    guard case .damaged(_, let reason) = try error(sheet(laughs)) else {
      Issue.record("not damaged")
      return
    }
    #expect(reason.contains("document type"))
    let file = "<!DOCTYPE x SYSTEM \"file:///etc/passwd\"><worksheet/>"
    #expect(try error(sheet(file)) != nil)
    #expect(try error(sheet("<worksheet>&unknown;</worksheet>")) != nil)
  }

  @Test func deepNestingHugeTagsAndManyNamesExceedLimits() throws {
    let deep = String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)
    let huge = "<a b=\"" + String(repeating: "x y ", count: 1_200_000) + "\"/>"
    let names = (0..<10_100).map { "<name\($0)/>" }.joined()
    for content in [deep, huge, names] {
      guard case .tooLarge = try error(sheet(SampleWorkbook.worksheet(content))) else {
        Issue.record("no limit exceeded by \(content.prefix(20))")
        continue
      }
    }
  }

  @Test func aBombIsRejectedOnItsWay() throws {
    let row = "<row><c><v>1</v></c></row>"
    let zeros = String(repeating: " ", count: 40 << 20)
    let workbook = sheet(SampleWorkbook.worksheet("<sheetData>\(row)\(zeros)</sheetData>"))
    guard case .tooLarge(let part, let reason) = try error(workbook) else {
      Issue.record("not rejected")
      return
    }
    #expect(part == "xl/worksheets/sheet1.xml")
    #expect(reason.contains("limit ratio is 200"))
  }

  // MARK: Other files

  @Test func otherFilesAreRecognized() throws {
    func kind(_ bytes: [UInt8]) -> WorkbookError.UnsupportedFormat? {
      do { _ = try open(bytes) } catch WorkbookError.unsupportedFormat(let kind) {
        return kind
      } catch {}
      return nil
    }
    let container: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    let encrypted = "EncryptedPackage".utf8.flatMap { [$0, 0] as [UInt8] }
    let filler = [UInt8](repeating: 0, count: (1 << 20) - 16)
    #expect(kind(container + filler) == .oldExcel)
    #expect(kind(container + encrypted) == .encrypted)
    #expect(kind(container + filler + encrypted) == .encrypted)
    #expect(kind(Array("serial,name\n".utf8)) == .notArchive)
    #expect(kind([]) == .notArchive)
    func zip(_ names: String...) throws -> [UInt8] {
      try SampleWorkbook.zip(names.map { ($0, Array("<a/>".utf8)) })
    }
    #expect(kind(try zip("mimetype", "content.xml")) == .openDocument)
    #expect(kind(try zip("Index/Document.iwa")) == .numbers)
    #expect(kind(try zip("pass.json")) == .otherArchive)
    #expect(kind(try zip("_rels/.rels")) == .otherArchive)
    var binary = SampleWorkbook([["a"]])
    binary.parts["_rels/.rels"] =
      "<Relationships><Relationship Id=\"a\" Type=\"x/officeDocument\" Target=\"xl/workbook.bin\"/>"
      + "</Relationships>"
    #expect(kind(try binary.bytes()) == .binaryExcel)
  }
}

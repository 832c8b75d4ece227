// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassTemplate

struct CSVReaderTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let text: String
    let rows: [[String]]
    var testDescription: String { text.debugDescription }
  }

  @Test(arguments: [
    Sample(text: "a,b\n1,2\n3,4\n", rows: [["1", "2"], ["3", "4"]]),
    Sample(text: "a,b\r\n1,2\r\n3,4", rows: [["1", "2"], ["3", "4"]]),
    Sample(text: "a,b\r1,2\r3,4\r", rows: [["1", "2"], ["3", "4"]]),
    Sample(text: "a;b\n1,5;2\n", rows: [["1,5", "2"]]),
    Sample(text: "a\tb\n1,5;x\t2\n", rows: [["1,5;x", "2"]]),
    Sample(text: "\"a,b,c\";d\n1;2\n", rows: [["1", "2"]]),
    Sample(text: "sep=;\r\na;b\r\n1;2\r\n", rows: [["1", "2"]]),
    Sample(text: "\u{FEFF}a,b\n1,2\n", rows: [["1", "2"]]),
    Sample(text: "a,b\n\"x\ny\",\"1\"\"2\"\n", rows: [["x\ny", "1\"2"]]),
    Sample(text: "a,b\n\"\"\"\",\"\"\n", rows: [["\"", ""]]),
    Sample(text: "a,b\n\"x\r\ny\",2\r\n", rows: [["x\r\ny", "2"]]),
    Sample(text: "a\nx", rows: [["x"]]),
    Sample(text: "a,b\n ü , 😀\n", rows: [[" ü ", " 😀"]]),
    Sample(text: "a,b\n1,\n,2\n", rows: [["1", ""], ["", "2"]]),
    Sample(text: "a,b\n1,2,,\n", rows: [["1", "2", "", ""]]),
  ])
  func readsTheSameInChunksOfAnySize(_ sample: Sample) throws {
    for chunk in [1, 2, 3, 7, 65_536] {
      let reading = try readData(sample.text, chunk: chunk)
      #expect(reading.texts == sample.rows, "chunks of \(chunk)")
      #expect(reading.codes.isEmpty, "chunks of \(chunk)")
      // A line end of two bytes must not count as an empty row.
      #expect(reading.emptyRows == 0, "chunks of \(chunk)")
    }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let code: String
    let line: Int
    let column: Int
    var testDescription: String { "\(code) in \(text.debugDescription)" }
  }

  @Test(arguments: [
    Fault(text: "a,b\n1,2\n3\n", code: "data.row.tooFewCells", line: 3, column: 2),
    Fault(text: "a,b\n1,2,3\n", code: "data.row.tooManyCells", line: 2, column: 5),
    Fault(text: "a,b\n\"x\ny\",\"z\"w\n", code: "data.quote.trailingText", line: 3, column: 7),
    Fault(text: "a,b\n1,x\"y\n", code: "data.quote.stray", line: 2, column: 4),
    Fault(text: "a,b\n1, \"y\"\n", code: "data.quote.afterBlank", line: 2, column: 4),
    Fault(text: "a,b\n\n1,\"y\n\n2,3", code: "data.quote.unterminated", line: 3, column: 3),
    Fault(text: "a,b\r\n1,\"2\"\r\n3\r\n", code: "data.row.tooFewCells", line: 3, column: 2),
    Fault(text: "a,b\r1,2\r3\r", code: "data.row.tooFewCells", line: 3, column: 2),
  ])
  func saysWhereARowIsMalformed(_ fault: Fault) throws {
    for chunk in [1, 3, 65_536] {
      let diagnostics = try readData(fault.text, chunk: chunk).diagnostics
      #expect(diagnostics.map(\.code) == [fault.code])
      #expect(diagnostics.first?.location?.line == fault.line)
      #expect(diagnostics.first?.location?.column == fault.column)
    }
  }

  @Test
  func goesOnBehindABadRow() throws {
    let reading = try readData("a,b\n1\n2,3\n\"x\"y,1\n4,5\n")
    #expect(reading.rows.map(\.isRejected) == [true, false, true, false])
    #expect(reading.rows.map(\.number) == [1, 2, 3, 4])
    #expect(reading.texts == [["2", "3"], ["4", "5"]])
    #expect(String(decoding: reading.rows[0].bytes, as: UTF8.self) == "1")
  }

  @Test
  func countsWhollyEmptyRowsApart() throws {
    let reading = try readData("\n\na,b\n\n1,2\n , \t\n,,\n\"\",\n3,4\n\n")
    #expect(reading.texts == [["1", "2"], ["3", "4"]])
    #expect(reading.emptyRows == 5)
    #expect(reading.rows.map(\.line) == [5, 9])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test
  func keepsTheDelimiterThatWasGiven() throws {
    let options = DataOptions(delimiter: UInt8(ascii: "|"))
    #expect(try readData("a,x|b\n1|2\n", options: options).texts == [["1", "2"]])
    #expect(try readData("a,x\tb;c;d\n1\t2\n", name: "data.tsv").texts == [["1", "2"]])
  }

  @Test(
    arguments: [
      (",", UInt8(ascii: ",")), ("tab", 0x09), ("\\t", 0x09), ("\t", 0x09), ("|", 0x7C),
      (";", 0x3B), ("\"", nil), ("a", nil), ("", nil), (",,", nil), ("\n", nil), ("é", nil),
    ] as [(String, UInt8?)])
  func takesOneByteAsDelimiter(_ text: String, _ byte: UInt8?) {
    #expect(DataOptions.delimiter(text) == byte)
  }

  @Test
  func rejectsARowWhoseBytesAreNotUTF8AndGoesOn() throws {
    let bytes = Array("a,b\n1,ü\n2,".utf8) + [0xFC, 0x0A] + Array("3,z\n".utf8)
    let reading = try readData(bytes)
    #expect(reading.texts == [["1", "ü"], ["3", "z"]])
    let diagnostic = try #require(reading.diagnostics.first)
    #expect(reading.codes == ["data.encoding.invalid"])
    #expect(diagnostic.location == Location(file: "data.csv", line: 3, column: 3))
    #expect(diagnostic.settings == [.init(.encoding, "windows-1252")])
  }

  @Test
  func stopsAtARowThatNeverEnds() throws {
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    var given = 0
    var report = Report()
    var reader = try #require(
      try DataReader(
        name: "data.csv",
        read: {
          given += 1
          if given == 1 { return Array("a,b\n1,2\n3,\"".utf8) }
          return given < 1000 ? block : nil
        }, report: &report))
    #expect(try reader.next(&report)?.isRejected == false)
    let row = try #require(try reader.next(&report))
    #expect(row.isRejected && row.text(ofCell: 0) == nil)
    #expect(try reader.next(&report) == nil)
    #expect(reader.hasFailed && given < 100)
    #expect(report.diagnostics.map(\.code) == ["data.row.tooLarge"])
    #expect(report.diagnostics.first?.location?.line == 3)
  }

  @Test
  func refusesACellOfMoreThan16MB() throws {
    let cell = [UInt8](repeating: UInt8(ascii: "x"), count: (16 << 20) + 1)
    let reading = try readData(Array("a,b\n1,".utf8) + cell + Array("\n2,3\n".utf8))
    #expect(reading.codes == ["data.cell.tooLarge"])
    #expect(reading.texts == [["2", "3"]])
  }

  @Test
  func refusesAHeaderOfTooManyColumns() throws {
    let wide = (0...10_000).map { "c\($0)" }.joined(separator: ",")
    #expect(try readData(wide + "\n").codes == ["data.header.tooManyColumns"])
    let wideRow = "a,b\n" + String(repeating: "1,", count: 20_000) + "\n3,4\n"
    let reading = try readData(wideRow)
    #expect(reading.codes == ["data.row.tooManyCells"])
    #expect(reading.texts == [["3", "4"]])
  }

  /// The first bytes of a file have a special meaning, but not those of a row: a byte order mark,
  /// an archive, JSON.
  @Test
  func goesOnWithRowsAsIfTheyStoodBehindTheHeader() throws {
    let rows = [
      "1;2", "\u{FEFF}x;y", "\"q\nr\";\"say \"\"s\"\"\"", "PK\u{3}\u{4};x", "{a: 1};[", "ÿþ;é",
      ";x", "z;",
    ]
    func reader(_ text: String, _ report: inout Report) throws -> DataReader {
      try #require(
        try DataReader(name: "data.csv", read: pieces(Array(text.utf8)), report: &report))
    }
    for header in ["a;b\n", "\"two\nlines\";b\n"] {
      var report = Report()
      var following = try reader(header + "0;0\n1;1;1\n", &report)
      while try following.next(&report) != nil {}
      report = Report()
      for row in rows + rows {
        var whole = try reader(header + row + "\n", &report)
        let expected = try #require(try whole.next(&report))
        following.restart(with: Array((row + "\n").utf8))
        let found = try #require(try following.next(&report))
        #expect(found.bytes == expected.bytes)
        #expect((0..<3).map { found.text(ofCell: $0) } == (0..<3).map { expected.text(ofCell: $0) })
        #expect(found.line == expected.line && found.number == 1)
        #expect(try following.next(&report) == nil)
      }
      #expect(report.diagnostics.isEmpty)
      // An error in one row does not affect the next.
      following.restart(with: Array("1;\"2\n".utf8))
      #expect(try following.next(&report)?.isRejected == true)
      following.restart(with: Array("1;2".utf8))
      #expect(try following.next(&report)?.isRejected == false)
    }
  }

  @Test
  func passesOnWhatTheDiskThrows() {
    struct DiskError: Error {}
    var report = Report()
    #expect(throws: DiskError.self) {
      _ = try DataReader(name: "a.csv", read: { throw DiskError() }, report: &report)
    }
  }

  @Test(
    arguments: [
      (
        "m.csv",
        [0x50, 0x4B, 3, 4] + Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8),
        "OpenDocument", "LibreOffice"
      ),
      ("m.numbers", [0x50, 0x4B, 3, 4] + Array("Index/Document.iwa".utf8), "Numbers", "Export To"),
      ("m.csv", [0x50, 0x4B, 3, 4] + Array("readme.txt".utf8), "zip", "unpack"),
      ("m.xls", [0xD0, 0xCF, 0x11, 0xE0, 1, 2], "old Excel", "xlsx"),
      ("m.csv", [0x1F, 0x8B, 8, 0], "gzip", "gunzip"),
      ("m.csv", Array("%PDF-1.7".utf8), "PDF", "CSV UTF-8"),
      ("m.csv", Array("[{\"a\": 1}]".utf8), "JSON", "one object per line"),
      ("m.csv", Array("<!DOCTYPE html>".utf8), "HTML", "name its format"),
    ] as [(String, [UInt8], String, String)])
  func namesWhatIsNoCSV(_ name: String, _ bytes: [UInt8], _ what: String, _ way: String) throws {
    let diagnostics = try readData(bytes, name: name).diagnostics
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?.message.contains(what) == true)
    #expect(diagnostics.first?.help.contains(way) == true)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel
import PassTemplate
import PassTesting
import Testing

@testable import PassBuild

/// Follows the help of every `data.*` finding exactly and checks the resulting pass. Help must not
/// lead to a wrong value.
struct DataHelpTests {
  /// A template with the column `points`, and data for it.
  struct Input: Sendable {
    var columns = #"{"points":{}}"#
    var bytes: [UInt8]
    var name = "data.csv"
    var options = DataOptions()
    var given: [String] = []
    /// Whether the column is a file for an image.
    var isImage = false

    init(
      _ text: String, _ columns: String = #"{"points":{}}"#, name: String = "data.csv",
      options: DataOptions = DataOptions(), given: [String] = [], isImage: Bool = false
    ) {
      self.init(
        bytes: Array(text.utf8), columns, name: name, options: options, given: given,
        isImage: isImage)
    }

    init(
      bytes: [UInt8], _ columns: String = #"{"points":{}}"#, name: String = "data.csv",
      options: DataOptions = DataOptions(), given: [String] = [], isImage: Bool = false
    ) {
      self.columns = columns
      self.bytes = bytes
      self.name = name
      self.options = options
      self.given = given
      self.isImage = isImage
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let code: String
    let before: Input
    /// The printed help.
    let help: String
    /// The same input after following the help.
    let after: Input
    /// The value in pass.json as JSON, or the bytes of an image as text.
    let expected: String

    init(_ code: String, _ before: Input, _ help: String, _ after: Input, _ expected: String) {
      (self.code, self.before, self.help) = (code, before, help)
      (self.after, self.expected) = (after, expected)
    }

    var testDescription: String { "\(code): \(help)" }
  }

  /// Returns the diagnostics and the value in the first pass.
  private static func outcome(of input: Input) throws -> (found: [Diagnostic], value: String?) {
    let folder = try TemporaryFolder(["photos/a.png": "picture"])
    let use = input.isImage ? "" : #", "userInfo": {"value": "{{ points }}"}"#
    let images = input.isImage ? #", "images": {"thumbnail.png": "{{ points }}"}"# : ""
    let pass = #"{"formatVersion": 1, "serialNumber": "A-1", "storeCard": {}\#(use)}"#
    let template = try Template.load(files: [
      "pass.json": Array(pass.utf8),
      "template.json": Array(#"{"columns": \#(input.columns)\#(images)}"#.utf8),
    ])
    var report = Report(sources: template.sources)
    var choice = DataChoice()
    choice.file = input.name
    choice.options = input.options
    choice.assignments = input.given
    choice.folder = folder.path
    let bytes = input.bytes
    let source = try RowSource(
      streaming: input.name, choice, for: template,
      open: {
        var rest: [UInt8]? = bytes
        return {
          defer { rest = nil }
          return rest
        }
      }, report: &report)
    guard var rows = source, let row = try rows.next(&report), !row.isRejected else {
      return (report.diagnostics, nil)
    }
    report.sources.setRow(row.source)
    var parser = RowParser(rows.binding)
    var cells: [Cell] = []
    guard parser.parse(row, into: &cells, report: &report),
      let made = template.resolved(with: cells, readFile: rows.files.read, report: &report)
    else { return (report.diagnostics, nil) }
    if input.isImage {
      let image = made.files.first { $0.path == "thumbnail.png" }
      return (report.diagnostics, image.map { String(decoding: $0.bytes, as: UTF8.self) })
    }
    let value = made.document.root["userInfo"]?["value"]
    return (
      report.diagnostics, value.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) }
    )
  }

  @Test(arguments: cases)
  func whatTheHelpSaysLeadsToTheRightPass(_ one: Case) throws {
    let before = try Self.outcome(of: one.before)
    let found = try #require(
      before.found.first { $0.code == one.code }, "\(before.found.map { "\($0)" })")
    #expect(found.help == one.help)
    let after = try Self.outcome(of: one.after)
    #expect(
      !after.found.contains { $0.severity == .error || $0.code == one.code },
      "\(after.found.map(\.message))")
    #expect(after.value == one.expected)
  }

  /// Values of a program are encoded before anything is read.
  @Test
  func aValueThatIsEncodedAsAnObjectGivesItsMembers() throws {
    struct Row: Encodable { let points = 1250 }
    #expect(throws: (any Error).self) { try ValueRow(of: 5) }
    #expect(
      DataFindings.notEncoded.help
        == "encode an object whose members have the names of the columns")
    #expect(try RowValue.row(of: Row()) == ["points": 1250])
  }

  @Test
  func everyDataFindingIsFollowed() {
    let known = Set((DataFindings.all + CellFindings.all).map(\.code))
    let followed = Set(Self.cases.map(\.code) + [DataFindings.notEncoded.code])
    #expect(known.subtracting(followed).sorted() == [])
    #expect(followed.subtracting(known).sorted() == [])
  }

  // MARK: Cases

  private static let cases = files + columns + numbers + cells + dates

  private static let integer = #"{"points":{"type":"integer"}}"#
  private static let number = #"{"points":{"type":"number"}}"#
  private static let optional = #"{"id":{"optional":true},"points":{"optional":true}}"#

  private static func encoded(_ encoding: String?) -> DataOptions {
    DataOptions(encoding: encoding)
  }

  private static let files: [Case] = [
    Case(
      "data.file.notText",
      Input(bytes: [0x50, 0x4B, 0x03, 0x04] + Array("[Content_Types].xml xl/".utf8)),
      "let its name end in .xlsx, or name the format",
      Input("points\n1250\n"), "\"1250\""),
    Case(
      "data.file.otherFormat", Input("{\"points\": 1250}\n"),
      "read it as json, which is one object, or as jsonl, one object per line",
      Input("{\"points\": 1250}\n", options: DataOptions(format: .jsonl)), "\"1250\""),
    Case(
      "data.file.unknownFormat", Input("points\n1250\n", name: "data.dat"),
      "name the format: csv, tsv, json, jsonl or xlsx",
      Input("points\n1250\n", name: "data.dat", options: DataOptions(format: .csv)), "\"1250\""),
    Case(
      "data.file.empty", Input(""), "begin the file with a line of column names",
      Input("points\n1250\n"), "\"1250\""),
    Case(
      "data.file.notOneObject", Input(#"[{"points": 1}]"#, name: "data.json"),
      "save one object per line: jq -c '.[]' data.json > rows.jsonl",
      Input("{\"points\":1}\n", name: "data.jsonl"), "\"1\""),
    Case(
      "data.encoding.invalid", Input(bytes: Array("points\nJos".utf8) + [0xE9, 0x0A]),
      "save it as UTF-8, or name the encoding it was saved in, such as windows-1252",
      Input(
        bytes: Array("points\nJos".utf8) + [0xE9, 0x0A], options: encoded("windows-1252")),
      "\"José\""),
    Case(
      "data.encoding.unknown", Input("points\nx\n", options: encoded("windows-1253x")),
      "write windows-1253", Input("points\nx\n", options: encoded("windows-1253")), "\"x\""),
    Case(
      "data.encoding.contradicted",
      Input("\u{FEFF}points\nJosé\n", options: encoded("windows-1252")),
      "do not name an encoding, here or in template.json",
      Input("\u{FEFF}points\nJosé\n"), "\"José\""),
    Case(
      "data.encoding.lost", Input("points\nM\u{FFFD}ller\n"),
      "export the data again from its source, as UTF-8", Input("points\nMüller\n"),
      "\"Müller\""),
    Case(
      "data.encoding.twice", Input("points\nMüller\n", options: encoded("windows-1252")),
      "do not name an encoding if the file is UTF-8; otherwise export the data again as UTF-8",
      Input("points\nMüller\n"), "\"Müller\""),
    Case(
      "data.row.tooFewCells", Input("points,b\n1250\n"),
      "add the missing cells, or put a cell with a line break into double quotes",
      Input("points,b\n1250,\n"),
      "\"1250\""),
    Case(
      "data.row.tooManyCells", Input("b,points\nDoe, Jane,7\n"),
      "if \",\" is part of this value, put the value into double quotes",
      Input("b,points\n\"Doe, Jane\",7\n"), "\"7\""),
    Case(
      "data.row.tooManyCells", Input("b,points\nDoe,Jane,7\n"),
      "put the value with the delimiter into double quotes", Input("b,points\n\"Doe,Jane\",7\n"),
      "\"7\""),
    Case(
      "data.row.tooManyCells",
      Input(
        "b,points\nx,1.250,00\n",
        #"{"points":{"type":"number","decimal":",","grouping":"."}}"#),
      "if \",\" is part of this value, put the value into double quotes",
      Input(
        "b,points\nx,\"1.250,00\"\n",
        #"{"points":{"type":"number","decimal":",","grouping":"."}}"#), "1250.00"),
    Case(
      "data.row.tooFewCells", Input("b,points\nx;7\n"),
      "write \",\" in place of \";\" between the cells of this row, as in the header",
      Input("b,points\nx,7\n"), "\"7\""),
    Case(
      "data.row.tooLarge",
      Input(bytes: Array("points\n\"12\n".utf8) + [UInt8](repeating: 0x78, count: 65 << 20)),
      "look for an unclosed quote near the beginning of the row",
      Input("points\n\"12\"\nxxx\n"), "\"12\""),
    Case(
      "data.cell.tooLarge",
      Input(bytes: Array("points\n\"12\n".utf8) + [UInt8](repeating: 0x78, count: 17 << 20)),
      "look for an unclosed quote near the beginning of the cell",
      Input("points\n\"12\"\nxxx\n"), "\"12\""),
    Case(
      "data.header.tooManyColumns", Input("points" + String(repeating: ",7", count: 10_001)),
      "check the line ends and the delimiter of the file", Input("points\n7\n7\n"), "\"7\""),
    Case(
      "data.quote.stray", Input("points\n7\" screen\n"),
      "quote the cell and double the quote inside", Input("points\n\"7\"\" screen\"\n"),
      #""7\" screen""#),
    Case(
      "data.quote.afterBlank", Input("b,points\n1, \"x\"\n"),
      "remove the space between the delimiter and the quote", Input("b,points\n1,\"x\"\n"),
      "\"x\""),
    Case(
      "data.quote.trailingText", Input("points\n\"The \"Gym\"\"\n"),
      "double the quotes inside the cell", Input("points\n\"The \"\"Gym\"\"\"\n"),
      #""The \"Gym\"""#),
    Case(
      "data.quote.unterminated", Input("points,b\n\"x,1\ny,2\n"),
      "end the value with a double quote, and write each one inside it twice",
      Input("points,b\n\"\"\"x\",1\ny,2\n"), #""\"x""#),
    Case(
      "data.row.notObject", Input("[1250]\n", name: "data.jsonl"),
      "write {\"column\": value, ...}", Input("{\"points\": 1250}\n", name: "data.jsonl"),
      "\"1250\""),
  ]

  private static let columns: [Case] = [
    Case(
      "data.column.missing", Input("Guthaben\n1250\n", integer),
      "if \"Guthaben\" has these values, add \"from\": \"Guthaben\" to the column in template.json",
      Input("Guthaben\n1250\n", #"{"points":{"type":"integer","from":"Guthaben"}}"#), "1250"),
    Case(
      "data.column.missing", Input("Ort,Extra Points total,Stand\nUlm,1250,7\n"),
      "add \"from\" to the column in template.json, with the header of its values: "
        + "\"Extra Points total\", \"Ort\" or \"Stand\"",
      Input(
        "Ort,Extra Points total,Stand\nUlm,1250,7\n", #"{"points":{"from":"Extra Points total"}}"#),
      "\"1250\""),
    Case(
      "data.column.missing",
      Input("Vorname,Extra Points,Ort\nAda,1250,Ulm\n", #"{"points":{},"name":{"from":"Name"}}"#),
      "add \"from\" to these columns in template.json, with the header of their values: "
        + "\"Extra Points\" or \"Vorname\"",
      Input(
        "Vorname,Extra Points,Ort\nAda,1250,Ulm\n",
        #"{"points":{"from":"Extra Points"},"name":{"from":"Vorname"}}"#), "\"1250\""),
    Case(
      "data.column.missing", Input("a,b,c,d\n1250,2,3,4\n", "{}"),
      "add \"points\": { \"from\": \"...\" } to \"columns\" in template.json, with the header of its "
        + "values: \"a\", \"b\" or \"c\"",
      Input("a,b,c,d\n1250,2,3,4\n", #"{"points":{"from":"a"}}"#), "\"1250\""),
    Case(
      "data.column.missing", Input("id\n1\n", #"{"id":{},"points":{}}"#),
      "add \"points\" to the header, or \"optional\": true to the column in template.json",
      Input("id,points\n1,1250\n", #"{"id":{},"points":{}}"#), "\"1250\""),
    Case(
      "data.column.otherCase", Input("Points\n1250\n"),
      "write the header as the template does, or give its spelling as \"from\" of the column",
      Input("Points\n1250\n", #"{"points":{"from":"Points"}}"#), "\"1250\""),
    Case(
      "data.column.nearMissing", Input("id,pionts\n1,1250\n", optional),
      "rename the header, or add \"from\": \"pionts\" to the column",
      Input("id,pionts\n1,1250\n", #"{"id":{},"points":{"optional":true,"from":"pionts"}}"#),
      "\"1250\""),
    Case(
      "data.column.unused",
      Input("id,Guthaben\n1,1250\n", #"{"id":{},"points":{"type":"integer","default":0}}"#),
      "add \"from\": \"Guthaben\" to column \"points\" in template.json",
      Input(
        "id,Guthaben\n1,1250\n",
        #"{"id":{},"points":{"type":"integer","default":0,"from":"Guthaben"}}"#), "1250"),
    Case(
      "data.column.unused", Input("id,Guthaben,Ort\n1,1250,Ulm\n", optional),
      "if one of them is meant, add its name to the column in template.json as \"from\"",
      Input(
        "id,Guthaben,Ort\n1,1250,Ulm\n",
        #"{"id":{},"points":{"optional":true,"from":"Guthaben"}}"#), "\"1250\""),
    Case(
      "data.table.unused", Input("Guthaben\n1250\n", #"{"points":{"type":"integer","default":0}}"#),
      "name the columns as the template does: \"points\", or set their \"from\"",
      Input("points\n1250\n", #"{"points":{"type":"integer","default":0}}"#), "1250"),
    Case(
      "data.column.duplicate", Input("points,points\n1,2\n"),
      "rename or remove one of them", Input("old,points\n1,2\n"), "\"2\""),
    Case(
      "data.column.unnamed", Input("id,,b\n1,1250,x\n", optional),
      "name the column if you need its values", Input("id,points,b\n1,1250,x\n", optional),
      "\"1250\""),
    Case(
      "data.set.invalid", Input("points\n1\n", given: ["=5"]), "name the column and its value",
      Input("points\n1\n", given: ["points=5"]), "\"5\""),
    Case(
      "data.set.duplicate", Input("points\n1\n", given: ["points=5", "points=6"]),
      "give the column one value", Input("points\n1\n", given: ["points=6"]), "\"6\""),
    Case(
      "data.set.unused", Input("points\n1\n", given: ["pionts=5"]), "did you mean \"points\"?",
      Input("points\n1\n", given: ["points=5"]), "\"5\""),
  ]

  private static let numbers: [Case] = [
    Case(
      "data.integer.invalid", Input("points\n1.250\n", integer),
      #"for 1250 add "grouping": ".", for 1.25 declare "type": "number""#,
      Input("points\n1.250\n", #"{"points":{"type":"integer","grouping":"."}}"#), "1250"),
    Case(
      "data.integer.invalid", Input("points\n1.250\n", integer),
      #"for 1250 add "grouping": ".", for 1.25 declare "type": "number""#,
      Input("points\n1.250\n", number), "1.250"),
    Case(
      "data.integer.invalid", Input("points\n\"1,250\"\n", integer),
      #"for 1250 add "grouping": ",", for 1.25 declare "type": "number" with "decimal": ",""#,
      Input("points\n\"1,250\"\n", #"{"points":{"type":"integer","grouping":","}}"#), "1250"),
    Case(
      "data.integer.invalid", Input("points\n1 250 000\n", integer),
      #"add "grouping": " " in template.json"#,
      Input("points\n1 250 000\n", #"{"points":{"type":"integer","grouping":" "}}"#), "1250000"),
    Case(
      "data.integer.invalid", Input("points\n1'250\n", integer),
      #"add "grouping": "'" in template.json"#,
      Input("points\n1'250\n", #"{"points":{"type":"integer","grouping":"'"}}"#), "1250"),
    Case(
      "data.integer.invalid", Input("points\n1.5\n", integer),
      #"write a whole number, or declare "type": "number" in template.json"#,
      Input("points\n1.5\n", number), "1.5"),
    Case(
      "data.integer.invalid", Input("points\n\"1.250,50\"\n", integer),
      "write a whole number, or declare \"type\": \"number\" with \"decimal\": \",\" and "
        + "\"grouping\": \".\" in template.json",
      Input(
        "points\n\"1.250,50\"\n",
        #"{"points":{"type":"number","decimal":",","grouping":"."}}"#), "1250.50"),
    Case(
      "data.integer.invalid", Input("points\n007\n", integer),
      "write the number in digits, or declare the column as a string to keep it as written",
      Input("points\n007\n"), "\"007\""),
    Case(
      "data.integer.invalid",
      Input("points\n1.25\n", #"{"points":{"type":"integer","grouping":"."}}"#),
      "write three digits in each group, or no groups at all",
      Input("points\n1.250\n", #"{"points":{"type":"integer","grouping":"."}}"#), "1250"),
    // A JSON number has no grouping. Its point is the decimal point.
    Case(
      "data.integer.invalid",
      Input(
        #"{"points":1.250}"#, #"{"points":{"type":"integer","grouping":"."}}"#,
        name: "data.jsonl"),
      #"write a whole number, or declare "type": "number" in template.json"#,
      Input(#"{"points":1.250}"#, number, name: "data.jsonl"), "1.250"),
    Case(
      "data.number.invalid",
      Input("points\n\"1.024,00\"\n", #"{"points":{"type":"number","decimal":","}}"#),
      #"add "grouping": "." in template.json"#,
      Input(
        "points\n\"1.024,00\"\n", #"{"points":{"type":"number","decimal":",","grouping":"."}}"#),
      "1024.00"),
    Case(
      "data.number.invalid", Input("points\n\"1.024,00\"\n", number),
      #"add "decimal": "," and "grouping": "." in template.json"#,
      Input(
        "points\n\"1.024,00\"\n", #"{"points":{"type":"number","decimal":",","grouping":"."}}"#),
      "1024.00"),
    Case(
      "data.number.invalid", Input("points\n\"1,5\"\n", number),
      #"add "decimal": "," in template.json"#,
      Input("points\n\"1,5\"\n", #"{"points":{"type":"number","decimal":","}}"#), "1.5"),
    Case(
      "data.number.invalid", Input("points\n\"1,250\"\n", number),
      #"for 1250 add "grouping": ",", for 1.25 add "decimal": ",""#,
      Input("points\n\"1,250\"\n", #"{"points":{"type":"number","grouping":","}}"#), "1250"),
    Case(
      "data.number.invalid", Input("points\n\"1,250\"\n", number),
      #"for 1250 add "grouping": ",", for 1.25 add "decimal": ",""#,
      Input("points\n\"1,250\"\n", #"{"points":{"type":"number","decimal":","}}"#), "1.250"),
    Case(
      "data.number.invalid",
      Input("points\n1.250\n", #"{"points":{"type":"number","decimal":","}}"#),
      #"for 1250 add "grouping": ".", for 1.25 set "decimal": ".""#,
      Input("points\n1.250\n", #"{"points":{"type":"number","decimal":",","grouping":"."}}"#),
      "1250"),
    Case(
      "data.number.invalid", Input("points\n+5\n", number),
      "write the number in digits, or declare the column as a string to keep it as written",
      Input("points\n+5\n"), "\"+5\""),
  ]

  private static let cells: [Case] = [
    Case(
      "data.cell.missing", Input("points,b\n,1\n"),
      "fill the cell, or declare the column optional in template.json if it may be empty",
      Input("points,b\n1250,1\n"), "\"1250\""),
    Case(
      "data.cell.wrongKind", Input("{\"points\":[1]}\n", name: "data.jsonl"),
      "declare the column with \"type\": \"json\", or name a member: {{ member.name }}",
      Input("{\"points\":[1]}\n", #"{"points":{"type":"json"}}"#, name: "data.jsonl"), "[1]"),
    Case(
      "data.pattern.mismatch", Input("points\nA-17x\n", #"{"points":{"pattern":"[A-Z]-[0-9]+"}}"#),
      "correct the value, or the column's pattern in template.json",
      Input("points\nA-17\n", #"{"points":{"pattern":"[A-Z]-[0-9]+"}}"#), "\"A-17\""),
    Case(
      "data.string.scientific", Input("points\n1.23E+12\n"),
      "format the column as text in the spreadsheet, enter the numbers again and save",
      Input("points\n1234567890123\n"), "\"1234567890123\""),
    Case(
      "data.string.scientific", Input("points\n1.23E+12\n", integer),
      "format the column as text in the spreadsheet, enter the numbers again and save",
      Input("points\n1234567890123\n", integer), "1234567890123"),
    Case(
      "data.cell.spreadsheetError", Input("points,b\n#N/A,1\n"),
      "correct the formula in the spreadsheet, or empty the cell, and export again",
      Input("points,b\n1250,1\n"), "\"1250\""),
    Case(
      "data.cell.spreadsheetError", Input("points,b\n#####,1\n", integer),
      "widen the column in the spreadsheet and export it again",
      Input("points,b\n1250,1\n", integer), "1250"),
    Case(
      "data.cell.formula", Input("points\n=A2\n"),
      "export values in place of formulas, or declare the column with \"verbatim\": true",
      Input("points\n=A2\n", #"{"points":{"verbatim":true}}"#), "\"=A2\""),
    Case(
      "data.cell.formula", Input("points\n\"=\"\"00417\"\"\"\n"),
      "write 00417 without = and quotes", Input("points\n00417\n"), "\"00417\""),
    Case(
      "data.cell.noValue", Input("points,b\nundefined,1\n", optional),
      "correct the program that wrote the data, or leave the cell empty",
      Input("points,b\n1250,1\n", optional), "\"1250\""),
    Case(
      "data.cell.zeroByte", Input("points\nA\u{0}da\n"),
      "export the data again as text, without zero bytes", Input("points\nAda\n"), "\"Ada\""),
    Case(
      "data.boolean.invalid", Input("points\nmaybe\n", #"{"points":{"type":"boolean"}}"#),
      "write true or false, yes or no, 1 or 0",
      Input("points\nyes\n", #"{"points":{"type":"boolean"}}"#), "true"),
    Case(
      "data.enum.unknown",
      Input("points\ngold\n", #"{"points":{"type":"enum","values":["Gold","Silver"]}}"#),
      "write Gold, or add the value in template.json",
      Input("points\nGold\n", #"{"points":{"type":"enum","values":["Gold","Silver"]}}"#),
      "\"Gold\""),
    Case(
      "data.url.invalid", Input("points\nexample.com\n", #"{"points":{"type":"url"}}"#),
      "write the whole address, such as https://example.com/a%20b",
      Input("points\nhttps://example.com/\n", #"{"points":{"type":"url"}}"#),
      #""https://example.com/""#),
    Case(
      "data.json.notContainer", Input("points\n5\n", #"{"points":{"type":"json"}}"#),
      "write an array or object, or declare the column with another type",
      Input("points\n[5]\n", #"{"points":{"type":"json"}}"#), "[5]"),
    Case(
      "data.path.outside",
      Input("points\n../a.png\n", #"{"points":{"type":"file"}}"#, isImage: true),
      "write a path inside the folder, without .. and with / between names",
      Input("points\nphotos/a.png\n", #"{"points":{"type":"file"}}"#, isImage: true), "picture"),
    Case(
      "data.path.missing",
      Input("points\na.png\n", #"{"points":{"type":"file"}}"#, isImage: true),
      "add the file, correct the cell, or name the folder of the files",
      Input("points\nphotos/a.png\n", #"{"points":{"type":"file"}}"#, isImage: true), "picture"),
  ]

  private static let berlin =
    #"{"points":{"type":"date","time":"23:59:59","zone":"Europe/Berlin"}}"#
  private static let german =
    #"{"points":{"type":"date","format":"dd.MM.yyyy","time":"23:59:59","zone":"Europe/Berlin"}}"#

  private static let dates: [Case] = [
    Case(
      "data.date.invalid", Input("points\n31.12.2028\n", berlin),
      "write 2028-12-31, or set the column's \"format\" to \"dd.MM.yyyy\" in template.json",
      Input("points\n31.12.2028\n", german), #""2028-12-31T23:59:59+01:00""#),
    Case(
      "data.date.invalid", Input("points\n2028-12-31\n", german),
      "write 31.12.2028, or set the column's \"format\" to \"yyyy-MM-dd\" in template.json",
      Input("points\n31.12.2028\n", german), #""2028-12-31T23:59:59+01:00""#),
    Case(
      "data.date.dayNumber", Input("points\n47118\n", berlin),
      "format the cells as dates, yyyy-mm-dd, in the spreadsheet and export it again",
      Input("points\n2028-12-31\n", berlin), #""2028-12-31T23:59:59+01:00""#),
    Case(
      "data.date.dayNumber", Input("points\n47118\n", german),
      "format the cells as dates, dd.MM.yyyy, in the spreadsheet and export it again",
      Input("points\n31.12.2028\n", german), #""2028-12-31T23:59:59+01:00""#),
    Case(
      "data.date.noTime",
      Input("points\n2028-12-31\n", #"{"points":{"type":"date","zone":"Europe/Berlin"}}"#),
      "add \"time\" to the column, such as \"23:59:59\", or write the time in the cell",
      Input("points\n2028-12-31\n", berlin), #""2028-12-31T23:59:59+01:00""#),
    Case(
      "data.date.noZone", Input("points\n2028-12-31T18:00\n", #"{"points":{"type":"date"}}"#),
      "add \"zone\" to the column, such as \"Europe/Berlin\", or write +hh:mm in the cell",
      Input(
        "points\n2028-12-31T18:00\n", #"{"points":{"type":"date","zone":"America/New_York"}}"#),
      #""2028-12-31T18:00:00-05:00""#),
    Case(
      "data.date.nonexistent", Input("points\n2031-03-30T02:30\n", berlin),
      "correct the time, or write it with its offset",
      Input("points\n2031-03-30T02:30+01:00\n", berlin), #""2031-03-30T02:30:00+01:00""#),
  ]
}

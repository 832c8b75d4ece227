// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import Testing

@testable import PassTemplate

struct ColumnTests {
  private func read(_ columns: String) -> (ColumnSchema, [Diagnostic]) {
    var report = Report()
    let schema = schema(columns, report: &report)
    return (schema, report.diagnostics)
  }

  @Test
  func readsTheColumnsOfTheManual() throws {
    let (schema, diagnostics) = read(
      """
      {"serial": { "type": "string", "from": "Mitglieds-Nr.", "holder": true },
       "points": { "type": "integer", "default": 0 },
       "expires": { "type": "date", "format": "dd.MM.yyyy", "time": "23:59:59",
                    "zone": "Europe/Berlin" },
       "balance": { "type": "number", "decimal": "," },
       "seats": { "type": "json", "optional": true },
       "photo": { "type": "file", "optional": true }}
      """)
    #expect(diagnostics.isEmpty)
    #expect(
      schema.columns.map(\.name) == ["serial", "points", "expires", "balance", "seats", "photo"])
    #expect(schema.columns[0].header == "Mitglieds-Nr." && schema.columns[0].isHolder)
    #expect(schema.requiredNames == ["serial", "expires", "balance"])
    #expect(schema.columns[1].defaultCell?.value.shown == "number 0")
    #expect(schema.number(of: "seats") == 4 && schema.number(of: "x") == nil)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let column: String
    let code: String
    /// The text at the location of the diagnostic.
    let at: String
    var help: String?
    var testDescription: String { column }
  }

  @Test(arguments: [
    Fault(
      column: #"{"type":"interger"}"#, code: "template.column.unknownType", at: "\"interger\"",
      help: "write \"type\": \"integer\""),
    Fault(
      column: #"{"type":"datetime"}"#, code: "template.column.unknownType", at: "\"datetime\"",
      help: "write \"type\": \"date\""),
    Fault(column: #"{"type":5}"#, code: "template.column.invalidOption", at: "5"),
    Fault(
      column: #"{"optinal":true}"#, code: "template.column.unknownOption", at: "\"optinal\"",
      help: "write \"optional\""),
    Fault(
      column: #"{"type":"date","decimal":","}"#, code: "template.column.unfitOption",
      at: "\"decimal\""),
    Fault(column: #"{"pattern":"(a"}"#, code: "template.column.pattern", at: "\"(a\""),
    Fault(column: #"{"type":"enum"}"#, code: "template.column.values", at: "{\"type"),
    Fault(
      column: #"{"type":"enum","values":["a","a"]}"#, code: "template.column.values", at: "\"a\"]"),
    Fault(
      column: #"{"type":"enum","values":["a",1]}"#, code: "template.column.values", at: "1]"),
    Fault(
      column: #"{"type":"date","format":"DD.MM.yyyy","time":"12:00","zone":"UTC"}"#,
      code: "template.column.format", at: "\"DD"),
    Fault(
      column: #"{"type":"date","format":"dd.MMM.yyyy","time":"12:00","zone":"UTC"}"#,
      code: "template.column.format", at: "\"dd"),
    Fault(
      column: #"{"type":"date","format":"dd.MM.yyyy","time":"12:00"}"#,
      code: "template.column.zone", at: "\"dd"),
    Fault(
      column: #"{"type":"date","format":"dd.MM.yyyy","zone":"UTC"}"#,
      code: "template.column.time", at: "\"dd"),
    Fault(
      column: #"{"type":"date","zone":"Europe/Berln"}"#, code: "template.column.zone",
      at: "\"Europe", help: "write \"zone\": \"Europe/Berlin\""),
    Fault(column: #"{"type":"date","time":"9:00"}"#, code: "template.column.time", at: "\"9"),
    Fault(
      column: #"{"type":"boolean","default":"true"}"#, code: "template.column.default",
      at: "\"true\""),
    Fault(
      column: #"{"pattern":"[0-9]+","default":"x"}"#, code: "template.column.default", at: "\"x\""),
    Fault(
      column: #"{"type":"date","zone":"UTC","default":"2025-02-30T12:00"}"#,
      code: "template.column.default", at: "\"2025"),
    Fault(column: #"{"trim":0}"#, code: "template.column.invalidOption", at: "0"),
  ])
  func saysWhatIsWrongWithADeclaration(_ fault: Fault) throws {
    let text = "{\"columns\":{\"a\":\(fault.column)}}"
    let (_, diagnostics) = read("{\"a\":\(fault.column)}")
    #expect(diagnostics.map(\.code) == [fault.code])
    let column = try #require(diagnostics.first?.location?.column)
    let found = String(decoding: text.utf8.dropFirst(column - 1), as: UTF8.self)
    #expect(found.hasPrefix(fault.at), "stands at \(found)")
    if let help = fault.help { #expect(diagnostics.first?.help == help) }
  }

  @Test(arguments: [
    (#"a(?=b)b"#, "the lookahead (?= at character 2", "[0-9]*5[0-9]*"),
    (#"(?!00)[0-9]{2}"#, "the lookahead (?! at character 1", "0[1-9]|[1-9][0-9]"),
    (#".*(?<=[0-9])"#, "the lookbehind (?<= at character 3", ".*[0-9] in"),
    (#".+(?<!-)"#, "the lookbehind (?<! at character 3", ".*[^-]"),
    (#"(?i)gold"#, "the flag (?i at character 1", "[Gg][Oo][Ll][Dd]"),
    (#"a(?i:b)"#, "the flag (?i at character 2", "[Gg][Oo][Ll][Dd]"),
    (#"(?s)."#, "the flag (?s at character 1", #"[\\s\\S]"#),
    (#"(?m)^a$"#, "the flag (?m at character 1", #"a\\nb"#),
    (#"(?x)a b"#, "the flag (?x at character 1", "without spaces"),
    (#"(?-i)a"#, "the flag (?- at character 1", "no flags"),
    (#"A\\Q.\\E"#, #"the quotation \Q at character 2"#, #"a\\.b"#),
    (#"a\\E"#, #"the quotation \E at character 2"#, #"a\\.b"#),
  ])
  func saysWhatToWriteForWhatPatternsDoNotKnow(
    _ pattern: String, _ construct: String, _ help: String
  ) throws {
    let (_, diagnostics) = read(#"{"a":{"pattern":"\#(pattern)"}}"#)
    #expect(diagnostics.map(\.code) == ["template.column.pattern"])
    let diagnostic = try #require(diagnostics.first)
    #expect(diagnostic.message.contains("has \(construct), which passc does not support"))
    #expect(diagnostic.help.contains(help), "\(diagnostic.help)")
    #expect(diagnostic.location?.column == #"{"columns":{"a":{"pattern":"#.utf8.count + 1)
  }

  @Test
  func reportsEveryMistakeOfAllColumns() {
    let (schema, diagnostics) = read(
      #"{"a":{"type":"x"},"b":{"foo":1,"optional":2,"decimal":","},"c":5,"d":{}}"#)
    #expect(diagnostics.count == 5)
    #expect(schema.columns.map(\.name) == ["a", "b", "c", "d"])
  }

  @Test
  func makesAStringOfWhatOnlyPlaceholdersName() {
    var report = Report()
    var schema = schema(#"{"a":{"type":"integer"}}"#, report: &report)
    #expect(schema.use("a", at: .nowhere) == 0)
    #expect(schema.use("b", at: .nowhere) == 1)
    #expect(schema.use("b", at: .nowhere) == 1)
    #expect(schema.use("c", at: .nowhere, allowsEmpty: true) == 2)
    #expect(schema.requiredNames == ["a", "b"])
    #expect(schema.columns[1].type == .string && !schema.columns[1].isDeclared)
  }

  // MARK: Binding

  @Test
  func findsColumnsByTheirHeaderInAnyOrder() throws {
    let parsing = try parse(
      columns: #"{"serial":{"from":"Mitglieds-Nr."},"points":{"type":"integer","default":7}}"#,
      "x; Name ;Mitglieds-Nr.\n1;Jane;A-1\n", uses: ["Name"])
    #expect(
      parsing.rows.map { $0.map { $0.value.shown } } == [["text A-1", "number 7", "text Jane"]])
    #expect(parsing.codes == ["data.column.unused"])
  }

  struct Header: Sendable, CustomTestStringConvertible {
    let header: String
    let code: String
    let column: Int
    let says: String
    var testDescription: String { header }
  }

  @Test(arguments: [
    Header(header: "name", code: "data.column.missing", column: 1, says: "the header has \"name\""),
    Header(
      header: "name,Serial", code: "data.column.otherCase", column: 6,
      says: "the header has \"Serial\""),
    Header(
      header: "x,seriall", code: "data.column.missing", column: 3,
      says: "the header has \"seriall\""),
    Header(
      header: "serial,x,serial", code: "data.column.duplicate", column: 1, says: "occurs 2 times"),
  ])
  func stopsAtAHeaderThatLacksAColumn(_ header: Header) throws {
    let parsing = try parse(columns: #"{"serial":{}}"#, header.header + "\n1,2,3\n")
    #expect(parsing.codes == [header.code])
    #expect(parsing.diagnostics.first?.location?.column == header.column)
    #expect(parsing.diagnostics.first?.message.contains(header.says) == true)
    #expect(parsing.rows.isEmpty && parsing.rejected == 0)
  }

  @Test
  func onlyWarnsWhereAnOptionalColumnIsNearlyThere() throws {
    let parsing = try parse(
      columns: #"{"serial":{},"Tier":{"optional":true}}"#, "serial,tier\nA,Gold\n")
    #expect(parsing.codes == ["data.column.otherCase"])
    #expect(parsing.diagnostics.first?.severity == .warning)
    #expect(parsing.rows.first?[1].value.shown == "empty")
  }

  @Test
  func namesThePlaceholderThatNeedsAColumn() throws {
    var report = Report()
    let source = report.sources.add(Source(name: "pass.json", bytes: Array("{{ x }}".utf8)))
    var schema = ColumnSchema()
    _ = schema.use("x", at: Origin(source: source, offset: 0).place)
    let reader = try #require(
      try DataReader(name: "a.csv", read: pieces(Array("y\n".utf8)), report: &report))
    #expect(ColumnBinder.bind(schema, header: reader.header, report: &report) == nil)
    #expect(report.diagnostics.first?.notes.first?.location?.file == "pass.json")
  }

  // MARK: --set

  @Test
  func letsGivenValuesWinOverTheData() throws {
    let parsing = try parse(
      columns: #"{"serial":{},"points":{"type":"integer"}}"#, "serial,points\nA,1\nB,2\n",
      given: ["points=9", "serial=a=b"])
    #expect(
      parsing.rows.map { $0.map { $0.value.shown } } == [
        ["text a=b", "number 9"], ["text a=b", "number 9"],
      ])
  }

  @Test
  func givesColumnsThatTheDataLacks() throws {
    let parsing = try parse(columns: #"{"a":{},"b":{}}"#, "a\n1\n", given: ["b= x "])
    #expect(parsing.rows.first?[1].value.shown == "text x")
    #expect(parsing.diagnostics.isEmpty)
  }

  @Test
  func checksGivenValuesAndPointsIntoThem() throws {
    let parsing = try parse(
      columns: #"{"a":{"type":"integer"},"c":{"type":"json"}}"#, "a\n1\n",
      given: ["a=x", "c=[1,]", "novalue", "a=2", "aa=1"])
    #expect(
      Set(parsing.codes) == [
        "data.integer.invalid", "json.comma.trailing", "data.set.invalid", "data.set.duplicate",
        "data.set.unused",
      ])
    #expect(
      Set(parsing.diagnostics.compactMap { $0.location?.description }) == [
        "--set a", "--set aa", "--set c", "--set",
      ])
  }

  @Test
  func saysWhichColumnsAreRequiredWithoutData() throws {
    var report = Report()
    let schema = schema(#"{"a":{},"b":{"optional":true},"c":{}}"#, report: &report)
    var given = GivenValues()
    #expect(given.add("c=1", report: &report))
    #expect(
      ColumnBinder.bind(schema, header: nil, given: given, hasData: false, report: &report) == nil)
    #expect(report.diagnostics.map(\.code) == ["data.column.missing"])
    #expect(
      report.diagnostics.first?.settings == [.init(.data, "FILE"), .init(.value, "a=...")])
    #expect(given.add("a=2", report: &report))
    let binding = try #require(
      ColumnBinder.bind(schema, header: nil, given: given, hasData: false, report: &report))
    var parser = RowParser(binding)
    var cells: [Cell] = []
    #expect(parser.parse(.none(named: "--set"), into: &cells, report: &report))
    #expect(cells.map { $0.value.shown } == ["text 2", "empty", "text 1"])
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassTemplate
import PassTesting
import Testing

@testable import PassBuild

struct ValueRowTests {
  private static let columns = """
    { "name": {}, "points": {"type": "integer", "optional": true},
      "saving": {"type": "number", "decimal": ",", "optional": true},
      "isMember": {"type": "boolean", "optional": true},
      "until": {"type": "date", "format": "dd.MM.yyyy", "time": "12:00", "zone": "Europe/Berlin",
        "optional": true},
      "tier": {"type": "enum", "values": ["gold", "silver"], "optional": true},
      "site": {"type": "url", "optional": true},
      "list": {"type": "json", "optional": true},
      "member.city": {"optional": true},
      "photo": {"type": "file", "optional": true} }
    """

  private static func read(
    _ row: [String: RowValue]
  ) throws -> (cells: [String: Cell], found: [Diagnostic]) {
    let template = try Small.template(columns: columns)
    var reader = ValueRowReader(template)
    var report = Report(sources: reader.sources)
    _ = reader.read(ValueRow(row), report: &report)
    let names = template.schema.columns.map(\.name)
    return (Dictionary(uniqueKeysWithValues: zip(names, reader.cells)), report.diagnostics)
  }

  @Test func readsEachKindOfValueAsItsColumn() throws {
    let (cells, found) = try Self.read([
      "serial": "A-17", "name": "Ada", "points": 240, "saving": .decimal("12.50"),
      "isMember": true, "until": .date(1_956_528_000, offsetInMinutes: 120), "tier": "gold",
      "site": "https://example.com/", "list": .json("[1, 2]"),
      "member": .json(#"{"city": "Berlin"}"#), "photo": .image([1, 2, 3]),
    ])
    #expect(found.isEmpty, "\(found)")
    func text(_ column: String) -> String? { cells[column]?.text }
    #expect(text("serial") == "A-17" && text("points") == "240" && text("saving") == "12.50")
    #expect(text("until") == "2032-01-01T02:00:00+02:00" && text("member.city") == "Berlin")
    guard case .number("12.50")? = cells["saving"]?.value,
      case .boolean(true)? = cells["isMember"]?.value, case .date? = cells["until"]?.value,
      case .json? = cells["list"]?.value, case .file? = cells["photo"]?.value
    else {
      Issue.record("\(cells)")
      return
    }
  }

  @Test func readsTextInTheColumnsOwnForm() throws {
    let (cells, found) = try Self.read([
      "serial": "A", "name": "Ada", "points": "7", "saving": "1,5", "isMember": "yes",
      "until": "31.12.2031", "list": "[1]",
    ])
    #expect(found.isEmpty, "\(found)")
    guard case .number("1.5")? = cells["saving"]?.value,
      case .date("2031-12-31T12:00:00+01:00")? = cells["until"]?.value,
      case .boolean(true)? = cells["isMember"]?.value
    else {
      Issue.record("\(cells)")
      return
    }
  }

  @Test(arguments: [
    ("points", RowValue.string("many"), "data.integer.invalid", ColumnProblem.Kind.invalid),
    ("points", .decimal("1.5"), "data.integer.invalid", .invalid),
    ("saving", .boolean(true), "data.number.invalid", .invalid),
    ("isMember", 2, "data.boolean.invalid", .invalid),
    ("until", "2031-12-31", "data.date.invalid", .invalid),
    ("until", .date(.max), "data.date.invalid", .invalid),
    ("tier", "bronze", "data.enum.unknown", .notListed),
    ("site", "example.com", "data.url.invalid", .invalid),
    ("list", "[1", "json.text.truncated", .invalid),
    ("list", .json("{bad"), "json.syntax.invalid", .invalid),
    ("list", 5, "data.json.notContainer", .invalid),
    ("points", .json("[]"), "data.cell.wrongKind", .invalid),
    ("points", .json("[1"), "json.text.truncated", .invalid),
    ("points", .json("5.5"), "data.integer.invalid", .invalid),
    ("points", RowValue(.infinity), "data.integer.invalid", .invalid),
    ("saving", RowValue(.nan), "data.cell.noValue", .invalid),
    ("until", .date(0, offsetInMinutes: .min), "data.date.invalid", .invalid),
    ("until", .date(.min, offsetInMinutes: .max), "data.date.invalid", .invalid),
    ("name", .image([1]), "data.cell.wrongKind", .invalid),
    ("name", .empty, "data.cell.missing", .missing),
    ("name", "", "data.cell.missing", .missing),
    ("photo", "../x.png", "data.path.outside", .file),
  ])
  func namesColumnAndKindOfAFault(
    _ column: String, _ value: RowValue, _ code: String, _ kind: ColumnProblem.Kind
  ) throws {
    var row: [String: RowValue] = ["serial": "A", "name": "Ada"]
    row[column] = value
    let (_, found) = try Self.read(row)
    let faults = DiagnosticsError(found).columns
    #expect(faults.map(\.column) == [column])
    #expect(faults.first?.kind == kind)
    #expect(faults.first?.diagnostic.code == code)
    #expect(found.first?.location?.description == "row.\(column)")
    for diagnostic in found { #expect(!diagnostic.description.contains("--")) }
  }

  @Test func readsAValueOfJSONAsItsColumn() throws {
    let (cells, found) = try Self.read([
      "serial": "A", "name": .json(#""Ada""#), "points": .json(" 5 "), "isMember": .json("true"),
      "tier": .json("null"),
    ])
    #expect(found.isEmpty, "\(found)")
    #expect(cells["name"]?.text == "Ada" && cells["points"]?.text == "5")
    guard case .boolean(true)? = cells["isMember"]?.value else {
      Issue.record("\(cells)")
      return
    }
  }

  /// The error is the invalid value, not a missing one.
  @Test(arguments: ["{bad", #"{"city": "#, "[1"]) func namesTheColumnWhoseMemberIsInBrokenJSON(
    _ text: String
  ) throws {
    let (_, found) = try Self.read(["serial": "A", "name": "Ada", "member": .json(text)])
    let fault = DiagnosticsError(found).columns.first
    #expect(fault?.column == "member.city" && fault?.kind == .invalid, "\(found)")
    #expect(fault?.diagnostic.code.hasPrefix("json.") == true)
  }

  @Test func saysWhichNameIsMeantWhateverTheNamesOfTheRowBefore() throws {
    let template = try Small.template(columns: Self.columns)
    var reader = ValueRowReader(template)
    func near(_ extra: [String: RowValue]) -> [String] {
      var report = Report(sources: reader.sources)
      let row: [String: RowValue] = ["serial": "A", "name": "Ada"]
      _ = reader.read(ValueRow(row.merging(extra) { $1 }), report: &report)
      return report.diagnostics.map(\.message)
    }
    let points = [#"column "points" is missing, the row has "pionts""#]
    let tier = [#"column "tier" is missing, the row has "teir""#]
    for _ in 0..<2 {
      #expect(near(["pionts": 5]) == points)
      #expect(near(["pionts": 6]) == points)
      #expect(near(["teir": "gold"]) == tier)
      #expect(near(["weather": "fine"]) == [])
      #expect(near([:]) == [])
      #expect(near(["pionts": 5, "points": 5]) == [])
    }
  }

  @Test func saysWhichNameIsMeant() throws {
    let (_, found) = try Self.read(["serial": "A", "Name": "Ada"])
    #expect(found.first?.message == #"column "name" is missing, the row has "Name""#)
    let (_, near) = try Self.read(["serial": "A", "name": "Ada", "pionts": 5])
    #expect(near.map(\.code) == ["data.column.nearMissing"], "\(near)")
    let (_, more) = try Self.read(["serial": "A", "name": "Ada", "weather": "fine"])
    #expect(more.isEmpty)
  }

  /// The same row as JSON data of the command gives the same cells.
  @Test func readsWhatJSONDataGives() throws {
    let line = """
      {"serial":"A","name":"Ada","points":7,"saving":1.5,"isMember":false,"until":"31.12.2031",\
      "tier":"silver","list":{"a":[1]}}
      """
    let template = try Small.template(columns: Self.columns)
    var report = Report()
    var choice = DataChoice()
    choice.file = "rows.jsonl"
    var rows = try #require(
      try RowSource(
        streaming: "rows.jsonl", choice, for: template,
        open: {
          var rest: [UInt8]? = Array(line.utf8)
          return {
            defer { rest = nil }
            return rest
          }
        }, report: &report))
    let first = try #require(try rows.next(&report))
    var parser = RowParser(rows.binding)
    var expected: [Cell] = []
    #expect(parser.parse(first, into: &expected, report: &report), "\(report.diagnostics)")
    let (cells, found) = try Self.read([
      "serial": "A", "name": "Ada", "points": 7, "saving": .decimal("1.5"), "isMember": false,
      "until": "31.12.2031", "tier": "silver", "list": .json(#"{"a":[1]}"#),
    ])
    #expect(found.isEmpty)
    for (column, cell) in zip(template.schema.columns, expected) {
      let own = try #require(cells[column.name])
      #expect(Self.words(own.value) == Self.words(cell.value), "\(column.name)")
    }
  }

  private static func words(_ value: CellValue) -> String {
    if case .json(let document) = value {
      return String(decoding: JSONWriter.bytes(of: document.root), as: UTF8.self)
    }
    return "\(value)"
  }

  // MARK: Encodable

  private struct Member: Encodable {
    struct Address: Encodable { var city = "Berlin" }
    var serial = "A-17"
    var name: String? = "Ada"
    var points: UInt16 = 240
    var saving = 12.5
    var isMember = true
    var tier: String?
    var list = [[1, 2], [3]]
    var member = Address()
    var photo: [UInt8] = [1, 2]
    var whole = 5.0
    var small = Float(0.1)
  }

  @Test func takesTheMembersOfAnEncodableForColumns() throws {
    let row = try RowValue.row(of: Member())
    #expect(
      row == [
        "serial": "A-17", "name": "Ada", "points": 240, "saving": .decimal("12.5"),
        "isMember": true, "list": .json("[[1,2],[3]]"), "member": .json(#"{"city":"Berlin"}"#),
        "photo": .image([1, 2]), "whole": .decimal("5"), "small": .decimal("0.1"),
      ])
    let (cells, found) = try Self.read(row)
    #expect(found.isEmpty, "\(found)")
    #expect(cells["member.city"]?.text == "Berlin")
  }

  private struct Renamed: Encodable {
    var name = "Ada", serial = "A-18", points = 5
  }

  /// Columns are found by position only while rows have the same names in the same order.
  @Test func readsRowsWhoseNamesChange() throws {
    let template = try Small.template(columns: Self.columns)
    var reader = ValueRowReader(template)
    var random = SplitMix64(seed: 11)
    let rows: [ValueRow] = [
      try ValueRow(of: Member()), try ValueRow(of: Renamed()),
      try ValueRow(of: Renamed(points: 6)), ValueRow(["serial": "A", "name": "Ada"]),
      ValueRow(["serial": "A", "name": "Ada", "weather": "fine"]),
      ValueRow(["serial": "A", "Name": "Ada"]), ValueRow(["serial": "B", "name": .empty]),
      ValueRow(["serial": "B", "name": "Ada", "points": "many"]),
      ValueRow(["serial": "B", "name": "Ada", "member": .json(#"{"city": "Rom"}"#)]),
      ValueRow(["serial": "B", "name": "Ada", "member": .json(#"{"city": "Bonn"}"#)]),
      ValueRow(["serial": "B", "name": "Ada", "photo": .image([1])]),
    ]
    for _ in 0..<400 {
      guard let row = rows.randomElement(using: &random) else { return }
      var fresh = ValueRowReader(template)
      var one = Report(sources: reader.sources)
      var other = Report(sources: fresh.sources)
      let isGood = reader.read(row, report: &one)
      #expect(fresh.read(row, report: &other) == isGood)
      #expect(one.sorted.map(\.message) == other.sorted.map(\.message))
      if isGood { #expect("\(reader.cells)" == "\(fresh.cells)") }
    }
  }

  private struct Twice: Encodable {
    enum Key: String, CodingKey { case serial, name }

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Key.self)
      try members.encode("A", forKey: .serial)
      try members.encode("Bob", forKey: .name)
      // A second container of the same value adds to the same members.
      var more = encoder.container(keyedBy: Key.self)
      try more.encode("Ada", forKey: .name)
      try more.encodeNil(forKey: .serial)
      try more.encode("B", forKey: .serial)
    }
  }

  @Test func takesTheLastOfAMemberThatIsWrittenTwice() throws {
    let row = try ValueRow(of: Twice())
    #expect(row.members.map(\.name) == ["serial", "name"])
    #expect(row["serial"] == "B" && row["name"] == "Ada" && row["points"] == nil)
  }

  private struct Price: Encodable, RowValueConvertible {
    var cents = 1250
    var rowValue: RowValue { .decimal("12.50") }
  }

  @Test func takesAValueForWhatItSaysItIs() throws {
    #expect(try RowValue.row(of: ["saving": Price()]) == ["saving": .decimal("12.50")])
    #expect(try RowValue.row(of: ["a": [Price()]]) == ["a": .json("[12.50]")])
  }

  @Test func refusesWhatHasNoMembers() {
    #expect(throws: RowEncodingError.self) { try RowValue.row(of: 5) }
    #expect(throws: RowEncodingError.self) { try RowValue.row(of: [1, 2]) }
  }

  /// The type decides what a list is, even if it is empty.
  @Test func anEmptyListIsAnImageOnlyOfBytes() throws {
    #expect(try RowValue.row(of: ["list": [String]()]) == ["list": .json("[]")])
    #expect(try RowValue.row(of: ["list": [[String]]()]) == ["list": .json("[]")])
    #expect(try RowValue.row(of: ["photo": [UInt8]()]) == ["photo": .image([])])
    #expect(try RowValue.row(of: ["photo": [UInt8]?.some([])]) == ["photo": .image([])])
    #expect(try RowValue.row(of: ["list": [[UInt8]()]]) == ["list": .json("[[]]")])
    let (cells, found) = try Self.read(
      try RowValue.row(of: ["list": [String]()]).merging(["serial": "A", "name": "Ada"]) { $1 })
    #expect(found.isEmpty, "\(found)")
    guard case .json? = cells["list"]?.value else {
      Issue.record("\(cells)")
      return
    }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan]) func aNumberThatIsNoneIsRefusedByItsColumn(
    _ number: Double
  ) throws {
    let row = try RowValue.row(of: ["points": number, "saving": number])
    let (_, found) = try Self.read(row.merging(["serial": "A", "name": "Ada"]) { $1 })
    #expect(Set(DiagnosticsError(found).columns.map(\.column)) == ["points", "saving"])
    let small = try RowValue.row(of: ["saving": Float(number)])
    #expect(small == ["saving": RowValue(number)])
    let (_, nested) = try Self.read(
      try RowValue.row(of: ["list": [1, number]]).merging(["serial": "A", "name": "Ada"]) { $1 })
    #expect(DiagnosticsError(nested).columns.map(\.column) == ["list"])
  }

  private struct Spelled: Encodable, RowValueConvertible {
    var rowValue: RowValue
    func encode(to encoder: any Encoder) throws {}
  }

  /// A part of a list or object must stay one value (injection).
  @Test(arguments: [
    RowValue.decimal(#"1,"x":2"#), .decimal("1, 2"), .decimal(""), .decimal("1.2.3"),
    .json(#"1,"x":2"#), .json("{bad"), .json(""), .json("[1],[2]"), .json(#"{"a":1},"b":{}"#),
  ])
  func aPartThatIsNoJSONIsRefusedByItsColumn(_ value: RowValue) throws {
    for row in [
      try RowValue.row(of: ["list": ["a": Spelled(rowValue: value)]]),
      try RowValue.row(of: ["list": [Spelled(rowValue: value)]]),
    ] {
      let (_, found) = try Self.read(row.merging(["serial": "A", "name": "Ada"]) { $1 })
      #expect(DiagnosticsError(found).columns.map(\.column) == ["list"], "\(row)")
    }
  }

  @Test func takesAPartThatIsJSON() throws {
    let parts = [Spelled(rowValue: .json(#" {"x": [1]} "#)), Spelled(rowValue: .decimal("-1.5e3"))]
    #expect(try RowValue.row(of: ["a": parts]) == ["a": .json(#"[ {"x": [1]} ,-1.5e3]"#)])
  }

  @Test func isMadeOfWhatAProgramHas() {
    let (text, small, large, flag) = ("A-17", 240, UInt64.max, true)
    #expect(RowValue(text) == .string("A-17"))
    #expect(RowValue(small) == .integer(240))
    #expect(RowValue(large) == .decimal("18446744073709551615"))
    #expect(RowValue(flag) == .boolean(true))
    #expect(RowValue(4.5) == .decimal("4.5"))
    let nothing: RowValue = nil
    #expect(nothing == .empty)
  }
}

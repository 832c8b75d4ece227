// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassTesting
import Testing

@testable import PassTemplate

/// Tests of exports of Apple's Pass Designer: what is left out, and which values columns fill.
struct DesignerExportTests {
  private static let card = """
    {"_id": "1", "teamIdentifier": "", "passTypeIdentifier": "", "serialNumber": "SAMPLE",
     "storeCard": {
       "headerFields": [{"_id": "2", "key": "tier", "value": "Gold"}],
       "primaryFields": [{"key": "points", "value": 120}],
       "backFields": [{"key": "terms", "value": "Terms"}]},
     "barcodes": [{"_id": "3", "message": "A-0", "altText": "A-0"}],
     "semantics": {"flightNumber": 7}, "userInfo": {"_id": "mine"}}
    """

  private static func rendering(
    _ pass: String = card, row: String?, settings: String? = nil
  ) throws -> Rendering {
    var files = ["b.pkpasstemplate/pass.json": pass]
    guard let settings else { return try Rendering(files, row: row, template: "b.pkpasstemplate") }
    files["t.pass/template.json"] = settings
    return try Rendering(files, row: row)
  }

  @Test func columnsFillValuesByKey() throws {
    let rendering = try Self.rendering(
      row: """
        {"serialNumber": "S-1", "tier": "Silver", "points": 9, "barcode.message": "S-1",
         "flightNumber": 8}
        """)
    #expect(rendering.codes.isEmpty, "\(rendering.report.diagnostics)")
    #expect(
      rendering.json == """
        {"storeCard":{"headerFields":[{"key":"tier","value":"Silver"}],\
        "primaryFields":[{"key":"points","value":9}],\
        "backFields":[{"key":"terms","value":"Terms"}]},\
        "barcodes":[{"message":"S-1","altText":"S-1"}],"semantics":{"flightNumber":8},\
        "userInfo":{"_id":"mine"},"serialNumber":"S-1"}
        """)
  }

  @Test func valuesWithoutAColumnKeepTheSample() throws {
    let rendering = try Self.rendering(row: #"{"serialNumber": "S-1"}"#)
    let json = try #require(rendering.json)
    #expect(json.contains(#""value":"Gold""#) && json.contains(#""value":120"#))
  }

  @Test func onlyTheSerialNumberIsRequired() throws {
    let rendering = try Self.rendering(row: nil)
    #expect(rendering.template?.requiredColumns == ["serialNumber"])
  }

  /// The sample of the design belongs to another person.
  @Test func anEmptyCellIsAnErrorAndNeverTheSample() throws {
    let rendering = try Self.rendering(row: #"{"serialNumber": "S-1", "tier": ""}"#)
    #expect(rendering.codes == ["cell.value.missing"], "\(rendering.codes)")
    #expect(rendering.pass == nil)
  }

  @Test func numbersOfTheDesignNeedNumbers() throws {
    let rendering = try Self.rendering(row: #"{"serialNumber": "S-1", "points": "many"}"#)
    #expect(rendering.pass == nil)
    #expect(rendering.report.diagnostics.first?.message.contains("points") == true)
  }

  @Test func preferredStyleSchemesNextToPosterGenericAreLeftOut() throws {
    let rendering = try Self.rendering(
      #"{"posterGeneric": {}, "preferredStyleSchemes": ["posterGeneric", "generic"]}"#,
      row: #"{"serialNumber": "S-1"}"#)
    #expect(rendering.json == #"{"posterGeneric":{},"serialNumber":"S-1"}"#)
  }

  @Test func aKeyInTwoStylesIsOneColumn() throws {
    let field = #"{"primaryFields": [{"key": "name", "value": "Jane"}]}"#
    let rendering = try Self.rendering(
      #"{"posterGeneric": \#(field), "generic": \#(field)}"#,
      row: #"{"serialNumber": "S-1", "name": "Ada"}"#)
    #expect(rendering.json?.split(separator: #""value":"Ada""#).count == 3)
  }

  // MARK: fill in template.json

  private static let extending = #""extends": "../b.pkpasstemplate""#

  @Test(arguments: [
    "storeCard.headerFields.tier", "/storeCard/headerFields/0/value",
    "/storeCard/headerFields/tier/value", "storeCard.headerFields.0.value",
  ])
  func fillNamesAValueByItsPath(_ path: String) throws {
    let rendering = try Self.rendering(
      row: #"{"Nr": "S-1", "Stufe": "Silber"}"#,
      settings: """
        {\(Self.extending), "columns": {"Nr": {}, "Stufe": {"optional": true}},
         "fill": {"Nr": "serialNumber", "Stufe": "\(path)"}}
        """)
    #expect(rendering.codes.isEmpty, "\(rendering.report.diagnostics)")
    let json = try #require(rendering.json)
    #expect(json.contains(#""value":"Silber""#) && json.contains(#""serialNumber":"S-1""#))
  }

  @Test func anEmptyOptionalColumnLeavesItsFieldOut() throws {
    let rendering = try Self.rendering(
      row: #"{"serialNumber": "S-1", "points": 0, "tier": ""}"#,
      settings: """
        {\(Self.extending), "columns": {"tier": {"optional": true},
         "points": {"type": "integer", "optional": true}}}
        """)
    let json = try #require(rendering.json)
    #expect(json.contains(#""headerFields":[]"#))
    #expect(json.contains(#"{"key":"points","value":0}"#))
  }

  @Test func aPathThatLeadsNowhereNamesTheNearest() throws {
    let rendering = try Self.rendering(
      row: nil, settings: #"{\#(Self.extending), "fill": {"a": "storeCard.headerFields.teir"}}"#)
    #expect(rendering.codes == ["template.fill.unknown"])
    #expect(
      rendering.report.diagnostics.first?.help == #"did you mean "storeCard.headerFields.tier"?"#)
  }

  @Test func twoColumnsCannotFillOneValue() throws {
    let path = "storeCard.headerFields.tier"
    let rendering = try Self.rendering(
      row: nil, settings: #"{\#(Self.extending), "fill": {"a": "\#(path)", "b": "\#(path)"}}"#)
    #expect(rendering.codes == ["template.fill.repeated"])
  }

  @Test(arguments: ["7", #"{"a": 7}"#, #"{"a": ""}"#])
  func fillTakesPathsOnly(_ fill: String) throws {
    let rendering = try Self.rendering(
      row: nil, settings: #"{\#(Self.extending), "fill": \#(fill)}"#)
    #expect(rendering.codes == ["template.setting.invalid"])
  }

  // MARK: Tables

  /// Returns what binding a header to the export reports.
  private func diagnostics(_ header: String, _ pass: String = card) throws -> [Diagnostic] {
    let folder = try TemporaryFolder(["b.pkpasstemplate/pass.json": pass])
    var report = Report()
    let template = try #require(try Template.load(folder("b.pkpasstemplate"), report: &report))
    let text = Array((header + "\n").utf8)
    let reader = try DataReader(
      name: "m.csv", options: DataOptions(format: .csv), read: pieces(text), report: &report)
    _ = ColumnBinder.bind(template.schema, header: try #require(reader).header, report: &report)
    return report.diagnostics
  }

  private static let filled = "serialNumber,tier,points"

  @Test func aTableThatFillsEveryFieldOfTheFrontIsClean() throws {
    #expect(try diagnostics(Self.filled).isEmpty)
  }

  @Test func aColumnThatFillsNothingIsAWarning() throws {
    let found = try diagnostics(Self.filled + ",colour")
    #expect(found.map(\.code) == ["template.fill.unused"])
    #expect(found.first?.message == #"column "colour" fills no value of the export"#)
  }

  @Test func aFieldOfTheFrontThatKeepsItsSampleIsAWarning() throws {
    let found = try diagnostics("serialNumber,points")
    #expect(found.map(\.code) == ["template.fill.sampleKept"])
    #expect(
      found.first?.message
        == #"storeCard.headerFields.tier keeps the sample "Gold", no column fills it"#)
  }

  @Test func aTableThatFillsNothingIsAnError() throws {
    let pass = #"{"serialNumber": "1", "generic": {"primaryFields": [{"key": "a", "value": "b"}]}}"#
    let found = try diagnostics("x,y", pass)
    #expect(found.map(\.code) == ["data.table.unused"], "\(found)")
    #expect(found.first?.severity == .error)
  }

  @Test func aKeyOfTwoFieldsIsAnErrorThatNamesBoth() throws {
    let pass = """
      {"generic": {"headerFields": [{"key": "a", "value": "b"}],
       "backFields": [{"key": "a", "value": "c"}]}}
      """
    let found = try diagnostics("serialNumber,a", pass)
    #expect(found.map(\.code) == ["template.fill.ambiguous"])
    let message = found.first?.message ?? ""
    #expect(message.contains("generic.headerFields.a") && message.contains("generic.backFields.a"))
  }

  // MARK: Compatible form

  private static let poster = """
    {"posterGeneric": {
      "headerFields": [{"key": "h", "value": "1"}],
      "primaryFields": [{"key": "p1", "value": "1"}, {"key": "p2", "value": "2"}],
      "footerFields": [{"key": "f", "value": "1"}],
      "additionalInfoFields": [{"key": "i", "value": "1"}]}}
    """

  @Test func tooligThatAsksForACompatiblePassAddsGeneric() throws {
    let files = [
      "b.pkpasstemplate/pass.json": Self.poster, "b.pkpasstemplate/primaryLogo@2x.png": "p",
      "b.pkpasstemplate/tooling.json": #"{"automaticallyGenerateCompatiblePass": true}"#,
    ]
    let rendering = try Rendering(
      files, row: #"{"serialNumber": "S-1", "p2": "Ada"}"#, template: "b.pkpasstemplate")
    let json = try #require(rendering.json)
    #expect(
      json.contains(
        """
        "generic":{"headerFields":[{"key":"h","value":"1"}],\
        "primaryFields":[{"key":"p1","value":"1"}],\
        "secondaryFields":[{"key":"p2","value":"Ada"}],\
        "auxiliaryFields":[{"key":"f","value":"1"}],"backFields":[{"key":"i","value":"1"}]}
        """))
    #expect(rendering.paths == ["logo@2x.png", "pass.json", "primaryLogo@2x.png"])
  }

  @Test func templateJSONChoosesTheStyle() throws {
    let rendering = try Self.rendering(
      Self.poster, row: #"{"serialNumber": "S-1"}"#,
      settings: #"{\#(Self.extending), "compatible": "storeCard"}"#)
    #expect(rendering.json?.contains(#""storeCard":{"headerFields""#) == true)
  }

  @Test(arguments: [
    (#"{"storeCard": {}}"#, #""generic""#, "template.compatible.unneeded"),
    (#"{"posterGeneric": {}, "coupon": {}}"#, #""generic""#, "template.compatible.unneeded"),
    (#"{"posterGeneric": {}}"#, #""coupon""#, "template.setting.invalid"),
    (#"{"posterGeneric": {}}"#, "7", "template.setting.invalid"),
  ])
  func compatibleIsForPosterGenericAlone(_ pass: String, _ style: String, _ code: String) throws {
    let rendering = try Self.rendering(
      pass, row: nil, settings: #"{\#(Self.extending), "compatible": \#(style)}"#)
    #expect(rendering.codes.first == code, "\(rendering.codes)")
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel
import PassTesting
import Testing

@testable import PassTemplate

struct ResolvingTests {
  private let columns = """
    {"n":{"type":"integer","optional":true},"x":{"type":"number","decimal":",","optional":true},
     "b":{"type":"boolean","optional":true},"j":{"type":"json","optional":true},
     "d":{"type":"date","format":"dd.MM.yyyy","time":"12:00:00","zone":"Europe/Berlin","optional":true},
     "s":{"type":"string","optional":true},"f":{"type":"integer","default":7}}
    """

  @Test(arguments: [
    // The key decides: a number if the table requires one, else a string.
    (#"{"maxDistance":"{{ n }}"}"#, #"{"n":5}"#, #"{"maxDistance":5}"#),
    (#"{"maxDistance":"{{ x }}"}"#, #"{"x":"1,50"}"#, #"{"maxDistance":1.50}"#),
    (#"{"voided":"{{ b }}"}"#, #"{"b":"yes"}"#, #"{"voided":true}"#),
    (#"{"description":"{{ n }}"}"#, #"{"n":"5"}"#, #"{"description":"5"}"#),
    (#"{"description":"{{ x }}"}"#, #"{"x":"1,50"}"#, #"{"description":"1,50"}"#),
    (#"{"description":"{{ b }}"}"#, #"{"b":"Yes"}"#, #"{"description":"Yes"}"#),
    // The value of a field has the column's type.
    (
      #"{"generic":{"primaryFields":[{"key":"k","value":"{{ n }}"}]}}"#, #"{"n":"5"}"#,
      #"{"generic":{"primaryFields":[{"key":"k","value":5}]}}"#
    ),
    (
      #"{"generic":{"primaryFields":[{"key":"k","value":"{{ n }} points"}]}}"#, #"{"n":"5"}"#,
      #"{"generic":{"primaryFields":[{"key":"k","value":"5 points"}]}}"#
    ),
    (
      #"{"generic":{"primaryFields":[{"key":"k","value":"{{ s }}"}]}}"#, #"{"s":"5"}"#,
      #"{"generic":{"primaryFields":[{"key":"k","value":"5"}]}}"#
    ),
    // A date alone in its string is ISO 8601. In text it is as in the cell.
    (
      #"{"expirationDate":"{{ d }}","description":"until {{ d }}"}"#, #"{"d":"31.12.2031"}"#,
      #"{"expirationDate":"2031-12-31T12:00:00+01:00","description":"until 31.12.2031"}"#
    ),
    // JSON is inserted unchanged, and placeholders in it are not expanded (injection).
    (
      #"{"locations":"{{ j }}"}"#, #"{"j":[{"relevantText":"{{ s }}"}]}"#,
      #"{"locations":[{"relevantText":"{{ s }}"}]}"#
    ),
    // For an unknown key, the column's type decides.
    (
      #"{"userInfo":{"a":"{{ n }}","b":"{{ s }}"}}"#, #"{"n":1,"s":"t"}"#,
      #"{"userInfo":{"a":1,"b":"t"}}"#
    ),
    // An empty value removes the member or element. In text it is empty.
    (#"{"description":"d","logoText":"{{ s }}"}"#, "{}", #"{"description":"d"}"#),
    (#"{"description":"d","logoText":"{{ s }}"}"#, #"{"s":""}"#, #"{"description":"d"}"#),
    (#"{"description":"d","logoText":"{{ s }}"}"#, #"{"s":null}"#, #"{"description":"d"}"#),
    (#"{"description":"d","logoText":"{{ s }}"}"#, #"{"s":"  "}"#, #"{"description":"d"}"#),
    (#"{"description":"a{{ s }}b"}"#, "{}", #"{"description":"ab"}"#),
    (
      #"{"associatedStoreIdentifiers":["{{ n }}",2]}"#, "{}", #"{"associatedStoreIdentifiers":[2]}"#
    ),
    (#"{"associatedStoreIdentifiers":["{{ n }}"]}"#, "{}", #"{"associatedStoreIdentifiers":[]}"#),
    (#"{"nfc":{"message":"{{ s }}"}}"#, "{}", #"{"nfc":{}}"#),
    // Defaults of the column and of the placeholder.
    (#"{"maxDistance":"{{ f }}"}"#, "{}", #"{"maxDistance":7}"#),
    (#"{"maxDistance":"{{ n | default: '9' }}"}"#, "{}", #"{"maxDistance":9}"#),
    (#"{"logoText":"{{ s | default: 'Basic' }}"}"#, "{}", #"{"logoText":"Basic"}"#),
    (#"{"logoText":"{{ s | default: '' }}"}"#, "{}", #"{"logoText":""}"#),
    // $if
    (#"{"nfc":{"$if":"s","message":"m"}}"#, "{}", "{}"),
    (#"{"nfc":{"$if":"s","message":"m"}}"#, #"{"s":"x"}"#, #"{"nfc":{"message":"m"}}"#),
    (#"{"nfc":{"$if":"!s","message":"m"}}"#, "{}", #"{"nfc":{"message":"m"}}"#),
    (#"{"nfc":{"$if":"b","message":"m"}}"#, #"{"b":"no"}"#, "{}"),
    (#"{"nfc":{"$if":"n","message":"m"}}"#, #"{"n":0}"#, "{}"),
    (#"{"nfc":{"$if":"x","message":"m"}}"#, #"{"x":"0,00"}"#, "{}"),
    (
      #"{"locations":[{"$if":"s","latitude":1},{"latitude":2}]}"#, "{}",
      #"{"locations":[{"latitude":2}]}"#
    ),
    (
      #"{"nfc":{"$if":"s","message":"{{ s }}","x":{"$if":"n","y":1}},"voided":true}"#,
      #"{"s":"a"}"#, #"{"nfc":{"message":"a"},"voided":true}"#
    ),
    // Members of Pass Designer are removed. In userInfo they stay.
    (
      #"{"_id":1,"generic":{"primaryFields":[{"_id":"x","key":"k"}]},"userInfo":{"_id":2}}"#, "{}",
      #"{"generic":{"primaryFields":[{"key":"k"}]},"userInfo":{"_id":2}}"#
    ),
  ])
  func rendersTheRow(_ pass: String, _ row: String, _ expected: String) throws {
    let rendering = try Rendering(pass: pass, columns: columns, row: row)
    #expect(rendering.codes.isEmpty)
    #expect(rendering.json == expected)
    // The result is valid JSON, with the same nodes as when it is read again.
    let json = try #require(rendering.json)
    var report = Report()
    let again = try #require(JSONReader.read(Array(json.utf8), name: "x", report: &report))
    #expect(report.diagnostics.isEmpty)
    let nodes = try #require(rendering.pass).document.nodes
    #expect(again.nodes.map(\.span) == nodes.map(\.span))
  }

  @Test(arguments: [
    (#"{"maxDistance":"{{ s }}"}"#, "template.placeholder.typeMismatch"),
    (#"{"maxDistance":"{{ n }}0"}"#, "template.placeholder.typeMismatch"),
    (#"{"maxDistance":"{{ n | upper }}"}"#, "template.placeholder.typeMismatch"),
    (#"{"voided":"{{ n }}"}"#, "template.placeholder.typeMismatch"),
    (#"{"description":"{{ j }}"}"#, "template.placeholder.typeMismatch"),
    (#"{"description":"a {{ j }}"}"#, "template.placeholder.typeMismatch"),
    (#"{"locations":"{{ s }}"}"#, "template.placeholder.typeMismatch"),
    (#"{"nfc":"{{ s }}"}"#, "template.placeholder.typeMismatch"),
    (#"{"expirationDate":"{{ n }}"}"#, "template.placeholder.typeMismatch"),
    (#"{"relevantDate":"{{ b | lower }}"}"#, "template.placeholder.typeMismatch"),
    (#"{"relevantDates":[{"startDate":"{{ x }}"}]}"#, "template.placeholder.typeMismatch"),
    (#"{"maxDistance":"{{ n | default: 'x' }}"}"#, "template.placeholder.defaultMismatch"),
    (#"{"nfc":{"$if":1}}"#, "template.condition.invalid"),
    (#"{"nfc":{"$if":""}}"#, "template.condition.invalid"),
    (#"{"nfc":{"$if":"{{ s }}"}}"#, "template.condition.invalid"),
    (#"{"$if":"s"}"#, "template.condition.invalid"),
  ])
  func refusesWhatDoesNotFitThePlace(_ pass: String, _ code: String) throws {
    let rendering = try Rendering(pass: pass, columns: columns, row: "{}")
    #expect(rendering.codes == [code])
    #expect(rendering.report.diagnostics.first?.location?.file.hasSuffix("pass.json") == true)
  }

  @Test func pointsAtTheCellAndSaysWhereItIsUsed() throws {
    let rendering = try Rendering(pass: #"{"nfc":{"message":"{{ s }}"}}"#, row: #"{"s":"m"}"#)
    let message = try #require(rendering.pass?.package.document.at("/nfc/message"))
    var report = rendering.report
    report(TemplateFindings.notPacked, "x", at: message)
    let diagnostic = try #require(report.diagnostics.last)
    #expect(diagnostic.location?.file == "row.json")
    #expect(diagnostic.location?.column == 6)
    #expect(diagnostic.notes.first?.location?.file.hasSuffix("t.pass/pass.json") == true)
    #expect(diagnostic.notes.first?.message == "used here, as /nfc/message")
  }

  @Test func remembersWhetherARuleReadTheRow() throws {
    let rendering = try Rendering(
      pass: #"{"description":"d","logoText":"{{ s }}","nfc":{"message":"m"}}"#, columns: columns,
      row: "{}")
    let package = try #require(rendering.pass?.package)
    // Members of the root depend on the row, so looking into it counts as reading the row.
    #expect(Self.readsRow(of: package) { $0.at("/nfc/message")?.string == "m" })
    let constant = try Rendering(
      pass: #"{"description":"{{ s | default: 'd' }}","nfc":{"message":"m"}}"#, columns: columns,
      row: "{}")
    let other = try #require(constant.pass?.package)
    #expect(!Self.readsRow(of: other) { $0["nfc"]?["message"]?.string == "m" })
    #expect(Self.readsRow(of: other) { $0["description"]?.string == "d" })
  }

  /// Returns whether a look at pass.json reads a value of the row. The look returns whether it has
  /// seen what it expects.
  private static func readsRow(of package: PassPackage, _ look: (JSONValue) -> Bool) -> Bool {
    let log = ReaderLog(nodeCount: 0)
    log.begin(0)
    #expect(look(package.recorded(in: log).document))
    return ReaderLog.contains(log.ofRow, 0)
  }

  /// The optional part is deeper, so the root alone is the same for every row.
  @Test func aContainerVariesOnlyWhenItsOwnPartsComeAndGo() throws {
    let pass = #"""
      {"description":"d","generic":{"primaryFields":[
        {"key":"a","value":"{{ s }}","label":"l"}, {"key":"b","value":"{{ n }}"}]}}
      """#
    let package = try #require(Rendering(pass: pass, columns: columns, row: "{}").pass?.package)
    #expect(!Self.readsRow(of: package) { $0["description"]?.string == "d" })
    #expect(!Self.readsRow(of: package) { $0.at("/generic/primaryFields")?.isArray == true })
    #expect(
      Self.readsRow(of: package) { $0.at("/generic/primaryFields/0/key")?.string == "a" })
  }
}

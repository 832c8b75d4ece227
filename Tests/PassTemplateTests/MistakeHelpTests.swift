// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

@testable import PassTemplate

/// Tests that findings about templates and cells show the way to fix them in the user's own words.
struct MistakeHelpTests {
  @Test(arguments: [
    ("{{ points }", "write {{ points }}"),
    ("{{ points", "write {{ points }}"),
    ("{{ points | uppercase }}", "write {{ points | upper }}"),
    ("{{ points | toLowerCase }}", "write {{ points | lower }}"),
    ("{{ points | uper }}", "write {{ points | upper }}"),
    ("{{ points: 'x' }}", "for a default, write {{ points | default: 'text' }}"),
    ("{{ points | default 'x' }}", "write | default: 'text'"),
    (
      "{{ points | date }}",
      "remove it: Wallet formats the date by the field's \"dateStyle\" and \"timeStyle\""
    ),
    (
      "{{ points | trim }}",
      "remove it, and change the value in the data: the filters are default, upper and lower"
    ),
  ])
  func aPlaceholderIsShownAsItShouldBe(_ text: String, _ help: String) throws {
    let rendering = try Rendering(pass: #"{"description": "\#(text)"}"#)
    #expect(rendering.codes == ["template.placeholder.invalid"])
    #expect(rendering.report.diagnostics.first?.help == help)
  }

  @Test(arguments: [
    "{{ NAME }", "{{ NAME", "{{ NAME: 'x' }}", "{{ a | NAME }}", "{{ NAME | date }}",
  ])
  func aLongNameIsNotRepeated(_ text: String) throws {
    let name = String(repeating: "a", count: 10_000)
    let rendering = try Rendering(
      pass: #"{"description": "\#(text.replacing("NAME", with: name))"}"#)
    let found = try #require(rendering.report.diagnostics.first)
    #expect(found.code == "template.placeholder.invalid")
    #expect(found.message.utf8.count < 200 && found.help.utf8.count < 200, "\(text)")
  }

  @Test func aMisspeltBaseIsNamedWithoutDots() throws {
    let rendering = try Rendering([
      "base.pass/pass.json": "{}", "t.pass/pass.json": "{}",
      "t.pass/template.json": #"{"extends": "../bsae.pass"}"#,
    ])
    let found = try #require(rendering.report.diagnostics.first)
    #expect(found.code == "template.extends.missing")
    #expect(!found.message.contains(".."), "\(found.message)")
    #expect(found.message.hasSuffix("bsae.pass, which does not exist"))
    #expect(found.help.hasPrefix("did you mean ") && found.help.hasSuffix("base.pass?"))
  }

  @Test(arguments: [
    ("t.pass/key.pem", "-----BEGIN EC PRIVATE KEY-----\n", true),
    ("t.pass/signing.p12", "", true),
    ("t.pass/pass.pem", "-----BEGIN CERTIFICATE-----\n", false),
    ("t.pass/notes.txt", "PRIVATE KEY-----", false),
  ])
  func aPrivateKeyInTheFolderIsNotSilent(_ path: String, _ content: String, _ isKey: Bool) throws {
    let rendering = try Rendering(["t.pass/pass.json": "{}", path: content])
    #expect(rendering.codes == (isKey ? ["template.file.privateKey"] : []))
    #expect(rendering.report.hasErrors == false)
  }

  @Test(arguments: [
    ("YYYY-MM-DD", "yyyy-MM-dd"), ("dd.mm.yyyy", "dd.MM.yyyy"), ("%d.%m.%Y", "dd.MM.yyyy"),
    ("DD/MM/YYYY hh:mm", "dd/MM/yyyy HH:mm"), ("D.M.YY", "d.M.yy"),
  ])
  func aFormatOfAnotherProgramIsTranslated(_ format: String, _ right: String) throws {
    let rendering = try Rendering(
      pass: "{}", columns: #"{"until": {"type": "date", "format": "\#(format)"}}"#)
    #expect(rendering.codes == ["template.column.format"])
    #expect(rendering.report.diagnostics.first?.help == "write \"format\": \"\(right)\"")
  }

  @Test func aMisspeltListOfValuesIsOneFinding() throws {
    let rendering = try Rendering(
      pass: "{}", columns: #"{"tier": {"type": "enum", "value": ["Gold"]}}"#)
    #expect(rendering.codes == ["template.column.unknownOption"])
    let without = try Rendering(pass: "{}", columns: #"{"tier": {"type": "enum"}}"#)
    #expect(without.codes == ["template.column.values"])
  }

  private static let day = #""time":"23:59:59","zone":"Europe/Berlin""#

  @Test(arguments: [
    ("31.12.2028", "write 2028-12-31, or set the column's \"format\" to \"dd.MM.yyyy\""),
    ("12/31/2028", "write 2028-12-31, or set the column's \"format\" to \"MM/dd/yyyy\""),
    ("31/12/2028", "write 2028-12-31, or set the column's \"format\" to \"dd/MM/yyyy\""),
    ("1.2.2028", "write 2028-02-01, or set the column's \"format\" to \"d.M.yyyy\""),
    // Nobody knows which of the numbers is the month.
    ("05/06/2028", "write it as yyyy-MM-dd, or change the column's \"format\""),
    ("2028-06-31", "correct the day: the month has 30 days"),
    ("2027-02-29", "correct the day: the month has 28 days"),
    ("2028-13-01", "correct the month: it is 13, and months go to 12"),
  ])
  func aDateIsShownAsItShouldBe(_ text: String, _ help: String) throws {
    let (_, found) = try cell(#"{"type":"date","format":"yyyy-MM-dd",\#(Self.day)}"#, text)
    #expect(found.map(\.code) == ["data.date.invalid"])
    let words = try #require(found.first?.help)
    #expect(words == help || words == help + " in template.json")
  }
}

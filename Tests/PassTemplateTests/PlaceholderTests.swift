// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel
import PassTesting
import Testing

@testable import PassTemplate

struct PlaceholderTests {
  @Test(arguments: [
    ("{{ name }}", "Ada"), ("{{name}}", "Ada"), ("Hi {{ name }}!", "Hi Ada!"),
    ("{{ name | upper }}", "ADA"), ("{{ name | lower }}", "ada"),
    ("{{ none | default: 'x' | upper }}", "X"), ("{{ none | upper | default: 'x' }}", "x"),
    ("{{ none | default: 'it''s' }}", "it's"), ("{{ '{{' }} and }}", "{{ and }}"),
    ("{{ '{{' }} name }}", "{{ name }}"), ("a{b}c", "a{b}c"), ("{ {", "{ {"), ("}}", "}}"),
    ("{{ person.city }}", "Köln"), ("{{ name }}{{ name }}", "AdaAda"),
    ("{{ First Name }}", "Eve"),
  ])
  func putsTextWhereThePlaceholderStands(_ template: String, _ expected: String) throws {
    let rendering = try Rendering(
      pass: #"{"description":"\#(template)","logoText":"{{ name }}"}"#,
      columns: #"{"none":{"type":"string","optional":true}}"#,
      row: #"{"name":"Ada","person":{"city":"Köln"},"First Name":"Eve","none":""}"#)
    #expect(rendering.codes.isEmpty)
    #expect(rendering.json == #"{"description":"\#(expected)","logoText":"Ada"}"#)
  }

  @Test(arguments: [
    ("{{ name", 19), ("{{ }}", 22), ("{{ name | trim }}", 29), ("{{ name | default }}", 37),
    ("{{ name | default: x }}", 38), ("{{ name | default: 'x }}", 38), ("{{ name: }}", 19),
    ("ab {{ 'x }}", 25), ("{{ a | }}", 26), ("{{{{ a }}", 21), ("{{ a } }}", 24),
  ])
  func refusesAnythingElseAtItsPlace(_ template: String, _ column: Int) throws {
    let rendering = try Rendering(pass: #"{"description": "\#(template)"}"#)
    #expect(rendering.codes == ["template.placeholder.invalid"])
    let location = try #require(rendering.report.diagnostics.first?.location)
    #expect(location.line == 1)
    // The name may include what follows it, but the location is inside the string.
    #expect((column - 1...column + 12).contains(location.column ?? 0))
  }

  @Test func refusesPlaceholdersInNames() throws {
    let rendering = try Rendering(pass: #"{"{{ a }}":"b"}"#)
    #expect(rendering.codes == ["template.placeholder.inName"])
  }

  struct Hostile: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    Hostile(name: "quotes", text: #"","voided":true,"x":""#),
    Hostile(name: "backslashes", text: #"\\\u0022\"#), Hostile(name: "newlines", text: "a\nb\r\nc"),
    Hostile(name: "braces", text: "{{ serial }} {{ '{{' }}"),
    Hostile(name: "control", text: "a\u{1}b"),
    Hostile(name: "emoji", text: "👩‍👩‍👧‍👦🏳️‍🌈"), Hostile(name: "right to left", text: "مرحبا \u{202E}abc"),
    Hostile(name: "a megabyte", text: String(repeating: "x\"\\{{", count: 200_000)),
    Hostile(name: "control characters", text: "a\u{1}\u{1F}\u{7F}\u{2028}b"),
  ])
  func dataNeverChangesTheStructure(_ hostile: Hostile) throws {
    var row: [UInt8] = Array(#"{"value":"#.utf8)
    JSONWriter.writeString(hostile.text, to: &row)
    row.append(UInt8(ascii: "}"))
    let rendering = try Rendering(
      [
        "t.pass/pass.json": #"{"description":"{{ value }}","logoText":"<{{ value }}>"}"#,
        "t.pass/en.lproj/pass.strings": #""k" = "{{ value }}";"#,
      ], row: String(decoding: row, as: UTF8.self))
    #expect(rendering.codes.isEmpty)
    let pass = try #require(rendering.pass)
    let root = pass.document.root
    #expect(root.members.map(\.name) == ["description", "logoText"])
    // Values are trimmed like every cell. White space inside stays.
    #expect(root["description"]?.string == hostile.text)
    #expect(root["logoText"]?.string == "<\(hostile.text)>")
    #expect(pass.strings.first?.values["k"] == hostile.text)
  }

  @Test(arguments: [1, 2, 3])
  func neverTrapsOnNoise(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("{}|:' abc default'\\\"é".unicodeScalars)
    for _ in 0..<5_000 {
      var text = ""
      for _ in 0..<Int(random.next() % 24) {
        text.unicodeScalars.append(alphabet[Int(random.next() % UInt64(alphabet.count))])
      }
      if let cut = try? PlaceholderText(text) {
        #expect(PlaceholderText.isPlain(text) == false || cut.pieces == [.literal(text)])
      } else {
        #expect(!PlaceholderText.isPlain(text))
      }
    }
  }
}

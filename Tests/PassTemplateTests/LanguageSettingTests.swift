// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel
import PassTesting
import Testing

@testable import PassTemplate

/// `language` in template.json, and the folder that the build adds for it.
struct LanguageSettingTests {
  private static func rendering(
    _ settings: String, _ strings: [String: String], pass: String = "{}", row: String? = nil
  ) throws -> Rendering {
    var files = ["t.pass/pass.json": pass, "t.pass/template.json": settings]
    for (language, text) in strings { files["t.pass/\(language).lproj/pass.strings"] = text }
    return try Rendering(files, row: row)
  }

  private static func text(_ rendering: Rendering, _ language: String) throws -> String? {
    let path = "\(language).lproj/pass.strings"
    return try #require(rendering.pass).files.first { $0.path == path }.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  @Test func addsTheFolderOfTheLanguageWithTheTextsThatOthersTranslate() throws {
    let rendering = try Self.rendering(
      #"{"language": "en"}"#,
      [
        "de": #""Points" = "Punkte"; "Name" = "Name";"#,
        "fr": #""Points" = "Points"; "%@" = "%@";"#,
      ])
    #expect(rendering.codes == [])
    #expect(
      try Self.text(rendering, "en")
        == "\"Points\" = \"Points\";\n\"Name\" = \"Name\";\n\"%@\" = \"%@\";\n")
    #expect(rendering.pass?.language == "en")
    #expect(rendering.pass?.package.language == "en")
  }

  @Test func keepsTheLinesOfTheFolderAndAddsTheOthers() throws {
    let rendering = try Self.rendering(
      #"{"language": "pt-BR"}"#,
      ["pt_BR": #""welcome" = "Oi, {{ name }}";"#, "de": #""welcome" = "Hallo"; "Name" = "N";"#],
      row: #"{"name": "Ada"}"#)
    #expect(rendering.codes == [])
    #expect(
      try Self.text(rendering, "pt_BR") == "\"welcome\" = \"Oi, Ada\";\n\"Name\" = \"Name\";\n")
    #expect(try Self.text(rendering, "pt-BR") == nil)
  }

  /// A key is a text of pass.json, in which the placeholders have been replaced.
  @Test func readsNoPlaceholdersInTextsThatItAdds() throws {
    let rendering = try Self.rendering(
      #"{"language": "en"}"#, ["de": #""{{ a }" = "A"; "{{ b }}" = "B";"#])
    #expect(rendering.codes == [])
    #expect(
      try Self.text(rendering, "en") == "\"{{ a }\" = \"{{ a }\";\n\"{{ b }}\" = \"{{ b }}\";\n")
  }

  @Test func tellsTextsApartThatOnlyLookAlike() throws {
    let rendering = try Self.rendering(
      #"{"language": "en"}"#, ["de": "\"\u{E9}\" = \"1\"; \"e\u{301}\" = \"2\";"])
    let table = try #require(rendering.pass?.strings.first { $0.language == "en" })
    #expect(table.entries.count == 2)
  }

  @Test(arguments: [[:], ["en": #""a" = "b";"#], ["de": "/* nothing yet */"]])
  func addsNothingIfNoOtherLanguageTranslatesAnything(_ strings: [String: String]) throws {
    let rendering = try Self.rendering(#"{"language": "en"}"#, strings)
    #expect(rendering.codes == [])
    #expect(rendering.pass?.strings.map(\.language) == strings.keys.sorted())
    #expect(rendering.pass?.strings.map(\.entries.count) == strings.keys.map { $0 == "en" ? 1 : 0 })
  }

  /// A phone in English would otherwise show the German image.
  @Test(arguments: [
    (#""Gym card""#, ["de.lproj/logo.png", "en.lproj/pass.strings", "pass.json"]),
    (#""{{ title }}""#, ["de.lproj/logo.png", "pass.json"]),
  ])
  func addsTheFolderIfAnotherLanguageHasOnlyImages(
    _ description: String, _ paths: [String]
  ) throws {
    let rendering = try Rendering(
      [
        "t.pass/pass.json": #"{"description": \#(description)}"#,
        "t.pass/template.json": #"{"language": "en"}"#, "t.pass/de.lproj/logo.png": "x",
      ], row: description.contains("{{") ? #"{"title": "Card"}"# : nil)
    #expect(rendering.paths == paths)
    let own = rendering.pass?.strings.first { $0.language == "en" }
    #expect(own?.entries.map(\.key) ?? [] == (paths.count == 3 ? ["Gym card"] : []))
  }

  @Test func comesFromTheBaseAndCanBeRemoved() throws {
    let files = [
      "base/pass.json": "{}", "base/template.json": #"{"language": "en"}"#,
      "base/de.lproj/pass.strings": #""a" = "b";"#, "t.pass/pass.json": "{}",
    ]
    for (settings, paths) in [
      ("{", ["de.lproj/pass.strings", "en.lproj/pass.strings", "pass.json"]),
      (#"{"language": null,"#, ["de.lproj/pass.strings", "pass.json"]),
    ] {
      let rendering = try Rendering(
        files.merging(["t.pass/template.json": settings + #""extends": "../base"}"#]) { $1 })
      #expect(rendering.codes == [])
      #expect(rendering.paths == paths)
    }
  }

  @Test(arguments: [
    (#""EN""#, "did you mean \"en\"?"), (#""pt_br""#, "did you mean \"pt-BR\"?"),
    (#""eng""#, "did you mean \"en\"?"), (#""German""#, "did you mean \"de\"?"),
    (#""jp""#, "did you mean \"ja\"?"), (#""de-DE-x""#, nil), (#""""#, nil), ("7", nil),
    (#"["en", "de"]"#, nil), ("null", nil), (#""../en""#, nil),
  ])
  func rejectsWhatIsNotALanguage(_ value: String, _ help: String?) throws {
    let rendering = try Self.rendering(
      "{\n  \"language\": \(value)\n}", ["de": #""a" = "b";"#])
    #expect(rendering.codes == ["template.setting.invalid"])
    let diagnostic = try #require(rendering.report.diagnostics.first)
    #expect(diagnostic.location?.line == 2 && diagnostic.pointer == "/language")
    if let help { #expect(diagnostic.help == help) }
    #expect(rendering.pass == nil)
  }

  /// The cases that the template's own folder is compared with.
  @Test(arguments: [
    ("pt_br", "pt-BR", true), ("German", "de", true), ("en", "en-GB", false),
    ("zh-Hans", "zh", false),
  ])
  func comparesLanguagesInAnySpelling(_ one: String, _ other: String, _ areSame: Bool) {
    #expect(LanguageTag.areSame(one, other) == areSame)
    #expect(LanguageTag.areSame(other, one) == areSame)
  }
}

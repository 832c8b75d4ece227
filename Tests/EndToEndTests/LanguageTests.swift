// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of `language` in template.json with the commands that use it.
struct LanguageTests {
  /// A template whose pass.json is in English, with a German folder and a line that nothing shows.
  private static func template(_ settings: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder([
      "t.pass/template.json": settings,
      "t.pass/de.lproj/pass.strings": #""Name" = "Dein Name"; "GATE" = "Tor";"#,
      "t.pass/pass.json": """
      {"formatVersion": 1, "serialNumber": "A-1", "organizationName": "Gym",
       "description": "Gym card", "passTypeIdentifier": "pass.com.example.gym",
       "teamIdentifier": "EXAMPLE123", "generic": {"primaryFields": [{"key": "name", "label": "Name", "value": "Ada"}]}}
      """,
    ])
    for (scale, name) in [(1, "icon.png"), (2, "icon@2x.png"), (3, "icon@3x.png")] {
      try folder.add("t.pass/\(name)", PNGImage.plain(width: 38 * scale, height: 38 * scale))
    }
    return folder
  }

  @Test func theBuildWritesTheFolderOfTheLanguageOfPassJSON() throws {
    let folder = try Self.template(#"{"language": "en"}"#)
    let built = try PasscBinary.run(
      ["build", "t.pass", "--emit", "folder", "-o", "out", "--strict"], in: folder.path)
    #expect(built.status == 0, "\(built.story)")
    #expect(
      try Disk.read(folder("out/en.lproj/pass.strings"))
        == Array("\"Name\" = \"Name\";\n\"GATE\" = \"GATE\";\n".utf8))
    #expect(try Disk.kind(of: folder("t.pass/en.lproj")) == nil, "the template is unchanged")
    let manifest = try PasscBinary.run(
      ["build", "t.pass", "--emit", "manifest"], in: folder.path)
    #expect(manifest.text.contains("\"en.lproj/pass.strings\""))
  }

  /// Only one of the two is wrong about English phones. The line that nothing shows is reported
  /// once, in the file that the author wrote.
  @Test(arguments: [(#"{"language": "en"}"#, false), ("{}", true)])
  func theCheckNotesAPassWithoutEnglish(_ settings: String, _ isNoted: Bool) throws {
    let folder = try Self.template(settings)
    let checked = try PasscBinary.run(["check", "t.pass", "--notes"], in: folder.path)
    #expect(checked.status == 0, "\(checked.story)")
    #expect(
      checked.text.contains(
        "t.pass/de.lproj/pass.strings: note: the only language of the pass is de, so every phone "
          + "shows it [localisation.language.fallback]\n") == isNoted, "\(checked.story)")
    let notes = checked.text.split(separator: "\n").filter { $0.contains("key.unused") }
    #expect(notes.count == 1, "\(checked.story)")
  }

  @Test func aWrongLanguageIsAnErrorAtItsPlace() throws {
    let folder = try Self.template("{\n  \"language\": \"pt_br\"\n}")
    let checked = try PasscBinary.run(["check", "t.pass"], in: folder.path)
    #expect(checked.status == 1)
    #expect(
      checked.text.contains(
        "t.pass/template.json:2:15: error: \"language\" is \"pt_br\", expected a language such as "
          + "en or pt-BR [template.setting.invalid]\n"), "\(checked.story)")
    #expect(checked.text.contains("help: did you mean \"pt-BR\"?\n"))
  }
}

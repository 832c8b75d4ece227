// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassDiagnostics
import PassJSON
import PassModel
import PassTesting
import Testing

@testable import PassTemplate

struct TemplateFolderTests {
  @Test func packsOnlyWhatWalletKnows() throws {
    let rendering = try Rendering([
      "t.pass/pass.json": "{}", "t.pass/icon.png": "i", "t.pass/icon@3x.png": "i",
      "t.pass/members.csv": "serial\n1\n", "t.pass/photos/a.png": "p", "t.pass/key.pem": "k",
      "t.pass/.DS_Store": "d", "t.pass/notes.txt": "n", "t.pass/template.json": "{}",
      "t.pass/manifest.json": "{}", "t.pass/signature": "s", "t.pass/tooling.json": "{}",
      "t.pass/en.lproj/logo.png": "l", "t.pass/en.lproj/pass.strings": #""a" = "b";"#,
      "t.pass/en.lproj/notes.txt": "n", "t.pass/en.lproj/photos/strip.png": "n",
      "t.pass/Makefile": "all:",
    ])
    #expect(rendering.codes == ["template.file.leftover"])
    let note = try #require(rendering.report.diagnostics.first)
    #expect(note.severity == .note)
    #expect(note.message == "manifest.json and signature are not used, a build makes new ones")
    #expect(
      rendering.paths == [
        "en.lproj/logo.png", "en.lproj/pass.strings", "icon.png", "icon@3x.png", "pass.json",
      ])
  }

  /// A folder without template.json and placeholders may be a pass of another program.
  @Test(arguments: [
    (#"{"description": "a",}"#, false, Severity.warning),
    (#"{/* ours */ "description": "a"}"#, false, .warning),
    (#"{"description": "{{ a }}",}"#, false, .error),
    (#"{"description": "a",}"#, true, .error),
  ])
  func onlyTemplatesAreReadStrictly(
    _ pass: String, _ hasSettings: Bool, _ severity: Severity
  ) throws {
    var files = ["t.pass/pass.json": pass]
    if hasSettings { files["t.pass/template.json"] = "{}" }
    let rendering = try Rendering(files)
    #expect(rendering.report.diagnostics.map(\.severity) == [severity])
    #expect(rendering.report.diagnostics.first?.code.hasPrefix("json.com") == true)
    #expect((rendering.template != nil) == (severity == .warning))
  }

  @Test(arguments: [
    ("Icon.png", "icon.png"), ("icon@4x.png", nil), ("logo.jpg", "logo.png"),
    ("pas.json", "pass.json"),
    ("picture.png", nil), ("en.lproj/pass.string", "pass.strings"), ("en.lproj/photo.png", nil),
  ])
  func warnsOfWhatWasLikelyMeantToBePacked(_ name: String, _ nearest: String?) throws {
    let rendering = try Rendering(["t.pass/pass.json": "{}", "t.pass/\(name)": "x"])
    #expect(rendering.codes == ["template.file.notPacked"])
    let diagnostic = try #require(rendering.report.diagnostics.first)
    #expect(diagnostic.severity == .warning)
    #expect(diagnostic.location?.file == rendering.folder("t.pass/\(name)"))
    if let nearest {
      let verb =
        switch name {
        case "logo.jpg": "convert it to PNG, as"
        case "Icon.png": "rename Icon.png to"
        default: "rename it to"
        }
      #expect(diagnostic.help == "\(verb) \(nearest)")
    }
  }

  @Test func namesOfOtherCaseAreOneFindingThatRenamesThem() throws {
    let rendering = try Rendering([
      "t.pass/pass.json": "{}", "t.pass/ICON.PNG": "x", "t.pass/ICON@2X.PNG": "x",
      "t.pass/zh-Hans.lproj/Logo.png": "x", "t.pass/zh-Hans.lproj/logo@2x.PNG": "x",
    ])
    #expect(rendering.codes == ["template.file.notPacked"])
    let diagnostic = try #require(rendering.report.diagnostics.first)
    #expect(
      diagnostic.message
        == "ICON.PNG, ICON@2X.PNG, zh-Hans.lproj/Logo.png and 1 more are not packed: "
        + "Wallet needs their names in lower case")
    #expect(
      diagnostic.help == "rename ICON.PNG to icon.png, ICON@2X.PNG to icon@2x.png, "
        + "zh-Hans.lproj/Logo.png to zh-Hans.lproj/logo.png, and the others in the same way")
  }

  /// Shells complete paths in this form.
  @Test(arguments: ["./extra.txt", "././extra.txt", "./deep/er.bin"])
  func includesAPathThatBeginsWithADot(_ path: String) throws {
    let rendering = try Rendering(
      [
        "t.pass/pass.json": "{}", "t.pass/extra.txt": "x", "t.pass/deep/er.bin": "y",
        "t.pass/template.json": "{\"include\":[\"\(path)\"]}",
      ])
    let name = String(path.drop { $0 == "." || $0 == "/" })
    #expect(rendering.codes.isEmpty, "\(rendering.codes)")
    #expect(rendering.pass?.files.contains { $0.path == name } == true)
  }

  @Test func includesMoreOnlyWhenTold() throws {
    let rendering = try Rendering([
      "t.pass/pass.json": "{}", "t.pass/extra.txt": "x", "t.pass/deep/er.bin": "y",
      "t.pass/template.json": #"{"include":["extra.txt","deep/er.bin"]}"#,
    ])
    #expect(rendering.codes.isEmpty)
    #expect(rendering.paths == ["deep/er.bin", "extra.txt", "pass.json"])
  }

  @Test(arguments: [
    ("members.csv", "template.include.data"), ("a.XLSX", "template.include.data"),
    ("../secret", "template.setting.invalid"), ("/etc/passwd", "template.setting.invalid"),
    ("a/../../b", "template.setting.invalid"), ("gone.txt", "template.include.missing"),
    ("pass.json", "template.setting.invalid"), ("rows", "template.include.data"),
  ])
  func neverIncludesDataOrWhatLiesOutside(_ path: String, _ code: String) throws {
    let rendering = try Rendering([
      "t.pass/pass.json": "{}", "t.pass/members.csv": "a\n", "t.pass/a.XLSX": "x",
      "t.pass/rows": "a\n1\n", "secret": "s",
      "t.pass/template.json": #"{"sample":"rows","include":["\#(path)"]}"#,
    ])
    #expect(rendering.codes == [code])
  }

  @Test func refusesLinksThatLeaveTheTemplate() throws {
    let rendering = try Rendering(
      ["t.pass/pass.json": "{}", "outside.png": "secret", "t.pass/inside.bin": "i"],
      prepare: { folder in
        let manager = FileManager.default
        try manager.createSymbolicLink(
          atPath: folder("t.pass/icon.png"), withDestinationPath: folder("outside.png"))
        try manager.createSymbolicLink(
          atPath: folder("t.pass/logo.png"), withDestinationPath: "inside.bin")
        try manager.createSymbolicLink(
          atPath: folder("t.pass/notes"), withDestinationPath: "/etc")
      })
    #expect(rendering.codes == ["template.file.outsideLink"])
  }

  @Test func takesWhatTheBaseHasAndThisDoesNot() throws {
    let rendering = try Rendering([
      "base/pass.json": #"{"a":1,"storeCard":{"primaryFields":[]},"description":"base"}"#,
      "base/icon.png": "base icon", "base/logo.png": "base logo",
      "base/en.lproj/pass.strings": "\"x\" = \"base x\";\n\"y\" = \"base y\";",
      "base/template.json": #"{"columns":{"s":{"type":"string","default":"from base"}}}"#,
      "t.pass/template.json":
        #"{"extends":"../base","columns":{"n":{"type":"integer","default":2}}}"#,
      "t.pass/pass.json": #"{"storeCard":null,"description":"{{ s }}","maxDistance":"{{ n }}"}"#,
      "t.pass/icon.png": "own icon", "t.pass/en.lproj/pass.strings": #""y" = "own y";"#,
    ])
    #expect(rendering.codes.isEmpty)
    #expect(rendering.json == #"{"a":1,"description":"from base","maxDistance":2}"#)
    let files = Dictionary(
      uniqueKeysWithValues: (rendering.pass?.files ?? []).map { ($0.path, $0.bytes) })
    #expect(files["icon.png"] == Array("own icon".utf8))
    #expect(files["logo.png"] == Array("base logo".utf8))
    #expect(rendering.pass?.strings.first?.values["x"] == "base x")
    #expect(rendering.pass?.strings.first?.values["y"] == "own y")
  }

  @Test func followsAChainAndRefusesACycle() throws {
    let chain = try Rendering([
      "a/pass.json": #"{"description":"a"}"#, "b/template.json": #"{"extends":"../a"}"#,
      "b/pass.json": #"{"logoText":"b"}"#, "t.pass/template.json": #"{"extends":"../b"}"#,
    ])
    #expect(chain.codes.isEmpty)
    #expect(chain.json == #"{"description":"a","logoText":"b"}"#)
    let cycle = try Rendering([
      "a/template.json": #"{"extends":"../t.pass"}"#, "t.pass/pass.json": "{}",
      "t.pass/template.json": #"{"extends":"../a"}"#,
    ])
    #expect(cycle.codes == ["template.extends.cycle"])
    let missing = try Rendering([
      "t.pass/pass.json": "{}", "t.pass/template.json": #"{"extends":"../gone"}"#,
    ])
    #expect(missing.codes == ["template.extends.missing"])
  }

  @Test func pointsIntoTheFileThatHoldsTheValue() throws {
    let rendering = try Rendering([
      "base/pass.json": "{\n  \"nfc\": \"{{ s }}\"\n}",
      "t.pass/template.json": #"{"extends":"../base"}"#, "t.pass/pass.json": "{}",
    ])
    let location = try #require(rendering.report.diagnostics.first?.location)
    #expect(location.file.hasSuffix("/base/pass.json"))
    #expect(location.line == 2)
  }

  @Test func namesUnknownSettingsWithTheNearest() throws {
    let rendering = try Rendering([
      "t.pass/pass.json": "{}", "t.pass/template.json": #"{"sampel":"a.csv"}"#,
    ])
    #expect(rendering.codes == ["template.setting.unknown"])
    #expect(rendering.report.diagnostics.first?.help == "did you mean \"sample\"?")
  }

  @Test func takesAPhotoOfTheRowAndKeepsItsOwnWithoutOne() throws {
    let files = [
      "t.pass/pass.json": "{}", "t.pass/thumbnail@2x.png": "own", "data/ada.png": "photo",
      "t.pass/template.json": """
      {"columns":{"photo":{"type":"file","optional":true}},"images":{"thumbnail@2x.png":"{{ photo }}"}}
      """,
    ]
    let with = try Rendering(files, row: #"{"photo":"ada.png"}"#)
    #expect(with.codes.isEmpty)
    #expect(with.pass?.files.first { $0.path == "thumbnail@2x.png" }?.bytes == Array("photo".utf8))
    let without = try Rendering(files, row: #"{"photo":""}"#)
    #expect(without.pass?.files.first { $0.path == "thumbnail@2x.png" }?.bytes == Array("own".utf8))
    let missing = try Rendering(files, row: #"{"photo":"eve.png"}"#)
    #expect(missing.codes == ["data.path.missing"])
    #expect(missing.report.diagnostics.first?.location?.file == "row.json")
  }

  @Test(arguments: ["{{ photo }}x", "photo", "{{ text }}", "{{ photo | upper }}", "{{ gone }}"])
  func imagesWantOneFileColumn(_ text: String) throws {
    let rendering = try Rendering([
      "t.pass/pass.json": "{}",
      "t.pass/template.json": """
      {"columns":{"photo":{"type":"file"},"text":{}},"images":{"strip.png":"\(text)"}}
      """,
    ])
    #expect(rendering.codes.contains("template.images.noFile"))
  }

  @Test func writesStringsAsUTF16OnlyWhenTheyAreNotASCII() throws {
    let rendering = try Rendering(
      [
        "t.pass/pass.json": "{}", "t.pass/en.lproj/pass.strings": #""a" = "b";"#,
        "t.pass/de.lproj/pass.strings": #""a" = "{{ s }}";"#,
      ], row: #"{"s":"ü"}"#)
    let files = Dictionary(
      uniqueKeysWithValues: (rendering.pass?.files ?? []).map { ($0.path, $0.bytes) })
    #expect(files["en.lproj/pass.strings"]?.first == UInt8(ascii: "\""))
    #expect(files["de.lproj/pass.strings"]?.prefix(2) == [0xFE, 0xFF])
  }

  @Test func reportsEveryFaultOfTheTemplateAtOnce() throws {
    let rendering = try Rendering([
      "t.pass/pass.json": #"{"description":"{{ }}","voided":"{{ s }}"}"#,
      "t.pass/template.json": #"{"sample":1,"include":["x.csv"],"allow":{"a.b.c":""}}"#,
      "t.pass/en.lproj/pass.strings": #""a" = "{{ }}";"#,
    ])
    #expect(
      Set(rendering.codes) == [
        "template.placeholder.invalid", "template.placeholder.typeMismatch",
        "template.setting.invalid", "template.include.data", "template.allow.noReason",
      ])
    #expect(rendering.codes.count == 6)
  }

  @Test(arguments: [1, 2, 3, 4])
  func neverTrapsOnABrokenTemplate(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let pass = Array(
      #"{"a":"{{ s | default: 'x' }}","nfc":{"$if":"!s","message":"{{n}}"},"_id":[1]}"#.utf8)
    let settings = Array(
      #"{"sample":"a.csv","columns":{"s":{"type":"string"}},"images":{"strip.png":"{{ p }}"},"allow":{"x.y.z":"why"},"include":["i"]}"#
        .utf8)
    let folder = try TemporaryFolder(["t.pass/a.csv": "s\n", "t.pass/i": "i"])
    func broken(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      for _ in 0..<(random.next() % 4) {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      return random.next() % 4 == 0 ? Array(bytes.prefix(Int(random.next() % 80))) : bytes
    }
    for _ in 0..<500 {
      try folder.add("t.pass/pass.json", broken(pass))
      try folder.add("t.pass/template.json", broken(settings))
      var report = Report()
      let template = try Template.load(folder("t.pass"), report: &report)
      #expect((template == nil) == report.hasErrors)
    }
  }
}

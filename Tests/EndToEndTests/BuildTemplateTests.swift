// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of every kind of template folder.
struct BuildTemplateTests {
  @Test func buildsAFolderOfPassDesigner() throws {
    let one = try BuildCase([
      "card.pkpasstemplate/pass.json": """
      {
        "_id": "0A4C", "formatVersion": 1, "serialNumber": "{{ serial }}",
        "organizationName": "Example Library", "description": "Library card",
        "generic": {
          "_id": "77B1",
          "primaryFields": [{ "_id": "9", "key": "name", "label": "Name", "value": "{{ name }}" }]
        }
      }
      """,
      "card.pkpasstemplate/tooling.json": #"{ "version": 1, "selection": "9" }"#,
    ])
    for (suffix, scale) in [("", 1), ("@2x", 2), ("@3x", 3)] {
      try one.folder.add("card.pkpasstemplate/icon\(suffix).png", BuildCase.icon(scale))
    }
    let built = try one.passc(
      ["build", "card.pkpasstemplate", "--identity", BuildCase.identity("ordinary")]
        + BuildCase.ada)
    #expect(built.status == 0 && built.errors.isEmpty, "\(built.story)")
    #expect(built.text == "card.pkpass\n")
    let unpacked = try Program.run(
      "/usr/bin/unzip", ["-q", "card.pkpass", "-d", "out"], in: one.folder.path)
    #expect(unpacked.status == 0, "\(unpacked.story)")
    #expect(
      try one.tree("out").keys.sorted() == [
        "out/icon.png", "out/icon@2x.png", "out/icon@3x.png", "out/manifest.json",
        "out/pass.json", "out/signature",
      ])
    #expect(try !one.bytes("out/pass.json").holds("_id"))
    #expect(try one.bytes("out/pass.json").holds(#""value":"Ada""#))
  }

  @Test func theCurrentFolderGivesItsNameToThePass() throws {
    let one = try BuildCase()
    let passc = try #require(Program.passc)
    for template in [".", "./", "../card.pass/."] {
      let built = try Program.run(
        passc,
        ["build", template, "--identity", BuildCase.identity("ordinary")] + BuildCase.ada,
        in: one.folder("card.pass"), environment: ["SOURCE_DATE_EPOCH": BuildCase.epoch])
      #expect(built.status == 0, "\(built.story)")
      #expect(built.text == "card.pkpass\n")
      try Disk.remove(one.folder("card.pass/card.pkpass"))
    }
  }

  @Test func aKeyInBase64IsNotPackedEither() throws {
    let one = try BuildCase([
      "card.pass/template.json": #"{ "include": ["key.txt"], "columns": {} }"#
    ])
    let pem = String(
      decoding: try Disk.read(BuildCase.identity("ordinary/key.pem")), as: UTF8.self)
    let base64 = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    try one.folder.add(["card.pass/key.txt": base64])
    let built = try one.build(BuildCase.ada + ["--set", "books=1"])
    #expect(built.status == 1, "\(built.story)")
    #expect(built.codes.contains("package.privateKey.present"), "\(built.errors)")
    #expect(!one.exists("card.pkpass"))
  }

  @Test(arguments: [
    ("pass.strings", "pass.strings is not packed: move it into a folder such as de.lproj"),
    ("a b.lproj/pass.strings", "a b.lproj does not name a language"),
    ("a b.lproj/logo.png", "a b.lproj does not name a language"),
    ("fr.Lproj/pass.strings", "fr.Lproj is not packed: the folder of a language ends in .lproj"),
    ("de.lpro/pass.strings", "de.lpro is not packed: the folder of a language ends in .lproj"),
  ])
  func translationsNeverVanishInSilence(_ path: String, _ words: String) throws {
    let one = try BuildCase(["card.pass/\(path)": #""a" = "b";"#])
    let built = try one.build(["--sample", "1"])
    #expect(built.status == 0, "\(built.story)")
    #expect(built.codes == ["template.file.notPacked"], "\(built.errors)")
    #expect(built.errors.contains(words), "\(built.errors)")
    #expect(try !one.bytes("card.pkpass").holds("pass.strings"))
  }

  @Test func foldersThatAreNobodysTranslationsStaySilent() throws {
    let one = try BuildCase(["card.pass/photos/a.png": "", "card.pass/proj/pass.strings": ""])
    let built = try one.build(["--sample", "1"])
    #expect(built.status == 0 && built.errors.isEmpty, "\(built.story)")
  }

  @Test func aLinkedDocumentThatLeadsAwayIsOneFault() throws {
    let one = try BuildCase(["elsewhere.json": BuildCase.passJSON])
    try Disk.remove(one.folder("card.pass/pass.json"))
    try FileManager.default.createSymbolicLink(
      atPath: one.folder("card.pass/pass.json"),
      withDestinationPath: one.folder("elsewhere.json"))
    let built = try one.build(["--sample", "1"])
    #expect(built.status == 1, "\(built.story)")
    #expect(built.codes == ["template.file.outsideLink"], "\(built.errors)")
  }

  @Test(
    arguments: [
      ("name|upper", 1, "template.condition.invalid"),
      ("name | upper", 1, "template.condition.invalid"),
      ("'name'", 1, "template.condition.invalid"),
      ("vip", 0, "template.condition.unknownColumn"),
      ("vip and gold", 0, "template.condition.unknownColumn"),
    ] as [(String, Int32, String)])
  func aConditionNamesOneColumnThatSomebodyHas(
    _ condition: String, _ status: Int32, _ code: String
  ) throws {
    let one = try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacing(
        "\"generic\": {", with: "\"nfc\": { \"$if\": \"\(condition)\" }, \"generic\": {")
    ])
    let built = try one.build(["--sample", "1"])
    #expect(built.status == status, "\(built.story)")
    #expect(built.codes == [code], "\(built.errors)")
  }

  @Test func aTokenThatCannotBeDerivedIsNotLeftOutInSilence() throws {
    let one = try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacing(
        "\"generic\": {", with: "\"webServiceURL\": \"https://example.com\", \"generic\": {"),
      "token.key": String(repeating: "0a", count: 32),
    ])
    let arguments = [
      "build", "card.pass", "--sample", "1", "--emit", "pass-json", "--token-key", "token.key",
    ]
    let built = try one.passc(arguments)
    #expect(built.status == 2 && built.text.isEmpty, "\(built.story)")
    #expect(built.errors.contains("add --identity my-identity"), "\(built.errors)")
    let typed = try one.passc(arguments + ["--identity", BuildCase.identity("ordinary")])
    #expect(typed.status == 0 && typed.text.contains("authenticationToken"), "\(typed.story)")
  }

  @Test func foreignFilesInAnOutputFolderAreNeverRemoved() throws {
    let one = try BuildCase(["out/diary.txt": "mine"])
    for _ in 0..<2 {
      let built = try one.build(BuildCase.ada + ["--emit", "folder", "-o", "out"])
      #expect(built.status == 3, "\(built.story)")
      #expect(built.errors.contains("does not replace it"), "\(built.errors)")
    }
    #expect(try one.tree("out") == ["out/diary.txt": Array("mine".utf8)])
    // An unknown file next to earlier output is kept, too.
    #expect(try one.build(BuildCase.ada + ["--emit", "folder", "-o", "new"]).status == 0)
    try one.folder.add(["new/diary.txt": "mine"])
    let again = try one.build(BuildCase.ada + ["--emit", "folder", "-o", "new"])
    #expect(again.status == 3, "\(again.story)")
    #expect(again.errors.contains("contains diary.txt, which passc did not write"))
    #expect(try one.bytes("new/diary.txt") == Array("mine".utf8))
  }

  @Test func afterASecondBuildTheFolderHoldsTheSecondPassAlone() throws {
    let one = try BuildCase(["card.pass/de.lproj/pass.strings": "\"Name\" = \"Name\";\n"])
    let arguments = BuildCase.ada + ["--emit", "folder", "-o", "out"]
    #expect(try one.build(arguments).status == 0)
    #expect(one.exists("out/de.lproj/pass.strings"))
    try Disk.removeTree(one.folder("card.pass/de.lproj"))
    #expect(try one.build(arguments).status == 0)
    #expect(!one.exists("out/de.lproj"))
    #expect(try one.tree("").keys.allSatisfy { !$0.hasPrefix(".passc-") })
  }

  @Test(.timeLimit(.minutes(15)))
  func aFolderOrPipeInAFilesPlaceIsSaid() throws {
    for name in ["icon.png", "pass.json", "template.json", "sample.csv"] {
      for kind in ["mkdir", "mkfifo"] {
        let one = try BuildCase()
        try Disk.remove(one.folder("card.pass/\(name)"))
        _ = try Program.run("/bin/sh", ["-c", "\(kind) card.pass/\(name)"], in: one.folder.path)
        let built = try one.build(["--sample", "1"])
        #expect([1, 3].contains(built.status), "\(kind) \(name): \(built.story)")
        #expect(built.errors.contains(name), "\(kind) \(name): \(built.story)")
        #expect(!one.exists("card.pkpass"))
      }
    }
  }

  @Test(arguments: ["/etc", "nowhere"])
  func aLanguageFolderThatIsALinkOutOfTheTemplateIsRefused(_ target: String) throws {
    let one = try BuildCase()
    _ = try Program.run("/bin/ln", ["-s", target, "card.pass/de.lproj"], in: one.folder.path)
    let built = try one.build(BuildCase.ada)
    #expect(built.status == 1, "\(built.story)")
    #expect(built.codes == ["template.file.outsideLink"])
  }

  @Test(.enabled(if: Machine.tellsCaseApart, "this disk takes both folders for one"))
  func twoFoldersOfOneLanguageAreSaid() throws {
    let one = try BuildCase([
      "card.pass/de.lproj/pass.strings": "\"Name\" = \"Name\";\n",
      "card.pass/DE.lproj/pass.strings": "\"Name\" = \"Name\";\n",
    ])
    let built = try one.build(BuildCase.ada)
    #expect(built.status == 0)
    #expect(built.codes == ["localisation.language.twice"], "\(built.errors)")
    #expect(built.errors.contains("de.lproj is the same language as DE.lproj"), "\(built.errors)")
  }

  @Test func anIncludedLinkOutOfTheTemplateIsSaidOnce() throws {
    for target in ["/etc/passwd", "nowhere"] {
      let one = try BuildCase(["card.pass/template.json": #"{ "include": ["terms.txt"] }"#])
      _ = try Program.run("/bin/ln", ["-s", target, "card.pass/terms.txt"], in: one.folder.path)
      let built = try one.build(BuildCase.ada + ["--set", "books=1"])
      #expect(built.codes == ["template.file.outsideLink"], "\(built.errors)")
      #expect(built.errors.contains("template.json:1:"))
    }
  }

  @Test func anIncludedFolderIsCalledAFolder() throws {
    let one = try BuildCase([
      "card.pass/template.json": #"{ "include": ["docs", "*.txt"] }"#, "card.pass/docs/a": "",
    ])
    let built = try one.build(BuildCase.ada + ["--set", "books=1"])
    #expect(built.codes == ["template.include.missing", "template.include.missing"])
    #expect(built.errors.contains("docs is a folder, expected a file"), "\(built.errors)")
    #expect(built.errors.contains("there are no wildcards"), "\(built.errors)")
  }

  @Test func namesTheDeclaredColumnAMisspeltPlaceholderMeant() throws {
    let one = try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacingOccurrences(
        of: "{{ name }}", with: "{{ nam }}"),
      "rows.csv": "serial,name\nA,Ada\n",
    ])
    // Without data, and with data that has the declared column.
    let without = try one.build(BuildCase.ada)
    #expect(without.errors.contains("did you mean {{ name }}?"), "\(without.errors)")
    let with = try one.build(["--data", "rows.csv"])
    #expect(with.status == 1)
    #expect(with.errors.contains("name"), "\(with.errors)")
  }

  @Test func aConditionOnAMisspeltColumnIsNotSilent() throws {
    func card(_ condition: String) throws -> BuildCase {
      try BuildCase([
        "card.pass/pass.json": BuildCase.passJSON.replacingOccurrences(
          of: #"{ "key": "books","#, with: #"{ "$if": "\#(condition)", "key": "books","#)
      ])
    }
    let misspelt = try card("!boks").build(BuildCase.ada)
    #expect(misspelt.status == 0)
    #expect(misspelt.codes == ["template.condition.unknownColumn"], "\(misspelt.errors)")
    #expect(misspelt.errors.contains("did you mean \"books\""))
    for right in ["books", "!books", "somethingElse"] {
      #expect(try card(right).build(BuildCase.ada).errors == "", "\(right)")
    }
  }

  @Test func whatAnOptionNamesIsNeverPacked() throws {
    let one = try BuildCase([
      "card.pass/template.json": #"{ "include": ["rows", "token"] }"#,
      "card.pass/rows": "serial,name,books\nA,Ada,1\n",
      "card.pass/token": String(repeating: "ab", count: 32),
    ])
    let built = try one.build([
      "--data", "card.pass/rows", "--data-format", "csv", "--token-key", "card.pass/token",
    ])
    #expect(built.codes == ["template.include.data", "template.include.data"], "\(built.errors)")
  }

  /// Comparing every placeholder with every other would take hours.
  @Test(.timeLimit(.minutes(15)))
  func twentyThousandPlaceholdersAreNoTrouble() throws {
    let fields = (0..<20_000).map { #""k\#($0)": "{{ serial }}""# }.joined(separator: ",")
    let entries = (0..<20_000).map { "\"k\($0)\" = \"{{ serial }}\";\n" }.joined()
    let one = try BuildCase([
      "base.pass/en.lproj/pass.strings": entries,
      "card.pass/template.json": #"{ "extends": "../base.pass", "columns": {} }"#,
      "card.pass/en.lproj/pass.strings": entries,
      "card.pass/pass.json": BuildCase.passJSON.replacingOccurrences(
        of: #""formatVersion": 1,"#, with: #""formatVersion": 1, "userInfo": {\#(fields)},"#),
    ])
    let json = try one.passJSON(BuildCase.ada + ["--set", "books=1"])
    #expect(json.contains(#""k19999":"A-17""#))
  }
}

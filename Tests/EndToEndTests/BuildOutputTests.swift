// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of the output of `passc build`: it writes everything or nothing.
struct BuildOutputTests {
  private static func broken(_ one: BuildCase) throws {
    try one.folder.add(["card.pass/pass.json": "{ \"formatVersion\": 1"])
  }

  @Test func aFailingBuildLeavesTheOldOutputAndNothingElse() throws {
    let one = try BuildCase()
    #expect(try one.build(BuildCase.ada + ["-o", "out/card.pkpass"]).status == 0)
    let before = try one.tree("out")
    try Self.broken(one)
    for arguments in [
      ["-o", "out/card.pkpass"], ["-o", "out/card.pkpass", "--depfile", "out/card.d"],
      ["-o", "out/new.pkpass"], ["-o", "other/new.pkpass"],
    ] {
      #expect(try one.build(BuildCase.ada + arguments).status == 1)
    }
    #expect(try one.tree("out") == before)
    #expect(!one.exists("other"))
  }

  @Test func theSourceIsNeverTouched() throws {
    let one = try BuildCase(["card.pass/de.lproj/pass.strings": "\"Name\" = \"Näme\";\n"])
    let before = try one.tree("card.pass")
    let stamps = try Program.run("/bin/ls", ["-lAR", "card.pass"], in: one.folder.path).text
    for arguments in [
      [], ["--emit", "folder"], ["--emit", "manifest", "-o", "m"], ["--depfile", "d"],
    ] {
      #expect(try one.build(BuildCase.ada + arguments).status == 0)
    }
    #expect(try one.tree("card.pass") == before)
    #expect(
      try Program.run("/bin/ls", ["-lAR", "card.pass"], in: one.folder.path).text == stamps)
  }

  @Test func makesTheFoldersItNeeds() throws {
    let one = try BuildCase()
    let built = try one.build(
      BuildCase.ada + ["-o", "a/b c/ü.pkpass", "--depfile", "deps/x/card.d"])
    #expect(built.status == 0, "\(built.story)")
    #expect(built.text == "a/b c/ü.pkpass\n")
    #expect(one.exists("a/b c/ü.pkpass") && one.exists("deps/x/card.d"))
  }

  @Test func anExistingFolderGetsTheTemplatesName() throws {
    let one = try BuildCase(["out/keep": ""])
    for out in ["out", "out/", "./out/"] {
      let built = try one.build(BuildCase.ada + ["-o", out])
      #expect(built.status == 0, "\(built.story)")
      #expect(FilePath.normalised(built.text) == "out/card.pkpass\n")
    }
    #expect(try one.build(BuildCase.ada + ["-o", "out", "--emit", "manifest"]).status == 0)
    #expect(try one.build(BuildCase.ada + ["-o", "out", "--emit", "pass-json"]).status == 0)
    #expect(
      try one.tree("out").keys.sorted() == [
        "out/card.pkpass", "out/keep", "out/manifest.json", "out/pass.json",
      ])
  }

  @Test func neverWritesOverWhatItReads() throws {
    let one = try BuildCase([
      "rows.csv": "serial,name\nA,Ada\n",
      "token.key": String(repeating: "ab", count: 32),
    ])
    _ = try Program.run(
      "/bin/ln", ["-s", "card.pass/icon.png", "link.pkpass"], in: one.folder.path)
    _ = try Program.run(
      "/bin/cp", ["-R", BuildCase.identity("ordinary"), "id"], in: one.folder.path)
    let before = try one.tree()
    for out in [
      "rows.csv", "./rows.csv", "card.pass/pass.json", "card.pass/icon.png", "id/key.pem",
      "token.key", "link.pkpass", "card.pass/../rows.csv",
    ] {
      for option in ["-o", "--depfile"] {
        let built = try one.passc(
          ["build", "card.pass", "--data", "rows.csv", "--identity", "id", option, out]
            + ["--token-key", "token.key"] + (option == "-o" ? [] : ["-o", "ok.pkpass"]))
        #expect(built.status == 2, "\(option) \(out): \(built.story)")
        #expect(built.errors.contains("\(option) \(out) would replace"), "\(built.errors)")
      }
    }
    let same = try one.build(BuildCase.ada + ["-o", "x", "--depfile", "./x"])
    #expect(same.status == 2, "\(same.story)")
    var after = try one.tree()
    after["ok.pkpass"] = nil
    #expect(after == before)
  }

  @Test func aPlaceThatCannotBeWrittenIsTheEnvironmentsFault() throws {
    let one = try BuildCase(["file": ""])
    for out in ["file/card.pkpass", "/dev/null/card.pkpass", String(repeating: "n", count: 300)] {
      let built = try one.build(BuildCase.ada + ["-o", out])
      #expect(built.status == 3, "\(out): \(built.story)")
      #expect(built.text == "" && !built.errors.isEmpty)
    }
    let depfile = try one.build(BuildCase.ada + ["--depfile", "file/card.d"])
    #expect(depfile.status == 3, "\(depfile.story)")
    #expect(!one.exists("card.pkpass"))
    #expect(
      try one.build(BuildCase.ada + ["-o", "/dev/full"]).status == 3 || !Machine.hasFullDevice)
    let null = try one.build(BuildCase.ada + ["-o", "/dev/null"])
    #expect(null.status == 0, "\(null.story)")
    #expect(try Disk.kind(of: "/dev/null") == .other)
  }

  @Test(
    .enabled(
      if: Machine.ordinaryUser != nil, "root writes everywhere, and nobody may not run passc"))
  func aReadOnlyFolderIsTheEnvironmentsFault() throws {
    let one = try BuildCase(["closed/card.pkpass": "old"])
    let passc = try #require(Program.passc)
    let command =
      "chmod 755 . && chmod -R a+rX . && chmod 555 closed && exec"
      + (try #require(Machine.ordinaryUser)).map { " " + $0 }.joined()
      + " '\(passc)' build card.pass --sample 1 --identity '\(BuildCase.identity("ordinary"))'"
    let built = try Program.run(
      "/bin/sh", ["-c", command + " -o closed/card.pkpass"], in: one.folder.path,
      environment: ["SOURCE_DATE_EPOCH": BuildCase.epoch])
    #expect(built.status == 3, "\(built.story)")
    #expect(built.errors.contains("permission denied"), "\(built.errors)")
    _ = try Program.run("/bin/chmod", ["755", "closed"], in: one.folder.path)
    #expect(try one.tree("closed") == ["closed/card.pkpass": Array("old".utf8)])
  }

  // MARK: --emit

  @Test func emitsFolderJSONAndManifestWithoutAnIdentity() throws {
    let one = try BuildCase()
    let base = ["build", "card.pass"] + BuildCase.ada + ["--emit"]
    let json = try one.passc(base + ["pass-json"])
    let manifest = try one.passc(base + ["manifest"])
    let folder = try one.passc(base + ["folder"])
    #expect(json.status == 0 && manifest.status == 0 && folder.status == 0)
    #expect(folder.text == "card.package\n")
    #expect(
      try one.tree("card.package").keys.sorted().map { String($0.dropFirst(13)) } == [
        "icon.png", "icon@2x.png", "icon@3x.png", "manifest.json", "pass.json",
      ])
    #expect(try one.bytes("card.package/pass.json") == json.output)
    #expect(try one.bytes("card.package/manifest.json") == manifest.output)
    // With an identity, the folder has the same files as the bundle.
    let signed = try one.build(BuildCase.ada + ["--emit", "folder", "-o", "signed/x"])
    #expect(signed.status == 0 && signed.text == "signed/x\n", "\(signed.story)")
    #expect(one.exists("signed/x/signature"))
    let built = try one.build(BuildCase.ada + ["-o", "x.pkpass"])
    #expect(built.status == 0)
    let bundle = try one.bytes("x.pkpass")
    for (path, bytes) in try one.tree("signed/x") where !path.hasSuffix("/") {
      #expect(bundle.holds(bytes), "\(path)")
    }
  }

  @Test func aFolderReplacesOnlyAnEarlierOutput() throws {
    let one = try BuildCase(["mine/letter.txt": "dear", "file": "x", "bare.pass/x": ""])
    let base = ["build", "card.pass", "--emit", "folder", "-o"]
    #expect(try one.passc(base + ["out"] + BuildCase.ada).status == 0)
    try one.folder.add("card.pass/logo.png", PNGImage.plain(width: 160, height: 50))
    #expect(try one.passc(base + ["out"] + BuildCase.ada).status == 0)
    #expect(one.exists("out/logo.png"))
    _ = try Program.run("/bin/rm", ["card.pass/logo.png"], in: one.folder.path)
    #expect(try one.passc(base + ["out/"] + BuildCase.ada).status == 0)
    #expect(!one.exists("out/logo.png"))
    let before = try one.tree()
    for out in ["mine", "file", "card.pass", "./card.pass/", ".", "bare.pass", "card.pass/.."] {
      let refused = try one.passc(base + [out, "--depfile", "left.d"] + BuildCase.ada)
      #expect(refused.status == 3 || refused.status == 2, "\(out): \(refused.story)")
      #expect(!refused.errors.isEmpty && refused.text == "")
    }
    #expect(try one.tree() == before)
  }

  @Test func aFolderIsNeverWrittenOverItsOwnTemplate() throws {
    // The output of an earlier build is also a template: pass.json, images, a manifest.
    let one = try BuildCase([
      "card.pass/manifest.json": "{}", "small.pass/template.json": #"{"extends":"../base"}"#,
      "base/manifest.json": "{}",
    ])
    _ = try Program.run("/bin/rm", ["card.pass/template.json"], in: one.folder.path)
    _ = try Program.run(
      "/bin/cp", ["card.pass/pass.json", "card.pass/icon.png", "base"], in: one.folder.path)
    _ = try Program.run("/bin/ln", ["-s", "card.pass", "link"], in: one.folder.path)
    let row = BuildCase.ada + ["--set", "books=1"]
    let before = try one.tree()
    for (template, out) in [
      ("card.pass", "card.pass"), ("card.pass", "./card.pass/"), ("card.pass", "link"),
      ("small.pass", "base"),
    ] {
      let refused = try one.passc(
        ["build", template, "--emit", "folder", "-o", out] + row)
      #expect(refused.status == 2 || refused.status == 3, "\(out): \(refused.story)")
    }
    #expect(try one.tree() == before)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of `--depfile`, as text and as make reads it. scripts/tests/make_project_test.sh tests
/// changed, added, deleted and renamed files in a project. These tests are about file names.
struct BuildDepfileTests {
  @Test func namesEveryFileAndFolderThatWasRead() throws {
    let one = try BuildCase([
      "card.pass/template.json": """
      { "extends": "../house base", "include": ["legal/terms.txt"],
        "columns": { "photo": { "type": "file", "optional": true },
                     "books": { "type": "integer", "default": 0 } },
        "images": { "thumbnail.png": "{{ photo }}" } }
      """,
      "card.pass/legal/terms.txt": "terms", "house base/de.lproj/pass.strings": "\"a\" = \"b\";\n",
      "house base/template.json": "{}", "rows/rows.csv": "serial,name,photo\nA,Ada,p #1.png\n",
      "token.key": String(repeating: "ab", count: 32), "card.pass/notes.txt": "never read",
    ])
    try one.folder.add("rows/p #1.png", PNGImage.plain(width: 90, height: 90))
    try one.folder.add("house base/logo.png", PNGImage.plain(width: 160, height: 50))
    _ = try Program.run(
      "/bin/cp", ["-R", BuildCase.identity("ordinary"), "id"], in: one.folder.path)
    let reader = BuildCase.identity("nfc-reader/gym-nfc-private.pem")
    let built = try one.passc([
      "build", "card.pass", "--data", "rows/rows.csv", "--identity", "id", "-o",
      "out/a card.pkpass",
      "--depfile", "card.d", "--token-key", "token.key", "--nfc-key", reader,
    ])
    try #require(built.status == 0, "\(built.story)")
    let text = String(decoding: try one.bytes("card.d"), as: UTF8.self)
    let expected =
      [
        "card.pass", "card.pass/icon.png", "card.pass/icon@2x.png", "card.pass/icon@3x.png",
        "card.pass/legal/terms.txt", "card.pass/pass.json", "card.pass/template.json",
        "house\\ base", "house\\ base/de.lproj", "house\\ base/de.lproj/pass.strings",
        "house\\ base/logo.png", "house\\ base/template.json", "rows/rows.csv", "rows/p\\ \\#1.png",
        "token.key", reader,
      ]
      + ["", "/README.md", "/certificate.pem", "/intermediate.pem", "/key.pem", "/root.pem"]
      .map { "id" + $0 }
    let parts = text.split(separator: "\n\n")
    let rule = try #require(parts.first)
    #expect(rule.hasPrefix("out/a\\ card.pkpass: \\\n"), "\(text)")
    var named = rule.split(separator: " \\\n  ").dropFirst().map { String($0) }
    #expect(named.sorted() == expected.sorted(), "\(text)")
    // Each file has an empty rule, so that a deleted one does not stop make.
    #expect(
      parts.dropFirst().map { $0.split(separator: "\n").joined() }.sorted()
        == named.map { $0 + ":" }.sorted(), "\(text)")
    named.removeAll { $0.hasPrefix("rows/") }
    // Without a row there are no files of the row.
    let sample = try one.passc([
      "build", "card.pass", "--set", "serial=1", "--set", "name=x", "--emit", "manifest", "-o", "m",
      "--depfile", "m.d",
    ])
    #expect(sample.status == 0, "\(sample.story)")
    let other = String(decoding: try one.bytes("m.d"), as: UTF8.self)
    #expect(other.hasPrefix("m: \\\n") && !other.contains("rows"), "\(other)")
  }

  @Test func isWrittenForEveryKindOfOutputAndOnlyOnSuccess() throws {
    let one = try BuildCase()
    for (emit, target) in [("folder", "card.package"), ("pkpass", "card.pkpass")] {
      let built = try one.build(BuildCase.ada + ["--emit", emit, "--depfile", "d"])
      #expect(built.status == 0, "\(built.story)")
      #expect(try one.bytes("d").holds(target + ": \\\n"))
    }
    try one.folder.add(["card.pass/pass.json": "{"])
    #expect(try one.build(BuildCase.ada + ["--depfile", "e"]).status == 1)
    #expect(!one.exists("e"))
  }

  /// Builds a template with make in a folder of that name. make must run passc only after a change,
  /// whatever the name.
  @Test(
    .enabled(if: Program.path(of: "make") != nil, "make is not installed"),
    arguments: [
      "plain", "with blank", "hash#tag", "dollar$x", "per%cent", "star*", "what?", "set[1]",
      "til~de",
      "umläut 😀", "quo'te", "back\\slash", "back\\ blank", "bar|bar", "amp&and(1)", "a:b",
    ])
  func makeReadsAnyName(_ name: String) throws {
    let one = try BuildCase([
      "Makefile": """
      card.pkpass:
      \t@echo run
      \t@"$(PASSC)" build "$$NAME" --set serial=1 --set name=x --emit manifest -o $@ --depfile d --allow image
      -include d

      """
    ])
    _ = try Program.run("/bin/mv", ["card.pass", name], in: one.folder.path)
    let environment = ["PASSC": try #require(Program.passc), "NAME": name]
    func runs(_ change: [String] = []) throws -> Int {
      if let program = change.first {
        let path = try #require(Program.path(of: program))
        let done = try Program.run(path, Array(change.dropFirst()), in: one.folder.path)
        try #require(done.status == 0, "\(done.errors)")
      }
      let make = try Program.run(
        try #require(Program.path(of: "make")), [], in: one.folder.path, environment: environment)
      #expect(make.status == 0 && make.errors == "", "\(make.story)")
      return make.text.split(separator: "\n").count { $0 == "run" }
    }
    // Times are set explicitly, because file systems have different resolutions.
    func at(_ year: Int, _ path: String) -> [String] { ["touch", "-d", "\(year)-01-01", path] }
    #expect(try runs(["find", ".", "-exec"] + at(2020, "{}") + ["+"]) == 1)
    #expect(try runs(at(2021, "card.pkpass")) == 0)
    #expect(try runs(at(2022, "\(name)/icon.png")) == 1)
    #expect(try runs() == 0)
    #expect(try runs(["rm", "\(name)/icon@3x.png"]) == 1)
    #expect(try runs() == 0)
  }

  @Test(arguments: ["semi;colon", "equals=sign", "new\nline"])
  func refusesNamesThatMakeCannotRead(_ name: String) throws {
    let one = try BuildCase()
    _ = try Program.run("/bin/mv", ["card.pass", name], in: one.folder.path)
    let row = BuildCase.ada + ["--emit", "manifest", "-o", "m"]
    let built = try one.passc(["build", name] + row + ["--depfile", "d"])
    #expect(built.status == 2, "\(built.story)")
    #expect(built.errors.contains("make cannot read"), "\(built.story)")
    #expect(!one.exists("d") && !one.exists("m"))
    #expect(try one.passc(["build", name] + row).status == 0)
  }
}

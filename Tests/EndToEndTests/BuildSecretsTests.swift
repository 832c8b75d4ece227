// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests that bundles contain no customer data and keys, and that output contains no secrets.
struct BuildSecretsTests {
  private static func pem(_ identity: String) throws -> [UInt8] {
    try Disk.read(BuildCase.identity("\(identity)/key.pem"))
  }

  /// Returns little-endian UTF-16 with a byte order mark, as Windows tools write it.
  private static func utf16(_ text: String) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { (unit: UInt16) -> [UInt8] in
      [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
  }

  /// Returns the DER of a PEM file.
  private static func der(_ pem: [UInt8]) throws -> [UInt8] {
    let lines = String(decoding: pem, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("-----") }.joined()
    let openssl = try #require(Program.path(of: "openssl"))
    let one = try TemporaryFolder()
    return try Program.run(openssl, ["base64", "-d", "-A"], in: one.path, input: Array(lines.utf8))
      .output
  }

  @Test func nothingThatLiesBesideReachesTheBundle() throws {
    let mark = "SECRET-7d1f"
    let one = try BuildCase()
    let beside = [
      "members.csv", "members.json", "members.jsonl", "members.tsv", "members.xlsx", "sample.csv",
      "photos/ada.png", "photos/icon.png", ".DS_Store", ".git/HEAD", ".git/icon.png", ".env",
      "pass.json~", "#pass.json#", ".pass.json.swp", "pass.json.orig", "pass.json.bak",
      "icon.png.bak", "tooling.json", "notes.txt", "de.lproj/members.csv", "de.lproj/.DS_Store",
      "de.lproj/deep/icon.png", "__MACOSX/._icon.png", "._icon.png", "ledger.sqlite", "README.md",
    ]
    for path in beside {
      try one.folder.add(["card.pass/\(path)": "serial,name\n\(mark),\(mark)\n"])
    }
    try one.folder.add(["card.pass/de.lproj/pass.strings": "\"Name\" = \"Name\";\n"])
    let key = try Self.pem("ordinary")
    let keyDER = try Self.der(key)
    try one.folder.add("card.pass/key.pem", key)
    try one.folder.add("card.pass/key.der", keyDER)
    try one.folder.add(
      "card.pass/id.p12", try Disk.read(BuildCase.identity("modern-p12/identity.p12")))
    let built = try one.build(BuildCase.ada)
    #expect(built.status == 0, "\(built.story)")
    let bundle = try one.bytes("card.pkpass")
    #expect(!bundle.holds(mark))
    #expect(!bundle.holds("PRIVATE KEY"))
    // The last numbers of the key. The first one is also in the certificate.
    #expect(!bundle.holds(Array(keyDER.suffix(60))))
    let manifest = try one.passc(["build", "card.pass", "--emit", "manifest"] + BuildCase.ada)
    let names = manifest.text.split(separator: "\"").enumerated()
      .filter { $0.offset % 4 == 1 }.map { String($0.element) }
    #expect(
      names == ["de.lproj/pass.strings", "icon.png", "icon@2x.png", "icon@3x.png", "pass.json"])
  }

  @Test func aKeyIsRefusedEvenWhenItIsIncludedOrNamedLikeAnImage() throws {
    let pem = try Self.pem("ordinary")
    let keys: [(name: String, bytes: [UInt8], include: Bool)] = [
      ("legal/key.pem", pem, true),
      ("legal/key.der", try Self.der(pem), true),
      ("legal/note.txt", Array("see below\n".utf8) + pem, true),
      ("legal/encrypted.pem", try Self.pem("encrypted-key"), true),
      ("legal/id.p12", try Disk.read(BuildCase.identity("modern-p12/identity.p12")), true),
      ("legal/old.p12", try Disk.read(BuildCase.identity("legacy-p12/identity.p12")), true),
      ("icon.png", pem, false),
      ("logo.png", try Self.der(pem), false),
    ]
    for key in keys {
      let include = key.include ? "[\"\(key.name)\"]" : "[]"
      let one = try BuildCase([
        "card.pass/template.json": BuildCase.templateJSON.replacing(
          "\"columns\"", with: "\"include\": \(include), \"columns\"")
      ])
      try one.folder.add("card.pass/\(key.name)", key.bytes)
      for allow in [[], ["--allow", "*", "--allow", "package.privateKey.present"]] {
        let built = try one.build(BuildCase.ada + allow)
        #expect(built.status == 1, "\(key.name) \(allow): \(built.story)")
        #expect(
          built.codes.contains("package.privateKey.present"),
          "\(key.name) \(allow): \(built.story)")
      }
      #expect(!one.exists("card.pkpass"))
    }
  }

  @Test func theTemplatesOwnAllowCannotLetAKeyThrough() throws {
    let one = try BuildCase([
      "card.pass/template.json": BuildCase.templateJSON.replacing(
        "\"columns\"",
        with: #""allow": {"package": "trust me"}, "include": ["key.pem"], "columns""#)
    ])
    try one.folder.add("card.pass/key.pem", try Self.pem("ordinary"))
    let built = try one.build(BuildCase.ada)
    #expect(built.status == 1, "\(built.story)")
    #expect(!one.exists("card.pkpass"))
  }

  @Test func aCertificateIsNotPackedEither() throws {
    let one = try BuildCase([
      "card.pass/template.json": BuildCase.templateJSON.replacing(
        "\"columns\"", with: "\"include\": [\"legal/a.cer\"], \"columns\"")
    ])
    try one.folder.add(
      "card.pass/legal/a.cer", try Disk.read(BuildCase.identity("ordinary/certificate.pem")))
    for allow in [[], ["--allow", "package"], ["--allow", "package.certificate.present"]] {
      let built = try one.build(BuildCase.ada + allow)
      #expect(built.status == 1)
      #expect(built.codes == ["package.certificate.present"], "\(built.story)")
    }
    // `allow` in the template does not help either.
    try one.folder.add([
      "card.pass/template.json": BuildCase.templateJSON.replacing(
        "\"columns\"",
        with:
          #""include": ["legal/a.cer"], "allow": {"package.certificate.present": "why"}, "columns""#
      )
    ])
    let built = try one.build(BuildCase.ada)
    #expect(built.status == 1 && built.codes.contains("package.certificate.present"))
    #expect(!one.exists("card.pkpass"))
  }

  /// Windows tools write UTF-16, which is also common for pass.strings.
  @Test func aKeyInUTF16OrInBase64IsRefusedToo() throws {
    let pem = String(decoding: try Self.pem("ordinary"), as: UTF8.self)
    let utf16 = Self.utf16(pem)
    let base64 = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    let strings = Self.utf16("\"k\" = \"für: \(pem)\";\n")
    let texts: [(name: String, bytes: [UInt8])] = [
      ("note.txt", utf16), ("note.env", Array("KEY=\(base64)\n".utf8)),
      ("note.json", Array("{\"k\":\"\(base64)\"}".utf8)),
      ("en.lproj/pass.strings", strings),
    ]
    for text in texts {
      let include = text.name.hasPrefix("note") ? "[\"\(text.name)\"]" : "[]"
      let one = try BuildCase([
        "card.pass/template.json": BuildCase.templateJSON.replacing(
          "\"columns\"", with: "\"include\": \(include), \"columns\"")
      ])
      try one.folder.add("card.pass/\(text.name)", text.bytes)
      let built = try one.build(BuildCase.ada + ["--allow", "package"])
      #expect(built.status == 1, "\(text.name): \(built.story)")
      #expect(built.codes.contains("package.privateKey.present"), "\(text.name): \(built.story)")
      #expect(!one.exists("card.pkpass"))
    }
    let inUserInfo = try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacing(
        "\"formatVersion\": 1,",
        with: "\"formatVersion\": 1, \"userInfo\": {\"token\": \"\(base64)\"},")
    ])
    let built = try inUserInfo.build(BuildCase.ada)
    #expect(built.codes == ["package.privateKey.present"], "\(built.story)")
  }

  @Test func anArchiveIsNotPackedSinceNobodySeesWhatIsInIt() throws {
    for (name, start) in [
      ("extra.dat", [0x50, 0x4B, 3, 4] as [UInt8]), ("extra.gz", [0x1F, 0x8B, 8, 0]),
    ] {
      let one = try BuildCase([
        "card.pass/template.json": BuildCase.templateJSON.replacing(
          "\"columns\"", with: "\"include\": [\"\(name)\"], \"columns\"")
      ])
      try one.folder.add("card.pass/\(name)", start + [UInt8](repeating: 7, count: 90))
      let built = try one.build(BuildCase.ada + ["--allow", "package"])
      #expect(built.status == 1 && built.codes == ["package.archive.present"], "\(built.story)")
    }
  }

  @Test func aRowsPhotoCannotBeAKey() throws {
    let one = try BuildCase([
      "card.pass/template.json": """
      { "columns": { "books": { "type": "integer", "default": 0 }, "photo": { "type": "file" } },
        "images": { "thumbnail.png": "{{ photo }}" } }
      """
    ])
    try one.folder.add("photo.png", try Self.pem("ordinary"))
    let built = try one.build(BuildCase.ada + ["--set", "photo=photo.png", "--allow", "*"])
    #expect(built.status == 1)
    #expect(built.codes.contains("package.privateKey.present"), "\(built.story)")
  }

  @Test func dataFilesAreRefusedWhateverTheirName() throws {
    let one = try BuildCase([
      "card.pass/template.json": BuildCase.templateJSON.replacing(
        "\"columns\"", with: #""include": ["rows.json"], "columns""#),
      "card.pass/rows.json": #"{"serial":"A-17","name":"Ada"}"#,
    ])
    let built = try one.build(["--data", "card.pass/rows.json"])
    #expect(built.status == 1)
    #expect(built.codes == ["template.include.data"], "\(built.story)")
    #expect(try one.build(BuildCase.ada).status == 0)
  }

  @Test func linksThatLeaveTheTemplateAreRefused() throws {
    let one = try BuildCase()
    try one.folder.add("outside.png", PNGImage.plain(width: 160, height: 50))
    let link = try Program.run(
      "/bin/ln", ["-s", "../outside.png", "card.pass/logo.png"], in: one.folder.path)
    try #require(link.status == 0)
    let built = try one.build(BuildCase.ada)
    #expect(built.status == 1)
    #expect(built.codes == ["template.file.outsideLink"], "\(built.story)")
    // A link to a folder outside is not followed either.
    let other = try BuildCase(["shared/pass.strings": "\"a\" = \"b\";\n"])
    _ = try Program.run(
      "/bin/ln", ["-s", "../shared", "card.pass/de.lproj"], in: other.folder.path)
    let folder = try other.passc(["build", "card.pass", "--emit", "manifest"] + BuildCase.ada)
    #expect(!folder.text.contains("de.lproj"), "\(folder.story)")
    // Inside the template, a link works like a file.
    let inner = try BuildCase()
    _ = try Program.run("/bin/ln", ["-s", "icon.png", "card.pass/logo.png"], in: inner.folder.path)
    let manifest = try inner.passc(["build", "card.pass", "--emit", "manifest"] + BuildCase.ada)
    #expect(manifest.text.contains("\"logo.png\""), "\(manifest.story)")
  }

  @Test func secretsAppearOnNeitherStream() throws {
    let one = try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacing(
        "\"formatVersion\": 1,",
        with: "\"formatVersion\": 1, \"webServiceURL\": \"https://example.com/\",")
    ])
    let hex = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
    try one.folder.add(["token.key": hex + "\n", "bad.key": "tok3n-" + hex + "\n"])
    try one.folder.add(["password": "pass-w0rd-wrong\n"])
    let encrypted = BuildCase.identity("encrypted-key")
    let password = ["PASSC_PASSWORD": "open sesame"]
    let secret = try Self.pem("ordinary").split(separator: 0x0A)[3]
    let runs: [(arguments: [String], environment: [String: String], status: Int32)] = [
      (["--token-key", "token.key", "--identity", encrypted, "--notes"], password, 0),
      (["--token-key", "token.key", "--identity", encrypted], ["PASSC_PASSWORD": "tok3n-open"], 3),
      (
        ["--token-key", "token.key", "--identity", encrypted, "--password-file", "password"], [:], 3
      ),
      (["--token-key", "bad.key", "--identity", encrypted], password, 3),
      (
        ["--token-key", "token.key", "--certificate", "env:CERT", "--key", "env:KEY"],
        ["CERT": "x", "KEY": String(decoding: secret, as: UTF8.self)], 3
      ),
      (["--token-key", "token.key", "--deny", "*", "--identity", encrypted], password, 1),
    ]
    for run in runs {
      let outcome = try one.passc(
        ["build", "card.pass"] + BuildCase.ada + run.arguments, environment: run.environment)
      #expect(outcome.status == run.status, "\(run.arguments): \(outcome.story)")
      let said = outcome.output + Array(outcome.errors.utf8)
      for secret in [
        "open sesame", "tok3n", "w0rd", "00112233",
        String(decoding: secret.prefix(24), as: UTF8.self),
      ] {
        #expect(!said.holds(secret), "\(run.arguments) shows \(secret)")
      }
    }
    // An invalid token is not printed either.
    let token = try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacing(
        "\"formatVersion\": 1,",
        with:
          #""formatVersion": 1, "webServiceURL": "https://example.com/","authenticationToken": "tok3n","#
      )
    ])
    let short = try token.build(BuildCase.ada)
    #expect(short.status == 1, "\(short.story)")
    #expect(!short.errors.contains("tok3n"), "\(short.errors)")
  }
}

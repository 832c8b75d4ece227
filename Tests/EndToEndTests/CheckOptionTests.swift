// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassDiagnostics
import PassTesting
import Testing

/// Tests of every option of `passc check` that changes the check or its output.
struct CheckOptionTests {
  private static let root = PasscBinary.root.appendingPathComponent("certs-example/root.pem").path
  private static let trust = ["--trust", root, "--as-of", "2026-01-02"]

  private static func template(_ members: String) throws -> TemporaryFolder {
    try TemporaryFolder([
      "t.pass/pass.json": """
      {"formatVersion": 1, "serialNumber": "1", "description": "d", "organizationName": "o",
       "generic": {}, \(members)}
      """
    ])
  }

  private static func check(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> PasscBinary.Outcome {
    try PasscBinary.run(["check"] + arguments, in: folder.path)
  }

  // MARK: --allow, --deny

  @Test(arguments: [
    (["--allow", "nfc.mesage.tooLong"], "did you mean --allow nfc.message.tooLong?"),
    (["--deny", "imgae"], "did you mean --deny image"),
    (["--allow", "sig.nature"], "no finding has such"),
    (["--deny", "key.name.unknwon"], "did you mean --deny key.name.unknown?"),
  ])
  func codesNobodyCanReportAreWrongUsage(_ arguments: [String], _ words: String) throws {
    let folder = try Self.template(#""logoText": "a""#)
    for command in [["check", "t.pass"], ["build", "t.pass"]] {
      let run = try PasscBinary.run(command + arguments, in: folder.path)
      #expect(run.status == 2, "\(run.text)\(run.errors)")
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test func anUnknownCodeInTemplateJSONIsSaidAtItsPlace() throws {
    let folder = try Self.template(#""logoText": "a""#)
    try folder.add(["t.pass/template.json": #"{"allow": {"nfc.mesage.tooLong": "agreed"}}"#])
    let run = try Self.check(["t.pass"], in: folder)
    #expect(run.text.contains("t.pass/template.json:1:12: warning: no finding has the code"))
    #expect(run.text.contains(#"did you mean "nfc.message.tooLong""#), "\(run.text)")
  }

  @Test func denyMakesAWarningFailTheRun() throws {
    let folder = try Self.template(#""logoTextt": "a""#)
    let plain = try Self.check(["t.pass", "--allow", "package"], in: folder)
    #expect(plain.text.contains("warning: unknown key \"logoTextt\""), "\(plain.text)")
    let denied = try Self.check(["t.pass", "--deny", "key.name"], in: folder)
    #expect(denied.status == 1 && denied.text.contains("error: unknown key \"logoTextt\""))
  }

  // MARK: --certificate

  @Test(arguments: [
    (Example.Signer.noTeam, "no OU, expected the team identifier"),
    (.noUserID, "no UID, expected the pass type identifier"),
  ])
  func aCertificateThatLacksItsNamesIsNamed(_ signer: Example.Signer, _ words: String) throws {
    let folder = try Self.template(#""logoText": "x""#)
    let authority = try TestAuthority.shared.get()
    let leaf = try authority.identity(signer, today: TestAuthority.today).leaf
    try folder.add("c.cer", leaf.der)
    let run = try Self.check(["t.pass", "--certificate", "c.cer"], in: folder)
    #expect(run.status == 3 && run.errors.contains(words), "\(run.errors)")
    #expect(!(run.text + run.errors).contains("pass.json has no"), "\(run.text)")
  }

  /// A template is signed later, so an expired certificate is an error.
  @Test func aCertificateThatHasEndedIsSaidOnce() throws {
    let folder = try Self.template(#""logoText": "x""#)
    let authority = try TestAuthority.shared.get()
    // Valid until 2026-03-07.
    let leaf = try authority.identity(.ordinary, today: TestAuthority.today).leaf
    try folder.add("c.cer", leaf.der)
    func run(asOf day: String, _ more: String...) throws -> PasscBinary.Outcome {
      try Self.check(
        ["t.pass", "t.pass", "--allow", "package", "--certificate", "c.cer", "--as-of", day] + more,
        in: folder)
    }
    let code = "identity.certificate."
    let before = try run(asOf: "2026-02-01")
    #expect(!before.text.contains(code), "\(before.text)")
    let soon = try run(asOf: "2026-02-20")
    #expect(
      soon.text.contains(
        "c.cer: warning: the certificate expires on 2026-03-07, in 14 days [\(code)endsSoon]"),
      "\(soon.text)")
    let after = try run(asOf: "2026-03-08")
    let reported = "c.cer: warning: the certificate expired on 2026-03-07 [\(code)expired]"
    #expect(after.text.components(separatedBy: reported).count == 2, "\(after.text)\(after.errors)")
    #expect(after.text.contains("1 warning") && after.status == before.status, "\(after.text)")
    let strict = try run(asOf: "2026-03-08", "--strict")
    #expect(strict.text.contains("c.cer: error: the certificate expired"), "\(strict.text)")
    #expect(!(try run(asOf: "2026-03-08", "--allow", code + "expired")).text.contains(reported))
    let early = try run(asOf: "2024-01-01")
    #expect(
      early.text.contains("warning: the certificate is valid from 2025-03-07 [\(code)notYetValid]"),
      "\(early.text)")
  }

  // MARK: --limit-per-code

  @Test func limitPerCodeIsTheUsers() throws {
    let members = (1...5).map { "\"unheardOf\($0)\": 1" }.joined(separator: ", ")
    let folder = try Self.template(members)
    let usual = try Self.check(["t.pass"], in: folder)
    #expect(usual.text.ranges(of: "[key.name.unknown]\n").count == 3, "\(usual.text)")
    #expect(usual.text.contains("and 2 more [key.name.unknown] in t.pass\n"), "\(usual.text)")
    let one = try Self.check(["t.pass", "--limit-per-code", "1"], in: folder)
    #expect(one.text.contains("and 4 more [key.name.unknown] in t.pass\n"), "\(one.text)")
    let all = try Self.check(["t.pass", "--limit-per-code", "99"], in: folder)
    #expect(!all.text.contains(" more ["))
    #expect(try Self.check(["t.pass", "--limit-per-code", "0"], in: folder).status == 2)
  }

  /// One run over a folder reports the reason for each rejected bundle.
  @Test func everyRefusedBundleOfAFolderShowsItsReason() throws {
    let folder = try TemporaryFolder()
    let files = try FinishedSample.files()
    for number in 0..<6 {
      var changed = files
      changed["icon.png"]?.append(UInt8(number))
      try folder.add("b/\(number).pkpass", try FinishedSample.archive(changed))
    }
    let run = try Self.check(["b"] + Self.trust, in: folder)
    let lines = run.text.split(separator: "\n")
    for number in 0..<6 {
      let name = "b/\(number).pkpass"
      #expect(
        lines.contains { $0.hasPrefix("\(name)!") && $0.hasSuffix("[manifest.hash.mismatch]") },
        "\(run.text)")
      #expect(lines.contains { $0.hasPrefix("\(name): Wallet rejects this pass: manifest.") })
    }
  }

  @Test func anIconThatATemplateLacksIsSaidAtItsPassJSON() throws {
    let folder = try Self.template(#""logoText": "a""#)
    let run = try Self.check(["t.pass", "--format", "sarif"], in: folder)
    let result = run.text.split(separator: "\"package.icon.missing\"").dropFirst().last ?? ""
    #expect(result.contains("\"uri\": \"t.pass/pass.json\""), "\(run.text)")
    #expect(
      run.text.ranges(of: "\"physicalLocation\"").count == run.text.ranges(of: "\"region\"").count)
  }

  // MARK: Codes that were split

  @Test func theOldCodeStillExplainsAllowsAndDenies() throws {
    let folder = try Self.template(
      #""barcode": {"format": "PKBarcodeFormatQR", "message": "1", "messageEncoding": "nope"}"#)
    let old = "barcode.messageEncoding.unknown"
    let new = "barcode.messageEncoding.unknownInBarcode"
    let explained = try PasscBinary.run(["explain", old], in: folder.path)
    #expect(explained.status == 0 && explained.text.contains(new), "\(explained.text)")
    let other = try PasscBinary.run(["explain", new], in: folder.path)
    #expect(other.text.contains("  before  \(old)\n"), "\(other.text)")
    let allowed = try Self.check(["t.pass", "--allow", old], in: folder)
    #expect(allowed.errors.contains("--allow \(old) has no effect: Apple documents it"))
    try folder.add([
      "known.json": """
      {"version":1,"findings":[{"code":"\(old)","file":"t.pass/pass.json",\
      "pointer":"/barcode/messageEncoding"},{"code":"package.icon.missing",\
      "file":"t.pass/pass.json","pointer":""}]}
      """
    ])
    let known = try Self.check(["t.pass", "--baseline", "known.json"], in: folder)
    #expect(known.text.contains(new) && known.status == 0, "\(known.text)")
  }

  // MARK: --statistics, --ios, --archive-limit, --nfc-key

  @Test func statisticsCountEachCodeMostFrequentFirst() throws {
    let folder = try Self.template(
      #""aa": 1, "bb": 2, "cc": 3, "dd": 4, "backgroundColor": "red""#)
    let run = try Self.check(["t.pass", "--statistics"], in: folder)
    let lines = run.text.split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.contains("4  warning  key.name.unknown") })
    #expect(lines.firstIndex { $0.contains("1  error  colour.value.invalid") } ?? -1 > first)
    #expect(!(try Self.check(["t.pass"], in: folder)).text.contains("4  warning"))
  }

  @Test func iosTellsWhatThatVersionIgnores() throws {
    let folder = try Self.template(#""relevantDates": [{"date": "2030-05-01T10:00Z"}]"#)
    let old = try Self.check(["t.pass", "--ios", "17"], in: folder)
    #expect(old.text.contains("relevantDates needs iOS 18, the pass is for iOS 17 too"))
    #expect(old.text.contains("[key.version.tooNew]"), "\(old.text)")
    for arguments in [["--ios", "18"], []] {
      #expect(!(try Self.check(["t.pass"] + arguments, in: folder)).text.contains("tooNew"))
    }
  }

  /// Its notes are printed without --notes, and the verdict stays the same.
  @Test func aReaderAddsItsNotesAndNoOthers() throws {
    let folder = try SamplePasses.folder(["gym"])
    let plain = try Self.check(["gym.pkpass"] + Self.trust, in: folder)
    #expect(plain.status == 0 && !plain.text.contains("google."), "\(plain.text)")
    let arguments = ["gym.pkpass", "--reader", "google-wallet"] + Self.trust
    let read = try Self.check(arguments, in: folder)
    #expect(read.status == 0, "\(read.text)")
    #expect(read.text.contains("note: Google Wallet shows a pass of style generic as private"))
    #expect(read.text.contains("gym.pkpass: nothing found that Wallet would reject"))
    #expect(
      read.text.ranges(of: " note: ").count == read.text.ranges(of: "[google.pkpass.").count,
      "\(read.text)")
    let quiet = try Self.check(arguments + ["--quiet"], in: folder)
    #expect(quiet.status == 0 && !quiet.text.contains("[google."), "\(quiet.text)")
    let json = try Self.check(arguments + ["--format", "json"], in: folder)
    #expect(json.text.contains(#""code":"google.pkpass.private","severity":"note""#))
  }

  @Test(arguments: ["entries=2", "total-size=100", "entry-size=10", "name-length=3"])
  func limitsRefuseWhatIsOverThem(_ limit: String) throws {
    let folder = try SamplePasses.folder(["gym"])
    let fine = try Self.check(["gym.pkpass"] + Self.trust, in: folder)
    #expect(fine.status == 0, "\(fine.text)")
    let over = try Self.check(["gym.pkpass", "--archive-limit", limit] + Self.trust, in: folder)
    #expect(over.status == 1 && over.text.contains("[archive.limit.exceeded]"), "\(over.text)")
    #expect(
      over.text.contains("raise the limit, if you trust the file (--archive-limit NAME=N)"))
  }

  @Test func theReadersKeyHasToMatch() throws {
    let folder = try TemporaryFolder()
    let template = PasscBinary.root.appendingPathComponent("templates/gym-membership.pass").path
    let keys = PasscBinary.root.appendingPathComponent("certs-example/nfc-reader").path
    let built = try PasscBinary.run(
      [
        "build", template, "--sample", "1", "--identity", PasscBinary.identity("nfc"),
        "--token-key", PasscBinary.root.appendingPathComponent("certs-example/token.key").path,
        "-o", "gym.pkpass",
      ], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    let arguments = ["gym.pkpass"] + Self.trust
    let right = try Self.check(
      arguments + ["--nfc-key", "\(keys)/gym-nfc-private.pem"], in: folder)
    #expect(right.status == 0, "\(right.text)")
    let wrong = try Self.check(
      arguments + ["--nfc-key", "\(keys)/concert-nfc-private.pem"], in: folder)
    #expect(wrong.status == 1 && wrong.text.contains("[nfc.key.mismatch]"), "\(wrong.text)")
  }

  // MARK: Several in one

  private static func zip(_ files: [String], into name: String, in folder: TemporaryFolder) throws {
    let made = try PasscBinary.judge("zip", ["-q", "-r", "-0", name] + files, in: folder.path)
    try #require(made?.status == 0)
  }

  @Test(.disabled(if: PasscBinary.path(of: "zip") == nil, "zip is not installed"))
  func faultsOfAPkpassesAreSaidOfItAndNotOfItsPasses() throws {
    let folder = try SamplePasses.folder(["gym", "pool"])
    for number in 1...11 {
      try folder.add("many/\(number).pkpass", try Disk.read(folder("gym.pkpass")))
    }
    try Self.zip((1...11).map { "many/\($0).pkpass" }, into: "many.pkpasses", in: folder)
    let many = try Self.check(["many.pkpasses"] + Self.trust, in: folder)
    #expect(many.status == 1, "\(many.text)")
    #expect(many.text.contains("11 passes, the limit is 10"), "\(many.text)")
    // The same pass twice is not a duplicate.
    #expect(!many.text.contains("serial.duplicate"))

    let unpacked = try PasscBinary.judge(
      "unzip", ["-q", "gym.pkpass", "-d", "gym"], in: folder.path)
    try #require(unpacked?.status == 0)
    try Self.zip(["pool.pkpass", "gym"], into: "mixed.pkpasses", in: folder)
    let mixed = try Self.check(["mixed.pkpasses"] + Self.trust, in: folder)
    #expect(mixed.status == 1 && mixed.text.contains("[group.entry.unpacked]"), "\(mixed.text)")
    #expect(mixed.text.contains("mixed.pkpasses!pool.pkpass: nothing found"), "\(mixed.text)")
    try Self.zip(["gym"], into: "alone.pkpasses", in: folder)
    let alone = try Self.check(["alone.pkpasses"] + Self.trust, in: folder)
    #expect(alone.status == 1 && alone.text.contains("[group.entry.unpacked]"), "\(alone.text)")
    #expect(!alone.text.contains("archive.folder.enclosing"), "\(alone.text)")
  }

  @Test(.disabled(if: PasscBinary.path(of: "tar") == nil, "tar is not installed"))
  func aTarOfBundlesNamesTheBrokenOne() throws {
    let folder = try SamplePasses.folder(["gym", "pool"])
    var bytes = try Disk.read(folder("gym.pkpass"))
    bytes[60] ^= 0x20
    try folder.add("sub/broken.pkpass", bytes)
    let made = try PasscBinary.judge(
      "tar", ["-cf", "all.tar", "sub/broken.pkpass", "pool.pkpass"], in: folder.path)
    try #require(made?.status == 0)
    let run = try Self.check(["all.tar"] + Self.trust, in: folder)
    #expect(run.status == 1)
    #expect(run.text.contains("all.tar!sub/broken.pkpass: Wallet rejects this pass"), "\(run.text)")
    #expect(run.text.contains("all.tar!pool.pkpass: nothing found"), "\(run.text)")
  }

  @Test func standardInputIsOneBundleAndHasItsVerdict() throws {
    let folder = try SamplePasses.folder(["gym"])
    let json = try PasscBinary.run(
      ["check", "-", "--format", "json"] + Self.trust, in: folder.path,
      input: try Disk.read(folder("gym.pkpass")))
    #expect(json.text.contains(#""verdict":{"bundle":"standard input","result":"nothingFound""#))
    let nothing = try PasscBinary.run(["check", "-"], in: folder.path)
    #expect(
      nothing.status == 1 && nothing.text.contains("[archive.file.notZip]"), "\(nothing.text)")
    let twice = try PasscBinary.run(["check", "-", "-"], in: folder.path)
    #expect(twice.status == 2)
  }

  // MARK: Symptoms

  @Test func aDamagedPassJSONIsNotCalledMissing() throws {
    let folder = try SamplePasses.folder(["gym"])
    var bytes = try Disk.read(folder("gym.pkpass"))
    let needle = Array("\"formatVersion\"".utf8)
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: needle) })
    bytes[start + 2] ^= 0x20
    try folder.add("damaged.pkpass", bytes)
    for command in [["check"] + Self.trust, ["inspect"]] {
      let run = try PasscBinary.run(command + ["damaged.pkpass"], in: folder.path)
      #expect(run.text.contains("pass.json is damaged") || run.text.contains("crc error"))
      #expect(!run.text.contains("has no pass.json"), "\(run.text)")
    }
  }

  @Test func aFileWhereAFolderIsExpectedIsSaidAsSuch() throws {
    let folder = try TemporaryFolder(["f.txt": "hello"])
    let template = PasscBinary.root.appendingPathComponent("templates/employee-card.pass").path
    for arguments in [
      ["build", template, "--sample", "1", "--identity", "f.txt"],
      [
        "build", template, "--sample", "1", "--identity", PasscBinary.identity("nfc"), "-o",
        "f.txt/a.pkpass",
      ], ["cert", "doctor", "f.txt"],
    ] {
      let run = try PasscBinary.run(arguments, in: folder.path)
      #expect(run.status == 3, "\(run.errors)")
      let words = ["f.txt is a text file, not a folder", "f.txt: it is a file, not a folder"]
      #expect(words.contains { run.errors.contains($0) }, "\(run.errors)")
    }
  }
}

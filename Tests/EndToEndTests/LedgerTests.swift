// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc ledger` on ledgers made from bundles.
struct LedgerTests {
  let card: BuildCase

  init() throws {
    var passJSON = BuildCase.passJSON
    passJSON = passJSON.replacingOccurrences(
      of: "\"description\"",
      with: """
        "webServiceURL": "https://example.com/passes/",
          "authenticationToken": "{{ token }}",
          "description"
        """)
    card = try BuildCase(["card.pass/pass.json": passJSON])
  }

  static let token = "0123456789abcdef-"

  private func build(_ serial: String, _ folder: String = "out", books: Int = 0) throws {
    let outcome = try card.build([
      "--set", "serial=\(serial)", "--set", "name=Ada", "--set", "books=\(books)",
      "--set", "token=\(Self.token)\(serial)", "-o", "\(folder)/\(serial).pkpass",
    ])
    try #require(outcome.status == 0, "\(outcome.story)")
  }

  private func ledger(_ arguments: [String], of ledger: String = "a.ledger") throws
    -> Program.Outcome
  {
    try card.passc(["ledger"] + arguments + ["--ledger", ledger])
  }

  private func make(_ serials: [String], _ folder: String = "out", _ name: String = "a.ledger")
    throws
  {
    for serial in serials { try build(serial, folder) }
    let outcome = try ledger(["import", folder], of: name)
    try #require(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.text == "imported \(serials.count), known 0, rejected 0\n")
  }

  @Test func listsShowsAndProvesWhatWasTakenUp() throws {
    try make(["A-1", "A-2", "A-3"])
    let list = try ledger(["list"])
    #expect(list.status == 0 && list.errors.isEmpty, "\(list.story)")
    let lines = list.text.split(separator: "\n")
    #expect(lines.first == "pass.com.example.passc")
    #expect(lines.last == "3 issued")
    #expect(lines.contains { $0.hasPrefix("A-2     issued") && $0.hasSuffix("/out/A-2.pkpass") })

    let show = try ledger(["show", "a-2"])
    #expect(show.status == 0, "\(show.story)")
    #expect(show.text.contains("A-2.pkpass"))
    #expect(!show.output.holds(Self.token), "a token is shown only with --with-tokens")
    let all = try ledger(["show", "A-2", "--with-tokens", "--format", "json"])
    #expect(all.output.holds("\"token\":\"\(Self.token)A-2\""), "\(all.story)")

    let verify = try ledger(["verify"])
    #expect(verify.status == 0 && verify.errors.isEmpty, "\(verify.story)")
    #expect(verify.text == "3 passes issued: everything is as recorded\n")
    let again = try ledger(["import", "out"])
    #expect(again.text == "imported 0, known 3, rejected 0\n", "\(again.story)")

    let runs = try ledger(["list", "--runs", "--format", "json"])
    #expect(runs.text.split(separator: "\n").count == 1, "a run that took nothing is none")
    #expect(runs.output.holds("\"kind\":\"import\"") && runs.output.holds("\"issued\":3"))
  }

  @Test func findsWhatIsNotAsRecorded() throws {
    try make(["A-1", "A-2", "A-3", "A-4", "A-5"])
    try Disk.remove(card.folder("out/A-1.pkpass"))
    var bytes = try card.bytes("out/A-2.pkpass")
    bytes[bytes.count / 2] ^= 1
    try Disk.write(bytes, to: card.folder("out/A-2.pkpass"))
    try Disk.write(Array(bytes.dropLast()), to: card.folder("out/A-3.pkpass"))
    try card.folder.add("out/.passc-0123456789abcdef", [1, 2])
    try build("B-1")
    try Disk.write(card.bytes("out/B-1.pkpass"), to: card.folder("out/B-2.PKPASS"))
    let outcome = try ledger(["verify", "--format", "json"])
    #expect(outcome.status == 1, "\(outcome.story)")
    let lines = outcome.text.split(separator: "\n")
    func found(_ code: String) -> [Substring] {
      lines.filter { $0.contains("\"code\":\"\(code)\"") }
    }
    #expect(found("ledger.file.missing").count == 1)
    #expect(found("ledger.file.changed").count == 2)
    #expect(found("ledger.file.temporary").count == 1)
    #expect(found("ledger.file.unknown").count == 2)
    #expect(found("ledger.file.unknown").first?.contains("B-1.pkpass") == true)
    #expect(found("ledger.file.unknown").last?.contains("B-2.PKPASS") == true)
    #expect(found("ledger.file.missing").first?.contains("\"serial\":\"A-1\"") == true)
    #expect(lines.last?.contains("\"passes\":5") == true)
    #expect(lines.last?.contains("\"errors\":3,\"warnings\":3}") == true, "\(outcome.story)")
    let text = try ledger(["verify"])
    #expect(text.status == 1 && text.text.hasSuffix("5 passes issued: 3 errors, 3 warnings\n"))
    #expect(Set(text.codes).count == 4)
  }

  @Test func complainsAboutALedgerOthersCanRead() throws {
    try make(["A-1"])
    #expect(chmod(card.folder("a.ledger"), 0o644) == 0)
    let outcome = try ledger(["verify"])
    #expect(outcome.status == 0 && outcome.codes == ["ledger.mode.open"], "\(outcome.story)")
    #expect(try ledger(["verify", "--strict"]).status == 1)
  }

  @Test func exportsForAnUpdateService() throws {
    try make(["A-1", "A-2"])
    let plain = try ledger(["export"])
    #expect(plain.status == 0, "\(plain.story)")
    let rows = plain.text.split(separator: "\n")
    #expect(rows.first == "pass_type,serial,file,entry,sha256,size,time,run")
    #expect(rows.count == 3)
    #expect(!plain.output.holds(Self.token))
    let file = try ledger(["export", "--with-tokens", "--run", "last", "-o", "new/all.csv"])
    #expect(file.text == "new/all.csv\n", "\(file.story)")
    let written = try card.bytes("new/all.csv")
    #expect(written.holds("\(Self.token)A-1\n"))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: card.folder("new/all.csv"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let json = try ledger(["export", "--format", "json", "--since", "2020-01-01"])
    #expect(json.text.split(separator: "\n").count == 2)
    #expect(json.output.holds("\"serial\":\"A-2\"") && !json.output.holds("token"))
    #expect(try ledger(["export", "--since", "2999-01-01", "--format", "json"]).output.isEmpty)
  }

  @Test func unitesLedgersThatAgree() throws {
    try make(["A-1", "A-2"], "one", "one.ledger")
    try make(["B-1"], "two", "two.ledger")
    let merged = try card.passc(["ledger", "merge", "one.ledger", "two.ledger", "-o", "all.ledger"])
    #expect(merged.status == 0, "\(merged.story)")
    #expect(merged.text == "all.ledger: 3 passes, 2 runs\n")
    let verify = try ledger(["verify"], of: "all.ledger")
    #expect(verify.text == "3 passes issued: everything is as recorded\n", "\(verify.story)")
    let export = try ledger(["export", "--with-tokens"], of: "all.ledger")
    #expect(export.output.holds(Self.token + "B-1"))
    let again = try card.passc(["ledger", "merge", "one.ledger", "two.ledger", "-o", "all.ledger"])
    #expect(again.status == 3 && again.errors.contains("all.ledger exists already"))
  }

  @Test func namesTheSerialsTwoLedgersDoNotAgreeAbout() throws {
    try make(["A-1", "A-2"], "one", "one.ledger")
    try build("A-2", "two", books: 5)
    #expect(try ledger(["import", "two"], of: "two.ledger").status == 0)
    let merged = try card.passc(["ledger", "merge", "one.ledger", "two.ledger", "-o", "all.ledger"])
    #expect(merged.status == 1, "\(merged.story)")
    #expect(merged.codes == ["ledger.merge.conflict"])
    #expect(merged.errors.contains("A-2 of pass.com.example.passc was made from something else"))
    #expect(merged.errors.contains("nothing was written"))
    #expect(!card.exists("all.ledger"))
  }

  @Test func leavesOutWhatIsBrokenOrContradictsTheLedger() throws {
    try make(["A-1", "A-2"])
    try build("A-2", "new", books: 7)
    try build("A-3", "new")
    try build("A-4", "new")
    var bytes = try card.bytes("new/A-4.pkpass")
    bytes[200] ^= 0xFF
    try Disk.write(bytes, to: card.folder("new/A-4.pkpass"))
    try card.folder.add("new/A-5.pkpass", Array("no archive".utf8))
    let outcome = try ledger(["import", "new", "card.pass"])
    #expect(outcome.status == 1, "\(outcome.story)")
    #expect(outcome.text == "imported 1, known 0, rejected 4\n")
    #expect(
      outcome.codes.sorted() == [
        "ledger.import.broken", "ledger.import.broken", "ledger.import.conflict",
        "ledger.import.notABundle",
      ], "\(outcome.story)")
    #expect(!outcome.errors.contains(Self.token))
    #expect(try ledger(["list"]).text.hasSuffix("3 issued\n"))
  }

  @Test func takesUpAndProvesABundleOfSeveralPasses() throws {
    try build("A-1")
    try build("A-2")
    let group = try card.passc(
      ["group", "out/A-1.pkpass", "out/A-2.pkpass", "-o", "both.pkpasses"])
    #expect(group.status == 0, "\(group.story)")
    #expect(try ledger(["import", "both.pkpasses"]).text == "imported 2, known 0, rejected 0\n")
    let list = try ledger(["list"])
    #expect(list.text.contains("both.pkpasses!A-1.pkpass"), "\(list.story)")
    #expect(try ledger(["verify"]).status == 0)
    let other = try card.passc(["group", "out/A-1.pkpass", "-o", "one.pkpasses"])
    #expect(other.status == 0, "\(other.story)")
    try Disk.write(try card.bytes("one.pkpasses"), to: card.folder("both.pkpasses"))
    let verify = try ledger(["verify"])
    #expect(
      verify.status == 1
        && verify.codes.prefix(2) == ["ledger.file.changed", "ledger.file.changed"],
      "\(verify.story)")
  }

  @Test(arguments: [["list"], ["show", "A"], ["export"], ["verify"]])
  func makesNoLedgerWhereThereIsNone(_ arguments: [String]) throws {
    let outcome = try ledger(arguments)
    #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome.story)")
    #expect(outcome.errors.contains("ledger a.ledger does not exist"))
    #expect(!card.exists("a.ledger"))
  }

  @Test(arguments: [
    (["export", "--since", "yesterday"], 2), (["list", "--run", "x"], 2),
    (["list", "--limit", "0"], 2), (["list", "--runs", "--since", "2026-01-01"], 2),
    (["show"], 2), (["show", "Z-9"], 3), (["list", "--run", "99"], 3),
  ])
  func saysWhatIsWrongWithTheArguments(_ arguments: [String], _ status: Int) throws {
    try make(["A-1"])
    let outcome = try ledger(arguments)
    #expect(Int(outcome.status) == status && outcome.output.isEmpty, "\(outcome.story)")
    #expect(outcome.errors.hasPrefix("passc: error: "))
  }

  @Test func refusesAFileThatIsNoLedger() throws {
    try card.folder.add(["members.csv": "serial\nA-1\n"])
    let outcome = try ledger(["list"], of: "members.csv")
    #expect(outcome.status == 3, "\(outcome.story)")
    #expect(outcome.errors.contains("members.csv is not a ledger of passc"))
  }

  @Test func mergesNothingOutOfOneLedger() throws {
    try make(["A-1"])
    for arguments in [["a.ledger"], ["a.ledger", "./a.ledger"]] {
      let outcome = try card.passc(["ledger", "merge"] + arguments + ["-o", "b.ledger"])
      #expect(outcome.status == 2 && !card.exists("b.ledger"), "\(outcome.story)")
    }
  }

  // MARK: Relocating

  @Test func findsWhatWasMovedAfterRelocating() throws {
    try make(["A-1", "A-2", "A-3"])
    try Disk.makeFolders(card.folder("shop"))
    try Disk.move(card.folder("out"), to: card.folder("shop/passes"))
    #expect(try ledger(["verify"]).status == 1)
    let dry = try ledger(["relocate", "out", "shop/passes", "--dry-run"])
    #expect(dry.status == 0 && dry.text.hasPrefix("would have relocated 3 passes from /"))
    #expect(try ledger(["verify"]).status == 1, "a dry run changes nothing")
    let outcome = try ledger(["relocate", "out", "shop/passes"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.story)")
    #expect(outcome.text.hasPrefix("relocated 3 passes from /"))
    #expect(outcome.text.hasSuffix("/shop/passes\n"))
    let verify = try ledger(["verify"])
    #expect(verify.text == "3 passes issued: everything is as recorded\n", "\(verify.story)")
    let back = try ledger(["relocate", "shop/passes/", ".", "--format", "json", "--dry-run"])
    #expect(back.text == "{\"version\":1,\"summary\":{\"passes\":3}}\n", "\(back.story)")
  }

  @Test func takesRelocatedPassesForUnchanged() throws {
    try card.folder.add("rows.csv", Array(IssueTests.rows(4).utf8))
    func issue(_ folder: String) throws -> Program.Outcome {
      try IssueTests.issue(
        card,
        [
          "--data", "rows.csv", "--fan-out", "1", "-o", folder, "--ledger", "a.ledger",
          "--set", "token=\(Self.token)",
        ])
    }
    #expect(try issue("out").text == "issued 4, reissued 0, unchanged 0, rejected 0\n")
    try Disk.move(card.folder("out"), to: card.folder("moved"))
    #expect(try ledger(["relocate", "out", "moved"]).status == 0)
    let again = try issue("moved")
    #expect(again.text == "issued 0, reissued 0, unchanged 4, rejected 0\n", "\(again.story)")
  }

  @Test func relocatesByANameThatWentThroughALink() throws {
    try make(["A-1"], "disk/out")
    let program = try Program.run("/bin/ln", ["-s", "disk", "link"], in: card.folder.path)
    try #require(program.status == 0)
    try Disk.move(card.folder("disk/out"), to: card.folder("disk/new"))
    let outcome = try ledger(["relocate", "link/out", "link/new"])
    #expect(outcome.text.hasSuffix("/disk/out to \(card.folder("disk/new"))\n"), "\(outcome.story)")
    #expect(try ledger(["verify"]).status == 0)
  }

  @Test(arguments: [
    (["relocate", "elsewhere", "out"], 3, "has no file below /"),
    (["relocate", "out", "nowhere"], 3, "folder nowhere does not exist"),
    (["relocate", "out", "a.ledger"], 3, "folder a.ledger does not exist"),
    (["relocate", "out", "./out/"], 2, "is the old folder and the new one"),
    (["relocate", "out"], 2, "NEW is missing"),
  ])
  func relocatesNothingThatIsNotThere(
    _ arguments: [String], _ status: Int, _ words: String
  ) throws {
    try make(["A-1"])
    let outcome = try ledger(arguments)
    #expect(Int(outcome.status) == status && outcome.output.isEmpty, "\(outcome.story)")
    #expect(outcome.errors.contains(words), "\(outcome.story)")
    #expect(try ledger(["verify"]).status == 0)
  }
}

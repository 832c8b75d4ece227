// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

@testable import PassIssue

/// Returns a digest that contains a number.
func digest(_ number: Int) -> LedgerDigest {
  let bytes = withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).bigEndian) { Array($0) }
  guard let digest = LedgerDigest([UInt8](repeating: 0xA5, count: 24) + bytes) else {
    preconditionFailure("32 bytes are a digest")
  }
  return digest
}

func digests(_ content: Int, holder: Int? = nil) -> PassDigests {
  PassDigests(row: digest(content), holder: holder.map { digest($0) }, content: digest(content))
}

func describe(
  _ passType: String = "pass.com.example.gym", template: Int = 1, certificate: Int = 1,
  shard: LedgerShard = .whole, options: String = "", countsAtEnd: Bool = false,
  signingTime: Int64 = 1_000
) -> RunDescription {
  RunDescription(
    passType: passType, signingTime: signingTime, template: digest(template),
    certificate: digest(certificate), shard: shard, options: options, countsAtEnd: countsAtEnd)
}

extension IssuingRun {
  /// Reserves one pass that must be free.
  func mustReserve(
    _ serial: String, _ content: Int, holder: Int? = nil, token: OfferedToken = .none
  ) throws -> Reserved {
    let outcome = try reserve([
      Reservation(serial: serial, digests: digests(content, holder: holder), token: token)
    ])
    guard case .reserved(let reserved) = outcome.first else {
      throw UnexpectedOutcome(description: "\(outcome)")
    }
    return reserved
  }

  /// Reserves and finishes one pass with the file `serial.pkpass`.
  @discardableResult
  func issue(
    _ serial: String, _ content: Int, holder: Int? = nil, token: OfferedToken = .none
  ) throws -> Reserved {
    let reserved = try mustReserve(serial, content, holder: holder, token: token)
    try finish([
      IssuedBundle(
        reserved, digest: digest(content + 1_000_000), size: 20_000,
        file: PlacedFile(folder: "/out", path: serial + ".pkpass", size: 20_000), time: 5)
    ])
    return reserved
  }
}

struct UnexpectedOutcome: Error, CustomStringConvertible { let description: String }

struct LedgerTests {
  let folder = try! TemporaryFolder()
  static let type = "pass.com.example.gym"

  private func open(_ access: Ledger.Access = .creating) throws -> Ledger {
    try Ledger(folder("a.ledger"), access: access)
  }

  // MARK: Opening

  @Test func isReadableByItsUserAloneWithEverythingBesideIt() throws {
    let old = umask(0)
    defer { umask(old) }
    let ledger = try open()
    let run = try ledger.begin(describe(), now: 10).run
    try run.issue("A-1", 1)
    for name in ["a.ledger", "a.ledger-wal", "a.ledger-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(try Disk.list(folder.path).count == 3)
  }

  @Test func refusesWhatIsNoLedgerAndLeavesItAsItWas() throws {
    let text = Array("serial,name\nA-1,Ada\n".utf8) + [UInt8](repeating: 32, count: 5000)
    try folder.add("a.ledger", text)
    for access in [Ledger.Access.reading, .writing, .creating] {
      let error = #expect(throws: LedgerError.self) { try open(access) }
      #expect(error?.reason == .notALedger, "\(access)")
    }
    #expect(try Disk.read(folder("a.ledger")) == text)
  }

  @Test(arguments: [
    "c.execute('create table t (a)')",
    "c.execute('pragma journal_mode=wal'); c.execute('create table t (a)')",
    // A database of passc serve.
    "c.execute('pragma application_id=1885434707'); c.execute('create table t (a)')",
    "c.execute('pragma journal_mode=wal'); c.execute('create table t (a)'); c.commit(); os._exit(0)",
  ])
  func refusesAnotherProgramsDatabaseAndLeavesItAsItWas(_ script: String) throws {
    let made = try Program.run(
      "/usr/bin/python3",
      ["-c", "import sqlite3, os; c = sqlite3.connect('a.ledger'); \(script); c.commit()"],
      in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    func contents() throws -> [String: [UInt8]] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return try Dictionary(
        uniqueKeysWithValues: names.map { ($0, try Disk.read(folder($0))) })
    }
    let before = try contents()
    for access in [Ledger.Access.reading, .writing, .creating] {
      let error = #expect(throws: LedgerError.self) { try open(access) }
      #expect(error?.reason == .notALedger, "\(access)")
      #expect(try contents() == before, "\(access)")
    }
  }

  @Test func hasOneNameAtATime() throws {
    let ledger = try open()
    let run = try ledger.begin(describe(), now: 10)
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder("symbolic.ledger"), withDestinationPath: folder("a.ledger"))
    try files.linkItem(atPath: folder("a.ledger"), toPath: folder("hard.ledger"))
    // The run is alive through each path to that name.
    for name in ["a.ledger", "symbolic.ledger"] {
      let other = try Ledger(folder(name), access: .writing)
      let first = try #require(try other.runs().first)
      #expect(try other.isAlive(first), "\(name)")
    }
    // Through a hard link SQLite would use another log (corruption).
    for access in [Ledger.Access.reading, .writing, .creating] {
      let error = #expect(throws: LedgerError.self) {
        try Ledger(folder("hard.ledger"), access: access)
      }
      #expect(error?.reason == .otherName)
    }
    withExtendedLifetime(run) {}
  }

  @Test func refusesALedgerOfANewerPassc() throws {
    _ = try open()
    let made = try Program.run(
      "/usr/bin/python3",
      [
        "-c",
        """
        import sqlite3; c = sqlite3.connect('a.ledger')
        c.execute("insert into grdb_migrations values ('99')"); c.commit()
        """,
      ], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    for access in [Ledger.Access.reading, .writing, .creating] {
      let error = #expect(throws: LedgerError.self) { try open(access) }
      #expect(error?.reason == .newerSchema, "\(access)")
    }
  }

  @Test(arguments: [Ledger.Access.reading, .writing])
  func makesNothingWhereItMustExist(_ access: Ledger.Access) throws {
    let error = #expect(throws: LedgerError.self) { try open(access) }
    #expect(error?.reason == .missing)
    #expect(try Disk.list(folder.path).isEmpty)
  }

  @Test func doesNotTakeALedgerThatWasStoppedInTheMakingForAnOlderOne() throws {
    try folder.add("a.ledger", [])
    let error = #expect(throws: LedgerError.self) { try open(.reading) }
    #expect(error?.reason == .empty)
    _ = try open(.creating)
    #expect(try open(.reading).runs() == [])
  }

  @Test func saysThatTheFolderIsMissing() throws {
    let error = #expect(throws: LedgerError.self) {
      try Ledger(folder("no/a.ledger"), access: .creating)
    }
    #expect(error?.reason == .cannotOpen("no such file or folder"))
  }

  // MARK: Stages of a pass

  @Test func countsAPassOnceItIsFinished() throws {
    let ledger = try open()
    let run = try ledger.begin(describe(), now: 10).run
    let reserved = try run.mustReserve("A-1", 1, holder: 7, token: .ifNew("secret-secret-16"))
    #expect(try ledger.find("A-1", passType: Self.type)?.state == .reserved)
    #expect(try ledger.issuedCount(passType: Self.type) == 0)
    try run.finish([
      IssuedBundle(
        reserved, digest: digest(2), size: 321,
        file: PlacedFile(folder: "/out", path: "A-1.pkpass", size: 321), time: 99)
    ])
    let pass = try #require(try ledger.find("A-1", passType: Self.type))
    #expect(pass.state == .issued)
    #expect(pass.digests == digests(1, holder: 7))
    #expect(pass.certificate == digest(1))
    #expect(pass.bundle == digest(2))
    #expect(pass.bundleSize == 321)
    #expect(pass.file?.fullPath == "/out/A-1.pkpass")
    #expect(pass.token == "secret-secret-16")
    #expect(pass.time == 99)
    #expect(pass.run == run.id)
    #expect(try ledger.issuedCount(passType: Self.type) == 1)
    #expect(try ledger.issuedCount(passType: "pass.com.example.other") == 0)
  }

  @Test func findsManyInTheirOrder() throws {
    let ledger = try open()
    let run = try ledger.begin(describe(), now: 10).run
    for number in 0..<50 { try run.issue("S\(number)", number) }
    let wanted = (0..<100).reversed().map { "S\($0)" }
    let found = try ledger.find(wanted, passType: Self.type)
    #expect(found.map { $0?.serial } == wanted.map { Int($0.dropFirst())! < 50 ? $0 : nil })
    #expect(try ledger.find(["S1"], passType: "pass.com.example.other") == [nil])
  }

  @Test(arguments: ["", "ü\u{0}x", "'; DROP TABLE pass; --", String(repeating: "x", count: 70_000)])
  func keepsAnySerial(_ serial: String) throws {
    let ledger = try open()
    let run = try ledger.begin(describe(), now: 10).run
    try run.issue(serial, 1)
    #expect(
      try ledger.find(serial, passType: Self.type)?.serial.utf8.elementsEqual(serial.utf8) == true)
    #expect(try ledger.find(serial + "x", passType: Self.type) == nil)
  }

  @Test func takesTwoUnicodeFormsOfOneNameForTwoSerials() throws {
    let ledger = try open()
    let run = try ledger.begin(describe(), now: 10).run
    try run.issue("\u{E9}", 1)
    try run.issue("e\u{301}", 2)
    #expect(try ledger.issuedCount(passType: Self.type) == 2)
  }

  @Test func refusesASerialThatDiffersOnlyInCase() throws {
    let ledger = try open()
    let run = try ledger.begin(describe(), now: 10).run
    try run.issue("Abc", 1)
    let outcome = try run.reserve([Reservation(serial: "aBC", digests: digests(1))])
    #expect(outcome == [.differsInCase(serial: "Abc")])
  }

  @Test func reissuesWhatHasChangedAndKeepsItsToken() throws {
    let ledger = try open()
    let first = try ledger.begin(describe(), now: 10).run
    try first.issue("A", 1, token: .ifNew("token-of-the-first"))
    try first.end(RunCounts(issued: 1), now: 11)
    let second = try ledger.begin(describe(certificate: 2), now: 20).run
    let reserved = try second.mustReserve("A", 2, token: .ifNew("another-one"))
    #expect(reserved.isReissue)
    #expect(reserved.token == "token-of-the-first")
    // Until it is finished, the old version counts.
    let before = try #require(try ledger.find("A", passType: Self.type))
    #expect(before.state == .issued)
    #expect(before.digests.content == digest(1))
    #expect(before.certificate == digest(1))
    try second.finish([
      IssuedBundle(reserved, digest: digest(50), size: 9, file: nil, time: 21)
    ])
    let after = try #require(try ledger.find("A", passType: Self.type))
    #expect(after.digests.content == digest(2))
    #expect(after.certificate == digest(2))
    #expect(after.bundle == digest(50))
    #expect(after.run == second.id)
    #expect(after.token == "token-of-the-first")
    #expect(after.file == nil)
  }

  @Test func leavesWhatIsUnchangedUnlessAskedTo() throws {
    let ledger = try open()
    let first = try ledger.begin(describe(), now: 10).run
    try first.issue("A", 1)
    var wish = Reservation(serial: "A", digests: digests(1))
    let outcome = try first.reserve([wish])
    guard case .unchanged(let pass) = outcome[0] else {
      throw UnexpectedOutcome(description: "\(outcome)")
    }
    #expect(pass.serial == "A")
    wish.evenIfUnchanged = true
    guard case .reserved = try first.reserve([wish])[0] else {
      throw UnexpectedOutcome(description: "not reserved again")
    }
  }

  @Test func keepsAPassFromAnotherHolderUnlessAllowed() throws {
    let ledger = try open()
    let run = try ledger.begin(describe(), now: 10).run
    try run.issue("A", 1, holder: 7)
    var wish = Reservation(serial: "A", digests: digests(2, holder: 8))
    guard case .otherHolder(let pass) = try run.reserve([wish])[0] else {
      throw UnexpectedOutcome(description: "given to another holder")
    }
    #expect(pass.digests.holder == digest(7))
    wish.allowsNewHolder = true
    guard case .reserved = try run.reserve([wish])[0] else {
      throw UnexpectedOutcome(description: "not given to the new holder")
    }
  }

  @Test func refusesATokenThatDiffersFromTheFirst() throws {
    let ledger = try open()
    let run = try ledger.begin(describe(), now: 10).run
    try run.issue("A", 1, token: .fixed("0123456789abcdef"))
    let same = Reservation(serial: "A", digests: digests(2), token: .fixed("0123456789abcdef"))
    guard case .reserved = try run.reserve([same])[0] else {
      throw UnexpectedOutcome(description: "the same token is refused")
    }
    let other = Reservation(serial: "A", digests: digests(2), token: .fixed("ABCDEF"))
    guard case .otherToken = try run.reserve([other])[0] else {
      throw UnexpectedOutcome(description: "another token is taken")
    }
  }

  @Test func keepsTheTokenOfAPassThatWasNeverFinished() throws {
    let ledger = try open()
    do {
      let run = try ledger.begin(describe(), now: 10).run
      _ = try run.mustReserve("A", 1, token: .ifNew("the-first-token"))
    }
    let next = try ledger.begin(describe(template: 2), now: 20)
    let reserved = try next.run.mustReserve("A", 2, token: .ifNew("the-second-token"))
    #expect(reserved.token == "the-first-token")
    #expect(!reserved.isReissue)
    try next.run.finish([
      IssuedBundle(reserved, digest: digest(3), size: 1, file: nil, time: 1)
    ])
    let pass = try #require(try ledger.find("A", passType: Self.type))
    #expect(pass.state == .issued)
    #expect(pass.run == next.run.id)
    #expect(pass.digests.content == digest(2))
  }

  // MARK: Runs recorded at their end

  @Test func countsNothingOfAnArchiveBeforeItsEnd() throws {
    let ledger = try open()
    let first = try ledger.begin(describe(), now: 1).run
    for serial in ["old", "older"] { try first.issue(serial, 1) }
    try first.end(RunCounts(issued: 2), now: 2)

    let run = try ledger.begin(describe(countsAtEnd: true), now: 10).run
    for serial in ["new", "newer"] { try run.issue(serial, 5) }
    try run.issue("old", 6)
    _ = try run.mustReserve("never finished", 5)
    #expect(try ledger.issuedCount(passType: Self.type) == 2)
    #expect(try ledger.find("old", passType: Self.type)?.digests.content == digest(1))
    try run.end(RunCounts(issued: 2, reissued: 1), now: 11)
    #expect(try ledger.issuedCount(passType: Self.type) == 4)
    let old = try #require(try ledger.find("old", passType: Self.type))
    #expect(old.digests.content == digest(6))
    #expect(old.bundle == digest(1_000_006))
    #expect(old.run == run.id)
    #expect(try ledger.find("older", passType: Self.type)?.digests.content == digest(1))
    #expect(try ledger.find("never finished", passType: Self.type)?.state == .reserved)
  }

  @Test func forgetsWhatAnArchiveThatWasCutOffHeld() throws {
    let ledger = try open()
    do {
      let cut = try ledger.begin(describe(countsAtEnd: true), now: 10).run
      try cut.issue("gone", 1)
      try cut.issue("again", 1)
    }
    let start = try ledger.begin(describe(countsAtEnd: true), now: 20)
    #expect(start.isResumed)
    try start.run.issue("again", 1)
    try start.run.end(RunCounts(issued: 1), now: 21)
    #expect(try ledger.find("gone", passType: Self.type)?.state == .reserved)
    #expect(try ledger.find("again", passType: Self.type)?.state == .issued)
  }

  // MARK: Beginning and resuming

  @Test func resumesTheLastUnfinishedRunWithItsSigningTime() throws {
    let ledger = try open()
    let id: Int64
    do {
      let start = try ledger.begin(describe(signingTime: 77), now: 10)
      #expect(!start.isResumed && start.notResumed == nil)
      id = start.run.id
    }
    let resumed = try ledger.begin(describe(signingTime: 88), now: 20)
    #expect(resumed.isResumed)
    #expect(resumed.run.id == id)
    #expect(resumed.run.signingTime == 77)
  }

  @Test(arguments: [
    (describe(template: 2), "another template"), (describe(certificate: 2), "another certificate"),
    (describe(shard: LedgerShard(index: 1, count: 4)), "another shard"),
    (describe(options: "x"), "other options"), (describe(countsAtEnd: true), "other options"),
    (
      describe(template: 2, certificate: 2, options: "x"),
      "another template, another certificate and other options"
    ),
  ])
  func saysWhyARunIsNotResumed(_ wanted: RunDescription, _ words: String) throws {
    let ledger = try open()
    do { _ = try ledger.begin(describe(), now: 10) }
    let start = try ledger.begin(wanted, now: 20)
    #expect(!start.isResumed)
    #expect(start.notResumed?.description == "run 1 is unfinished but had \(words)")
    #expect(start.run.id == 2)
  }

  @Test func doesNotResumeWhatIsFinishedOrLiesBeforeIt() throws {
    let ledger = try open()
    do { _ = try ledger.begin(describe(), now: 10) }
    do {
      let start = try ledger.begin(describe(template: 2), now: 20)
      try start.run.end(RunCounts(issued: 3, reissued: 2, unchanged: 1, rejected: 4), now: 21)
    }
    let start = try ledger.begin(describe(), now: 30)
    #expect(!start.isResumed && start.notResumed == nil)
    let runs = try ledger.runs()
    #expect(runs.map(\.id) == [1, 2, 3])
    #expect(runs.map(\.isFinished) == [false, true, false])
    #expect(runs[1].counts == RunCounts(issued: 3, reissued: 2, unchanged: 1, rejected: 4))
  }

  @Test func resumesEachShardByItself() throws {
    let ledger = try open()
    for index in 1...3 {
      _ = try ledger.begin(describe(shard: LedgerShard(index: index, count: 3)), now: 10)
    }
    for index in [2, 1, 3] {
      let start = try ledger.begin(describe(shard: LedgerShard(index: index, count: 3)), now: 20)
      #expect(start.isResumed && start.run.id == Int64(index))
    }
  }

  // MARK: Two at once

  @Test func leavesToAnotherRunningProcessWhatItHolds() throws {
    let one = try open()
    let other = try open()
    let mine = try one.begin(describe(), now: 10).run
    let start = try other.begin(describe(), now: 10)
    #expect(!start.isResumed && start.notResumed == nil)
    let theirs = start.run
    _ = try mine.mustReserve("held", 1)
    try mine.issue("done", 1)
    for serial in ["held", "done"] {
      let same = try theirs.reserve([Reservation(serial: serial, digests: digests(1))])
      #expect(same == [.inOtherRun(run: mine.id, sameContent: true)], "\(serial)")
      let different = try theirs.reserve([Reservation(serial: serial, digests: digests(2))])
      #expect(different == [.inOtherRun(run: mine.id, sameContent: false)], "\(serial)")
    }
    try mine.end(RunCounts(), now: 12)
    guard case .reserved = try theirs.reserve([Reservation(serial: "done", digests: digests(2))])[0]
    else { throw UnexpectedOutcome(description: "a finished run still holds") }
  }

  @Test func comparesWithWhatAReissueWillBe() throws {
    let one = try open()
    do {
      let first = try one.begin(describe(), now: 10).run
      try first.issue("A", 1)
      try first.end(RunCounts(issued: 1), now: 11)
    }
    let other = try open()
    let mine = try one.begin(describe(), now: 20).run
    let theirs = try other.begin(describe(), now: 20).run
    _ = try mine.mustReserve("A", 2)
    #expect(
      try theirs.reserve([Reservation(serial: "A", digests: digests(2))])
        == [.inOtherRun(run: mine.id, sameContent: true)])
    #expect(
      try theirs.reserve([Reservation(serial: "A", digests: digests(1))])
        == [.inOtherRun(run: mine.id, sameContent: false)])
  }
}

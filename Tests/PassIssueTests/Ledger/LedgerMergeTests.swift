// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

@testable import PassIssue

struct LedgerMergeTests {
  let folder = try! TemporaryFolder()
  static let type = "pass.com.example.gym"

  /// Creates a ledger with one finished run.
  private func make(
    _ name: String, shard: LedgerShard = .whole, now: Int64 = 10,
    _ body: (IssuingRun) throws -> Void
  ) throws {
    let ledger = try Ledger(folder(name), access: .creating)
    let run = try ledger.begin(describe(shard: shard), now: now).run
    try body(run)
    try run.end(RunCounts(issued: 1), now: now + 1)
  }

  private func merge(_ names: [String]) throws -> LedgerMerge.Outcome {
    try LedgerMerge.merge(names.map { folder($0) }, into: folder("c"))
  }

  @Test func hasEveryPassAndEveryRunOfTheShards() throws {
    for index in 1...3 {
      try make("s\(index)", shard: LedgerShard(index: index, count: 3), now: Int64(index * 100)) {
        for number in 0..<20 {
          try $0.issue("S\(index)-\(number)", number, holder: 3, token: .ifNew("token \(number)"))
        }
      }
    }
    let outcome = try merge(["s1", "s2", "s3"])
    #expect(outcome == .merged(.init(passes: 60, runs: 3, shared: 0)))
    let merged = try Ledger(folder("c"), access: .writing)
    #expect(try merged.damages() == [])
    #expect(try merged.issuedCount(passType: Self.type) == 60)
    for index in 1...3 {
      let shard = LedgerShard(index: index, count: 3)
      #expect(try merged.issuedCount(passType: Self.type, shard: shard) == 20)
      let pass = try #require(try merged.find("S\(index)-7", passType: Self.type))
      let source = try Ledger(folder("s\(index)"), access: .reading)
      let original = try #require(try source.find("S\(index)-7", passType: Self.type))
      #expect(pass.digests == original.digests)
      #expect(pass.token == "token 7")
      #expect(pass.certificate == original.certificate)
      #expect(pass.file == original.file)
      #expect(pass.bundle == original.bundle)
      let run = try #require(try merged.run(pass.run))
      #expect(run.shard == shard && run.started == Int64(index * 100) && run.isFinished)
    }
    // Only the locks may remain next to it.
    let names = try Disk.list(folder.path).map(\.name)
    #expect(!names.contains { $0.hasPrefix("c.") })
  }

  @Test func canBeIssuedIntoAfterwards() throws {
    try make("a") { try $0.issue("A", 1, token: .ifNew("token")) }
    try make("b") { try $0.issue("B", 1) }
    _ = try merge(["a", "b"])
    let merged = try Ledger(folder("c"), access: .writing)
    let run = try merged.begin(describe(), now: 50).run
    #expect(run.id == 3)
    let reserved = try run.mustReserve("A", 2, token: .ifNew("other"))
    #expect(reserved.isReissue && reserved.token == "token")
    try run.issue("C", 1)
    try run.end(RunCounts(), now: 51)
    #expect(try merged.issuedCount(passType: Self.type) == 3)
  }

  @Test(arguments: [["a", "b"], ["b", "a"]])
  func keepsATokenThatOnlyOneWasTold(_ order: [String]) throws {
    try make("a") { try $0.issue("X", 1, token: .ifNew("token")) }
    // The same bundle again, later and from a table of outcomes.
    var importer = LedgerImporter(try Ledger(folder("b"), access: .creating), now: 2_000)
    _ = try importer.add([
      ImportedPass(
        passType: Self.type, serial: "X", token: nil, bundle: digest(1_000_001), bundleSize: 3,
        certificate: nil, file: nil, isReissued: true, isTokenUnknown: true)
    ])
    guard case .merged = try merge(order) else {
      throw UnexpectedOutcome(description: "not merged")
    }
    let pass = try #require(
      try Ledger(folder("c"), access: .reading).find("X", passType: Self.type))
    #expect(pass.token == "token" && !pass.isTokenUnknown && pass.time == 2_000)
  }

  @Test func takesTheLaterOfTwoThatAgree() throws {
    try make("a") { try $0.issue("X", 1, token: .ifNew("token")) }
    let other = try Ledger(folder("b"), access: .creating)
    let run = try other.begin(describe(), now: 20).run
    let reserved = try run.mustReserve("X", 1, token: .ifNew("token"))
    try run.finish([IssuedBundle(reserved, digest: digest(77), size: 5, file: nil, time: 900)])
    try run.end(RunCounts(), now: 21)
    #expect(try merge(["a", "b"]) == .merged(.init(passes: 1, runs: 2, shared: 1)))
    let merged = try Ledger(folder("c"), access: .reading)
    #expect(try merged.find("X", passType: Self.type)?.bundle == digest(77))
  }

  @Test func letsAnIssuedPassWinOverOneThatWasOnlyReserved() throws {
    try make("a") { _ = try $0.mustReserve("X", 1, token: .ifNew("never used")) }
    try make("b") { try $0.issue("X", 2, token: .ifNew("token")) }
    for order in [["a", "b"], ["b", "a"]] {
      #expect(try merge(order) == .merged(.init(passes: 1, runs: 2, shared: 1)))
      let merged = try Ledger(folder("c"), access: .reading)
      let pass = try #require(try merged.find("X", passType: Self.type))
      #expect(pass.state == .issued && pass.token == "token")
      for suffix in ["", "-wal", "-shm", "-runs"] { try? Disk.remove(folder("c" + suffix)) }
    }
  }

  @Test func namesEverySerialTheyDoNotAgreeAboutAndWritesNothing() throws {
    try make("a") {
      try $0.issue("same", 1, holder: 1, token: .ifNew("t"))
      try $0.issue("content", 1, holder: 1, token: .ifNew("t"))
      try $0.issue("holder", 1, holder: 1, token: .ifNew("t"))
      try $0.issue("token", 1, holder: 1, token: .ifNew("t"))
      try $0.issue("Spelling", 1, holder: 1, token: .ifNew("t"))
      try $0.issue("only here", 1)
    }
    try make("b") {
      try $0.issue("same", 1, holder: 1, token: .ifNew("t"))
      try $0.issue("content", 2, holder: 1, token: .ifNew("t"))
      try $0.issue("holder", 1, holder: 2, token: .ifNew("t"))
      try $0.issue("token", 1, holder: 1, token: .ifNew("u"))
      try $0.issue("sPELLING", 1, holder: 1, token: .ifNew("t"))
    }
    guard case .conflicts(let conflicts, let total) = try merge(["a", "b"]) else {
      throw UnexpectedOutcome(description: "they agreed")
    }
    #expect(total == 4)
    let found = Dictionary(uniqueKeysWithValues: conflicts.map { ($0.serial, $0.difference) })
    #expect(
      found == ["content": .content, "holder": .holder, "token": .token, "sPELLING": .spelling])
    #expect(conflicts.allSatisfy { $0.ledger == folder("b") && $0.passType == Self.type })
    #expect(try Disk.list(folder.path).filter { $0.name.hasPrefix("c") }.isEmpty)
  }

  @Test func refusesWhileAProcessIsIssuing() throws {
    try make("a") { try $0.issue("A", 1) }
    let busy = try Ledger(folder("b"), access: .creating)
    let run = try busy.begin(describe(), now: 20).run
    #expect(try merge(["a", "b"]) == .running(ledger: folder("b"), run: run.id))
    #expect(try Disk.kind(of: folder("c")) == nil)
  }

  @Test func neverReplacesALedger() throws {
    try make("a") { try $0.issue("A", 1) }
    try make("b") { try $0.issue("B", 1) }
    try folder.add("c", [1, 2, 3])
    let error = #expect(throws: LedgerError.self) { try merge(["a", "b"]) }
    #expect(error?.reason == .exists)
    #expect(try Disk.read(folder("c")) == [1, 2, 3])
  }
}

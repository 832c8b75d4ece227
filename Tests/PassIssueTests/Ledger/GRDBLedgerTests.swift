// SPDX-License-Identifier: Apache-2.0

import PassDatabase
import PassTesting
import Testing

@testable import PassIssue

/// Tests of a ledger made with GRDB: Tests/Fixtures/grdb/gym.ledger.gz.
struct GRDBLedgerTests {
  private static let type = "pass.com.example.passc"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let made = try Program.run(
      "/usr/bin/python3",
      [
        "-c", "import gzip, sys; open('a.ledger', 'wb').write(gzip.open(sys.argv[1]).read())",
        Program.repository + "/Tests/Fixtures/grdb/gym.ledger.gz",
      ], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
  }

  private func schema() throws -> [String] {
    try Database(folder("a.ledger")).texts(
      "SELECT name || coalesce(sql, '') FROM sqlite_master ORDER BY name")
  }

  @Test(arguments: [Ledger.Access.reading, .writing, .creating])
  func opensAsItIs(_ access: Ledger.Access) throws {
    let before = try schema()
    let ledger = try Ledger(folder("a.ledger"), access: access)
    #expect(try ledger.runs().map(\.counts.issued) == [3, 0])
    let passes = try ledger.find(["M-1", "m-2", "M-9"], passType: Self.type)
    #expect(passes.map { $0?.run } == [1, 2, nil])
    #expect(passes[0]?.token?.hasPrefix("cb5eb41246cd") == true)
    #expect(passes[1]?.file?.fullPath == "/tmp/passes/out/M-2.pkpass")
    #expect(try ledger.damages().isEmpty)
    ledger.endConnections()
    #expect(try schema() == before)
  }

  @Test func isIssuedInto() throws {
    let ledger = try Ledger(folder("a.ledger"), access: .writing)
    let start = try ledger.begin(describe(Self.type), now: 10)
    #expect(start.run.id == 3)
    let new = try start.run.issue("M-4", 1)
    let known = try start.run.issue("M-1", 2)
    #expect(new.pass == 4 && known.isReissue)
    try start.run.end(RunCounts(issued: 1, reissued: 1), now: 11)
    #expect(try ledger.issuedCount(passType: Self.type) == 4)
    #expect(try ledger.damages().isEmpty)
  }
}

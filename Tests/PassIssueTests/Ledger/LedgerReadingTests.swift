// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

@testable import PassIssue

struct LedgerReadingTests {
  let folder = try! TemporaryFolder()

  private func serials(_ ledger: Ledger, _ filter: PassFilter, pageSize: Int = 7) throws -> [String]
  {
    var serials: [String] = []
    try ledger.forEachPass(filter, pageSize: pageSize) { page in
      serials += page.map(\.serial)
      return true
    }
    return serials
  }

  @Test func goesThroughAllPassesByTypeAndSerial() throws {
    let ledger = try Ledger(folder("a"), access: .creating)
    for type in ["pass.b", "pass.a"] {
      let run = try ledger.begin(describe(type), now: 1).run
      for number in (10..<50).reversed() { try run.issue("S\(number)", number) }
      try run.end(RunCounts(), now: 2)
    }
    let expected = (10..<50).map { "S\($0)" }
    #expect(try ledger.passTypes() == ["pass.a", "pass.b"])
    for size in [1, 7, 40, 1_000] {
      #expect(try serials(ledger, PassFilter(), pageSize: size) == expected + expected)
    }
    #expect(try serials(ledger, PassFilter(passType: "pass.b")) == expected)
    #expect(try serials(ledger, PassFilter(passType: "pass.c")) == [])
  }

  @Test func findsByStateRunAndTime() throws {
    let ledger = try Ledger(folder("a"), access: .creating)
    let first = try ledger.begin(describe(), now: 1).run
    for (number, time) in [(1, 100), (2, 200), (3, 300)] {
      let reserved = try first.mustReserve("S\(number)", number)
      try first.finish([
        IssuedBundle(reserved, digest: digest(1), size: 1, file: nil, time: Int64(time))
      ])
    }
    _ = try first.mustReserve("reserved", 1)
    try first.end(RunCounts(), now: 2)
    let second = try ledger.begin(describe(), now: 3).run
    try second.issue("later", 1)
    #expect(try serials(ledger, PassFilter(state: .reserved)) == ["reserved"])
    #expect(try serials(ledger, PassFilter(run: second.id)) == ["later"])
    #expect(try serials(ledger, PassFilter(since: 200)) == ["S2", "S3"])
    #expect(try serials(ledger, PassFilter(state: .issued, run: first.id, since: 300)) == ["S3"])
    #expect(try ledger.count(PassFilter()) == 5)
    #expect(try ledger.count(PassFilter(state: .issued)) == 4)
  }

  @Test func findsWhatAnArchiveBroughtSinceItsEnd() throws {
    let ledger = try Ledger(folder("a"), access: .creating)
    let run = try ledger.begin(describe(countsAtEnd: true), now: 1).run
    try run.issue("A", 1)
    try run.end(RunCounts(), now: 1_000)
    #expect(try serials(ledger, PassFilter(since: 1_000)) == ["A"])
  }

  @Test func isReadWhereNothingMayBeWritten() throws {
    do {
      let ledger = try Ledger(folder("a"), access: .creating)
      try ledger.begin(describe(), now: 1).run.issue("A", 1)
    }
    let reader = try Ledger(folder("a"), access: .reading)
    #expect(try reader.find("A", passType: "pass.com.example.gym")?.state == .issued)
    let error = #expect(throws: LedgerError.self) { try reader.begin(describe(), now: 2) }
    #expect(error?.reason == .readOnly)
  }

  @Test func saysWhereTheFileIsDamaged() throws {
    do {
      let ledger = try Ledger(folder("a"), access: .creating)
      let run = try ledger.begin(describe(), now: 1).run
      for number in 0..<2_000 { _ = try run.mustReserve("S\(number)", number) }
      #expect(try ledger.damages() == [])
    }
    var bytes = try Disk.read(folder("a"))
    try #require(bytes.count > 200_000)
    for index in 100_000..<140_000 { bytes[index] = 0x5A }
    try Disk.write(bytes, to: folder("a"))
    let damaged = try Ledger(folder("a"), access: .reading)
    #expect(try !damaged.damages().isEmpty)
  }

  @Test func takesUpFinishedPasses() throws {
    let ledger = try Ledger(folder("a"), access: .creating)
    let run = try ledger.begin(describe(), now: 1).run
    try run.issue("issued", 1, token: .ifNew("token"))
    _ = try run.mustReserve("held", 1, token: .ifNew("token"))
    var importer = LedgerImporter(ledger, now: 9)
    func pass(_ serial: String, _ content: Int, token: String? = nil) -> ImportedPass {
      ImportedPass(
        passType: "pass.com.example.gym", serial: serial, token: token,
        bundle: digest(content + 1_000_000), bundleSize: 3, certificate: digest(4),
        file: PlacedFile(folder: "/in", path: serial + ".pkpass", size: 3))
    }
    let outcomes = try importer.add([
      pass("new", 1, token: "its own"), pass("issued", 1), pass("issued", 2),
      pass("issued", 1, token: "another"), pass("ISSUED", 1), pass("held", 1),
    ])
    guard case .imported = outcomes[0], case .alreadyRecorded = outcomes[1],
      case .conflict = outcomes[2],
      case .conflict = outcomes[3], case .differsInCase = outcomes[4], case .inRun = outcomes[5]
    else { throw UnexpectedOutcome(description: "\(outcomes)") }
    let new = try #require(try ledger.find("new", passType: "pass.com.example.gym"))
    #expect(new.state == .issued && new.token == "its own" && new.digests.content == nil)
    #expect(new.file?.fullPath == "/in/new.pkpass" && new.certificate == digest(4))
    // Its content is unknown, so it counts as changed and keeps its authentication token.
    let again = try run.mustReserve("new", 1, token: .ifNew("made up"))
    #expect(again.isReissue && again.token == "its own")
    #expect(try ledger.runs().map(\.kind) == [.issue, .import])
    #expect(try ledger.runs()[1].counts.issued == 1)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassTesting
import Testing

@testable import PassIssue
@testable import PassTemplate

/// Tests of two interleaved runs: one changes what the other has looked up before it is reserved
/// (race).
struct LedgerRaceTests {
  private static let now: Int64 = 1_767_225_600
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "card.pass/pass.json": """
      {
        "formatVersion": 1, "serialNumber": "{{ serial }}", "organizationName": "Library",
        "webServiceURL": "https://example.com/passes", "description": "Library card",
        "generic": {"primaryFields": [{"key": "n", "label": "Name", "value": "{{ name }}"}]}
      }
      """
    ])
    for (suffix, scale) in [("", 1), ("@2x", 2), ("@3x", 3)] {
      try folder.add(
        "card.pass/icon\(suffix).png", PNGImage.plain(width: 38 * scale, height: 38 * scale))
    }
  }

  /// The state of a separate process: a ledger, a run, a worker, and rows.
  private struct Side {
    var worker: PassWorker
    let run: IssuingRun
    let batch: RowBatch

    /// Does everything up to and including the lookup.
    mutating func begin() throws -> [PassWorker.Work] {
      var works = batch.rows.map { worker.begin($0) }
      for index in works.indices { worker.timed(&works[index]) { $0.read(&$1) } }
      try worker.compareWithLedger(&works)
      for index in works.indices { try worker.timed(&works[index]) { try $0.check(&$1) } }
      return works
    }

    /// Does everything from the reservation on.
    mutating func end(_ works: [PassWorker.Work]) throws -> [PassWorker.Work] {
      var works = works
      var archive: [UInt8] = []
      try worker.reserve(&works)
      for index in works.indices {
        try worker.timed(&works[index]) { try $0.make(&$1, &archive) }
      }
      try worker.record(works)
      return works
    }
  }

  private func side(_ data: String, output: String = "out") throws -> Side {
    var report = Report()
    var source = IdentitySource()
    source.folder = FilePath.join(Program.repository, "certs-example/ordinary")
    let material = try IdentityMaterial.read(source)
    let chosen: Identity? = try IdentityChoice.identity(
      from: material, for: .init(passTypeIdentifier: nil, time: Self.now), report: &report)
    let identity = try #require(chosen)
    let recipe = PassRecipe(
      try #require(try Template.load(folder("card.pass"), report: &report)),
      identity: identity, today: Self.now)
    var pieces = [Array(("serial,name\n" + data).utf8)]
    var choice = DataChoice()
    choice.folder = folder.path
    let opened = try RowSource(
      streaming: "rows.csv", choice, for: recipe.template, open: { { pieces.popLast() } },
      report: &report)
    var rows = try #require(opened)
    var serials = SerialReader(recipe.template, rows.binding)
    var batch = RowBatch(number: 0)
    while let row = try rows.next(&report) {
      batch.rows.append(
        FedRow(row: row, serial: serials.serial(of: row), diagnostics: [], isRejected: false))
    }
    try Disk.makeFolders(folder(output))
    let path = try Disk.resolvingSymbolicLinks(folder(output))
    let ledger = try Ledger(folder("l.ledger"), access: .creating)
    let content = ContentDigest(recipe.template)
    let certificate = try #require(LedgerDigest(Digest.sha256(identity.certificate.der)))
    let run = try ledger.begin(
      RunDescription(
        passType: recipe.template.passTypeIdentifier ?? "", signingTime: Self.now,
        template: content.template, certificate: certificate, options: "\(data) \(output)"),
      now: Self.now
    ).run
    var output = FolderOutput(path)
    output.begin(overwrites: false, durable: false, signingTime: Self.now)
    let plan = WorkPlan(
      recipe: recipe.givingTokens, binding: rows.binding, filesFolder: folder.path,
      naming: try PassNaming(),
      output: output, isDryRun: false, signingTime: Self.now, sources: SourceTable(),
      policy: Policy(), wantsRows: false, wantsDigest: false, wantsPlace: false, signsAgain: false,
      isGrouped: false, buffers: BufferPool(),
      ledger: LedgerPlan(
        ledger: ledger, run: run, followsBrokenRun: false, issuedBefore: 0,
        content: content,
        certificate: certificate, folder: path,
        archive: nil,
        sameness: LedgerCriteria(
          passType: recipe.template.passTypeIdentifier ?? "", certificate: nil,
          place: .below(path)),
        files: try OpenFolder(path), newHolders: [], now: Self.now))
    return Side(worker: PassWorker(plan), run: run, batch: batch)
  }

  private func bytes(_ name: String) throws -> [UInt8] { try Disk.read(folder(name)) }

  @Test func doesNotWriteAgainWhatAnotherRunHasIssuedSinceTheLookUp() throws {
    var slow = try side("A-1,Ada\nA-2,Grace\n")
    let works = try slow.begin()
    #expect(works.allSatisfy { $0.known == nil && !$0.isDone })
    do {
      var quick = try side("A-1,Ada\n")
      #expect(try quick.end(quick.begin())[0].outcome.result == .issued)
      try quick.run.end(RunCounts(issued: 1), now: Self.now)
    }
    let before = try bytes("out/A-1.pkpass")
    let outcomes = try slow.end(works).map(\.outcome)
    #expect(outcomes[0].result == .unchanged)
    #expect(outcomes[0].path == "A-1.pkpass")
    #expect(outcomes[0].isKnown)
    #expect(outcomes[1].result == .issued)
    // Another token, as the slow run had created it, would change the bytes.
    #expect(try bytes("out/A-1.pkpass") == before)
  }

  @Test func writesWhatAnotherRunHasIssuedElsewhereSinceTheLookUp() throws {
    var slow = try side("A-1,Ada\n")
    let works = try slow.begin()
    do {
      var quick = try side("A-1,Ada\n", output: "elsewhere")
      _ = try quick.end(quick.begin())
      try quick.run.end(RunCounts(issued: 1), now: Self.now)
    }
    let outcome = try slow.end(works)[0].outcome
    #expect(outcome.result == .reissued)
    #expect(try bytes("out/A-1.pkpass") == bytes("elsewhere/A-1.pkpass"), "one token")
  }

  @Test func replacesTheOtherContentThatAnotherRunHasIssuedSinceTheLookUp() throws {
    var slow = try side("A-1,Grace\n")
    let works = try slow.begin()
    do {
      var quick = try side("A-1,Ada\n")
      _ = try quick.end(quick.begin())
      try quick.run.end(RunCounts(issued: 1), now: Self.now)
    }
    let before = try bytes("out/A-1.pkpass")
    let outcome = try slow.end(works)[0].outcome
    #expect(outcome.result == .reissued, "\(outcome.diagnostics.map(\.message))")
    #expect(outcome.diagnostics.count == works[0].outcome.diagnostics.count)
    let after = try bytes("out/A-1.pkpass")
    #expect(after != before)
    func token(_ bundle: [UInt8]) -> Substring? {
      String(decoding: bundle, as: UTF8.self).split(separator: "authenticationToken\":\"").last?
        .prefix { $0 != "\"" }
    }
    #expect(token(after) == token(before))
  }

  @Test func leavesToALivingRunWhatItHasInHand() throws {
    var slow = try side("A-1,Ada\nA-2,Grace\n")
    let works = try slow.begin()
    // Reserved and not yet written by a live run, once with the same content and once with another.
    var other = try side("A-1,Ada\nA-2,Margaret\n")
    var held = try other.begin()
    try other.worker.reserve(&held)
    let outcomes = try slow.end(works).map(\.outcome)
    #expect(outcomes.map(\.result) == [.unchanged, .rejected])
    #expect(outcomes[1].diagnostics.map(\.code) == ["serial.inOtherRun"])
    #expect(try Disk.list(folder("out")).isEmpty)
  }
}

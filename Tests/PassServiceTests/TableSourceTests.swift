// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PassArchive
import PassCrypto
import PassDiagnostics
import PassRegistry
import PassTesting
import PassUpdates
import Testing

@testable import PassService

/// Tests of passes from a table: which rows are taken, built and kept. The tests run one at a time,
/// because each store has a dozen open files.
@Suite(.serialized)
struct TableSourceTests {
  @Test func takesEachRowOnceAndTellsOfChangedOnes() async throws {
    let table = try TableCase()
    let first = try await table.source.importTable()
    #expect(first.rows == 3 && first.added == 3 && first.rejected == 0)
    let pass = try await table.pass("B")
    #expect(pass.source == .table && pass.number == 1 && pass.version.modified == TestCA.now)
    let again = try await table.source.importTable()
    #expect(again.added == 0 && again.changed == 0)
    try table.write("serial,name,points\nA,Ann,1\nB,Bo,20\nC,Cy,30\nD,Di,4\n")
    let changed = try await table.source.importTable()
    #expect(changed.added == 1 && changed.changed == 2)
    // All of them get the same tag.
    for serial in ["B", "C", "D"] { #expect(try await table.pass(serial).number == 2) }
    #expect(try await table.pass("A").number == 1)
  }

  @Test func tellsNobodyOfAChangeThatShowsNowhere() async throws {
    let table = try TableCase("serial,name,points,note\nA,Ann,1,x\n")
    try await table.source.importTable()
    let before = try await table.bundle("A")
    try table.write("serial,name,points,note\nA,Ann,1,y\n")
    let summary = try await table.source.importTable()
    #expect(summary.changed == 0)
    #expect(try await table.pass("A").number == 1)
    #expect(try await table.bundle("A") == before)
  }

  @Test func makesTheSameBytesOfAVersionAgain() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    let first = try await table.bundle("A")
    #expect(try await table.store.bundle(of: try await table.pass("A")) == nil)
    table.clock.advance(1_000)
    #expect(try await table.bundle("A") == first)
    let file = try BundleFile(first, name: "A", source: .table).version
    let pass = try await table.pass("A")
    #expect(file.serial == "A")
    // The announced manifest is the one that is served.
    let address = PassAddress(passType: TestCA.type, serials: ["A"])
    #expect(try await table.store.pass(address, token: file.token)?.id == pass.id)
  }

  /// Unchanged rows keep the header they were read with, and one builder builds them all.
  @Test func makesPassesOfRowsWithOtherHeaders() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    let first = try await table.bundle("A")
    try table.write("points,name,serial\n5,Bo,B\n")
    try await table.source.importTable()
    try table.write("name;points;serial\nCy;7;C\n")
    try await table.source.importTable()
    for _ in 0..<2 {
      #expect(try await table.bundle("A") == first)
      for (serial, points, name) in [("B", "5", "Bo"), ("C", "7", "Cy")] {
        let json = try Self.passJSON(of: try await table.bundle(serial))
        for value in ["\"\(serial)\"", "\"value\":\(points)", "\"\(name)\""] {
          #expect(json.contains(value))
        }
      }
    }
  }

  /// The second byte order mark belongs to the name of a column. When the row is read from a copy,
  /// the header has no first mark.
  @Test func makesPassesOfRowsWhoseHeaderIsShorterWhenReadAgain() async throws {
    let table = try TableCase(
      "\u{FEFF}\u{FEFF}note,serial,name,points\nx,A,Ann,1\ny,B,Bo,2\nz,C,Cy,3\n")
    try await table.source.importTable()
    for _ in 0..<2 {
      for (serial, name) in [("A", "Ann"), ("B", "Bo"), ("C", "Cy")] {
        let json = try Self.passJSON(of: try await table.bundle(serial))
        #expect(json.contains("\"\(serial)\"") && json.contains("\"\(name)\""))
      }
    }
  }

  private static func passJSON(of bundle: [UInt8]) throws -> String {
    var report = Report()
    let archive = ArchiveReader.read(bundle, name: "p", report: &report)
    let file = try #require(archive?.entries.first { $0.plainPath == "pass.json" })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test func keepsBundlesThatWouldBeSignedInAnotherWay() async throws {
    let table = try TableCase(key: try PrivateKey.generateP256())
    try await table.source.importTable()
    let first = try await table.bundle("A")
    #expect(try await table.store.bundle(of: try await table.pass("A")) == first)
    #expect(try await table.bundle("A") == first)
    try table.write("serial,name,points\nA,Ann,2\n")
    try await table.source.importTable()
    #expect(try await table.bundle("A") != first)
  }

  /// Versions of different times, built by the same builder one after the other, each requested
  /// twice.
  @Test func makesWholePassesOfEveryTime() async throws {
    let table = try TableCase()
    for points in 1...4 {
      try table.write("serial,name,points\nA,Ann,\(points)\nB,Bo,2\n")
      try await table.source.importTable()
      // B still has the time of the first version.
      let made = try await (table.bundle("A"), table.bundle("B"))
      #expect(try await table.bundle("A") == made.0)
      #expect(try await table.bundle("B") == made.1)
    }
    #expect(try await table.pass("A").version.modified > table.pass("B").version.modified)
  }

  @Test func servesTheLastGoodRowWhereTheNewOneIsRefused() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    let before = try await table.bundle("B")
    try table.write("serial,name,points\nA,Ann,1\nB,Bo,many\n\"C,Cy,3\n")
    let summary = try? await table.source.importTable()
    #expect(try await table.bundle("B") == before)
    #expect(try await table.pass("B").number == 1)
    try table.write("serial,name,points\nA,Ann,1\nB,Bo,many\nA,Again,5\nD,Di,4\n")
    let second = try await table.source.importTable()
    #expect(second.rejected == 2 && second.added == 1, "\(String(describing: summary)) \(second)")
    #expect(try await table.bundle("B") == before)
    #expect(try await table.pass("A").number == 1)
    // Its row was deleted, but the pass remains.
    #expect(try await !table.bundle("C").isEmpty)
  }

  @Test func makesEveryPassAnewWhereTheTemplateChanges() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    let before = try await table.bundle("C")
    let old = try await table.pass("A")
    let content = try #require(try await table.store.content(of: old))
    // The row of C was deleted.
    try table.write("serial,name,points\nA,Ann,1\nB,Bo,2\n")
    try table.folder.add([
      "gym.pass/pass.json": TableCase.pass.replacing("Points", with: "Score")
    ])
    try table.reread()
    // Until the table is taken, passes are built with the old template.
    #expect(try await table.bundle("C") == before)
    let summary = try await table.source.importTable()
    #expect(summary.changed == 3 && summary.remade == 1, "\(summary)")
    #expect(try await table.bundle("C") != before)
    // Nothing is left to rebuild.
    let again = try await table.source.importTable()
    #expect(again.remade == 0 && again.changed == 0)
    // A request that looked up the old version and waited must look it up again.
    #expect(try await table.desk.bundle(of: old, content) == nil)
  }

  /// A change in template.json can change passes, too.
  @Test func makesPassesAnewWhereTheirColumnsAreReadInAnotherWay() async throws {
    func columns(_ name: String) -> String {
      #"{"columns": {"serial": {}, "name": {"default": "\#(name)"}, "points": {"type": "integer"}}}"#
    }
    let table = try TableCase("serial,name,points\nA,,1\nB,Bo,2\n", columns: columns("Someone"))
    try await table.source.importTable()
    let revision = table.current.rowRecipe.revision
    try table.folder.add(["gym.pass/template.json": columns("A guest")])
    try table.reread()
    #expect(table.current.rowRecipe.revision != revision)
    #expect(try await table.source.importTable().changed == 1)
    #expect(try Self.passJSON(of: try await table.bundle("A")).contains("A guest"))
    #expect(try await table.pass("B").number == 1)
  }

  @Test func keepsPassesWhoseRowsANewTemplateRefuses() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    let before = try await table.bundle("A")
    let content = try #require(try await table.store.content(of: try await table.pass("A")))
    try table.folder.add([
      "gym.pass/template.json":
        #"{"columns": {"serial": {}, "name": {"pattern": "^[BC].*$"}, "points": {"type": "integer"}}}"#,
      "gym.pass/pass.json": TableCase.pass.replacing("Points", with: "Score"),
    ])
    try table.reread()
    let summary = try await table.source.importTable()
    #expect(summary.rejected == 1 && summary.kept == 1 && summary.changed == 2, "\(summary)")
    #expect(try await table.bundle("A") == before)
    #expect(try await table.pass("A").number == 1)
    // This also holds for a request that looked up the pass before it was signed, and waited.
    let waited = try await table.desk.bundle(of: try await table.pass("A"), content)
    #expect(waited.map { Array($0.readableBytesView) } == before)
  }

  /// The template has changed since the last start, so the one that built a pass is gone.
  @Test func countsPassesThatCannotBeServedAnyMore() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    // The bundle of one pass is stored.
    let kept = try await table.bundle("B")
    _ = try await table.store.save(bundle: kept, of: try await table.pass("B"))
    try table.folder.add([
      "gym.pass/template.json":
        #"{"columns": {"serial": {}, "name": {"pattern": "^C.*$"}, "points": {"type": "integer"}}}"#
    ])
    let choice = try #require(table.current.tables.first).choice
    let (store, clock) = (table.store, table.clock)
    func started() throws -> (TableSource, BuildQueue) {
      let current = CurrentRecipes(try table.current.rowRecipe.reread(now: TestCA.now))
      current.replace(with: try TableRecipe(current.rowRecipe, choice))
      let queue = BuildQueue(
        current, store: store, metrics: table.metrics, logger: table.source.logger, threads: 1)
      let source = TableSource(
        current, choice, buildQueue: queue, store: store, metrics: table.metrics,
        state: ServiceState(),
        logger: table.source.logger, clock: { clock.now })
      return (source, queue)
    }
    // Each start reports it until the rows or the template change.
    for _ in 0..<2 {
      let (source, queue) = try started()
      let summary = try await source.importTable()
      #expect(summary.rejected == 2 && summary.lost == 1, "\(summary)")
      let waited = try await queue.bundle(of: try await table.pass("B"))
      #expect(waited.map { Array($0.readableBytesView) } == kept)
      let lost = try await table.pass("A")
      await #expect(throws: BuildQueue.UnavailableError.self) { try await queue.bundle(of: lost) }
    }
    try table.write("serial,name,points\nA,Cyd,1\nB,Cleo,2\nC,Cy,3\n")
    let (source, queue) = try started()
    let summary = try await source.importTable()
    #expect(summary.rejected == 0 && summary.lost == 0, "\(summary)")
    #expect(try await queue.bundle(of: try await table.pass("A")) != nil)
  }

  @Test func leavesPassesOfOtherSourcesAlone() async throws {
    let table = try TableCase()
    let theirs = NewVersion(
      passType: TestCA.type, serial: "A", token: "token-of-the-row", manifest: [1], digest: [2],
      bytes: [3], source: .row, row: "{}")
    _ = try await table.store.save([theirs], now: 1)
    let summary = try await table.source.importTable()
    #expect(summary.added == 2 && summary.otherSource == 1)
    #expect(try await table.pass("A").source == .row)
  }

  @Test func makesAPassOnceHoweverManyAsk() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    let pass = try await table.pass("A")
    let queue = table.desk
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<50 { group.addTask { try await queue.bundle(of: pass)?.readableBytes } }
      var sizes: Set<Int> = []
      while let size = try await group.next() { sizes.insert(size ?? 0) }
      #expect(sizes.count == 1 && !sizes.contains(0))
    }
    let text = table.metrics.text(StoreCounts(), dropped: 0, gauges: [])
    let made = text.split(separator: "\n").first { $0.hasPrefix("passc_builds_total{") }
    // Later requests get the pass from the cache, which the build queue does not count.
    let count = made.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
    #expect(count > 0 && count < 25, "\(count)")
  }

  @Test func makesAPassForAllWhoAskWhereTheFirstOfThemIsGone() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    let pass = try await table.pass("A")
    let queue = table.desk
    for _ in 0..<20 {
      let asking = (0..<8).map { _ in Task { try await queue.bundle(of: pass)?.readableBytes } }
      for task in asking[..<4] { task.cancel() }
      for task in asking { #expect(try await task.value ?? 0 > 0) }
    }
  }

  @Test func refusesToMakeMoreThanMayWait() async throws {
    let rows = (0..<40).map { "S\($0),Ann,1\n" }.joined()
    let table = try TableCase("serial,name,points\n" + rows, threads: 1, waiting: 3)
    try await table.source.importTable()
    let passes = try await table.store.passes(after: nil, limit: 40)
    let queue = table.desk
    let (made, busy) = try await withThrowingTaskGroup(of: Bool.self) { group in
      for pass in passes {
        group.addTask {
          do {
            return try await queue.bundle(of: pass) != nil
          } catch BuildQueue.UnavailableError.busy {
            return false
          }
        }
      }
      var (made, busy) = (0, 0)
      while let wasMade = try await group.next() {
        if wasMade { made += 1 } else { busy += 1 }
      }
      return (made, busy)
    }
    #expect(made >= 4 && busy > 0 && made + busy == 40, "\(made) made, \(busy) refused")
    // When the queue has free places, every pass is built.
    for pass in passes { #expect(try await queue.bundle(of: pass) != nil) }
  }

  @Test func givesEachWhoAsksThePassItAskedFor() async throws {
    let rows = (0..<60).map { "S\($0),Ann,1\n" }.joined()
    let table = try TableCase("serial,name,points\n" + rows, threads: 2)
    try await table.source.importTable()
    let queue = table.desk
    let passes = try await table.store.passes(after: nil, limit: 60)
    try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
      for pass in passes {
        group.addTask {
          let bundle = try #require(try await queue.bundle(of: pass))
          return (pass.serial, Array(bundle.readableBytesView))
        }
      }
      for try await (serial, bundle) in group {
        let text = try SignUpTests.files(bundle)["pass.json"] ?? ""
        #expect(text.contains("\"\(serial)\""), "\(serial)")
      }
    }
  }

  @Test func bringsChangesOfManyPassesInChunks() async throws {
    let rows = (0..<2_500).map { "S\($0),Ann,1\n" }.joined()
    let table = try TableCase("serial,name,points\n" + rows)
    #expect(try await table.source.importTable().added == 2_500)
    let numbers = Set(try await table.store.passes(after: nil, limit: 2_500).map(\.number))
    #expect(numbers.count > 1 && numbers.count <= 10, "\(numbers.sorted())")
  }

  @Test func fitsChunksToWhatTheyTake() {
    var pace = ChunkPace()
    for _ in 0..<20 { pace.took(.milliseconds(5), for: pace.count) }
    #expect(pace.count == ChunkPace.limit)
    for _ in 0..<20 { pace.took(.seconds(2), for: pace.count) }
    #expect(pace.count == 250)
    // A small batch says nothing about a large one.
    pace.took(.milliseconds(1), for: 1)
    #expect(pace.count == 250)
  }
}

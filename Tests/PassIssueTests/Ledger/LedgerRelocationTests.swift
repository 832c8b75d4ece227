// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

@testable import PassIssue

struct LedgerRelocationTests {
  let folder = try! TemporaryFolder()
  static let type = "pass.com.example.gym"

  /// Creates a ledger with one pass for each file: serial, folder, and the path in it.
  private func make(_ files: [(serial: String, folder: String, path: String)]) throws -> Ledger {
    let ledger = try Ledger(folder("a.ledger"), access: .creating)
    let run = try ledger.begin(describe(), now: 10).run
    for (serial, folder, path) in files {
      let reserved = try run.mustReserve(serial, 1)
      try run.finish([
        IssuedBundle(
          reserved, digest: digest(2), size: 9,
          file: PlacedFile(folder: folder, path: path, size: 9), time: 11)
      ])
    }
    try run.end(RunCounts(issued: files.count), now: 12)
    return ledger
  }

  private func place(_ serial: String, in ledger: Ledger) throws -> String? {
    try ledger.find(serial, passType: Self.type)?.file?.fullPath
  }

  @Test(arguments: [
    // The folder itself, files in it, and a folder with the same prefix.
    ("/old", "/new", ["/new/a", "/new/b/b", "/older/c", "/else/old/d"], 2),
    // A folder inside an output that was recorded as a whole.
    ("/else/old", "/new", ["/old/a", "/old/b/b", "/older/c", "/new/d"], 1),
    // Into itself and out of itself.
    ("/old", "/old/b", ["/old/b/a", "/old/b/b/b", "/older/c", "/else/old/d"], 2),
    ("/old/b", "/old", ["/old/a", "/old/b", "/older/c", "/else/old/d"], 1),
    ("/else/old", "/else/old/x", ["/old/a", "/old/b/b", "/older/c", "/else/old/x/d"], 1),
    ("/else/old", "/else", ["/old/a", "/old/b/b", "/older/c", "/else/d"], 1),
    // To the folder of another output.
    ("/old/b", "/older", ["/old/a", "/older/b", "/older/c", "/else/old/d"], 1),
    ("/", "/n", ["/n/old/a", "/n/old/b/b", "/n/older/c", "/n/else/old/d"], 4),
    ("/old", "/", ["/a", "/b/b", "/older/c", "/else/old/d"], 2),
    ("/nothing", "/new", ["/old/a", "/old/b/b", "/older/c", "/else/old/d"], 0),
  ])
  func movesWhatIsRecordedBelowTheOldFolder(
    _ old: String, _ new: String, _ places: [String], _ count: Int
  ) throws {
    let ledger = try make([
      ("A", "/old", "a"), ("B", "/old/b", "b"), ("C", "/older", "c"), ("D", "/else", "old/d"),
    ])
    let before = try ["A", "B", "C", "D"].map { try place($0, in: ledger) }
    let reader = try Ledger(folder("a.ledger"), access: .reading)
    #expect(
      try reader.relocate(from: old, to: new, isDryRun: true) == .relocated(passes: count))
    #expect(try ["A", "B", "C", "D"].map { try place($0, in: ledger) } == before)
    #expect(try ledger.relocate(from: old, to: new) == .relocated(passes: count))
    #expect(try ["A", "B", "C", "D"].map { try place($0, in: ledger) } == places)
    #expect(try ledger.damages() == [])
    // A reader that had the ledger open and cached the names of folders sees the same.
    #expect(try ["A", "B", "C", "D"].map { try place($0, in: reader) } == places)
  }

  @Test func changesNothingWhileARunIsGoing() throws {
    let ledger = try make([("A", "/old", "a")])
    let run = try ledger.begin(describe(), now: 20).run
    let other = try Ledger(folder("a.ledger"), access: .writing)
    for isDryRun in [true, false] {
      #expect(
        try other.relocate(from: "/old", to: "/new", isDryRun: isDryRun) == .running(run: run.id))
    }
    #expect(try place("A", in: other) == "/old/a")
    try run.end(RunCounts(), now: 21)
    #expect(try other.relocate(from: "/old", to: "/new") == .relocated(passes: 1))
  }

  @Test func leavesAloneWhatHasNoFile() throws {
    let ledger = try make([("A", "/old", "a")])
    let run = try ledger.begin(describe(), now: 20).run
    let reserved = try run.mustReserve("B", 1)
    try run.finish([IssuedBundle(reserved, digest: digest(3), size: 5, file: nil, time: 21)])
    _ = try run.mustReserve("C", 1)
    try run.end(RunCounts(issued: 1), now: 22)
    #expect(try ledger.relocate(from: "/", to: "/new") == .relocated(passes: 1))
    #expect(try place("A", in: ledger) == "/new/old/a")
    #expect(try ledger.find("B", passType: Self.type)?.file == nil)
  }

  @Test func needsALedgerThatMayBeWritten() throws {
    _ = try make([("A", "/old", "a")])
    let reader = try Ledger(folder("a.ledger"), access: .reading)
    let error = #expect(throws: LedgerError.self) {
      try reader.relocate(from: "/old", to: "/new")
    }
    #expect(error?.reason == .readOnly)
  }
}

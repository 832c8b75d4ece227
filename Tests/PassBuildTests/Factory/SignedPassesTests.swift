// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassTemplate
import Synchronization
import Testing

@testable import PassBuild

struct SignedPassesTests {
  private static let time: Int64 = 1_790_000_000

  /// Rows that count how many were requested.
  private final class Rows: AsyncSequence, Sendable {
    typealias Element = [String: RowValue]
    let asked = Atomic<Int>(0)
    let ended = Atomic<Bool>(false)
    let count: Int

    init(_ count: Int) { self.count = count }

    func makeAsyncIterator() -> Iterator { Iterator(rows: self) }

    struct Iterator: AsyncIteratorProtocol {
      let rows: Rows
      mutating func next() async throws -> [String: RowValue]? {
        let number = rows.asked.add(1, ordering: .relaxed).oldValue
        guard number < rows.count, !Task.isCancelled else {
          rows.ended.store(true, ordering: .relaxed)
          return nil
        }
        return number % 10 == 3
          ? ["serial": "bad"] : ["serial": .string("S-\(number)"), "name": "n"]
      }
    }
  }

  private static func press() throws -> PassFactory {
    try PassFactory(template: try Small.template(), identity: try Repository.identity("ordinary"))
  }

  @Test(arguments: [1, 2, 7]) func givesPassesAndRefusalsInTheOrderOfRows(_ jobs: Int) async throws
  {
    let factory = try Self.press()
    var number = 0
    for try await outcome in factory.passes(for: Rows(50), jobs: jobs, at: Self.time) {
      switch outcome {
      case .success(let pass): #expect(pass.serialNumber == "S-\(number)")
      case .failure(let rejected):
        #expect(number % 10 == 3)
        #expect(rejected.columns.map(\.column) == ["name"])
      }
      number += 1
    }
    #expect(number == 50)
  }

  @Test func asksForNoMoreRowsThanItMayKeep() async throws {
    let rows = Rows(1_000)
    let iterator = try Self.press().passes(for: rows, jobs: 2, at: Self.time).makeAsyncIterator()
    var passes = iterator
    for taken in 1...20 {
      _ = try await passes.next()
      // 8 passes are ready besides the one that was taken. One more row may have been requested.
      try await Task.sleep(for: .milliseconds(2))
      #expect(rows.asked.load(ordering: .relaxed) <= taken + 9)
    }
  }

  @Test func leavesNothingRunningWhenItIsCancelled() async throws {
    let factory = try Self.press()
    let rows = Rows(.max)
    let task = Task {
      var count = 0
      for try await _ in factory.passes(for: rows, jobs: 4) { count += 1 }
      return count
    }
    while rows.asked.load(ordering: .relaxed) < 20 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let asked = rows.asked.load(ordering: .relaxed)
    try await Task.sleep(for: .milliseconds(20))
    #expect(rows.asked.load(ordering: .relaxed) == asked)
  }

  @Test func endsWhatItBeganWhenTheLoopIsLeft() async throws {
    let factory = try Self.press()
    let rows = Rows(.max)
    for try await _ in factory.passes(for: rows, jobs: 4) { break }
    // The tasks are cancelled immediately and end soon after.
    try await Task.sleep(for: .milliseconds(100))
    let asked = rows.asked.load(ordering: .relaxed)
    try await Task.sleep(for: .milliseconds(50))
    #expect(rows.asked.load(ordering: .relaxed) == asked)
  }

  private struct Member: Encodable, Sendable {
    struct Unspeakable: Error {}
    enum Kind { case sound, noNumber, throwing, memberless }
    var number: Int
    var kind: Kind

    func encode(to encoder: any Encoder) throws {
      if kind == .throwing { throw Unspeakable() }
      if kind == .memberless {
        var container = encoder.singleValueContainer()
        return try container.encode(number)
      }
      var container = encoder.container(keyedBy: Key.self)
      try container.encode("S-\(number)", forKey: .serial)
      try container.encode("Ada", forKey: .name)
      try container.encode(kind == .noNumber ? Double.nan : 1.5, forKey: .points)
    }

    enum Key: CodingKey { case serial, name, points }
  }

  /// Each such row is rejected in order, with its column if there is one.
  @Test func aRowThatCannotBeEncodedStopsNoOther() async throws {
    let columns = #"{"points": {"type": "number", "optional": true}}"#
    let factory = try PassFactory(
      template: try Small.template(columns: columns), identity: try Repository.identity("ordinary"))
    let kinds: [Member.Kind] = [.sound, .noNumber, .throwing, .memberless, .sound]
    let rows = AsyncStream<Member> { feed in
      for (number, kind) in kinds.enumerated() { feed.yield(Member(number: number, kind: kind)) }
      feed.finish()
    }
    var said: [String] = []
    for try await outcome in factory.passes(for: rows, jobs: 2, at: Self.time) {
      switch outcome {
      case .success(let pass): said.append(pass.serialNumber)
      case .failure(let rejected):
        said.append(rejected.columns.first?.column ?? rejected.diagnostics[0].code)
      }
    }
    #expect(said == ["S-0", "points", "data.row.notEncoded", "data.row.notEncoded", "S-4"])
  }

  @Test func throwsWhatTheRowsThrow() async throws {
    struct Broken: Error {}
    let factory = try Self.press()
    let (rows, feed) = AsyncThrowingStream<[String: String], any Error>.makeStream()
    feed.yield(["serial": "A", "name": "n"])
    feed.finish(throwing: Broken())
    var serials: [String] = []
    await #expect(throws: Broken.self) {
      for try await outcome in factory.passes(for: rows) {
        serials.append(try outcome.get().serialNumber)
      }
    }
    #expect(serials == ["A"])
  }

  /// A late row must not delay the pass before it.
  @Test(.timeLimit(.minutes(15))) func givesAPassBeforeTheNextRowComes() async throws {
    let factory = try Self.press()
    let (rows, feed) = AsyncStream<[String: RowValue]>.makeStream()
    feed.yield(["serial": "A", "name": "n"])
    var passes = factory.passes(for: rows, jobs: 4).makeAsyncIterator()
    #expect(try await passes.next()?.get().serialNumber == "A")
    feed.yield(["serial": "B", "name": "n"])
    #expect(try await passes.next()?.get().serialNumber == "B")
    feed.finish()
    #expect(try await passes.next() == nil)
    #expect(try await passes.next() == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Logging
import PassRegistry
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassService

/// Tests of how long data is kept. The tests run one at a time, because each store has a dozen open
/// files.
@Suite(.serialized)
struct HousekeeperTests {
  private final class Clock: Sendable {
    private let day = Mutex<Int64>(20_000)
    var now: Int64 { day.withLock { $0 * 86_400 + 3_600 } }
    func add(_ days: Int64) { day.withLock { $0 += days } }
  }

  private struct Case {
    let folder: TemporaryFolder
    let store: SQLiteStore
    let clock = Clock()
    let heard = SeenDevices()

    init() async throws {
      folder = try TemporaryFolder()
      store = try SQLiteStore(folder("a.sqlite"))
      _ = try await store.save([HousekeeperTests.version("A")], now: clock.now)
      let pass = try #require(try await store.pass(passType: "pass.x", serial: "A"))
      for device in ["one", "two"] {
        _ = try await store.register(pass, device: device, pushToken: "aa", now: clock.now)
      }
    }

    func keeper(_ change: (inout Retention) -> Void) -> Housekeeper {
      var retention = Retention()
      change(&retention)
      let clock = clock
      return Housekeeper(
        retention: retention, seenDevices: heard, store: store,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: { clock.now })
    }

    func devices() async throws -> [String] {
      try await store.registrations(after: 0, limit: 9).map(\.1.device)
    }
  }

  private static func version(
    _ serial: String, _ source: PassSource = .ledger, isVoid: Bool = false
  ) -> NewVersion {
    var version = NewVersion(
      passType: "pass.x", serial: serial, token: "token-of-the-pass", manifest: [1], digest: [1],
      bytes: [1], source: source)
    version.isVoided = isVoid
    return version
  }

  @Test func keepsEverythingButOldMessagesUnlessItIsTold() async throws {
    let test = try await Case()
    try await test.store.note(["old"], now: test.clock.now)
    _ = try await test.store.save(
      [Self.version("V", .row, isVoid: true)], now: test.clock.now)
    test.clock.add(31)
    try await test.store.note(["new"], now: test.clock.now)
    let keeper = test.keeper { _ in }
    #expect(try await keeper.tidy() == Housekeeper.Outcome(messages: 1, devices: 0, passes: 0))
    #expect(try await test.store.messages(limit: 9).map(\.text) == ["new"])
    test.clock.add(4_000)
    #expect(try await test.keeper { $0.messages = nil }.tidy() == Housekeeper.Outcome())
    #expect(try await test.devices() == ["one", "two"])
  }

  @Test func forgetsDevicesThatWereNotHeardOfForDaysItWasUp() async throws {
    let test = try await Case()
    let keeper = test.keeper { $0.devices = 30 }
    #expect(try await keeper.tidy().devices == 0)
    for _ in 0..<29 {
      test.clock.add(1)
      test.heard.add("two")
      try await keeper.writeSeenDevices()
      #expect(try await keeper.tidy().devices == 0)
    }
    // A clock that is a year ahead counts as one day, so devices are not deleted.
    test.clock.add(365)
    #expect(try await keeper.tidy().devices == 0)
    #expect(try await test.devices() == ["one", "two"])
    test.clock.add(-365)
    #expect(try await keeper.tidy().devices == 1)
    #expect(try await test.devices() == ["two"])
  }

  @Test func keepsNoLongNamesOfDevicesThatAsk() async throws {
    let test = try await Case()
    let long = String(repeating: "x", count: 8_000)
    let pass = try #require(try await test.store.pass(passType: "pass.x", serial: "A"))
    _ = try await test.store.register(
      pass, device: long, pushToken: "aa", now: test.clock.now)
    for number in 0..<10 { test.heard.add(long + "\(number)") }
    test.heard.add(long)
    let names = test.heard.removeAll()
    #expect(names.count == 11 && names.allSatisfy { $0.utf8.count <= 128 })
    // A truncated name still counts as a sign of life of its device.
    for name in names { test.heard.add(name) }
    let keeper = test.keeper { $0.devices = 30 }
    try await keeper.writeSeenDevices()
    #expect(try await test.store.hearOfNew(on: 99, limit: 9) == 2)
  }

  @Test func forgetsVoidPassesOfRows() async throws {
    let test = try await Case()
    _ = try await test.store.save(
      [Self.version("V", .row, isVoid: true), Self.version("L", .ledger, isVoid: true)],
      now: test.clock.now)
    let keeper = test.keeper { $0.voidPasses = 10 }
    test.clock.add(10)
    #expect(try await keeper.tidy().passes == 0)
    test.clock.add(1)
    #expect(try await keeper.tidy().passes == 1)
    let left = try await test.store.passes(after: nil, limit: 9).map(\.serial)
    #expect(left == ["A", "L"])
  }

  @Test func writesDownWhoWasHeardOfWhenItEnds() async throws {
    let test = try await Case()
    let keeper = test.keeper { $0.devices = 30 }
    let task = Task { await keeper.run() }
    // The first run is complete when the day has been stored.
    for _ in 0..<3_000 where try await test.store.setting("day") == nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    test.heard.add("one")
    task.cancel()
    await task.value
    #expect(test.heard.removeAll().isEmpty)
  }
}

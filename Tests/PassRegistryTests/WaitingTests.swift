// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import PassTesting
import Testing

/// Tests of clocks that are set back, manual pushes, and retention, in each store.
struct WaitingTests {
  /// Returns a store in which devices with these push tokens have the pass A.
  private static func store(
    _ kind: StoreTests.Kind, _ folder: TemporaryFolder, _ tokens: [String] = ["aa"]
  ) async throws -> any PassStore {
    let store = try kind.make(folder)
    _ = try await store.save([StoreTests.version("A")], now: 1)
    let pass = try await StoreTests.pass("A", in: store)
    for token in tokens {
      _ = try await store.register(pass, device: "d" + token, pushToken: token, now: 1)
    }
    return store
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func pushesAtOnceWhateverAClockSaid(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder)
    _ = try await store.save([StoreTests.version("A", "2")], now: 10_000)
    // The clock is set back by an hour before the push is sent.
    let entries = try await store.claim(topic: StoreTests.type, now: 6_400, limit: 9)
    #expect(entries.map(\.pushToken) == ["aa"])
    #expect(try await store.topics(now: 6_400) == [StoreTests.type])
    try await store.settle([(entries[0], .delivered)], now: 6_400)
    _ = try await store.push(serials: ["A"], now: 10_000)
    #expect(try await store.due(topic: nil, now: 6_400, limit: 9).count == 1)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func waitsNoHourForAPushThatWasPutOffBeforeTheClockWasSetBack(
    _ kind: StoreTests.Kind
  ) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder)
    _ = try await store.save([StoreTests.version("A", "2")], now: 10_000)
    let entry = try #require(
      try await store.claim(topic: StoreTests.type, now: 10_000, limit: 9).first)
    try await store.settle([(entry, .later(10_005))], now: 10_000)
    for now: Int64 in [10_000, 10_004, 9_950] {
      #expect(try await store.due(topic: nil, now: now, limit: 9).isEmpty, "\(now)")
      #expect(try await store.topics(now: now).isEmpty, "\(now)")
    }
    #expect(try await store.due(topic: nil, now: 10_005, limit: 9).count == 1)
    for now: Int64 in [6_400, 0] {
      #expect(try await store.due(topic: nil, now: now, limit: 9).count == 1, "\(now)")
      #expect(try await store.topics(now: now) == [StoreTests.type], "\(now)")
    }
    #expect(try await store.claim(topic: StoreTests.type, now: 6_400, limit: 9).count == 1)
    // Delayed again by the current clock, it waits.
    try await store.settle([(entry, .later(6_500))], now: 6_400)
    #expect(try await store.due(topic: nil, now: 6_401, limit: 9).isEmpty)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func namesThoseWhoCouldBePushed(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder, ["aa", "bb", "cc", "not-hex"])
    _ = try await store.save([StoreTests.version("B")], now: 1)
    let other = try await StoreTests.pass("B", in: store)
    _ = try await store.register(other, device: "daa", pushToken: "aa", now: 1)
    _ = try await store.register(other, device: "ddd", pushToken: "dd", now: 1)
    func all(_ serial: String?, _ limit: Int = 2) async throws -> [PushRecipient] {
      var found: [PushRecipient] = []
      while true {
        let page = try await store.recipients(
          serial: serial, after: found.last?.place ?? 0, limit: limit, now: 100)
        if page.isEmpty { return found }
        found += page
      }
    }
    #expect(try await all(nil).map(\.entry.pushToken) == ["aa", "bb", "cc", "dd"])
    #expect(try await all("A").map(\.entry.pushToken) == ["aa", "bb", "cc"])
    #expect(try await all("B").map(\.entry.pushToken) == ["aa", "dd"])
    #expect(try await all("C").isEmpty)
    #expect(try await all(nil).allSatisfy { $0.pendingKind == .nothing })
    _ = try await store.save([StoreTests.version("B", "2")], now: 100)
    let dd = try #require(
      try await store.due(topic: nil, now: 100, limit: 9).first { $0.pushToken == "dd" })
    try await store.settle([(dd, .later(200))], now: 100)
    let waiting = Dictionary(
      uniqueKeysWithValues: try await all(nil).map { ($0.entry.pushToken, $0.pendingKind) })
    #expect(waiting == ["aa": .now, "bb": .nothing, "cc": .nothing, "dd": .later])
    let first = try #require(try await all("B").first)
    #expect(first.entry.number == (try await StoreTests.pass("B", in: store)).number)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func dropsDevicesThatWereNotHeardOf(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder, ["aa", "bb", "cc"])
    try await store.hear(["daa", "nobody"], on: 1)
    try await store.hear(["dbb"], on: 40)
    try await store.hear(["dbb"], on: 2)
    _ = try await store.save([StoreTests.version("A", "2")], now: 100)
    // cc was never heard of, which counts as today.
    #expect(try await store.hearOfNew(on: 41, limit: 9) == 1)
    #expect(try await store.dropDevices(unheardSince: 11, limit: 9) == 1)
    let left = try await store.registrations(after: 0, limit: 9).map(\.1.pushToken)
    #expect(left == ["bb", "cc"])
    #expect(try await store.due(topic: nil, now: 100, limit: 9).count == 2)
    #expect(try await StoreTests.pass("A", in: store).deviceCount == 2)
    #expect(try await store.counts().devices == 2)
    #expect(try await store.dropDevices(unheardSince: 11, limit: 9) == 0)
    #expect(try await store.dropDevices(unheardSince: 41, limit: 9) == 1)
    #expect(try await store.dropDevices(unheardSince: 42, limit: 9) == 1)
    #expect(try await store.counts().devices == 0)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func looksAtAFewDevicesAtATime(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder, ["aa", "bb", "cc", "dd", "ee"])
    // A device that was never heard of gets the full retention time.
    #expect(try await store.dropDevices(unheardSince: 99, limit: 2) == 0)
    for count in [2, 2, 1, 0] {
      #expect(try await store.hearOfNew(on: 5, limit: 2) == count)
    }
    for count in [2, 2, 1, 0] {
      #expect(try await store.dropDevices(unheardSince: 6, limit: 2) == count)
    }
    #expect(try await store.counts().devices == 0)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func dropsMessagesThatDidNotComeAgain(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try kind.make(folder)
    try await store.note(["old", "both"], now: 100)
    try await store.note(["both", "new"], now: 200)
    #expect(try await store.dropMessages(before: 200) == 1)
    #expect(Set(try await store.messages(limit: 9).map(\.text)) == ["both", "new"])
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func namesVoidPassesOfRowsAlone(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try kind.make(folder)
    func version(_ serial: String, _ source: PassSource, isVoid: Bool) -> NewVersion {
      var version = StoreTests.version(serial, source: source)
      version.isVoided = isVoid
      return version
    }
    _ = try await store.save(
      [
        version("row", .row, isVoid: true), version("good", .row, isVoid: false),
        version("ledger", .ledger, isVoid: true), version("table", .table, isVoid: true),
      ], now: 100)
    #expect(try await store.voidPasses(before: 101, limit: 9).map(\.serial) == ["row"])
    #expect(try await store.voidPasses(before: 100, limit: 9).isEmpty)
  }
}

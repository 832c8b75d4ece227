// SPDX-License-Identifier: Apache-2.0

import PassDatabase
import PassTesting
import PassUpdates
import Testing

@testable import PassRegistry

/// Tests of retention and limits in each store. The tests run one at a time, because each store has
/// a dozen open files.
@Suite(.serialized)
struct BoundsTests {
  private static let type = StoreTests.type
  private static let club = "pass.com.example.club"

  private static func pass(
    _ serial: String, _ type: String = type, in store: any PassStore
  ) async throws -> StoredPass {
    try #require(try await store.pass(passType: type, serial: serial))
  }

  private static func waiting(_ store: any PassStore) async throws -> [String] {
    try await store.due(topic: nil, now: .max, limit: 99).map {
      ($0.passType == type ? "gym " : "club ") + $0.pushToken
    }
  }

  /// Returns a store with the passes A and B of the gym and C of the club.
  private static func store(
    _ kind: StoreTests.Kind, _ folder: TemporaryFolder, registrations: Int64? = nil
  ) async throws -> any PassStore {
    let store = try kind.make(folder, registrations: registrations)
    _ = try await store.save(
      [StoreTests.version("A"), StoreTests.version("B"), StoreTests.version("C", type: club)],
      now: 1)
    return store
  }

  private static func change(
    _ store: any PassStore, _ content: String = "2"
  ) async throws {
    _ = try await store.save(
      [
        StoreTests.version("A", content), StoreTests.version("B", content),
        StoreTests.version("C", content, type: club),
      ], now: 2)
  }

  // MARK: Pacing

  @Test(arguments: StoreTests.Kind.allCases)
  func pacesOfOneTypeAreNotThoseOfAnother(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder)
    // One phone has a device for each type, all with one push token.
    for (serial, type, device) in [
      ("A", Self.type, "gym"), ("B", Self.type, "gym"), ("C", Self.club, "club"),
    ] {
      _ = try await store.register(
        try await Self.pass(serial, type, in: store), device: device, pushToken: "aa", now: 1)
    }
    func pace(_ type: String, _ token: String = "aa") async throws -> DevicePace? {
      let entry = OutboxEntry(passType: type, pushToken: token, number: 1, attempts: 0)
      return try await store.paces(of: [entry])[token]
    }
    var gym = try #require(try await pace(Self.type))
    #expect(gym.score == 0 && gym.lastAt == nil && gym.passes == 2)
    gym.score = 3
    gym.lastAt = 1_000
    try await store.save(["aa": gym])
    #expect(try await pace(Self.type)?.score == 3)
    #expect(try await pace(Self.type)?.lastAt == 1_000)
    let other = try #require(try await pace(Self.club))
    #expect(other.score == 0 && other.lastAt == nil && other.passes == 1)
    #expect(try await pace(Self.type, "bb")?.passes == 0)
    // Nothing is stored for a device that has another push token now.
    let pass = try await Self.pass("A", in: store)
    _ = try await store.register(pass, device: "gym", pushToken: "bb", now: 2)
    gym.score = 5
    try await store.save(["aa": gym])
    #expect(try await pace(Self.type, "bb")?.score == 3)
  }

  // MARK: Passes of tokens

  @Test(arguments: StoreTests.Kind.allCases)
  func namesAPassOfATokenOfItsType(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder)
    let (a, b) = (try await Self.pass("A", in: store), try await Self.pass("B", in: store))
    let c = try await Self.pass("C", Self.club, in: store)
    for (pass, token) in [(b, "aa"), (a, "aa"), (c, "aa"), (b, "bb"), (c, "cc")] {
      _ = try await store.register(pass, device: "d" + token, pushToken: token, now: 1)
    }
    let entries = ["aa", "bb", "cc", "dd"].map {
      OutboxEntry(passType: Self.type, pushToken: $0, number: 1, attempts: 0)
    }
    #expect(try await store.passes(of: entries) == ["aa": min(a.id, b.id), "bb": b.id])
    #expect(try await store.passes(of: []).isEmpty)
  }

  // MARK: Device identifiers

  @Test(arguments: StoreTests.Kind.allCases)
  func keepsTheDigestOfALongDeviceIdentifier(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder)
    let pass = try await Self.pass("A", in: store)
    let (long, short) = (String(repeating: "x", count: 129), String(repeating: "y", count: 128))
    for device in [long, short] {
      #expect(try await store.register(pass, device: device, pushToken: "aa", now: 1))
      #expect(try await store.register(pass, device: device, pushToken: "aa", now: 1) == false)
      let list = try await store.changes(device: device, passType: Self.type, since: nil)
      #expect(list.serials == ["A"])
    }
    let lines = try await store.registrations(after: 0, limit: 9).map(\.1)
    #expect(lines.map(\.device.utf8.count) == [71, 128])
    #expect(lines[0].device == DeviceName.stored(long) && lines[1].device == short)
    // An exported device is the same device when it is imported.
    #expect(try await store.add(lines, now: 2) == 0)
    try await store.hear([long], on: 9)
    _ = try await store.hearOfNew(on: 1, limit: 9)
    #expect(try await store.dropDevices(unheardSince: 9, limit: 9) == 1)
    try await store.unregister(pass, device: long)
    #expect(try await store.counts().devices == 0)
  }

  // MARK: Pushes without a receiver

  @Test(arguments: StoreTests.Kind.allCases)
  func aPushGoesWithTheLastRegistrationOfItsToken(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder)
    let (a, b) = (try await Self.pass("A", in: store), try await Self.pass("B", in: store))
    let c = try await Self.pass("C", Self.club, in: store)
    for (pass, device) in [(a, "d"), (b, "d"), (a, "twin"), (c, "e")] {
      _ = try await store.register(pass, device: device, pushToken: "aa", now: 1)
    }
    try await Self.change(store)
    #expect(try await Self.waiting(store).sorted() == ["club aa", "gym aa"])
    try await store.unregister(a, device: "d")
    try await store.unregister(b, device: "d")
    // Another device has the push token and a pass of the type.
    #expect(try await Self.waiting(store).sorted() == ["club aa", "gym aa"])
    try await store.unregister(a, device: "twin")
    #expect(try await Self.waiting(store) == ["club aa"])
    #expect(try await store.forget(passType: nil, serial: "C"))
    #expect(try await Self.waiting(store).isEmpty)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func aPushGoesWithADeviceThatIsGone(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder)
    _ = try await store.register(
      try await Self.pass("A", in: store), device: "d", pushToken: "aa", now: 1)
    try await Self.change(store)
    let entry = try #require(try await store.claim(topic: Self.type, now: 9, limit: 9).first)
    // A change while the push was in flight.
    try await Self.change(store, "3")
    try await store.settle([(entry, .gone(before: .max))], now: 9)
    #expect(try await Self.waiting(store).isEmpty)
    #expect(try await store.counts().devices == 0)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func noPushWaitsForATokenItsTypeHasNoMore(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder)
    let (a, c) = (
      try await Self.pass("A", in: store), try await Self.pass("C", Self.club, in: store)
    )
    _ = try await store.register(a, device: "d", pushToken: "aa", now: 1)
    _ = try await store.register(c, device: "e", pushToken: "aa", now: 1)
    try await Self.change(store)
    // The phone sends its new push token for one type after the other.
    _ = try await store.register(a, device: "d", pushToken: "bb", now: 3)
    #expect(try await Self.waiting(store).sorted() == ["club aa", "gym bb"])
    _ = try await store.register(c, device: "e", pushToken: "bb", now: 3)
    #expect(try await Self.waiting(store).sorted() == ["club bb", "gym bb"])
  }

  // MARK: Older databases

  @Test func bringsADatabaseOfBeforeUpToDate() async throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: 129)
    let before = try SQLiteStore(folder("a.sqlite"))
    _ = try await before.save([StoreTests.version("A")], now: 1)
    let pass = try await Self.pass("A", in: before)
    _ = try await before.register(pass, device: "d", pushToken: "aa", now: 1)
    try await before.writing { database, _ in
      for sql in [
        "UPDATE device SET name = '\(long)'",
        "INSERT INTO outbox (passType, pushToken, number, due) VALUES (1, 'dead', 1, 0)",
        "INSERT INTO outbox (passType, pushToken, number, due) VALUES (1, 'aa', 1, 0)",
        "DROP INDEX passVoid", "DROP INDEX deviceByHeard",
        "DROP TABLE signUp", "DROP INDEX registrationUnused",
        "ALTER TABLE registration DROP COLUMN used",
        "DELETE FROM grdb_migrations WHERE identifier >= '4'",
      ] { try SQLStatement(sql, on: database).run() }
    }
    try before.end()
    let store = try SQLiteStore(folder("a.sqlite"))
    let list = try await store.changes(device: long, passType: Self.type, since: nil)
    #expect(list.serials == ["A"])
    #expect(try await store.registrations(after: 0, limit: 9).map(\.1.device.count) == [71])
    #expect(try await Self.waiting(store) == ["gym aa"])
  }

  @Test func bringsADatabaseOfAServerUpToDate() async throws {
    let address = try PostgresAddress(PostgresServer.shared.get().makeDatabase())
    let long = String(repeating: "x", count: 129)
    let before = try PostgresStore(address, connections: 1)
    _ = try await before.save([StoreTests.version("A")], now: 1)
    let pass = try await Self.pass("A", in: before)
    _ = try await before.register(pass, device: "d", pushToken: "aa", now: 1)
    try await before.writing { connection in
      try connection.execute(
        """
        UPDATE device SET name = '\(long)';
        INSERT INTO outbox (pass_type, push_token, number, due) VALUES (1, 'dead', 1, 0), (1, 'aa', 1, 0);
        DROP INDEX pass_void; DROP INDEX device_by_heard; DROP TABLE sign_up;
        ALTER TABLE registration DROP COLUMN used;
        UPDATE service SET value = '2' WHERE name = 'form'
        """)
    }
    try before.end()
    // passc cannot copy the database, so somebody has to confirm that there is a dump.
    #expect {
      _ = try PostgresStore(address, connections: 1)
    } throws: { ($0 as? StoreError)?.reason == .older }
    let store = try PostgresStore(
      address, connections: 1, upgrade: StoreUpgrade(makesCopy: false))
    let list = try await store.changes(device: long, passType: Self.type, since: nil)
    #expect(list.serials == ["A"])
    #expect(try await store.registrations(after: 0, limit: 9).map(\.1.device.count) == [71])
    #expect(try await Self.waiting(store) == ["gym aa"])
  }

  // MARK: Registrations of one pass

  @Test(arguments: StoreTests.Kind.allCases)
  func theOldestOfTooManyRegistrationsGoesAndIsCounted(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder, registrations: 3)
    let pass = try await Self.pass("A", in: store)
    for token in ["a0", "a1", "a2"] {
      _ = try await store.register(pass, device: "d" + token, pushToken: token, now: 1)
    }
    try await Self.change(store)
    #expect(store.droppedRegistrations == 0)
    for token in ["a3", "a4"] {
      #expect(try await store.register(pass, device: "d" + token, pushToken: token, now: 1))
    }
    #expect(store.droppedRegistrations == 2)
    let left = try await store.registrations(after: 0, limit: 9).map(\.1.pushToken)
    #expect(left == ["a2", "a3", "a4"])
    #expect(try await Self.waiting(store) == ["gym a2"])
    #expect(try await Self.pass("A", in: store).deviceCount == 3)
    let more = ["b0", "b1"].map {
      PortableRegistration(device: $0, pushToken: $0, passType: Self.type, serial: "A")
    }
    #expect(try await store.add(more, now: 2) == 2)
    #expect(store.droppedRegistrations == 4)
    #expect(try await store.counts().devices == 3)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func registrationsThatWereNeverUsedGoFirst(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try await Self.store(kind, folder, registrations: 3)
    let pass = try await Self.pass("A", in: store)
    func register(_ token: String) async throws {
      _ = try await store.register(pass, device: "d" + token, pushToken: token, now: 1)
    }
    func left() async throws -> [String] {
      try await store.registrations(after: 0, limit: 9).map(\.1.pushToken)
    }
    for token in ["a0", "a1"] { try await register(token) }
    #expect(store.fullPasses.isEmpty)
    try await store.use(["da0", "nobody"])
    for token in ["a2", "a3", "a4"] { try await register(token) }
    #expect(try await left() == ["a0", "a3", "a4"])
    #expect(store.fullPasses.map(\.serial) == ["A"])
    #expect(try await store.isRegistered(pass, device: "da0"))
    #expect(try await !store.isRegistered(pass, device: "da1"))
    // If all registrations were used, the oldest is removed, and the new one stays.
    try await store.use(["da3", "da4"])
    try await register("a5")
    #expect(try await left() == ["a3", "a4", "a5"])
    try await register("a6")
    #expect(try await left() == ["a3", "a4", "a6"])
  }
}

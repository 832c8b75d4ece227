// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import PassTesting
import PassUpdates
import Testing

/// Tests for every store. They run one at a time, because each store has a dozen open files.
@Suite(.serialized)
struct StoreTests {
  /// A kind of store, created again for each test.
  enum Kind: CaseIterable {
    case sqlite
    case postgres

    /// Creates a store.
    ///
    /// - Parameter registrations: maximum devices per pass, or nil for the default.
    func make(
      _ folder: TemporaryFolder, registrations: Int64? = nil
    ) throws -> any PassStore {
      switch self {
      case .sqlite:
        return try SQLiteStore(folder("passes.sqlite"), registrations: registrations)
      case .postgres:
        let uri = try PostgresServer.shared.get().makeDatabase()
        return try PostgresStore(
          PostgresAddress(uri), connections: 3, registrations: registrations)
      }
    }
  }

  static let type = "pass.com.example.gym"

  static func version(
    _ serial: String, _ content: String = "1", type: String = type, token: String? = nil,
    signature: String = "s", source: PassSource = .ledger
  ) -> NewVersion {
    NewVersion(
      passType: type, serial: serial, token: token ?? "token-of-\(serial)",
      manifest: Array("m\(content)".utf8), digest: Array("d\(content)\(signature)".utf8),
      bytes: Array("bytes \(content) \(signature)".utf8), source: source)
  }

  /// Returns the pass that a device finds with the right authentication token.
  static func pass(
    _ serial: String, in store: any PassStore, token: String? = nil
  ) async throws -> StoredPass {
    let address = PassAddress(passType: type, serials: [serial])
    return try #require(try await store.pass(address, token: token ?? "token-of-\(serial)"))
  }

  // MARK: Tokens

  @Test(arguments: Kind.allCases)
  func opensAPassToItsTokenAlone(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A"), Self.version("B")], now: 100)
    let pass = try await Self.pass("A", in: store)
    #expect(pass.serial == "A" && pass.passType == Self.type && pass.version.modified == 100)
    for (type, serial, token) in [
      (Self.type, "A", "token-of-B"), (Self.type, "A", nil), (Self.type, "A", ""),
      (Self.type, "C", "token-of-C"), ("pass.other", "A", "token-of-A"),
      (Self.type, "a", "token-of-A"), (Self.type, "A", "token-of-A "),
    ] {
      let address = PassAddress(passType: type, serials: [serial])
      #expect(try await store.pass(address, token: token) == nil, "\(type) \(serial)")
    }
    let twice = PassAddress(passType: Self.type, serials: ["A%20", "A"])
    #expect(try await store.pass(twice, token: "token-of-A")?.serial == "A")
  }

  @Test(arguments: Kind.allCases)
  func keepsTokensThatWereEverGivenOut(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A", token: "first-token-of-A")], now: 1)
    _ = try await store.save([Self.version("A", "2", token: "second-token-of-A")], now: 2)
    #expect(try await Self.pass("A", in: store, token: "first-token-of-A").number == 2)
    #expect(try await Self.pass("A", in: store, token: "second-token-of-A").number == 2)
  }

  // MARK: Versions

  @Test(arguments: Kind.allCases)
  func raisesNothingForTheSameManifest(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    #expect(try await store.save([Self.version("A")], now: 100) == [.added])
    let pass = try await Self.pass("A", in: store)
    _ = try await store.register(pass, device: "d", pushToken: "aa", now: 100)
    #expect(try await store.save([Self.version("A")], now: 200) == [.unchanged])
    let signed = Self.version("A", signature: "again")
    #expect(try await store.save([signed], now: 300) == [.resealed])
    let now = try await Self.pass("A", in: store)
    #expect(now.number == pass.number && now.version == pass.version && now.digest != pass.digest)
    #expect(try await store.bytes(of: now) == signed.bytes)
    #expect(try await store.bytes(of: pass) == nil)
    #expect(try await store.due(topic: nil, now: 1_000, limit: 9).isEmpty)
    #expect(try await store.save([Self.version("A", "2")], now: 100) == [.changed])
    let changed = try await Self.pass("A", in: store)
    #expect(changed.version.modified == 101 && changed.number == pass.number + 1)
  }

  @Test(arguments: Kind.allCases)
  func leavesAPassToItsSource(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A")], now: 1)
    let other = try await store.save([Self.version("A", "2", source: .row)], now: 2)
    #expect(other == [.otherSource(.ledger)])
    #expect(try await Self.pass("A", in: store).number == 1)
  }

  @Test(arguments: Kind.allCases)
  func replacesOnlyWhatWasLookedAt(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    func put(_ content: String, replacing replaced: NewVersion.Replaced) async throws
      -> SaveOutcome?
    {
      var version = Self.version("A", content, source: .row)
      version.row = "row \(content)"
      version.replaces = replaced
      return try await store.save([version], now: 1).first
    }
    #expect(try await put("1", replacing: .version(number: 1, row: nil)) == .overtaken)
    #expect(try await put("1", replacing: .nothing) == .added)
    #expect(try await put("2", replacing: .nothing) == .overtaken)
    #expect(try await put("2", replacing: .version(number: 1, row: "row 1")) == .changed)
    // The number is not enough, because a row may change without the pass.
    #expect(try await put("3", replacing: .version(number: 2, row: "row 1")) == .overtaken)
    let pass = try await Self.pass("A", in: store)
    #expect(pass.number == 2 && pass.row == "row 2")
    #expect(try await put("1", replacing: .version(number: 2, row: "row 2")) == .changed)
  }

  @Test(arguments: Kind.allCases)
  func givesOneNumberToABatch(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save((0..<50).map { Self.version("A\($0)") }, now: 1)
    #expect(try await Self.pass("A0", in: store).number == 1)
    #expect(try await Self.pass("A49", in: store).number == 1)
  }

  // MARK: Registrations

  @Test(arguments: Kind.allCases)
  func registersOnceHoweverManyAsk(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A")], now: 1)
    let pass = try await Self.pass("A", in: store)
    let created = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask {
          try await store.register(pass, device: "d", pushToken: "aa", now: 1)
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(created == 1)
    let counts = try await store.counts()
    #expect(counts.devices == 1 && counts.registrations == 1)
    #expect(try await Self.pass("A", in: store).deviceCount == 1)
  }

  @Test(arguments: Kind.allCases)
  func takesTheDeviceAwayWithItsLastRegistration(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A"), Self.version("B")], now: 1)
    let one = try await Self.pass("A", in: store)
    let other = try await Self.pass("B", in: store)
    _ = try await store.register(one, device: "d", pushToken: "aa", now: 1)
    _ = try await store.register(other, device: "d", pushToken: "aa", now: 1)
    try await store.unregister(one, device: "d")
    try await store.unregister(one, device: "d")
    try await store.unregister(one, device: "nobody")
    #expect(try await store.counts().devices == 1)
    try await store.unregister(other, device: "d")
    let counts = try await store.counts()
    #expect(counts.devices == 0 && counts.registrations == 0)
  }

  @Test(arguments: Kind.allCases)
  func pushesToTheNewTokenOfADevice(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A"), Self.version("B")], now: 1)
    for serial in ["A", "B"] {
      let pass = try await Self.pass(serial, in: store)
      _ = try await store.register(pass, device: "d", pushToken: "aa", now: 1)
    }
    _ = try await store.save([Self.version("A", "2")], now: 2)
    let pass = try await Self.pass("A", in: store)
    #expect(try await store.register(pass, device: "d", pushToken: "bb", now: 3) == false)
    // Pushes that waited for the old push token now wait for the new one.
    #expect(try await store.due(topic: nil, now: 9, limit: 9).map(\.pushToken) == ["bb"])
    _ = try await store.save([Self.version("B", "2")], now: 4)
    #expect(try await store.due(topic: nil, now: 9, limit: 9).map(\.pushToken) == ["bb"])
  }

  /// Returns a pass that has changed since the device "d" registered it with the push token "aa".
  private static func changed(
    _ serial: String, in store: any PassStore
  ) async throws -> StoredPass {
    _ = try await store.save([version(serial)], now: 1)
    let pass = try await pass(serial, in: store)
    _ = try await store.register(pass, device: "d", pushToken: "aa", now: 1)
    _ = try await store.save([version(serial, "2")], now: 2)
    return pass
  }

  @Test(arguments: Kind.allCases)
  func nothingWaitsForATokenThatIsNeverSent(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    let pass = try await Self.changed("A", in: store)
    #expect(try await store.due(topic: nil, now: 9, limit: 9).map(\.pushToken) == ["aa"])
    // APNs would reject a push to it, and enough of them stop the topic.
    _ = try await store.register(pass, device: "d", pushToken: "APA91b-other", now: 3)
    #expect(try await store.due(topic: nil, now: 9, limit: 9).isEmpty)
    _ = try await store.register(pass, device: "d", pushToken: "bb", now: 4)
    _ = try await store.save([Self.version("A", "3")], now: 5)
    #expect(try await store.due(topic: nil, now: 9, limit: 9).map(\.pushToken) == ["bb"])
  }

  // MARK: Lists

  @Test(arguments: Kind.allCases)
  func listsWhatChangedAfterATag(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A"), Self.version("B"), Self.version("C")], now: 1)
    for serial in ["A", "B"] {
      let pass = try await Self.pass(serial, in: store)
      _ = try await store.register(pass, device: "d", pushToken: "aa", now: 1)
    }
    func list(_ tag: String?) async throws -> DeviceChanges {
      try await store.changes(device: "d", passType: Self.type, since: tag)
    }
    let all = try await list(nil)
    let first = try #require(all.tag)
    #expect(all.serials == ["A", "B"] && first.number == 1 && first.epoch == store.epoch)
    #expect(try await list(first.description).serials.isEmpty)
    // Two changes in one second, and one of a pass that the device does not have.
    _ = try await store.save([Self.version("B", "2")], now: 1)
    _ = try await store.save([Self.version("A", "2")], now: 1)
    _ = try await store.save([Self.version("C", "2")], now: 1)
    #expect(try await list(first.description).serials == ["B", "A"])
    #expect(try await list("\(first.epoch).2").serials == ["A"])
    #expect(try await list("\(first.epoch).4").serials.isEmpty)
    for tag in ["\(first.epoch).5", "other.1", "garbage", "+%"] {
      #expect(try await list(tag).serials == ["B", "A"], "\(tag)")
    }
    #expect(try await store.changes(device: "x", passType: Self.type, since: nil).serials.isEmpty)
    let other = try await store.changes(device: "d", passType: "pass.other", since: nil)
    #expect(other == DeviceChanges(serials: [], tag: nil))
  }

  // MARK: The outbox

  @Test(arguments: Kind.allCases)
  func asksForOnePushHoweverManyPassesChanged(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    let serials = (0..<200).map { "A\($0)" }
    _ = try await store.save(serials.map { Self.version($0) }, now: 1)
    for serial in serials {
      let pass = try await Self.pass(serial, in: store)
      _ = try await store.register(pass, device: "d", pushToken: "aa", now: 1)
    }
    #expect(try await store.due(topic: nil, now: 9, limit: 9).isEmpty)
    _ = try await store.save(serials.map { Self.version($0, "2") }, now: 2)
    _ = try await store.save(serials.map { Self.version($0, "3") }, now: 2)
    let due = try await store.due(topic: nil, now: 9, limit: 9)
    #expect(
      due == [OutboxEntry(passType: Self.type, pushToken: "aa", number: 3, attempts: 0)])
  }

  @Test(arguments: Kind.allCases)
  func keepsAChangeThatComesWhileAPushIsOnItsWay(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await Self.changed("A", in: store)
    let read = try #require(try await store.due(topic: nil, now: 9, limit: 9).first)
    _ = try await store.save([Self.version("A", "3")], now: 3)
    try await store.settle([(read, .delivered)], now: 4)
    let left = try #require(try await store.due(topic: nil, now: 9, limit: 9).first)
    #expect(left.number == 3)
    try await store.settle([(left, .later(50))], now: 5)
    #expect(try await store.due(topic: nil, now: 49, limit: 9).isEmpty)
    #expect(try await store.due(topic: nil, now: 50, limit: 9).first?.attempts == 1)
    try await store.settle([(left, .delivered)], now: 6)
    #expect(try await store.due(topic: nil, now: 99, limit: 9).isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func keepsADeviceThatCameBackAfterItWasGone(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A")], now: 1)
    let pass = try await Self.pass("A", in: store)
    _ = try await store.register(pass, device: "d", pushToken: "aa", now: 1_000)
    let entry = OutboxEntry(passType: Self.type, pushToken: "aa", number: 9, attempts: 0)
    try await store.settle([(entry, .gone(before: 999_999))], now: 1_001)
    #expect(try await store.counts().registrations == 1)
    try await store.settle([(entry, .gone(before: 1_000_001))], now: 1_001)
    let counts = try await store.counts()
    #expect(counts.registrations == 0 && counts.devices == 0)
  }

  @Test(arguments: Kind.allCases)
  func asksForNoPushToAForeignToken(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A")], now: 1)
    let pass = try await Self.pass("A", in: store)
    _ = try await store.register(pass, device: "android", pushToken: "APA91b-x", now: 1)
    _ = try await store.save([Self.version("A", "2")], now: 2)
    #expect(try await store.due(topic: nil, now: 9, limit: 9).isEmpty)
    #expect(try await store.push(serials: nil, now: 9) == 0)
  }

  // MARK: Other calls

  @Test(arguments: Kind.allCases)
  func forgetsAPassAndItsDevices(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([Self.version("A"), Self.version("B")], now: 1)
    let pass = try await Self.pass("A", in: store)
    _ = try await store.register(pass, device: "d", pushToken: "aa", now: 1)
    #expect(try await store.forget(passType: nil, serial: "A"))
    #expect(try await store.forget(passType: nil, serial: "A") == false)
    let counts = try await store.counts()
    #expect(counts.passes == 1 && counts.devices == 0)
    #expect(try await store.passes(after: nil, limit: 9).map(\.serial) == ["B"])
  }

  @Test(arguments: Kind.allCases)
  func countsAMessageThatComesAgain(_ kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    try await store.note(["a", "b", "a"], now: 5)
    try await store.note(["a"], now: 7)
    #expect(
      try await store.messages(limit: 9) == [
        DeviceMessage(text: "a", count: 3, first: 5, last: 7),
        DeviceMessage(text: "b", count: 1, first: 5, last: 5),
      ])
  }

  @Test(arguments: Kind.allCases)
  func movesRegistrationsToAnotherStore(_ kind: Kind) async throws {
    let folderOne = try TemporaryFolder()
    let one = try kind.make(folderOne)
    defer { withExtendedLifetime(folderOne) {} }
    let folderOther = try TemporaryFolder()
    let other = try kind.make(folderOther)
    defer { withExtendedLifetime(folderOther) {} }
    for store in [one, other] {
      _ = try await store.save([Self.version("A"), Self.version("B")], now: 1)
    }
    for serial in ["A", "B"] {
      let pass = try await Self.pass(serial, in: one)
      _ = try await one.register(pass, device: "d", pushToken: "aa", now: 1)
    }
    let exported = try await one.registrations(after: 0, limit: 9)
    #expect(try await other.add(exported.map(\.1), now: 2) == 2)
    #expect(try await other.add(exported.map(\.1), now: 2) == 0)
    let list = try await other.changes(device: "d", passType: Self.type, since: nil)
    #expect(list.serials == ["A", "B"])
  }
}

/// A seeded generator, SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Logging
import PassDatabase
import PassPush
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassRegistry
@testable import PassService

/// Tests of waiting pushes by the response of the push service. The tests run one at a time,
/// because each store has a dozen open files.
@Suite(.serialized)
struct OutboxLoopTests {
  private static let type = "pass.com.example.gym"

  /// A push sender that responds by push token and records the pushes.
  private final class Sender: PushSending {
    private let answers: [String: PushResult]
    private let other: PushResult
    private let sent = Mutex<[String]>([])
    private let during: Mutex<(@Sendable () async -> Void)?>

    init(
      _ answers: [String: PushResult] = [:], other: PushResult = .accepted,
      during: (@Sendable () async -> Void)? = nil
    ) {
      self.answers = answers
      self.other = other
      self.during = Mutex(during)
    }

    var tokens: [String] { sent.withLock { $0 } }

    func send(topic: String, deviceTokens: [String]) async -> [PushResult] {
      sent.withLock { $0 += deviceTokens }
      let once = during.withLock { work in
        defer { work = nil }
        return work
      }
      await once?()
      return deviceTokens.map { answers[$0] ?? other }
    }
  }

  private static func version(_ content: String) -> NewVersion {
    NewVersion(
      passType: type, serial: "A", token: "token-of-the-pass", manifest: Array(content.utf8),
      digest: Array(content.utf8), bytes: Array(content.utf8), source: .ledger)
  }

  /// Returns a store in which devices with these push tokens have a pass that has changed since.
  private static func store(_ tokens: [String]) async throws -> (SQLiteStore, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"))
    _ = try await store.save([version("1")], now: 1)
    let address = PassAddress(passType: type, serials: ["A"])
    let pass = try #require(try await store.pass(address, token: "token-of-the-pass"))
    for token in tokens {
      _ = try await store.register(pass, device: "d" + token, pushToken: token, now: 1_000)
    }
    _ = try await store.save([version("2")], now: 2)
    return (store, folder)
  }

  /// Runs the loop until `isDone` returns true, for at most ten seconds.
  private static func run(
    _ store: SQLiteStore, _ sender: any PushSending, topic: String? = nil, isPaced: Bool = false,
    clock: @escaping @Sendable () -> Int64 = { 2_000 },
    until isDone: () async throws -> Bool
  ) async throws -> Bool {
    let state = ServiceState()
    let loop = OutboxLoop(
      store: store, sender: sender, topic: topic, isPaced: isPaced, state: state,
      metrics: ServiceMetrics(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: clock)
    let task = Task { await loop.run() }
    defer { task.cancel() }
    for _ in 0..<1_000 {
      if try await isDone() { return true }
      try await Task.sleep(for: .milliseconds(10))
      state.wakePusher()
    }
    return false
  }

  private static func waiting(_ store: SQLiteStore, now: Int64 = .max) async throws -> [String] {
    try await store.due(topic: nil, now: now, limit: 100).map(\.pushToken)
  }

  private static func answer(_ status: Int, _ reason: String, at time: Int64? = nil) -> PushResult {
    .response(.init(status: status, reason: reason, timestamp: time))
  }

  @Test func pushesEachDeviceOnce() async throws {
    let (store, folder) = try await Self.store(["aa", "bb", "cc"])
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender()
    #expect(
      try await Self.run(store, sender) { try await Self.waiting(store).isEmpty })
    #expect(sender.tokens.sorted() == ["aa", "bb", "cc"])
  }

  @Test func keepsAChangeThatComesWhileItSends() async throws {
    let (store, folder) = try await Self.store(["aa"])
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender(during: { _ = try? await store.save([Self.version("3")], now: 3) })
    #expect(
      try await Self.run(store, sender) { try await Self.waiting(store).isEmpty })
    #expect(sender.tokens == ["aa", "aa"])
  }

  @Test func deletesADeviceThatIsGoneAndKeepsOneThatCameBack() async throws {
    let (store, folder) = try await Self.store(["aa", "bb"])
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender([
      "aa": Self.answer(410, "Unregistered", at: 1_000_001),
      "bb": Self.answer(410, "Unregistered", at: 999_999),
    ])
    #expect(
      try await Self.run(store, sender) { try await Self.waiting(store).isEmpty })
    let left = try await store.registrations(after: 0, limit: 9).map(\.1.pushToken)
    #expect(left == ["bb"])
  }

  @Test func deletesNothingWhenMostTokensAreUnknown() async throws {
    let tokens = (10..<40).map { "\($0)" }
    let (store, folder) = try await Self.store(tokens)
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender(other: Self.answer(400, "BadDeviceToken"))
    // The pushes that were tried are delayed, and the others are unchanged.
    #expect(
      try await Self.run(store, sender) { try await Self.waiting(store, now: 2_000).count == 19 })
    #expect(try await store.counts().devices == 30)
    #expect(try await Self.waiting(store).count == 30)
  }

  @Test func stopsATopicThatIsRefused() async throws {
    let (store, folder) = try await Self.store(["aa"])
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender(other: Self.answer(400, "TopicDisallowed"))
    #expect(try await Self.run(store, sender) { sender.tokens.count == 1 })
    try await Task.sleep(for: .milliseconds(50))
    #expect(sender.tokens.count == 1)
    #expect(try await Self.waiting(store) == ["aa"])
    #expect(try await store.counts().devices == 1)
  }

  @Test(arguments: [(429, "TooManyRequests"), (503, "ServiceUnavailable")])
  func putsOffWhatCannotBeTaken(_ status: Int, _ reason: String) async throws {
    let (store, folder) = try await Self.store(["aa"])
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender(other: Self.answer(status, reason))
    #expect(
      try await Self.run(store, sender) {
        try await Self.waiting(store, now: 2_000).isEmpty
      })
    #expect(try await Self.waiting(store) == ["aa"])
  }

  @Test func oneHolderWithMadeUpTokensStopsNobody() async throws {
    let (store, folder) = try await Self.store((10..<40).map { "\($0)" })
    defer { withExtendedLifetime(folder) {} }
    func other(_ content: String) -> NewVersion {
      NewVersion(
        passType: Self.type, serial: "B", token: "token-of-another", manifest: Array(content.utf8),
        digest: Array(content.utf8), bytes: Array(content.utf8), source: .ledger)
    }
    _ = try await store.save([other("1")], now: 1)
    let pass = try #require(try await store.pass(passType: Self.type, serial: "B"))
    _ = try await store.register(pass, device: "other", pushToken: "0b", now: 1)
    // 0b gets the first push. Then the pushes for pass A follow, which the push service rejects.
    _ = try await store.save([other("2")], now: 2)
    _ = try await store.save([Self.version("3")], now: 2)
    let sender = Sender(["0b": .accepted], other: Self.answer(400, "BadDeviceToken"))
    #expect(try await Self.run(store, sender) { sender.tokens.count == 31 })
    #expect(sender.tokens.first == "0b")
    _ = try await store.save([other("3")], now: 3)
    #expect(try await Self.run(store, sender) { sender.tokens.count == 32 })
    #expect(sender.tokens.last == "0b")
    #expect(try await store.counts().devices == 31)
  }

  // MARK: Outages

  /// A push service that is down until a time, with a clock that advances while nothing is sent.
  private final class Outage: PushSending {
    private struct State {
      var now: Int64 = 2_000
      var failed = 0
      var sent = 0
      var looks = 0
    }

    private let state = Mutex(State())
    private let end: Int64

    init(until end: Int64) { self.end = end }

    var now: Int64 { state.withLock { $0.now } }
    /// Number of failed attempts and of delivered pushes.
    var outcome: (failed: Int, sent: Int) { state.withLock { ($0.failed, $0.sent) } }

    func send(topic: String, deviceTokens: [String]) async -> [PushResult] {
      state.withLock { state in
        state.looks = 0
        guard state.now >= end else {
          state.failed += 1
          return deviceTokens.map { _ in .unanswered("connection reset") }
        }
        state.sent += deviceTokens.count
        return deviceTokens.map { _ in .accepted }
      }
    }

    /// Advances the clock by a second if nothing was sent during thirty calls.
    func look() {
      state.withLock { state in
        state.looks += 1
        guard state.looks > 30 else { return }
        state.looks = 0
        state.now += 1
      }
    }
  }

  @Test func anOutageOfSecondsPutsOffWhatWasTriedAndNothingBehindIt() async throws {
    let (store, folder) = try await Self.store([])
    defer { withExtendedLifetime(folder) {} }
    let lines = (0..<5_000).map {
      PortableRegistration(
        device: "d\($0)", pushToken: String(0x10_0000 + $0, radix: 16), passType: Self.type,
        serial: "A")
    }
    #expect(try await store.add(lines, now: 1) == 5_000)
    _ = try await store.save([Self.version("3")], now: 3)
    let sender = Outage(until: 2_004)
    let isSent = try await Self.run(
      store, sender, clock: { sender.now },
      until: {
        sender.look()
        guard sender.outcome.sent == 5_000 else { return false }
        return try await Self.waiting(store).isEmpty
      })
    #expect(isSent, "\(sender.outcome) at \(sender.now)")
    // The delays are 1, 2 and at most 5 seconds, plus up to 50 % jitter.
    #expect((2...4).contains(sender.outcome.failed) && sender.now < 2_100, "\(sender.now)")
  }

  @Test func aStopIsRememberedWhereWhatWasDeliveredCannotBeKept() async throws {
    let (store, folder) = try await Self.store(["aa", "bb"])
    defer { withExtendedLifetime(folder) {} }
    try await store.writing { database, _ in
      try SQLStatement(
        """
        CREATE TRIGGER refusing BEFORE DELETE ON outbox BEGIN SELECT RAISE(ABORT, 'refused'); END
        """, on: database
      ).run()
    }
    let sender = Sender(["bb": Self.answer(400, "TopicDisallowed")])
    var looks = 0
    _ = try await Self.run(store, sender) {
      if sender.tokens.count >= 2 { looks += 1 }
      return looks > 50
    }
    #expect(sender.tokens == ["aa", "bb"])
  }

  // MARK: Pacing

  @Test func holdsPushesBackThatComeTooOften() async throws {
    let (store, folder) = try await Self.store(["aa"])
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender()
    var pushed = 0
    // Each immediate push costs a point of the phone's budget. A delayed push is not reached in
    // this test.
    for change in 3..<10 {
      _ = try await Self.run(store, sender, isPaced: true) {
        try await Self.waiting(store, now: 2_000).isEmpty
      }
      pushed = sender.tokens.count
      _ = try await store.save([Self.version("\(change)")], now: Int64(change))
    }
    #expect(pushed < 7 && pushed > 1, "\(pushed)")
    #expect(try await Self.waiting(store) == ["aa"])
    // It is due hours later.
    #expect(try await Self.waiting(store, now: 2_000 + 86_400) == ["aa"])
  }

  @Test func leavesOtherTopicsThanTheCertificates() async throws {
    let (store, folder) = try await Self.store(["aa"])
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender()
    var looks = 0
    _ = try await Self.run(store, sender, topic: "pass.other") {
      looks += 1
      return looks > 30
    }
    #expect(sender.tokens.isEmpty)
    #expect(try await Self.waiting(store) == ["aa"])
  }
}

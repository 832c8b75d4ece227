// SPDX-License-Identifier: Apache-2.0

import Logging
import PassPush
import PassRegistry
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassService

/// What becomes of pushes that wait, by what the push service answers.
struct OutboxLoopTests {
  private static let type = "pass.com.example.gym"

  /// Answers by token, and remembers who was pushed.
  private final class Sender: PushSending {
    private let answers: [String: PushAnswer]
    private let other: PushAnswer
    private let sent = Mutex<[String]>([])
    private let during: Mutex<(@Sendable () async -> Void)?>

    init(
      _ answers: [String: PushAnswer] = [:], other: PushAnswer = .accepted,
      during: (@Sendable () async -> Void)? = nil
    ) {
      self.answers = answers
      self.other = other
      self.during = Mutex(during)
    }

    var tokens: [String] { sent.withLock { $0 } }

    func send(topic: String, deviceTokens: [String]) async -> [PushAnswer] {
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

  /// A store where devices with these tokens have a pass that has changed since.
  private static func store(_ tokens: [String]) async throws -> (SQLiteStore, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"))
    _ = try await store.put([version("1")], now: 1)
    let address = PassAddress(passType: type, serials: ["A"])
    let pass = try #require(try await store.pass(address, token: "token-of-the-pass"))
    for token in tokens {
      _ = try await store.register(pass, device: "d" + token, pushToken: token, now: 1_000)
    }
    _ = try await store.put([version("2")], now: 2)
    return (store, folder)
  }

  /// Runs the loop until `isDone`, ten seconds at most.
  private static func run(
    _ store: SQLiteStore, _ sender: Sender, topic: String? = nil, isPaced: Bool = false,
    now: Int64 = 2_000,
    until isDone: () async throws -> Bool
  ) async throws -> Bool {
    let loop = OutboxLoop(
      store: store, sender: sender, topic: topic, isPaced: isPaced, state: ServiceState(),
      metrics: ServiceMetrics(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: { now })
    let task = Task { await loop.run() }
    defer { task.cancel() }
    for _ in 0..<1_000 {
      if try await isDone() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  private static func waiting(_ store: SQLiteStore, now: Int64 = .max) async throws -> [String] {
    try await store.due(topic: nil, now: now, limit: 100).map(\.pushToken)
  }

  private static func answer(_ status: Int, _ reason: String, at time: Int64? = nil) -> PushAnswer {
    .answer(.init(status: status, reason: reason, timestamp: time))
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
    let sender = Sender(during: { _ = try? await store.put([Self.version("3")], now: 3) })
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
    // Those that were asked are put off, the others stay as they are.
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

  @Test func holdsPushesBackThatComeTooOften() async throws {
    let (store, folder) = try await Self.store(["aa"])
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender()
    var pushed = 0
    // A push at once costs the phone a point; what puts it off is never reached.
    for change in 3..<10 {
      _ = try await Self.run(store, sender, isPaced: true) {
        try await Self.waiting(store, now: 2_000).isEmpty
      }
      pushed = sender.tokens.count
      _ = try await store.put([Self.version("\(change)")], now: Int64(change))
    }
    #expect(pushed < 7 && pushed > 1, "\(pushed)")
    #expect(try await Self.waiting(store) == ["aa"])
    // Hours later it is due.
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

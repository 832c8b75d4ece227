// SPDX-License-Identifier: Apache-2.0

import PassPush
import PassRegistry
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassService

/// Tests of `passc push`: which devices get a push, and the changes in the database. The tests run
/// one at a time, because each store has a dozen open files.
@Suite(.serialized)
struct HandPushTests {
  private static let type = "pass.com.example.gym"

  private final class Sender: PushSending {
    private let answers: [String: PushResult]
    private let sent = Mutex<[String]>([])

    init(_ answers: [String: PushResult] = [:]) { self.answers = answers }

    var tokens: [String] { sent.withLock { $0.sorted() } }

    func send(topic: String, deviceTokens: [String]) async -> [PushResult] {
      sent.withLock { $0 += deviceTokens }
      return deviceTokens.map { answers[$0] ?? .accepted }
    }
  }

  private static func version(_ serial: String, _ content: String) -> NewVersion {
    NewVersion(
      passType: type, serial: serial, token: "token-of-the-pass", manifest: Array(content.utf8),
      digest: Array(content.utf8), bytes: Array(content.utf8), source: .ledger)
  }

  /// Returns a store with the passes A and B. A is on aa and bb, B is on bb and cc. A has changed
  /// since.
  private static func store() async throws -> (SQLiteStore, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"))
    _ = try await store.save([version("A", "a1"), version("B", "b1")], now: 1)
    for (serial, tokens) in [("A", ["aa", "bb"]), ("B", ["bb", "cc"])] {
      let pass = try #require(try await store.pass(passType: type, serial: serial))
      for token in tokens {
        _ = try await store.register(pass, device: "d" + token, pushToken: token, now: 1_000)
      }
    }
    _ = try await store.save([version("A", "a2")], now: 2)
    return (store, folder)
  }

  private static func push(
    _ sender: Sender?, _ store: SQLiteStore, _ serials: [String]?, isForced: Bool = false,
    topic: String? = nil
  ) async throws -> HandPush.Outcome {
    try await HandPush(sender, topic: topic, isForced: isForced, clock: { 2_000 })
      .push(serials: serials, in: store)
  }

  private static func waiting(_ store: SQLiteStore) async throws -> [String] {
    try await store.due(topic: nil, now: .max, limit: 100).map(\.pushToken).sorted()
  }

  @Test func sendsWhatWaitsAndNothingElse() async throws {
    let (store, folder) = try await Self.store()
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender()
    let outcome = try await Self.push(sender, store, nil)
    #expect(outcome.sent == 2 && outcome.unchanged == 1, "\(outcome)")
    #expect(sender.tokens == ["aa", "bb"])
    #expect(try await Self.waiting(store).isEmpty)
    let again = try await Self.push(sender, store, nil)
    #expect(again.sent == 0 && again.unchanged == 3 && sender.tokens.count == 2)
  }

  @Test func pushesWithoutAChangeOnlyWhenItIsForced() async throws {
    let (store, folder) = try await Self.store()
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender()
    _ = try await Self.push(sender, store, ["A"])
    let outcome = try await Self.push(sender, store, ["A", "B"], isForced: true)
    // bb has both passes and gets one push.
    #expect(outcome.sent == 3, "\(outcome)")
    #expect(sender.tokens == ["aa", "aa", "bb", "bb", "cc"])
    #expect(try await Self.waiting(store).isEmpty)
  }

  @Test func countsADeviceOfTwoPassesOnce() async throws {
    let (store, folder) = try await Self.store()
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender()
    // bb has both passes. Its push for A is done when B is looked at.
    let outcome = try await Self.push(sender, store, ["A", "B"])
    #expect(outcome.sent == 2 && outcome.unchanged == 1, "\(outcome)")
    #expect(sender.tokens == ["aa", "bb"])
  }

  @Test func pushesTheDevicesOfOnePass() async throws {
    let (store, folder) = try await Self.store()
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender()
    let outcome = try await Self.push(sender, store, ["B"])
    #expect(sender.tokens == ["bb"] && outcome.unchanged == 1, "\(outcome)")
    #expect(try await Self.waiting(store) == ["aa"])
    #expect(try await Self.push(sender, store, ["nobody"]) == HandPush.Outcome())
  }

  @Test func sendsNothingInADryRun() async throws {
    let (store, folder) = try await Self.store()
    defer { withExtendedLifetime(folder) {} }
    #expect(try await Self.push(nil, store, nil).sent == 2)
    #expect(try await Self.push(nil, store, nil, isForced: true).sent == 3)
    #expect(try await Self.waiting(store) == ["aa", "bb"])
  }

  @Test func keepsWhatBecameOfEach() async throws {
    let (store, folder) = try await Self.store()
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender([
      "aa": .response(.init(status: 410, reason: "Unregistered", timestamp: 9_000_000)),
      "bb": .response(.init(status: 429, reason: "TooManyRequests")),
      "cc": .unanswered("no response in time"),
    ])
    let outcome = try await Self.push(sender, store, nil, isForced: true)
    #expect(outcome.gone == 1 && outcome.later == 1, "\(outcome)")
    #expect(outcome.unanswered == ["no response in time": 1])
    let left = try await store.registrations(after: 0, limit: 9).map(\.1.pushToken)
    #expect(Set(left) == ["bb", "cc"])
    #expect(try await Self.waiting(store) == ["bb"])
    // The push service asked for a delay, which is respected.
    #expect(try await Self.push(sender, store, ["A"]).putOff == 1)
  }

  @Test func stopsAtTheFirstWhenTheTopicIsRefused() async throws {
    let (store, folder) = try await Self.store()
    defer { withExtendedLifetime(folder) {} }
    let refused = PushResult.response(.init(status: 403, reason: "BadCertificate"))
    let sender = Sender(["aa": refused, "bb": refused, "cc": refused])
    let outcome = try await Self.push(sender, store, nil, isForced: true)
    #expect(sender.tokens.count == 1 && outcome.left == 3, "\(outcome)")
    #expect(outcome.stopped?.why == "403 BadCertificate")
    #expect(try await Self.waiting(store) == ["aa", "bb"])
    #expect(try await store.counts().devices == 3)
  }

  @Test func leavesPassTypesTheCertificateIsNotFor() async throws {
    let (store, folder) = try await Self.store()
    defer { withExtendedLifetime(folder) {} }
    let sender = Sender()
    let outcome = try await Self.push(sender, store, nil, topic: "pass.other")
    #expect(outcome.foreign == [Self.type: 3] && sender.tokens.isEmpty)
  }

  @Test func countsDevicesThatArePushedTooOften() async throws {
    let (store, folder) = try await Self.store()
    defer { withExtendedLifetime(folder) {} }
    var outcomes: [Int] = []
    for _ in 0..<8 {
      outcomes.append(try await Self.push(Sender(), store, ["A"], isForced: true).tooSoon)
    }
    #expect(outcomes.first == 0 && outcomes.last == 2, "\(outcomes)")
  }
}

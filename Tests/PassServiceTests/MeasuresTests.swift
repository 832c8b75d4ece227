// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import PassRegistry
import PassTesting
import Synchronization
import Testing

@testable import PassService

/// Tests of the metrics of the service.
struct MeasuresTests {
  private static func text(_ metrics: ServiceMetrics) -> String {
    metrics.text(StoreCounts(), dropped: 0, gauges: [])
  }

  private static func responder(
    _ folder: TemporaryFolder, _ metrics: ServiceMetrics
  ) throws -> DeviceResponder {
    DeviceResponder(
      store: try SQLiteStore(folder("a.sqlite")), contents: ContentCache(buildQueue: nil),
      metrics: metrics, clock: { 1 })
  }

  @Test(arguments: [
    ("PUT", "/v1/log", 405), ("GET", "/v1/nothing", 404),
    ("GET", "/v1/passes/" + String(repeating: "x", count: 9_000), 414),
  ])
  func countsAnUnreadableCallAsItWasAnswered(
    _ method: String, _ target: String, _ status: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let metrics = ServiceMetrics()
    let request = Request(
      head: HTTPRequest(
        method: try #require(HTTPRequest.Method(method)), scheme: "http", authority: "localhost",
        path: target),
      body: RequestBody(buffer: ByteBuffer()))
    let response = try await Self.responder(folder, metrics).respond(
      to: request, context: ConnectionContext(EmbeddedChannel()))
    #expect(Int(response.status.code) == status)
    #expect(
      Self.text(metrics).contains(
        "passc_requests_total{call=\"other\",status=\"\(status)\"} 1\n"))
  }

  @Test func countsAHeadThatIsNone() throws {
    let folder = try TemporaryFolder()
    let metrics = ServiceMetrics()
    let channel = EmbeddedChannel(
      handler: DirectResponses(try Self.responder(folder, metrics)))
    channel.pipeline.fireErrorCaught(HTTPParserError.invalidHeaderToken)
    // The error continues to the handler that responds to it.
    #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
    #expect(
      Self.text(metrics).contains("passc_requests_total{call=\"other\",status=\"400\"} 1\n"))
    _ = try channel.finish()
  }

  @Test func countsHowOftenTheListenerIsFull() {
    let metrics = ServiceMetrics()
    var connections = CountedConnections(2, metrics)
    connections.connectionOpened()
    #expect(connections.isAcceptingNewConnections())
    #expect(Self.text(metrics).contains("passc_full_total 0\n"))
    connections.connectionOpened()
    #expect(!connections.isAcceptingNewConnections())
    connections.connectionClosed()
    #expect(connections.isAcceptingNewConnections())
    connections.connectionOpened()
    #expect(Self.text(metrics).contains("passc_full_total 2\n"))
  }

  @Test func saysHowManyRegistrationsWent() {
    let text = ServiceMetrics().text(StoreCounts(), dropped: 7, gauges: [])
    #expect(text.contains("# TYPE passc_dropped_registrations_total counter\n"))
    #expect(text.contains("passc_dropped_registrations_total 7\n"))
  }

  /// A clock that advances by a fixed step each time it is read.
  private final class Clock: Sendable {
    private let state = Mutex((now: ContinuousClock.now, step: Duration.zero))

    func advance(_ time: Duration) { state.withLock { $0.now += time } }
    func goOn(by step: Duration) { state.withLock { $0.step = step } }

    var now: ContinuousClock.Instant {
      state.withLock { state in
        state.now += state.step
        return state.now
      }
    }
  }

  @Test func countsALargeStoreNoMoreOftenThanItCanBear() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"))
    let clock = Clock()
    let known = CountCache(store, now: { clock.now })
    func put(_ serial: String) async throws {
      let version = NewVersion(
        passType: "pass.x", serial: serial, token: "token-of-the-pass", manifest: [1],
        digest: [1], bytes: [1], source: .ledger)
      _ = try await store.save([version], now: 1)
    }
    // A fast query is repeated each time.
    #expect(try await known.counts().passes == 0)
    try await put("A")
    #expect(try await known.counts().passes == 1)
    // The result of a query of 50 ms is kept for five seconds.
    clock.goOn(by: .milliseconds(50))
    #expect(try await known.counts().passes == 1)
    try await put("B")
    clock.advance(.seconds(4))
    #expect(try await known.counts().passes == 1)
    clock.advance(.seconds(2))
    #expect(try await known.counts().passes == 2)
    // A result is kept for at most 15 seconds, however slow the query is.
    clock.advance(.seconds(20))
    clock.goOn(by: .seconds(2))
    #expect(try await known.counts().passes == 2)
    try await put("C")
    clock.advance(.seconds(16))
    #expect(try await known.counts().passes == 3)
  }

  @Test func saysNothingOfAStoreThatIsGone() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"))
    let known = CountCache(store)
    _ = try await known.counts()
    try store.end()
    await #expect(throws: StoreError.self) { _ = try await known.counts() }
  }
}

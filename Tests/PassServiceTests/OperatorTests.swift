// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import PassRegistry
import PassTesting
import Synchronization
import Testing

@testable import PassService

/// Tests of the admin API without a network. The tests run one at a time, because each store has a
/// dozen open files.
@Suite(.serialized)
struct OperatorTests {
  private static func responder(
    _ store: any PassStore, _ state: ServiceState = ServiceState()
  ) -> OperatorResponder {
    OperatorResponder(
      store: store, counts: CountCache(store), metrics: ServiceMetrics(), state: state,
      clock: { TestCA.now }, access: .socket)
  }

  private static func ask(
    _ responder: OperatorResponder, _ path: String, _ method: HTTPRequest.Method = .get,
    body: String = ""
  ) async throws -> (status: Int, text: String) {
    let request = Request(
      head: HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path),
      body: RequestBody(buffer: ByteBuffer(string: body)))
    let context = ConnectionContext(EmbeddedChannel())
    let response = try await responder.respond(to: request, context: context)
    let writer = WholeBody()
    try await response.body.write(writer)
    return (response.status.code, String(buffer: writer.buffer))
  }

  private static func version(_ type: String, _ serial: String) -> NewVersion {
    NewVersion(
      passType: type, serial: serial, token: "token-0123456789", manifest: [1], digest: [1],
      bytes: [1], source: .ledger, isVoided: false)
  }

  @Test func saysWhomAPushByHandDoesNotReach() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("passes.sqlite"))
    var responder = Self.responder(store)
    _ = try await store.save([Self.version("pass.a", "A")], now: 1)
    let some = #"{"serials": ["nope", "A", "no\"pe"]}"#
    let pushed = try await Self.ask(responder, "/push", .post, body: some)
    #expect(
      pushed.text
        == #"{"version":1,"pushes":0,"unknown":["nope","no\"pe"],"sends":true}"# + "\n")
    responder.sends = false
    let all = try await Self.ask(responder, "/push", .post, body: #"{"all": true}"#)
    #expect(all.text.hasPrefix(#"{"version":1,"pushes":0,"sends":false,"message":"the service"#))
  }

  private static func status(
    _ responder: OperatorResponder, _ body: RequestBody
  ) async throws -> Int {
    let request = Request(
      head: HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/push"),
      body: body)
    let context = ConnectionContext(EmbeddedChannel())
    return try await responder.respond(to: request, context: context).status.code
  }

  @Test func isNotReadyOverADamagedDatabase() async throws {
    let folder = try TemporaryFolder()
    let state = ServiceState()
    let store = try SQLiteStore(folder("passes.sqlite"))
    let responder = Self.responder(store, state)
    let watch = DamageWatch(store: store, state: state, logger: Logger(label: "test"))
    await watch.checkOnce()
    #expect(try await Self.ask(responder, "/readyz").status == 200)
    state.damage = "Page 7: <btreeInitPage()> returns error code 11"
    let ready = try await Self.ask(responder, "/readyz")
    #expect(ready.status == 503 && ready.text.contains("the database is damaged"), "\(ready)")
    let page = try await Self.ask(responder, "/status").text
    #expect(page.contains("Page 7: &lt;btreeInitPage()&gt;"), "\(page)")
    #expect(try await Self.ask(responder, "/metrics").text.contains("passc_database_damaged 1"))
  }

  @Test func saysThatABodyIsTooSlowOrTooLarge() async throws {
    let folder = try TemporaryFolder()
    var responder = Self.responder(try SQLiteStore(folder("passes.sqlite")))
    responder.pause = .milliseconds(300)
    let (stalled, source) = RequestBody.makeStream()
    await source.yield(ByteBuffer(string: "{"))
    let slow = try await Self.status(responder, stalled)
    #expect(slow == 408)
    source.finish()
    let bytes = ByteBuffer(repeating: 0x20, count: (4 << 20) + 1)
    let large = try await Self.status(responder, RequestBody(buffer: bytes))
    #expect(large == 413)
  }

  @Test func waitsForABodyAsLongAsItGoesOn() async throws {
    let looks = Mutex(0)
    try await ServiceState().waitForStalledBody(.seconds(60)) {
      // Data arrives three times, then the upload stalls for an hour.
      let count = looks.withLock { looks -> Int in
        looks += 1
        return looks
      }
      return count < 4 ? ContinuousClock.now : ContinuousClock.now - .seconds(3_600)
    }
    let count = looks.withLock { $0 }
    #expect(count == 4)
  }

  @Test(arguments: [
    "/passes?limit=abc", "/passes?limit=0", "/devices?limit=-1", "/pushes?limit=",
    "/logs?limit=1.5", "/devices?after=A-1",
  ])
  func refusesWhatIsNoNumber(_ path: String) async throws {
    let folder = try TemporaryFolder()
    let responder = Self.responder(try SQLiteStore(folder("passes.sqlite")))
    let answer = try await Self.ask(responder, path)
    #expect(answer.status == 400 && answer.text.contains("whole number"), "\(answer)")
  }

  /// Returns the serial numbers in a response.
  private static func serials(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "\"serial\":\"", maxSplits: 1)
      return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : nil
    }
  }

  @Test func goesThroughPassesOfSeveralTypes() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("passes.sqlite"))
    let responder = Self.responder(store)
    _ = try await store.save(["A", "B"].map { Self.version("pass.a", $0) }, now: 1)
    #expect(try await Self.serials(Self.ask(responder, "/passes?after=A").text) == ["B"])
    _ = try await store.save(["A", "C"].map { Self.version("pass.b", $0) }, now: 2)
    for (query, expected) in [
      ("", ["A", "B", "A", "C"]), ("?limit=1", ["A"]), ("?passType=pass.b", ["A", "C"]),
      ("?passType=pass.a", ["A", "B", "A", "C"]), ("?passType=pass.a&after=B", ["A", "C"]),
      ("?passType=pass.b&after=A&limit=1", ["C"]), ("?passType=pass.b&after=C", []),
    ] {
      let found = try await Self.ask(responder, "/passes\(query)")
      #expect(found.status == 200 && Self.serials(found.text) == expected, "\(query)")
    }
    // Without a pass type identifier, the serial number is ambiguous.
    let alone = try await Self.ask(responder, "/passes?after=A")
    #expect(alone.status == 400 && alone.text.contains("passType"), "\(alone)")
  }
}

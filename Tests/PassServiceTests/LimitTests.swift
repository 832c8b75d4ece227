// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import PassCrypto
import PassRegistry
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassService

/// Tests that requests over a limit cost little and do not affect other clients.
@Suite(.serialized)
struct LimitTests {
  private static let type = "pass.com.example.gym"
  private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// A service with the pass A, whose authentication token is `secret`.
  private struct Case {
    let folder: TemporaryFolder
    let store: SQLiteStore
    let metrics = ServiceMetrics()
    let watch: ClientWatch
    var responder: DeviceResponder

    init(registrations: Int64? = nil, _ logger: Logger = LimitTests.quiet) async throws {
      folder = try TemporaryFolder()
      store = try SQLiteStore(folder("a.sqlite"), registrations: registrations)
      watch = ClientWatch(logger, seconds: { 5 })
      responder = DeviceResponder(
        store: store, contents: ContentCache(buildQueue: nil), metrics: metrics, clock: { 1 })
      responder.watch = watch
      responder.used = UsedDevices(store, logger)
      for serial in ["A", "B"] {
        let version = NewVersion(
          passType: LimitTests.type, serial: serial, token: "secret",
          manifest: Array(serial.utf8), digest: Digest.sha256(Array(serial.utf8)), bytes: [1],
          source: .row)
        _ = try await store.save([version], now: 1)
      }
    }

    func pass() async throws -> StoredPass {
      try #require(try await store.pass(passType: LimitTests.type, serial: "A"))
    }

    func text() -> String { metrics.text(StoreCounts(), dropped: 0, gauges: []) }

    /// Sends a request without a network. The body is JSON unless `stream` is given.
    func ask(
      _ method: HTTPRequest.Method, _ path: String, token: String? = nil, _ body: String = "",
      stream: RequestBody? = nil
    ) async throws -> Response {
      var fields = HTTPFields()
      if let token { fields[.authorization] = "ApplePass \(token)" }
      let request = Request(
        head: HTTPRequest(
          method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields),
        body: stream ?? RequestBody(buffer: ByteBuffer(string: body)))
      return try await responder.respond(to: request, context: ConnectionContext(EmbeddedChannel()))
    }

    func register(_ device: String, token: String = "secret") async throws -> Response {
      try await ask(
        .post, "/v1/devices/\(device)/registrations/\(LimitTests.type)/A", token: token,
        #"{"pushToken": "aa"}"#)
    }

    func list(_ device: String) async throws -> Int {
      try await ask(.get, "/v1/devices/\(device)/registrations/\(LimitTests.type)").status.code
    }
  }

  // MARK: Ignored bodies

  private typealias Part = HTTPServerResponsePart

  /// A handler that counts the reads that reach the socket.
  private final class ReadCount: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart
    var reads = 0

    func read(context: ChannelHandlerContext) {
      reads += 1
      context.read()
    }
  }

  private static func head(
    _ method: HTTPMethod, _ uri: String, _ headers: HTTPHeaders = [:]
  ) -> HTTPServerRequestPart {
    .head(HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: headers))
  }

  /// Returns a connection from an address shared by all clients.
  private static func connection(
    _ one: Case, _ handlers: [any ChannelHandler] = []
  ) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    let answers: any ChannelHandler = DirectResponses(one.responder)
    try channel.pipeline.syncOperations.addHandlers(handlers + [answers])
    try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return channel
  }

  /// Returns the head of the next complete response.
  private static func answer(on channel: EmbeddedChannel) throws -> HTTPResponseHead? {
    channel.embeddedEventLoop.run()
    guard case .head(let head) = try channel.readOutbound(as: Part.self) else { return nil }
    while let part = try channel.readOutbound(as: Part.self) {
      if case .end = part { return head }
    }
    return nil
  }

  private static func body(_ count: Int) -> HTTPServerRequestPart {
    .body(ByteBuffer(repeating: 0x20, count: count))
  }

  @Test func answersAPostOverItsLimitFromItsHeadAndDropsTheBody() async throws {
    let one = try await Case()
    try Self.postOverTheLimit(one)
    #expect(one.text().contains("passc_unread_posts_total 3\n"))
    #expect(try await one.store.messages(limit: 9).isEmpty)
  }

  private static func postOverTheLimit(_ one: Case) throws {
    _ = one.watch.mayKeep(10_000, of: nil)
    let channel = try connection(one)
    for _ in 0..<3 {
      try channel.writeInbound(head(.POST, "/v1/log", ["Content-Length": "200000"]))
      // The response arrives before the body.
      #expect(try answer(on: channel)?.status == .ok)
      for _ in 0..<4 { try channel.writeInbound(body(50_000)) }
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
    }
    // Hummingbird got nothing, and the connection still works for other requests.
    #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
    try channel.writeInbound(head(.GET, "/v1/devices/d/registrations/\(type)"))
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    #expect(try answer(on: channel)?.status == .noContent)
    _ = try channel.finish()
  }

  @Test(arguments: [
    ("/v1/log", "300000", HTTPResponseStatus.payloadTooLarge),
    ("/v1/devices/d/registrations/\(type)/A", "5000", .unauthorized),
    ("/v1/passes/\(type)/A/personalize", "20000", .unauthorized),
    ("/v1/nothing", "9000000000", .notFound),
  ])
  func readsNothingOfABodyThatIsDeclaredTooLarge(
    _ path: String, _ length: String, _ status: HTTPResponseStatus
  ) async throws {
    try Self.declareTooMuch(try await Case(), path, length, status)
  }

  private static func declareTooMuch(
    _ one: Case, _ path: String, _ length: String, _ status: HTTPResponseStatus
  ) throws {
    let count = ReadCount()
    let channel = try connection(one, [count])
    try channel.writeInbound(head(.POST, path, ["Content-Length": length]))
    let answer = try #require(try answer(on: channel))
    #expect(answer.status == status && answer.headers["Connection"] == ["close"])
    let reads = count.reads
    try channel.writeInbound(body(50_000))
    channel.pipeline.read()
    #expect(count.reads == reads)
    #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(300))
    #expect(!channel.isActive)
  }

  @Test func stopsReadingAnEndlessBodyOnceItsCallIsAnswered() async throws {
    try Self.sendWithoutEnd(try await Case())
  }

  private static func sendWithoutEnd(_ one: Case) throws {
    let channel = try connection(one)
    let path = "/v1/devices/d/registrations/\(type)/A"
    try channel.writeInbound(head(.POST, path, ["Transfer-Encoding": "chunked"]))
    // The response of Hummingbird.
    let status = HTTPResponseHead(version: .http1_1, status: .unauthorized)
    channel.write(Part.head(status), promise: nil)
    channel.write(Part.end(nil), promise: nil)
    var passedOn = 0
    for _ in 0..<40 {
      try channel.writeInbound(body(10_000))
      while case .body(let bytes) = try channel.readInbound(as: HTTPServerRequestPart.self) {
        passedOn += bytes.readableBytes
      }
    }
    #expect(passedOn <= 262_144)
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(300))
    #expect(!channel.isActive)
  }

  @Test func looksAtTheTokenBeforeTheBody() async throws {
    let one = try await Case()
    for path in [
      "/v1/devices/d/registrations/\(Self.type)/A", "/v1/passes/\(Self.type)/A/personalize",
    ] {
      let looks = Mutex(0)
      let stream = AsyncStream<ByteBuffer>(unfolding: {
        looks.withLock { $0 += 1 }
        return nil
      })
      let body = RequestBody(asyncSequence: stream)
      let answer = try await one.ask(.post, path, token: "wrong", stream: body)
      #expect(answer.status == .unauthorized)
      #expect(looks.withLock { $0 } == 0, "\(path)")
    }
  }

  @Test func aPostCountsForItsSizeWhateverIsInIt() async throws {
    let one = try await Case()
    let none = [String](repeating: #""""#, count: 60_000).joined(separator: ",")
    let empty = #"{"logs":["# + none + "]}"
    for body in [empty, String(repeating: "[", count: 200_000)] {
      for _ in 0..<3 { _ = try await one.ask(.post, "/v1/log", body) }
    }
    // Six requests of about 200 kB each, from a total of 10,000 messages.
    #expect(one.watch.mayKeep(10_000, of: nil) < 9_000)
  }

  @Test func findsTheCauseOfALongMessageAndHidesItsSecretsInLinearTime() {
    let text = String(repeating: "invalid personalis ", count: 50_000)
    let secret = String(repeating: "a", count: 64)
    let time = ProcessorTime.ofThread {
      #expect(LogMessage.cause(of: text) == .unknown)
      #expect(LogMessage.cause(of: text + "spurious push") == .spuriousPush)
      let hidden = DeviceSecrets.hidden(text + secret)
      #expect(hidden.hasSuffix("#" + Digest.sha256Hex(Array(secret.utf8)).prefix(12)))
    }
    // For 1 MB, about 0.1 s without optimization. A quadratic search would take seconds.
    #expect(time < .seconds(1), "\(time)")
  }

  // MARK: Registrations

  @Test func newRegistrationsOfOnePassHaveALimit() async throws {
    let one = try await Case()
    let pass = try await one.pass()
    #expect(try await one.register("known").status == .created)
    for _ in 1..<10_000 { #expect(one.watch.register(pass, from: nil) == 0) }
    let refused = try await one.register("new")
    #expect(refused.status == .tooManyRequests)
    #expect(refused.headers[.retryAfter] == "1")
    #expect(try await one.register("new", token: "wrong").status == .unauthorized)
    // A registered device may register again.
    #expect(try await one.register("known").status == .ok)
    #expect(try await one.store.counts().registrations == 1)
  }

  @Test func aRepeatedRegistrationIsNotCountedAsNew() async throws {
    let one = try await Case()
    for _ in 0..<20 { _ = try await one.register("d") }
    let pass = try await one.pass()
    for _ in 1..<10_000 { #expect(one.watch.register(pass, from: nil) == 0) }
    #expect(one.watch.register(pass, from: nil) > 0)
  }

  @Test func madeUpRegistrationsPushOutNobodyWhoOnceAsked() async throws {
    var one = try await Case(registrations: 50)
    // A small version of the attack. Its rate is not limited here.
    one.responder.watch = nil
    for number in 0..<20 {
      #expect(try await one.register("real\(number)").status == .created)
      #expect(try await one.list("real\(number)") == 200)
    }
    await one.responder.used?.write()
    for number in 0..<200 { #expect(try await one.register("fake\(number)").status == .created) }
    for number in 0..<20 {
      #expect(try await one.list("real\(number)") == 200, "real\(number) is gone")
    }
    #expect(one.store.droppedRegistrations == 170)
  }

  @Test func warnsOnceOfAPassOnAsManyDevicesAsItMayBe() async throws {
    let lines = Mutex<[String]>([])
    let logger = Logger(label: "test") { _ in Keeper { line in lines.withLock { $0.append(line) } }
    }
    let one = try await Case(registrations: 3, logger)
    for number in 0..<9 { _ = try await one.register("d\(number)") }
    let said = lines.withLock { $0 }
    #expect(said.count == 1 && said[0].contains("a pass is at its device limit"), "\(said)")
    let page = StatusPage(
      counts: StoreCounts(), messages: [], stopped: [], days: [], full: one.store.fullPasses)
    #expect(page.html.contains("<li>A of \(Self.type): 3</li>"))
  }

  private struct Keeper: LogHandler {
    let keep: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) { keep("\(event.message)") }
  }
}

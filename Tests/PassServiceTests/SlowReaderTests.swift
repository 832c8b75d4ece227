// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore
import PassBasics
import PassRegistry
import PassTesting
import Testing

@testable import PassService

/// Tests of clients that read their responses slowly or not at all. The tests run one at a time,
/// because each keeps a processor busy.
///
/// A machine that does other work can be late by more than a limit. So a test that finds something
/// wrong tries again with all its times 4 and 16 times as long.
@Suite(.serialized)
struct SlowReaderTests {
  /// The limits of the server, in milliseconds, before they are stretched.
  private static let idle: Int64 = 400
  private static let stalled: Int64 = 600
  /// More bytes than the system buffers for a socket.
  private static let size = 16 << 20

  /// The server under test.
  enum Kind: CaseIterable {
    case devices
    case operators
  }

  /// Calls `body` on a thread with the port of a server and a request with a large response.
  private static func serving<Value: Sendable>(
    _ kind: Kind, stretched: Int, _ body: @escaping @Sendable (UInt16, [UInt8]) -> Value
  ) async throws -> Value {
    let limits = ConnectionPatience.Limits(
      idle: .milliseconds(idle * Int64(stretched)),
      stalled: .milliseconds(stalled * Int64(stretched)))
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("passes.sqlite"))
    _ = try await store.save(
      [
        NewVersion(
          passType: "pass.a", serial: "A", token: "token-0123456789", manifest: [1], digest: [1],
          bytes: Array(repeating: 7, count: size), source: .ledger)
      ], now: 1)
    let metrics = ServiceMetrics()
    let devices = DeviceResponder(
      store: store, contents: ContentCache(buildQueue: nil), metrics: metrics, clock: { TestCA.now }
    )
    let large = CallbackResponder<ConnectionContext> { request, _ in
      var request = request
      let count = try await request.collectBody(upTo: 1 << 20).readableBytes
      let answer = ByteBuffer(repeating: 7, count: count > 0 ? count : size)
      return Response(status: .ok, body: .init(byteBuffer: answer))
    }
    let (ports, port) = AsyncStream.makeStream(of: UInt16.self)
    let configuration = ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
    let running: @Sendable (any Channel) async -> Void = {
      port.yield(UInt16($0.localAddress?.port ?? 0))
    }
    let server: HTTPServerBuilder =
      switch kind {
      case .devices:
        ServiceRun.server(of: devices, nil, ConnectionBound(metrics) { _ in true }, limits)
      case .operators: ServiceRun.server(limits)
      }
    let task = Task {
      try await Application(
        responder: large, server: server, configuration: configuration, onServerRunning: running
      ).run()
    }
    let path = kind == .devices ? "/v1/passes/pass.a/A" : "/"
    let request =
      "GET \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: ApplePass token-0123456789\r\n\r\n"
    var iterator = ports.makeAsyncIterator()
    let number = try #require(await iterator.next())
    let value = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body(number, Array(request.utf8))) }
    }
    task.cancel()
    _ = await task.result
    try store.end()
    return value
  }

  /// Calls `attempt` until it finds nothing wrong, and tells it how many times as long to wait: 1,
  /// 4, then 16. Returns what the last call found wrong.
  private static func patiently(
    _ attempt: (_ stretched: Int) async throws -> String?
  ) async rethrows -> String? {
    var wrong: String?
    for stretched in [1, 4, 16] {
      wrong = try await attempt(stretched)
      guard wrong != nil else { break }
    }
    return wrong
  }

  /// Returns a connection with a small receive buffer.
  private static func connection(to port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var room: Int32 = 256 << 10
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return connected == 0 ? descriptor : -1
  }

  /// Reads until the other side closes the connection or `limit` bytes have arrived.
  private static func read(
    _ descriptor: Int32, upTo limit: Int, pausing pause: UInt32 = 0
  ) -> Int {
    var total = 0
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while total < limit {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      total += count
      if pause > 0 { usleep(pause) }
    }
    return total
  }

  @Test func servesWhoeverGoesOnReading() async throws {
    let wrong = try await Self.patiently { stretched in
      let started = ContinuousClock.now
      let count = try await Self.serving(.devices, stretched: stretched) { port, request in
        let descriptor = Self.connection(to: port)
        defer { close(descriptor) }
        _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
        return Self.read(descriptor, upTo: Self.size, pausing: UInt32(6_000 * stretched))
      }
      let longerThanBothLimits = Duration.milliseconds(1_400 * stretched)
      guard ContinuousClock.now - started > longerThanBothLimits else { return "read too fast" }
      return count >= Self.size ? nil : "\(count) of \(Self.size)"
    }
    #expect(wrong == nil)
  }

  @Test(arguments: Kind.allCases)
  func closesAConnectionThatTakesNothing(_ kind: Kind) async throws {
    let wrong = try await Self.patiently { stretched in
      let count = try await Self.serving(kind, stretched: stretched) { port, request in
        let descriptor = Self.connection(to: port)
        defer { close(descriptor) }
        _ = send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
        usleep(UInt32(2_500_000 * stretched))
        return Self.read(descriptor, upTo: Self.size)
      }
      return count > 0 && count < Self.size ? nil : "\(count): it was cut long ago"
    }
    #expect(wrong == nil)
  }

  @Test func takesABodyAsLongAsItGoesOn() async throws {
    let wrong = try await Self.patiently { stretched in
      let (sent, answered, rest) = try await Self.serving(
        .operators, stretched: stretched
      ) { port, _ in
        let descriptor = Self.connection(to: port)
        defer { close(descriptor) }
        let head = Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8\r\n\r\n".utf8)
        var sent = send(descriptor, head, head.count, Int32(MSG_NOSIGNAL)) - head.count
        for _ in 0..<8 {
          usleep(UInt32(150_000 * stretched))
          sent += send(descriptor, [7], 1, Int32(MSG_NOSIGNAL))
        }
        let answered = Self.read(descriptor, upTo: 40)
        // Between requests it is closed.
        return (sent, answered, Self.read(descriptor, upTo: 1 << 20))
      }
      let right = sent == 8 && answered >= 40 && rest < 1 << 20
      return right ? nil : "sent \(sent), answered \(answered), then \(rest)"
    }
    #expect(wrong == nil)
  }
}

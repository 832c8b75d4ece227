// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import Synchronization

/// The server of the live page. It listens only on loopback, and rejects requests with an unknown
/// path or host.
package final class WatchServer: HTTPResponder {
  package typealias Context = BasicRequestContext

  private let session: WatchSession
  /// The first part of every path: 128 random bits, so that other users and websites cannot guess
  /// it.
  private let key = WatchServer.unguessable()
  private let port = Mutex(0)

  package init(_ session: WatchSession) {
    self.session = session
  }

  private static func unguessable() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let part = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - part.count) + part
    }.joined()
  }

  /// Serves on a free port until the task is cancelled.
  ///
  /// - Parameter begun: called with the address of the page.
  package func run(begun: @escaping @Sendable (String) async -> Void) async throws {
    let application = Application(
      responder: self,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { [self] channel in
        let number = channel.localAddress?.port ?? 0
        port.withLock { $0 = number }
        await begun("http://127.0.0.1:\(number)/\(key)/")
      },
      logger: Logger(label: "passc-service") { _ in SwiftLogNoOpLogHandler() })
    try await application.run()
  }

  // MARK: Responses

  /// Responds with the page, or with its generation after the next change.
  package func respond(to request: Request, context: Context) async throws -> Response {
    let port = port.withLock { $0 }
    // DNS rebinding: a website can point its own name to 127.0.0.1, but then `Host` is that name.
    guard let host = request.head.authority?.lowercased(),
      host == "127.0.0.1:\(port)" || host == "localhost:\(port)"
    else { return Self.rejection(.misdirectedRequest) }
    let path = request.uri.path
    guard path == "/\(key)/" || path == "/\(key)/changes" else { return Self.rejection(.notFound) }
    guard request.method == .get else { return Self.rejection(.methodNotAllowed) }
    let choices = request.uri.queryParameters.map {
      (name: String($0.key), value: String($0.value))
    }
    guard path == "/\(key)/" else {
      let known = choices.first { $0.name == "after" }.flatMap { Int($0.value) } ?? -1
      let generation = await session.change(after: known)
      return Self.response(Self.plain, Array("\(generation)\n".utf8))
    }
    let nonce = Self.unguessable()
    return Self.response(
      "text/html; charset=utf-8", await session.page(choices, nonce: nonce),
      policy: WatchPage.policy(nonce: nonce))
  }

  private static let plain = "text/plain; charset=utf-8"

  private static func response(
    _ type: String, _ body: [UInt8], status: HTTPResponse.Status = .ok,
    policy: String = "default-src 'none'"
  ) -> Response {
    var headers = HTTPFields()
    for (name, value) in [("Content-Type", type), ("Content-Security-Policy", policy)] + guards {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// Headers against caching, referrers, content sniffing and use inside other pages.
  private static let guards = [
    ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]

  private static func rejection(_ status: HTTPResponse.Status) -> Response {
    response(plain, Array("\(status.reasonPhrase)\n".utf8), status: status)
  }
}

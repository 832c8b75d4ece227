// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import PassBasics
package import PassCrypto
import PassUpdates
import Synchronization

/// The credential for the push service.
package enum PushCredential: Sendable {
  /// The signing certificate, its chain and its key, as TLS client certificate. A key that is not
  /// in a file signs once for each connection.
  case certificate([Certificate], any SigningKey)
  case token(ProviderToken)
}

/// The push service and how to connect to it.
package struct PushTarget: Sendable {
  /// Apple's push service. Passes use its production environment only.
  package static let apple = PushTarget(host: "api.push.apple.com", port: 443)

  /// Host name, or address of a simulated push service.
  package var host: String
  /// Apple has 443 and 2197.
  package var port: Int
  /// Trusted authorities for a simulated push service. If not empty, they replace those of the
  /// system.
  package var trust: [Certificate] = []
  /// Whether pushes have the type `background`. By default they have no type and are delivered
  /// immediately.
  package var sentAsBackground = false
  /// Time limit for a response, in seconds.
  package var timeout = 30

  package init(host: String, port: Int, trust: [Certificate] = []) {
    self.host = host
    self.port = port
    self.trust = trust
  }
}

/// An error in the certificate, key or target. No push can be sent.
package struct PushSetupError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

/// A sender of pushes over one HTTP/2 connection, with as many parallel requests as the peer
/// allows.
///
/// Use one sender for each certificate or team. If the peer does not offer HTTP/2, nothing is sent.
package final class PushSender: PushSending {
  private let client: HTTPClient
  private let group: MultiThreadedEventLoopGroup
  private let calls: PushCalls
  private let target: PushTarget
  private let credential: PushCredential
  private let base: String
  private let now: @Sendable () -> Int64
  private let connections: ConnectionCounter
  private let lastKeyError = LastKeyError()

  /// Creates a sender. It connects at the first push.
  ///
  /// - Parameter now: returns seconds since 1970, for the age of provider tokens.
  package init(
    to target: PushTarget, as credential: PushCredential,
    now: @escaping @Sendable () -> Int64 = { Environment.now }
  ) throws(PushSetupError) {
    self.target = target
    self.credential = credential
    self.now = now
    let host = target.host.contains(":") ? "[\(target.host)]" : target.host
    base = "https://\(host):\(target.port)/3/device/"
    let counter = ConnectionCounter()
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: try Self.tls(target, credential, lastKeyError),
      redirectConfiguration: .disallow,
      timeout: .init(connect: .seconds(15), read: .seconds(Int64(target.timeout))))
    // Apple treats repeated opening and closing of connections as an attack.
    configuration.connectionPool.idleTimeout = .hours(6)
    // The pool opens eight connections while it does not know the protocol of the peer.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
    // The outbox decides about retries.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.httpVersion = .automatic
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channel.eventLoop.makeFailedFuture(NoHTTP2())
    }
    configuration.http2ConnectionDebugInitializer = { channel in
      counter.add()
      return channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let frames = try pipeline.context(handlerType: NIOHTTP2Handler.self)
        try pipeline.addHandler(FlushTogether(), position: .before(frames.handler))
      }
    }
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    calls = PushCalls(client: client, loop: group.next(), timeout: .seconds(Int64(target.timeout)))
    connections = counter
  }

  /// Number of connections made so far.
  package var connectionCount: Int { connections.count }

  package func send(topic: String, deviceTokens: [String]) async -> [PushResult] {
    // A token that cannot be in a path gets the response that the push service would give.
    var answers = [PushResult](
      repeating: .response(.init(status: 400, reason: "BadDeviceToken")), count: deviceTokens.count)
    let sendable = deviceTokens.indices.filter { PushToken.isSendable(deviceTokens[$0]) }
    await send(topic, deviceTokens, at: sendable, &answers)
    guard case .token(let token) = credential else { return answers }
    let refused = answers.indices.filter { PushVerdict(of: answers[$0]) == .renewToken }
    guard !refused.isEmpty else { return answers }
    do {
      guard try token.renew(at: now()) else { return answers }
    } catch {
      for index in refused { answers[index] = .unanswered("\(error)") }
      return answers
    }
    await send(topic, deviceTokens, at: refused, &answers)
    return answers
  }

  /// Closes all connections. Nothing can be sent afterwards.
  package func close() async {
    try? await client.shutdown()
    try? await group.shutdownGracefully()
  }

  /// Sends the pushes at some indices and stores their results at the same indices.
  private func send(
    _ topic: String, _ deviceTokens: [String], at indices: [Int], _ answers: inout [PushResult]
  ) async {
    guard !indices.isEmpty else { return }
    let results: [Result<PushResult, any Error>]
    do {
      let headers = try headers(topic)
      results = await calls.answers(
        to: try indices.map { try request(deviceTokens[$0], headers) })
    } catch {
      results = indices.map { _ in .failure(error) }
    }
    // If the key failed to sign, this is the reason for all pushes that waited for the connection.
    let reason = results.contains { (try? $0.get()) == nil } ? lastKeyError.remove() : nil
    for (index, result) in zip(indices, results) {
      switch result {
      case .success(let answer): answers[index] = answer
      case .failure(let error):
        answers[index] = .unanswered(
          reason.map { "no connection: \($0)" } ?? Self.description(error))
      }
    }
  }

  private func headers(_ topic: String) throws(CryptoError) -> HTTPHeaders {
    var headers = HTTPHeaders([("apns-topic", topic)])
    if target.sentAsBackground {
      // Background pushes must have priority 5. Apple may delay them.
      headers.add(name: "apns-push-type", value: "background")
      headers.add(name: "apns-priority", value: "5")
    }
    if case .token(let token) = credential {
      headers.add(name: "authorization", value: "bearer \(try token.token(at: now()))")
    }
    return headers
  }

  private func request(_ token: String, _ headers: HTTPHeaders) throws -> HTTPClient.Request {
    try HTTPClient.Request(
      url: base + token, method: .POST, headers: headers, body: .byteBuffer(Self.payload))
  }

  /// Wallet ignores the payload of a push.
  private static let payload = ByteBuffer(string: "{}")

  private static func tls(
    _ target: PushTarget, _ credential: PushCredential, _ fault: LastKeyError
  ) throws(PushSetupError) -> TLSConfiguration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    tls.cipherSuites = TLSSuites.forwardSecret
    do {
      if !target.trust.isEmpty {
        tls.trustRoots = .certificates(
          try target.trust.map { try NIOSSLCertificate(bytes: $0.der, format: .der) })
      }
      if case .certificate(let chain, let key) = credential {
        tls.certificateChain = try chain.map {
          .certificate(try NIOSSLCertificate(bytes: $0.der, format: .der))
        }
        if let key = key as? PrivateKey {
          var bytes = try key.pkcs8()
          defer { Secret.wipe(&bytes) }
          tls.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: bytes, format: .der))
        } else {
          let key = try OutsideTLSKey(key, lastError: fault)
          tls.maximumTLSVersion = key.newestVersion
          tls.privateKey = .privateKey(NIOSSLPrivateKey(customPrivateKey: key))
        }
      }
    } catch let error as CryptoError {
      throw PushSetupError("\(error)")
    } catch is OutsideTLSKey.KeyKindError {
      throw PushSetupError(
        "a signing key outside a file must be RSA or P-256 for pushes; give --push-key")
    } catch {
      throw PushSetupError("TLS rejects the certificate or its key: \(error)")
    }
    return tls
  }

  /// Describes an error for the operator. The text must not contain a push token.
  private static func description(_ error: any Error) -> String {
    switch error {
    case is NoHTTP2: return "the push service does not offer HTTP/2"
    case let error as HTTPClientError:
      switch error {
      case .remoteConnectionClosed:
        return "the push service closed the connection without a response, as it does when it "
          + "rejects the certificate"
      case .connectTimeout, .deadlineExceeded, .readTimeout, .getConnectionFromPoolTimeout,
        .tlsHandshakeTimeout:
        return "no response in time"
      default: return "\(error)"
      }
    case let error as NIOConnectionError: return "no connection: \(description(connecting: error))"
    case let error as IOError: return "no connection: \(FileError.message(for: error.errnoCode))"
    case let error as NIOSSLError: return description(tls: "\(error)")
    default: return "\(error)"
    }
  }

  /// Error text for a certificate of the push service without a trusted issuer.
  package static let untrusted = "TLS: the certificate of the push service is not trusted"

  private static func description(connecting error: NIOConnectionError) -> String {
    for failure in error.connectionErrors {
      if let fault = failure.error as? IOError { return FileError.message(for: fault.errnoCode) }
    }
    return error.connectionErrors.isEmpty ? "unknown host \(error.host)" : "\(error)"
  }

  /// Describes a TLS error without the source location in BoringSSL.
  static func description(tls text: String) -> String {
    if text.contains("CERTIFICATE_VERIFY_FAILED") { return untrusted }
    if let mark = text.firstRange(of: "OPENSSL_internal:") {
      let reason = text[mark.upperBound...].prefix { $0 == "_" || $0.isLetter || $0.isNumber }
      return "TLS: \(reason.lowercased().replacing("_", with: " "))"
    }
    if text.contains("EOF during handshake") {
      return "TLS: the push service closed the connection during the handshake"
    }
    return text.contains("/") ? "TLS: the handshake with the push service failed" : "TLS: \(text)"
  }
}

/// Error for a peer that chose another protocol.
private struct NoHTTP2: Error {}

private final class ConnectionCounter: Sendable {
  private let made = Mutex(0)
  var count: Int { made.withLock { $0 } }
  func add() { made.withLock { $0 += 1 } }
}

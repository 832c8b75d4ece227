// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS
package import PassCrypto
import Synchronization

/// An HTTP client that calls a web service as phones and untrusted clients do.
///
/// It opens a connection for each request, sends the path unchanged and shows the TLS handshake.
/// General HTTP clients normalize paths and hide the handshake, and both have to be tested.
package final class WebClient: Sendable {
  /// Which TLS connections are accepted.
  package enum Security: Sendable, Hashable {
    /// As App Transport Security requires: TLS 1.2 or later, forward secrecy, a trusted
    /// certificate.
    case strict
    /// Anything, to find out what the server offers.
    case any
  }

  /// Limit for the body of a response.
  package static let limitInBytes = 64 << 20

  private let group: MultiThreadedEventLoopGroup
  private let strict: NIOSSLContext
  private let lenient: NIOSSLContext
  private let timeout: Int

  /// Creates a client with its own event loop thread.
  ///
  /// - Parameters:
  ///   - trust: trusted authorities in addition to those of the system.
  ///   - timeout: maximum time without a byte from the server, in seconds.
  package init(trusting trust: [Certificate] = [], timeout: Int = 30) throws {
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    self.timeout = timeout
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    tls.applicationProtocols = ["http/1.1"]
    // The TLS 1.2 cipher suites with forward secrecy that App Transport Security allows.
    tls.cipherSuites = [
      "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-GCM-SHA256",
      "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-AES256-GCM-SHA384",
      "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305",
      "ECDHE-ECDSA-AES128-SHA256", "ECDHE-RSA-AES128-SHA256",
    ].joined(separator: ":")
    tls.additionalTrustRoots = [
      .certificates(try trust.map { try NIOSSLCertificate(bytes: $0.der, format: .der) })
    ]
    strict = try NIOSSLContext(configuration: tls)
    var any = TLSConfiguration.makeClientConfiguration()
    any.minimumTLSVersion = .tlsv1
    any.certificateVerification = .none
    lenient = try NIOSSLContext(configuration: any)
  }

  /// Sends a request over a new connection and returns the response.
  package func fetchResponse(
    to call: WebCall, at origin: WebOrigin, security: Security = .strict
  ) async throws(WebError) -> WebResponse {
    let started = ContinuousClock.now
    let collected = try await exchange(call, origin, security)
    let spent = ContinuousClock.now - started
    let milliseconds =
      Int(spent.components.seconds) * 1_000
      + Int(spent.components.attoseconds / 1_000_000_000_000_000)
    return WebResponse(
      status: Int(collected.head.status.code),
      headers: collected.head.headers.map { WebHeader($0.name, $0.value) },
      body: collected.body, milliseconds: milliseconds)
  }

  /// Connects, completes a TLS handshake and returns what the server sent in it. Sends no request.
  package func handshake(
    with origin: WebOrigin, security: Security
  ) async throws(WebError) -> TLSFacts {
    let facts = group.any().makePromise(of: TLSFacts.self)
    let channel: any Channel
    do {
      channel = try await bootstrap().connect(host: origin.host, port: origin.port).get()
    } catch {
      facts.fail(WebError.unreachable(Self.description(error)))
      throw .unreachable(Self.description(error))
    }
    do {
      try await channel.eventLoop.submit {
        let handler = try self.tls(origin, security)
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.pipeline.syncOperations.addHandler(HandshakeWatcher(handler, facts))
      }.get()
      let deadline = channel.eventLoop.scheduleTask(in: .seconds(Int64(timeout))) {
        facts.fail(WebError.slow(seconds: self.timeout))
      }
      let result = try await facts.futureResult.get()
      deadline.cancel()
      try? await channel.close()
      return result
    } catch {
      facts.fail(error)
      try? await channel.close()
      throw error as? WebError ?? .tls(Self.description(error))
    }
  }

  /// Shuts down the event loop thread.
  package func close() async { try? await group.shutdownGracefully() }

  // MARK: One exchange

  private func bootstrap() -> ClientBootstrap {
    ClientBootstrap(group: group).connectTimeout(.seconds(Int64(timeout)))
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
  }

  private func tls(_ origin: WebOrigin, _ security: Security) throws -> NIOSSLClientHandler {
    let isAddress = (try? SocketAddress(ipAddress: origin.host, port: 0)) != nil
    return try NIOSSLClientHandler(
      context: security == .strict ? strict : lenient,
      serverHostname: isAddress ? nil : origin.host)
  }

  private func exchange(
    _ call: WebCall, _ origin: WebOrigin, _ security: Security
  ) async throws(WebError) -> CollectedAnswer {
    let promise = group.any().makePromise(of: CollectedAnswer.self)
    let channel: any Channel
    do {
      channel = try await bootstrap().channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if origin.isSecure { try pipeline.addHandler(try self.tls(origin, security)) }
          try pipeline.addHTTPClientHandlers(
            leftOverBytesStrategy: .dropBytes, enableOutboundHeaderValidation: false)
          try pipeline.addHandler(
            ResponseCollector(promise, isHead: call.method == "HEAD", timeout: self.timeout))
        }
      }.connect(host: origin.host, port: origin.port).get()
    } catch {
      let fault = WebError.unreachable(Self.description(error))
      promise.fail(fault)
      throw fault
    }
    send(call, origin, on: channel)
    defer { channel.close(promise: nil) }
    do {
      return try await promise.futureResult.get()
    } catch let fault as WebError {
      throw fault
    } catch let error as NIOSSLError {
      throw .tls("\(error)")
    } catch {
      throw .broken(Self.description(error))
    }
  }

  private func send(_ call: WebCall, _ origin: WebOrigin, on channel: any Channel) {
    var headers = HTTPHeaders()
    headers.add(name: "Host", value: origin.hostHeader)
    headers.add(name: "Accept", value: "*/*")
    headers.add(name: "User-Agent", value: "passd/1.0 (passc rehearse)")
    for header in call.headers { headers.add(name: header.name, value: header.value) }
    if !call.body.isEmpty || ["POST", "PUT"].contains(call.method) {
      headers.add(name: "Content-Length", value: String(call.body.count))
    }
    headers.add(name: "Connection", value: "close")
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: call.method), uri: call.path,
      headers: headers)
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    if !call.body.isEmpty {
      channel.write(
        HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: call.body))), promise: nil)
    }
    // The write may fail, because a server may respond and close before it has read everything. The
    // response counts then.
    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
  }

  private static func description(_ error: any Error) -> String {
    guard let error = error as? NIOConnectionError else { return "\(error)" }
    return error.connectionErrors.first.map { "\($0.error)" }
      ?? "\(error.host) has no address"
  }
}

private struct CollectedAnswer: Sendable {
  let head: HTTPResponseHead
  var body: [UInt8] = []
}

/// Collects the parts of a response. Runs on the event loop of its channel.
private final class ResponseCollector: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let promise: EventLoopPromise<CollectedAnswer>
  private let isHead: Bool
  private let timeout: Int
  private var answer: CollectedAnswer?
  private var lastPart = NIODeadline.now()
  private var deadline: Scheduled<Void>?

  init(_ promise: EventLoopPromise<CollectedAnswer>, isHead: Bool, timeout: Int) {
    (self.promise, self.isHead, self.timeout) = (promise, isHead, timeout)
  }

  func channelActive(context: ChannelHandlerContext) {
    lastPart = .now()
    watch(context)
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  /// Fails the request after `timeout` seconds without a byte. The complete response has no limit.
  private func watch(_ context: ChannelHandlerContext) {
    let end = lastPart + .seconds(Int64(timeout))
    deadline = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) {
      guard NIODeadline.now() < self.lastPart + .seconds(Int64(self.timeout)) else {
        return self.promise.fail(WebError.slow(seconds: self.timeout))
      }
      self.watch(context)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastPart = .now()
    switch unwrapInboundIn(data) {
    case .head(let head): answer = CollectedAnswer(head: head)
    case .body(let buffer):
      answer?.body += buffer.readableBytesView
      if let answer, answer.body.count > WebClient.limitInBytes {
        promise.fail(WebError.tooLong(limitInBytes: WebClient.limitInBytes))
        context.close(promise: nil)
      }
    case .end: if let answer { promise.succeed(answer) }
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // If the server ends TLS without close_notify, the response read so far counts.
    if case .uncleanShutdown? = error as? NIOSSLError, answer != nil { return }
    promise.fail(error)
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(WebError.broken("closed without a response"))
    context.fireChannelInactive()
  }
}

/// Waits for the end of a handshake and reads its version and certificate.
private final class HandshakeWatcher: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let handler: NIOSSLClientHandler
  private let promise: EventLoopPromise<TLSFacts>

  init(_ handler: NIOSSLClientHandler, _ promise: EventLoopPromise<TLSFacts>) {
    (self.handler, self.promise) = (handler, promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case .handshakeCompleted? = event as? TLSUserEvent else { return }
    let certificates = (handler.peerCertificate.map { [$0] } ?? []).compactMap {
      (try? $0.toDERBytes()).flatMap { try? Certificate(der: $0) }
    }
    let version =
      switch handler.tlsVersion {
      case .tlsv1: "TLS 1.0"
      case .tlsv11: "TLS 1.1"
      case .tlsv12: "TLS 1.2"
      case .tlsv13: "TLS 1.3"
      default: "unknown"
      }
    promise.succeed(TLSFacts(version: version, certificates: certificates))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    promise.fail(WebError.tls("\(error)"))
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(WebError.tls("the server closed the connection during the handshake"))
  }
}

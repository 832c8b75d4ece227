// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import PassBasics
package import PassCrypto
import PassJSON
import Synchronization

/// A simulation of Apple's push service on loopback: HTTP/2 over TLS with client certificates or
/// provider tokens.
///
/// It validates pushes as Apple's service does. A script can set the response for a push token.
/// Tests, the demo and `passc rehearse` push to it. All methods can be called from any thread.
package final class PushSimulator: Sendable {
  /// The issuer of the server certificate. Clients have to trust it.
  package let authority: Certificate
  /// The port it listens on.
  package let port: Int
  private let channel: any Channel
  private let group: MultiThreadedEventLoopGroup
  private let recorder: PushRecorder

  /// Generates a server certificate and starts to listen.
  ///
  /// - Parameter clock: returns milliseconds since 1970.
  package init(
    _ options: PushSimulatorOptions = PushSimulatorOptions(),
    clock: @escaping @Sendable () -> Int64 = { Environment.now * 1_000 }
  ) async throws {
    let now = Environment.now
    let authority =
      try options.authority
      ?? LoopbackAuthority(
        name: "passc push stand-in", notBefore: now - 86_400, notAfter: now + 30 * 86_400)
    let server = try authority.server(names: ["localhost", "127.0.0.1"])
    let context = try Self.context(server, options)
    let recorder = PushRecorder(options, clock: clock)
    self.authority = authority.certificate
    self.recorder = recorder
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        Self.set(up: channel, context, options, recorder)
      }
      .bind(host: options.host, port: options.port).get()
    port = channel.localAddress?.port ?? options.port
  }

  /// Sets the responses to the next pushes with a push token. The last one is repeated.
  package func script(_ behaviours: [PushBehaviour], for token: String) {
    recorder.script(behaviours, for: token)
  }

  /// Sets the response to every push without a script for its push token.
  package func scriptOthers(_ behaviour: PushBehaviour) { recorder.scriptOthers(behaviour) }

  /// Sets the responses to the next pushes with any of these push tokens, in order of arrival.
  package func scriptNext(_ behaviours: [PushBehaviour], for tokens: Set<String>) {
    recorder.scriptNext(behaviours, for: tokens)
  }

  /// Calls a closure for each push and delays the response until it returns.
  ///
  /// The sender waits during this time. A simulated phone can therefore request what was visible
  /// when the push was sent.
  package func delayResponses(_ body: @escaping @Sendable (ReceivedPush) async -> Void) {
    recorder.delayResponses(body)
  }

  /// The pushes so far, in order of arrival.
  package var pushes: [ReceivedPush] { recorder.pushes }

  /// Number of pushes so far, including those that are not kept.
  package var count: Int { recorder.count }

  /// Number of connections so far, including those without a push.
  package var connectionCount: Int { recorder.connectionCount }

  /// Calls a closure for each push, on the event loop thread of this service.
  package func onPush(_ body: @escaping @Sendable (ReceivedPush) -> Void) { recorder.onPush(body) }

  /// Handshakes that failed, in order.
  package var refusals: [PushRefusal] { recorder.refusals }

  /// Calls a closure for each failed handshake, on the event loop thread of this service.
  package func onRefusal(_ body: @escaping @Sendable (PushRefusal) -> Void) {
    recorder.onRefusal(body)
  }

  /// Closes all connections and shuts down the event loop thread.
  package func stop() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  // MARK: TLS and HTTP/2

  private static func context(
    _ server: LoopbackAuthority.Server, _ options: PushSimulatorOptions
  ) throws -> NIOSSLContext {
    var tls = TLSConfiguration.makeServerConfiguration(
      certificateChain: [
        .certificate(try NIOSSLCertificate(bytes: server.certificate.der, format: .der))
      ],
      privateKey: .privateKey(
        try NIOSSLPrivateKey(bytes: try server.key.pkcs8(), format: .der)))
    tls.minimumTLSVersion = .tlsv12
    tls.cipherSuites = TLSSuites.forwardSecret
    tls.applicationProtocols = options.offersHTTP2 ? ["h2"] : ["http/1.1"]
    tls.certificateVerification =
      switch options.authentication {
      case .certificate: .noHostnameVerification
      case .any: .optionalVerification
      case .token: .none
      }
    return try NIOSSLContext(configuration: tls)
  }

  private static func set(
    up channel: any Channel, _ context: NIOSSLContext, _ options: PushSimulatorOptions,
    _ recorder: PushRecorder
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let connection = recorder.connect()
      let client = ClientCertificate()
      let handler =
        options.authentication != .token
        // Accepts any issuer. Apple's service accepts only certificates that Apple issued.
        ? NIOSSLServerHandler(
          context: context,
          customVerificationCallback: { certificates, promise in
            client.set(try? certificates.first?.toDERBytes())
            promise.succeed(client.der == nil ? .failed : .certificateVerified)
          }) : NIOSSLServerHandler(context: context)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(handler)
      try pipeline.addHandler(RefusalWatcher(recorder))
      guard options.offersHTTP2 else {
        return try pipeline.addHandler(HangUpHandler())
      }
      var settings = HTTP2Settings()
      settings.append(
        HTTP2Setting(parameter: .maxConcurrentStreams, value: options.streams))
      settings.append(HTTP2Setting(parameter: .maxHeaderListSize, value: 8_000))
      var configuration = NIOHTTP2Handler.ConnectionConfiguration()
      configuration.initialSettings = settings
      try pipeline.addHandler(
        NIOHTTP2Handler(
          mode: .server, eventLoop: channel.eventLoop,
          connectionConfiguration: configuration,
          inboundStreamInitializer: { stream in
            stream.eventLoop.makeCompletedFuture {
              try stream.pipeline.syncOperations.addHandler(
                PushStream(recorder: recorder, connection: connection, client: client))
            }
          }))
    }
  }
}

/// The client certificate of a connection, from any thread.
final class ClientCertificate: Sendable {
  private let held = Mutex<[UInt8]?>(nil)
  var der: [UInt8]? { held.withLock { $0 } }
  func set(_ der: [UInt8]?) { held.withLock { $0 = der } }
}

/// Records a handshake that fails. Runs on the event loop of its connection.
private final class RefusalWatcher: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let recorder: PushRecorder
  private var isOver = false

  init(_ recorder: PushRecorder) { self.recorder = recorder }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted? = event as? TLSUserEvent { isOver = true }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // With TLS 1.3 the client may reject the server certificate after the server has finished.
    let refusal = Self.refusal(error)
    if !isOver || refusal == .untrusted {
      isOver = true
      recorder.refuse(refusal)
    }
    context.fireErrorCaught(error)
  }

  private static func refusal(_ error: any Error) -> PushRefusal {
    let words = "\(error)".uppercased()
    if words.contains("PEER_DID_NOT_RETURN_A_CERTIFICATE") { return .noCertificate }
    let alerts = ["UNKNOWN_CA", "CERTIFICATE_UNKNOWN", "BAD_CERTIFICATE"]
    return alerts.contains { words.contains($0) } ? .untrusted : .failed("\(error)")
  }
}

/// Closes connections that do not use HTTP/2.
private final class HangUpHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    context.close(promise: nil)
  }
}

/// The HTTP/2 stream of one push. Runs on the event loop of its connection.
private final class PushStream: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private let recorder: PushRecorder
  private let connection: Int
  private let client: ClientCertificate
  private var headers = HPACKHeaders()
  private var body: [UInt8] = []

  init(recorder: PushRecorder, connection: Int, client: ClientCertificate) {
    (self.recorder, self.connection, self.client) = (recorder, connection, client)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .headers(let content):
      headers.add(contentsOf: content.headers)
      if content.endStream { respond(context) }
    case .data(let content):
      if case .byteBuffer(let buffer) = content.data, body.count <= AppleLimit.notificationInBytes {
        body += buffer.readableBytesView
      }
      if content.endStream { respond(context) }
    default: break
    }
  }

  private func respond(_ context: ChannelHandlerContext) {
    let (push, hold) = recorder.record(headers, body, connection: connection, client: client.der)
    guard let hold else { return act(push.behaviour, context) }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let eventLoop = context.eventLoop
    Task {
      await hold(push)
      eventLoop.execute {
        let (stream, context) = bound.value
        stream.act(push.behaviour, context)
      }
    }
  }

  private func act(_ behaviour: PushBehaviour, _ context: ChannelHandlerContext) {
    switch behaviour {
    case .accept: send(200, nil, nil, nil, context)
    case .answer(let status, let reason, let timestamp, let retryAfter):
      send(status, reason, timestamp, retryAfter, context)
    case .reset:
      context.writeAndFlush(wrapOutboundOut(.rstStream(.refusedStream)), promise: nil)
    case .goAway(let reason):
      guard let parent = context.channel.parent else { return }
      let frame = HTTP2Frame(
        streamID: .rootStream,
        payload: .goAway(
          lastStreamID: .rootStream, errorCode: .noError,
          opaqueData: ByteBuffer(string: "{\"reason\":\"\(reason)\"}")))
      parent.writeAndFlush(frame).whenComplete { _ in parent.close(promise: nil) }
    case .hangUp: context.channel.parent?.close(promise: nil)
    case .silence: break
    }
  }

  private func send(
    _ status: Int, _ reason: String?, _ timestamp: Int64?, _ retryAfter: Int?,
    _ context: ChannelHandlerContext
  ) {
    // Clients match responses by this header, and some wait for it until they time out.
    var response = HPACKHeaders([(":status", String(status)), ("apns-id", identifier)])
    if let retryAfter { response.add(name: "retry-after", value: String(retryAfter)) }
    guard let reason else {
      return context.writeAndFlush(
        wrapOutboundOut(.headers(.init(headers: response, endStream: true))), promise: nil)
    }
    var text = "{\"reason\":"
    var quoted: [UInt8] = []
    JSONWriter.writeString(reason, to: &quoted)
    text += String(decoding: quoted, as: UTF8.self)
    if let timestamp { text += ",\"timestamp\":\(timestamp)" }
    text += "}"
    context.write(
      wrapOutboundOut(.headers(.init(headers: response))), promise: nil)
    context.writeAndFlush(
      wrapOutboundOut(.data(.init(data: .byteBuffer(ByteBuffer(string: text)), endStream: true))),
      promise: nil)
  }
  /// The `apns-id` of the request, or else a random UUID.
  private var identifier: String {
    if let given = headers.first(name: "apns-id") { return given }
    let digits = Array(Hex.encode((0..<16).map { _ in UInt8.random(in: 0...255) }).uppercased())
    let parts = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20...]]
    return parts.map { String($0) }.joined(separator: "-")
  }
}

// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A server on a loopback port for the small service.
final class SmallServer: Sendable {
  let port: Int
  private let channel: any Channel
  private let group: MultiThreadedEventLoopGroup

  /// Starts the server.
  ///
  /// - Parameter tls: the TLS context, or nil for plain HTTP.
  init(_ service: SmallService, tls: NIOSSLContext? = nil) async throws {
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
          }
          try channel.pipeline.syncOperations.configureHTTPServerPipeline()
          try channel.pipeline.syncOperations.addHandler(SmallHandler(service))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  func stop() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }
}

private final class SmallHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private static let limit = 100_000
  private let service: SmallService
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var isTooLong = false

  init(_ service: SmallService) { self.service = service }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      (body, isTooLong) = ([], false)
    case .body(let buffer):
      if body.count > Self.limit { isTooLong = true } else { body += buffer.readableBytesView }
    case .end:
      guard let head else { return }
      let request = SmallService.Request(
        method: head.method.rawValue, target: head.uri,
        headers: head.headers.map { ($0.name, $0.value) }, body: body, isTooLong: isTooLong)
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let eventLoop = context.eventLoop
      Task { [service] in
        let response = await service.answer(request)
        eventLoop.execute {
          let (handler, context) = bound.value
          handler.send(response, isHead: request.method == "HEAD", context)
        }
      }
    }
  }

  private func send(
    _ response: SmallService.Response, isHead: Bool, _ context: ChannelHandlerContext
  ) {
    var headers = HTTPHeaders(response.headers)
    if response.status != 204, response.status != 304 {
      headers.add(name: "Content-Length", value: String(response.body.count))
    }
    headers.add(name: "Connection", value: "close")
    let head = HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: response.status), headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !isHead, response.status != 304, !response.body.isEmpty {
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}

// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTPTypes

/// Idle timeout for connections that Hummingbird serves. See `ConnectionPatience`.
final class PatientConnection: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: ConnectionPatience.Limits
  private lazy var patience = ConnectionPatience(limits) { [unowned self] in
    unanswered > 0 && !isReading
  }
  /// Number of requests without a complete response.
  private var unanswered = 0
  /// Whether a request is incomplete.
  private var isReading = false

  init(_ limits: ConnectionPatience.Limits) { self.limits = limits }

  func handlerAdded(context: ChannelHandlerContext) { patience.begin(context) }

  func handlerRemoved(context: ChannelHandlerContext) { patience.end() }

  func channelInactive(context: ChannelHandlerContext) {
    patience.end()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    patience.note()
    switch unwrapInboundIn(data) {
    case .head:
      unanswered += 1
      isReading = true
    case .body: break
    case .end: isReading = false
    }
    context.fireChannelRead(data)
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    if case .end = unwrapOutboundIn(data) {
      unanswered -= 1
      patience.note()
    }
    context.write(data, promise: promise)
  }
}

// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Encrypts and hands to the kernel together what is written in one turn of an event loop, a few
/// kilobytes at a time.
///
/// A push is three frames, each flushed by itself, and hundreds of pushes begin in one turn. Waiting
/// for the turn's end with all of them would leave the peer nothing to do meanwhile.
final class FlushTogether: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// How much goes at once.
  private static let enough = 2_048

  private var waiting = 0
  private var isAsked = false
  private var isPlanned = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    waiting += unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    isAsked = true
    guard waiting < Self.enough else { return flushNow(context) }
    guard !isPlanned else { return }
    isPlanned = true
    context.eventLoop.assumeIsolated().execute { [self] in
      isPlanned = false
      flushNow(context)
    }
  }

  func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    flushNow(context)
    context.close(mode: mode, promise: promise)
  }

  private func flushNow(_ context: ChannelHandlerContext) {
    guard isAsked else { return }
    isAsked = false
    waiting = 0
    context.flush()
  }
}

// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Collects what is written in one turn of the event loop and flushes it a few kilobytes at a time.
///
/// A push is three frames, each with its own flush, and hundreds of pushes begin in one turn. A
/// flush encrypts and makes a system call, so one for each frame is slow. One flush for all of them
/// at the end of the turn is slow too, because the peer has nothing to do until then.
final class FlushTogether: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Number of bytes after which a flush is not delayed.
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

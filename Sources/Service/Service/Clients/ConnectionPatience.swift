// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PassBasics

/// Closes a connection whose peer neither sends anything nor takes what was sent to it.
///
/// A peer that takes its answer is never cut off, however slowly it does. How much of an answer is
/// still on its way is what the channel holds and what the system holds for the socket: the system
/// takes megabytes at once, so that a look at the channel alone would see no progress for minutes.
///
/// One for each connection, used on its event loop.
final class ConnectionPatience {
  /// How long a peer may do nothing.
  struct Limits: Sendable {
    /// Between two requests, and in the middle of one.
    var idle = TimeAmount.seconds(60)
    /// While there is something for it to take.
    var stalled = TimeAmount.seconds(30)
  }

  private let limits: Limits
  private let isWorking: () -> Bool
  private var task: Scheduled<Void>?
  private var lastPart = NIODeadline.now()
  /// How many bytes the peer had yet to take at the last look, and since when they are as many.
  private var left = 0
  private var leftSince = NIODeadline.now()

  /// - Parameter isWorking: whether the next step is the service's and not the peer's.
  init(_ limits: Limits, isWorking: @escaping () -> Bool) {
    self.limits = limits
    self.isWorking = isWorking
  }

  /// Begins to watch a connection.
  func begin(_ context: ChannelHandlerContext) {
    lastPart = .now()
    look(context, in: min(limits.idle, limits.stalled))
  }

  /// Ends the watch.
  func end() { task?.cancel() }

  /// Notes that something came from the peer, or that an answer is complete.
  func note() { lastPart = .now() }

  /// Notes that the peer did not take all of an answer at once.
  func noteDelay(_ context: ChannelHandlerContext) {
    guard left == 0 else { return }
    task?.cancel()
    measure(context)
    look(context, in: pause)
  }

  /// Between two looks at an answer that is on its way.
  private var pause: TimeAmount { .nanoseconds(limits.stalled.nanoseconds / 6) }

  private func look(_ context: ChannelHandlerContext, in time: TimeAmount) {
    task = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.look(context) }
  }

  private func look(_ context: ChannelHandlerContext) {
    measure(context)
    let now = NIODeadline.now()
    if left > 0 {
      guard now < leftSince + limits.stalled else { return context.close(promise: nil) }
      return look(context, in: pause)
    }
    let end = max(lastPart, leftSince) + limits.idle
    guard now >= end else { return look(context, in: min(end - now, limits.stalled)) }
    guard isWorking() else { return context.close(promise: nil) }
    look(context, in: limits.stalled)
  }

  private func measure(_ context: ChannelHandlerContext) {
    let count = Self.bytesLeft(context)
    if count != left { leftSince = .now() }
    left = count
  }

  /// How many bytes the peer has yet to take; 0 for a channel that is not a socket.
  private static func bytesLeft(_ context: ChannelHandlerContext) -> Int {
    let pipeline = context.pipeline.syncOperations
    // A socket that was closed has nothing left.
    let sent = try? pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
      bytesHeldBySystem($0)
    }
    guard let sent, let options = context.channel.syncOptions,
      let held = try? options.getOption(.bufferedWritableBytes)
    else { return 0 }
    return sent + held
  }

  /// How many bytes of a socket the other side has not acknowledged.
  private static func bytesHeldBySystem(_ socket: NIOBSDSocket.Handle) -> Int {
    var count: Int32 = 0
    #if os(Linux)
      // SIOCOUTQ, which <linux/sockios.h> defines as TIOCOUTQ.
      guard ioctl(socket, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
    #else
      var size = socklen_t(MemoryLayout<Int32>.size)
      guard getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 else { return 0 }
    #endif
    return Int(count)
  }
}

// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PassBasics

/// Idle timeout of a connection: closes it if the peer neither sends nor receives data.
///
/// A slow peer is never disconnected while it reads its response. The progress is measured by the
/// bytes in the channel and in the send buffer of the kernel. The kernel accepts megabytes at once,
/// so the channel alone would show no progress for minutes.
///
/// There is one for each connection, and only its event loop uses it.
final class ConnectionPatience {
  struct Limits: Sendable {
    /// Longest pause between two requests or within one.
    var idle = TimeAmount.seconds(60)
    /// Longest time in which the peer reads no byte of a response.
    var stalled = TimeAmount.seconds(30)
  }

  private let limits: Limits
  private let isWorking: () -> Bool
  private var task: Scheduled<Void>?
  private var lastPart = NIODeadline.now()
  /// Number of bytes that the peer has not received at the last check, and the time since when this
  /// number is the same.
  private var left = 0
  private var leftSince = NIODeadline.now()

  /// - Parameter isWorking: whether the service works on a response, so that the peer has to wait.
  init(_ limits: Limits, isWorking: @escaping () -> Bool) {
    self.limits = limits
    self.isWorking = isWorking
  }

  func begin(_ context: ChannelHandlerContext) {
    lastPart = .now()
    scheduleCheck(context, in: min(limits.idle, limits.stalled))
  }

  func end() { task?.cancel() }

  /// Records that the peer sent data or that a response is complete.
  func note() { lastPart = .now() }

  /// Starts more frequent checks if part of a response is still in the channel.
  func noteDelay(_ context: ChannelHandlerContext) {
    guard left == 0 else { return }
    task?.cancel()
    measure(context)
    scheduleCheck(context, in: pause)
  }

  /// Pause between two checks while a response is sent.
  private var pause: TimeAmount { .nanoseconds(limits.stalled.nanoseconds / 6) }

  private func scheduleCheck(_ context: ChannelHandlerContext, in time: TimeAmount) {
    task = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.check(context) }
  }

  private func check(_ context: ChannelHandlerContext) {
    measure(context)
    let now = NIODeadline.now()
    if left > 0 {
      guard now < leftSince + limits.stalled else { return context.close(promise: nil) }
      return scheduleCheck(context, in: pause)
    }
    let end = max(lastPart, leftSince) + limits.idle
    guard now >= end else { return scheduleCheck(context, in: min(end - now, limits.stalled)) }
    guard isWorking() else { return context.close(promise: nil) }
    scheduleCheck(context, in: limits.stalled)
  }

  private func measure(_ context: ChannelHandlerContext) {
    let count = Self.bytesLeft(context)
    if count != left { leftSince = .now() }
    left = count
  }

  /// Number of bytes that the peer has not received. It is 0 if the channel is not a socket.
  private static func bytesLeft(_ context: ChannelHandlerContext) -> Int {
    let pipeline = context.pipeline.syncOperations
    // Throws if the socket is closed. Nothing is left to send then.
    let sent = try? pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
      bytesHeldBySystem($0)
    }
    guard let sent, let options = context.channel.syncOptions,
      let held = try? options.getOption(.bufferedWritableBytes)
    else { return 0 }
    return sent + held
  }

  /// Number of bytes in the send buffer of the kernel that the peer has not acknowledged.
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

// SPDX-License-Identifier: Apache-2.0

// What makes the server quicker by a fifth where a processor signs thousands of passes a second; it does
// without as well. As much as this gains for answers of 100 kB on Linux, in the server's environment:
// MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=67108864
// since glibc's allocator else gives their memory back each time, and asks for it anew (mallopt(3)).

import HummingbirdCore
import NIOCore
import NIOPosix

/// Runs Swift's tasks on the threads that read and write connections. A signature takes a processor for a
/// third of a millisecond wherever it is made; here none waits for another thread before and after it.
final class EventLoops: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The loop of the thread that asks, where it is one's.
    MultiThreadedEventLoopGroup.singleton.any().execute {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
    }
  }
}

extension HTTPServerBuilder {
  /// HTTP/1.1 for a server whose tasks run on event loops.
  static var onEventLoops: HTTPServerBuilder {
    .http1(configuration: .init(additionalChannelHandlers: [SentTogether()]))
  }
}

/// Sends what a thread has answered in one turn of its loop together. One after the other, each answer
/// would wake up whoever waits for it, and that one the server, between two signatures.
private final class SentTogether: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = Any

  /// The connections of one thread that have something to send.
  private final class Turn: @unchecked Sendable {
    private var connections: [ChannelHandlerContext] = []

    /// Answers that wait for others, so that none waits longer than for so many signatures.
    private static let most = 8

    func add(_ connection: ChannelHandlerContext) {
      connections.append(connection)
      if connections.count == Self.most { return end() }
      guard connections.count == 1 else { return }
      connection.eventLoop.execute { self.end() }
    }

    private func end() {
      let waiting = connections
      connections.removeAll()
      for connection in waiting { connection.flush() }
    }
  }

  private static let turns = ThreadSpecificVariable<Turn>()

  func flush(context: ChannelHandlerContext) {
    let turn = Self.turns.currentValue ?? Turn()
    Self.turns.currentValue = turn
    turn.add(context)
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    context.flush()
    context.close(mode: mode, promise: promise)
  }
}

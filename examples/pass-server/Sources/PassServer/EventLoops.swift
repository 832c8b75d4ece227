// SPDX-License-Identifier: Apache-2.0

// Makes the server a fifth faster if it signs thousands of passes a second. It is optional. For responses
// of 100 kB on Linux, this environment of the server gains as much again:
// MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=67108864
// Otherwise glibc's allocator returns their memory to the system each time (mallopt(3)).

import HummingbirdCore
import NIOCore
import NIOPosix

/// Runs Swift's tasks on the threads that read and write connections. A signature takes a third of a
/// millisecond on any thread, but here it does not wait for another thread before and after.
final class EventLoops: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The event loop of the current thread, if it has one.
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

/// Sends the responses of one turn of an event loop together. If they were sent one by one, each would
/// wake up a client, and the client the server, between two signatures.
private final class SentTogether: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = Any

  /// The connections of one thread with pending responses.
  private final class Turn: @unchecked Sendable {
    private var connections: [ChannelHandlerContext] = []

    /// The most responses that are collected before they are sent, so that none waits longer.
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

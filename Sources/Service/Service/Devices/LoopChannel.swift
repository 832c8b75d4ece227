// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// Runs tasks on the thread of an event loop.
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Begins a task of this thread, which is the loop's: at once where the system's library can.
  func begin(_ body: @escaping @Sendable () async -> Void) {
    if #available(macOS 26, *) {
      Task.immediate(executorPreference: self, operation: body)
    } else {
      Task(executorPreference: self, operation: body)
    }
  }
}

/// A connection whose calls are answered on the thread that reads and writes it.
///
/// Between that thread and those of Swift's pool a request would change hands several times, which
/// costs more than answering it: what devices ask for is looked up in microseconds. What takes
/// longer goes to threads of its own.
struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let responder: DeviceResponder
  /// How many connections a client may have.
  let bound: ConnectionBound
  /// How long a peer may do nothing.
  let patience: ConnectionPatience.Limits

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(DirectAnswers(responder, patience), position: .before(codec.handler))
      try pipeline.addHandler(ConnectionGate(bound), position: .first)
      return value
    }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
      await base.handle(value: value, logger: logger)
    }
  }
}

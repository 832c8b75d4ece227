// SPDX-License-Identifier: Apache-2.0

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// Runs tasks on an event loop.
final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Starts a task. Must be called on the event loop. From macOS 26 the task runs at once,
  /// otherwise it is queued.
  func begin(_ body: @escaping @Sendable () async -> Void) {
    if #available(macOS 26, *) {
      Task.immediate(executorPreference: self, operation: body)
    } else {
      Task(executorPreference: self, operation: body)
    }
  }
}

/// A connection whose requests are handled on its event loop.
///
/// Changing between this thread and the pool of Swift several times costs more than the response,
/// which takes microseconds. Long work goes to other threads.
struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let responder: DeviceResponder
  let bound: ConnectionBound
  /// Idle timeouts.
  let patience: ConnectionPatience.Limits

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let codec = try pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(
        DirectResponses(responder, patience), position: .before(codec.handler))
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

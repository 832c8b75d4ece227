// SPDX-License-Identifier: Apache-2.0

import NIOPosix

/// Threads for slow work, so that event loops do not block. They end with their owner.
///
/// As a task executor they run a whole task. The task then does not change to the pool of Swift
/// before and after each step.
final class WorkThreads: TaskExecutor {
  private let pool: NIOThreadPool

  init(_ count: Int) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
  }

  deinit { pool.shutdownGracefully { _ in } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Also runs when the pool shuts down. Otherwise the task that waits for the job would hang
    // forever.
    pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs work on one of the threads, after work that was queued before.
  ///
  /// - Throws: errors of `body`, or `CancellationError` if the task was cancelled before the work
  ///   began.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await pool.runIfActive(body)
  }
}

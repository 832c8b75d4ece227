// SPDX-License-Identifier: Apache-2.0

import NIOPosix

/// Threads for work that takes a while, so that the threads that answer do not wait for it; they end
/// with their owner.
///
/// A task that prefers them begins and goes on there, without a turn on Swift's own threads before
/// and after each piece of work.
final class WorkThreads: TaskExecutor {
  private let pool: NIOThreadPool

  init(_ count: Int) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
  }

  deinit { pool.shutdownGracefully { _ in } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Also when the threads end: whoever waits for the job would wait for ever.
    pool.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs work on one of the threads, after what waits already.
  ///
  /// - Throws: what the work throws; `CancellationError` where it had not begun when its task ended.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await pool.runIfActive(body)
  }
}

// SPDX-License-Identifier: Apache-2.0

import NIOPosix

/// Threads for work that takes a while, so that the threads that answer do not wait for it; they end
/// with their owner.
final class WorkThreads: Sendable {
  private let pool: NIOThreadPool

  init(_ count: Int) {
    pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
  }

  deinit { pool.shutdownGracefully { _ in } }

  /// Runs work on one of the threads, after what waits already.
  ///
  /// - Throws: what the work throws; `CancellationError` where it had not begun when its task ended.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await pool.runIfActive(body)
  }
}

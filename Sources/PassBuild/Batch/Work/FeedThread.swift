// SPDX-License-Identifier: Apache-2.0

/// The thread that reads: one batch after another onto the belt, until the end or a wish to stop.
final class FeedThread: @unchecked Sendable {
  /// What is known once it has ended.
  struct Result {
    var failure: (any Error)?
    var wasInterrupted = false
    /// The input cannot be read on.
    var hasFailed = false
    var emptyRows = 0
    var rowsRead = 0
    var metSerials: Set<String> = []
  }

  // Touched by the thread alone until it has ended.
  private var feed: RowFeed
  private var firstBatch: RowBatch?
  private let limit: Int
  private let isStopped = Guarded(false)
  private(set) var result = Result()

  init(feed: RowFeed, firstBatch: RowBatch?, limit: Int) {
    self.feed = feed
    self.firstBatch = firstBatch
    self.limit = limit
  }

  /// Nothing more is to be read.
  func stop() { isStopped.with { $0 = true } }

  func run(onto belt: BatchBelt<RowBatch, BatchOutcome>) {
    defer { belt.end() }
    do {
      while let batch = try nextBatch() {
        guard belt.put(batch), !isStopped.with({ $0 }) else { break }
        if Interruption.isWanted { break }
      }
    } catch {
      result.failure = error
    }
    result.wasInterrupted = Interruption.isWanted
    result.hasFailed = feed.hasFailed
    result.emptyRows = feed.emptyRows
    result.rowsRead = feed.rowsRead
    result.metSerials = feed.metSerials
  }

  private func nextBatch() throws -> RowBatch? {
    if let batch = firstBatch {
      firstBatch = nil
      return batch
    }
    return try feed.next(limit: limit)
  }
}

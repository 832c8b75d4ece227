// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTemplate
import Synchronization

/// The thread that reads the rows. It puts batches into the queue until the input ends or it is
/// stopped. Unchecked Sendable because only this thread uses its members, except for `isStopped`,
/// until it has ended.
final class FeedThread: @unchecked Sendable {
  /// The results after the thread has ended.
  struct Result {
    var wasInterrupted = false
    /// Whether the rest of the input cannot be read.
    var hasFailed = false
    var emptyRows = 0
    var rowsRead = 0
    var seenSerials: Set<String> = []
  }

  // Used only by this thread until it has ended.
  private var feed: RowFeed
  private var firstBatch: RowBatch?
  private let length: BatchLength
  private let jobs: Int
  private let inputSize: Int?
  private var bytesFed = 0
  private var rowsFed = 0
  private let isStopped = Mutex(false)
  private(set) var result = Result()

  /// - Parameters:
  ///   - length: the number of rows in a batch.
  ///   - jobs: the number of workers.
  ///   - inputSize: in bytes. Nil if unknown.
  init(feed: RowFeed, firstBatch: RowBatch?, length: BatchLength, jobs: Int, inputSize: Int?) {
    self.feed = feed
    self.firstBatch = firstBatch
    self.length = length
    self.jobs = jobs
    self.inputSize = inputSize
  }

  /// Stops reading. Safe to call from any thread.
  func stop() { isStopped.withLock { $0 = true } }

  /// Reads until the end, or until `put` returns false.
  func run(onto put: (RowBatch) -> Bool) throws {
    defer {
      result.wasInterrupted = Interruption.isWanted
      result.hasFailed = feed.hasFailed
      result.emptyRows = feed.emptyRows
      result.rowsRead = feed.rowsRead
      result.seenSerials = feed.seenSerials
    }
    while let batch = try nextBatch() {
      guard put(batch), !isStopped.withLock({ $0 }) else { break }
      if Interruption.isWanted { break }
    }
  }

  private func nextBatch() throws -> RowBatch? {
    var batch = firstBatch
    firstBatch = nil
    if batch == nil { batch = try feed.next(limit: nextLimit) }
    guard let batch else { return nil }
    bytesFed += batch.rows.reduce(0) { $0 + $1.row.bytes.count + 1 }
    rowsFed += batch.rows.count
    return batch
  }

  private static let smallestLimit = 32

  /// Smaller batches near the end, so that no worker has a large one while the others have nothing
  /// to do.
  private var nextLimit: Int {
    let limit = length.current
    guard let inputSize, bytesFed > 0 else { return limit }
    let rowsLeft = max(0, inputSize - bytesFed) / max(1, bytesFed / rowsFed)
    return min(limit, max(Self.smallestLimit, rowsLeft / (2 * jobs)))
  }
}

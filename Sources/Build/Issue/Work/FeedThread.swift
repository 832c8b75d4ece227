// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTemplate
import Synchronization

/// The thread that reads: one batch after another onto the belt, until the end or a wish to stop.
final class FeedThread: @unchecked Sendable {
  /// What is known once it has ended.
  struct Result {
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
  private let length: BatchLength
  private let jobs: Int
  private let inputSize: Int?
  private var bytesFed = 0
  private var rowsFed = 0
  private let isStopped = Mutex(false)
  private(set) var result = Result()

  /// - Parameters:
  ///   - length: how many rows a batch has.
  ///   - jobs: how many workers there are to share them.
  ///   - inputSize: in bytes; nil when nobody knows where the input ends.
  init(feed: RowFeed, firstBatch: RowBatch?, length: BatchLength, jobs: Int, inputSize: Int?) {
    self.feed = feed
    self.firstBatch = firstBatch
    self.length = length
    self.jobs = jobs
    self.inputSize = inputSize
  }

  /// Nothing more is to be read.
  func stop() { isStopped.withLock { $0 = true } }

  /// Reads to the end, or until `put` says that nothing more is wanted.
  func run(onto put: (RowBatch) -> Bool) throws {
    defer {
      result.wasInterrupted = Interruption.isWanted
      result.hasFailed = feed.hasFailed
      result.emptyRows = feed.emptyRows
      result.rowsRead = feed.rowsRead
      result.metSerials = feed.metSerials
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

  /// Smaller batches towards the end, that no worker is left with a large one when the others have
  /// nothing more to do.
  private var nextLimit: Int {
    let limit = length.current
    guard let inputSize, bytesFed > 0 else { return limit }
    let rowsLeft = max(0, inputSize - bytesFed) / max(1, bytesFed / rowsFed)
    return min(limit, max(Self.smallestLimit, rowsLeft / (2 * jobs)))
  }
}

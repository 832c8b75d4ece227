// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A queue that merges calls of one kind into one statement or transaction.
///
/// Calls that arrive while others are being processed are processed together. `add` can be called
/// from any thread. `run` and `fail` are called on the threads of the pool, and `fail` also on that
/// of `add`.
final class PostgresGathering<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var inFlight = 0
  }

  /// The calls of a job, kept for a retry.
  private final class RetryItems: Sendable {
    let items = Mutex<[Item]>([])
  }

  private let state = Mutex(State())
  private let pool: PostgresPool
  private let limit: Int
  private let concurrency: Int
  private let run: @Sendable (PostgresConnection, [Item]) throws -> Void
  private let fail: @Sendable (Item, StoreError) -> Void

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - limit: maximum number of calls in a job.
  ///   - concurrency: maximum number of connections that process such calls at the same time.
  ///   - run: processes calls. It may be called again after it threw an error.
  ///   - fail: returns an error to a caller.
  init(
    _ pool: PostgresPool, limit: Int, concurrency: Int,
    run: @escaping @Sendable (PostgresConnection, [Item]) throws -> Void,
    fail: @escaping @Sendable (Item, StoreError) -> Void
  ) {
    self.pool = pool
    self.limit = limit
    self.concurrency = concurrency
    self.run = run
    self.fail = fail
  }

  func add(_ item: Item) {
    let starts = state.withLock { state in
      state.items.append(item)
      guard state.inFlight < concurrency else { return false }
      state.inFlight += 1
      return true
    }
    if starts { submit() }
  }

  private func submit() {
    let taken = RetryItems()
    pool.submit(
      PostgresPool.Job(
        run: { [self] connection in
          let items = taken.items.withLock { taken in
            if taken.isEmpty { taken = removeBatch() }
            return taken
          }
          if !items.isEmpty { try run(connection, items) }
          submitRest()
        },
        fail: { [self] error in
          let items = taken.items.withLock { $0.isEmpty ? removeBatch() : $0 }
          for item in items { fail(item, error) }
          submitRest()
        }))
  }

  private func removeBatch() -> [Item] {
    state.withLock { state in
      let count = min(limit, state.items.count)
      defer { state.items.removeFirst(count) }
      return Array(state.items.prefix(count))
    }
  }

  private func submitRest() {
    let hasMore = state.withLock { state in
      if state.items.isEmpty { state.inFlight -= 1 }
      return !state.items.isEmpty
    }
    if hasMore { submit() }
  }
}

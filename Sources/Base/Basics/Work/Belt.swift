// SPDX-License-Identifier: Apache-2.0

/// A bounded queue between threads. Items go to the next free worker, and results come out in the
/// order of the items. At most `limit` items are in it.
///
/// Waking a thread costs up to a tenth of a signature. So a thread is woken only if there is work
/// for it, and the producer only if there is space for several items.
///
/// `@unchecked`: `mutex` guards all mutable state.
final class Belt<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  private var waiting: [(number: Int, input: Input)] = []
  private var finished: [Int: Output] = [:]
  private var taken = 0
  private var next = 0
  /// Number of items, or nil while more may come.
  private var total: Int?
  private var isCancelled = false
  private let limit: Int

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Each condition has its own threads: `room` the producer, `work` the workers, `outcome` the
  /// collector.
  private let room = Condition()
  private let work = Condition()
  private let outcome = Condition()

  init(limit: Int) {
    self.limit = max(limit, 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Adds the next item and waits while the queue is full. Returns false after `cancel()`.
  func put(_ input: Input) -> Bool {
    locked {
      if taken - next >= limit {
        while !isCancelled, taken - next > limit / 2 { room.wait(mutex) }
      }
      if isCancelled { return false }
      waiting.append((taken, input))
      taken += 1
      work.wakeOne()
      return true
    }
  }

  /// Marks the end of the items.
  func end() {
    locked {
      total = taken
      work.wakeAll()
      outcome.wakeAll()
    }
  }

  /// Discards waiting items. Workers finish the items that they have begun.
  func cancel() {
    locked {
      isCancelled = true
      waiting.removeAll()
      for condition in [room, work, outcome] { condition.wakeAll() }
    }
  }

  /// Waits for an item and returns it with its number. Returns nil if there are no more.
  func take() -> (number: Int, input: Input)? {
    locked {
      while !isCancelled, waiting.isEmpty, total == nil { work.wait(mutex) }
      return isCancelled || waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }

  /// Adds the result of an item.
  func give(_ output: Output, for number: Int) {
    locked {
      finished[number] = output
      if number == next { outcome.wakeAll() }
    }
  }

  /// Waits for the next result in order. Returns nil after the last one or `cancel()`.
  func collect() -> Output? {
    locked {
      while true {
        if let output = finished.removeValue(forKey: next) {
          next += 1
          if taken - next <= limit / 2 { room.wakeAll() }
          return output
        }
        if total == next || isCancelled { return nil }
        outcome.wait(mutex)
      }
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

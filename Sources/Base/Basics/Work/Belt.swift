// SPDX-License-Identifier: Apache-2.0

/// Items go through here: in at one end, to whichever worker is free, and what became of them out
/// at the other end in the order they came in. There are never more than `limit` on the way.
///
/// Waking a thread costs as much as a tenth of a signature, so each is woken only when there is
/// something for it to do, and the one who hands in only when there is room for several.
final class Belt<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  private var waiting: [(number: Int, input: Input)] = []
  private var finished: [Int: Output] = [:]
  private var taken = 0
  private var next = 0
  /// How many items there are; nil as long as more may come.
  private var total: Int?
  private var isCancelled = false
  private let limit: Int

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// What is waited for, each by its own threads.
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

  /// Hands in the next item; waits while too many are on the way. False when nothing more is
  /// wanted.
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

  /// No further item comes.
  func end() {
    locked {
      total = taken
      work.wakeAll()
      outcome.wakeAll()
    }
  }

  /// Nothing more is to be begun; what is being worked on is still finished.
  func cancel() {
    locked {
      isCancelled = true
      waiting.removeAll()
      for condition in [room, work, outcome] { condition.wakeAll() }
    }
  }

  /// An item to work on; nil when there will be none.
  func take() -> (number: Int, input: Input)? {
    locked {
      while !isCancelled, waiting.isEmpty, total == nil { work.wait(mutex) }
      return isCancelled || waiting.isEmpty ? nil : waiting.removeFirst()
    }
  }

  /// Puts down what became of an item.
  func give(_ output: Output, for number: Int) {
    locked {
      finished[number] = output
      if number == next { outcome.wakeAll() }
    }
  }

  /// What became of the next item in order; nil after the last.
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

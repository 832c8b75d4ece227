// SPDX-License-Identifier: Apache-2.0

/// A bounded queue between threads. Items go to the next free worker, and results come out in the
/// order of the items. At most `limit` items are in it.
///
/// Waking a thread costs up to a tenth of a signature. So a thread is woken only if there is work
/// for it, and the producer only if there is space for several items.
final class BoundedQueue<Input: Sendable, Output: Sendable>: Sendable {
  private struct State {
    var elements = FirstInFirstOut<(number: Int, input: Input)>()
    var finished: [Int: Output] = [:]
    /// Number of items that were added.
    var added = 0
    /// Number of the next result.
    var next = 0
    /// Number of items, or nil while more may come.
    var total: Int?
    var isCancelled = false

    /// Number of items whose results were not collected.
    var held: Int { added - next }
  }

  private let limit: Int
  private let state = Monitor(State())
  /// Each signal has its own threads: `room` the producer, `work` the workers, `outcome` the
  /// collector.
  private let room = Signal()
  private let work = Signal()
  private let outcome = Signal()

  init(limit: Int) { self.limit = max(limit, 1) }

  /// Adds the next item and waits while the queue is full. Returns false after `cancel()`.
  func add(_ input: Input) -> Bool {
    var wasFull = false
    return state.wait(for: room) { state in
      if state.isCancelled { return false }
      // A producer that has waited goes on when half of the queue is free.
      guard wasFull ? state.held <= limit / 2 : state.held < limit else {
        wasFull = true
        return nil
      }
      state.elements.append((state.added, input))
      state.added += 1
      work.wakeOne()
      return true
    }
  }

  /// Marks the end of the items.
  func end() {
    state.withLock { state in
      state.total = state.added
      work.wakeAll()
      outcome.wakeAll()
    }
  }

  /// Discards waiting items. Workers finish the items that they have begun.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      _ = state.elements.removeAll()
      for signal in [room, work, outcome] { signal.wakeAll() }
    }
  }

  /// Waits for an item and returns it with its number. Returns nil if there are no more.
  func nextItem() -> (number: Int, input: Input)? {
    state.wait(for: work) { state -> (number: Int, input: Input)?? in
      if state.isCancelled { return .some(nil) }
      if let item = state.elements.popFirst() { return item }
      return state.total == nil ? nil : .some(nil)
    }
  }

  /// Adds the result of an item.
  func finish(_ output: Output, for number: Int) {
    state.withLock { state in
      state.finished[number] = output
      if number == state.next { outcome.wakeAll() }
    }
  }

  /// Waits for the next result in order. Returns nil after the last one or `cancel()`.
  func collect() -> Output? {
    state.wait(for: outcome) { state -> Output?? in
      if let output = state.finished.removeValue(forKey: state.next) {
        state.next += 1
        if state.held <= limit / 2 { room.wakeAll() }
        return output
      }
      return state.total == state.next || state.isCancelled ? .some(nil) : nil
    }
  }
}

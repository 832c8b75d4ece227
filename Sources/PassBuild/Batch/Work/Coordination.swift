// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that several threads change, one at a time, and whose changes they can wait for.
final class Guarded<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Looks at the value or changes it; whoever waits looks again.
  @discardableResult
  func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `body` has a result.
  func wait<Result>(for body: (inout Value) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) {
        pthread_cond_broadcast(changed)
        return result
      }
      pthread_cond_wait(changed, mutex)
    }
  }
}

/// Memory for archives that goes round between workers and the one who writes: asking the system
/// for new pages costs as much as a tenth of a signature.
final class BufferPool: Sendable {
  private let buffers = Guarded<[[UInt8]]>([])

  /// An empty buffer, with room where one was given back.
  func take() -> [UInt8] {
    var buffer = buffers.with { $0.popLast() } ?? []
    buffer.removeAll(keepingCapacity: true)
    return buffer
  }

  func give(_ buffer: consuming [UInt8]) {
    let buffer = buffer
    buffers.with { $0.append(buffer) }
  }
}

/// Batches go through here: in at one end, to whichever worker is free, and what became of them
/// out at the other end in the order they came in. There are never more than `limit` on the way.
final class BatchBelt<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  private struct State {
    var waiting: [(number: Int, input: Input)] = []
    var finished: [Int: Output] = [:]
    var taken = 0
    var next = 0
    /// How many batches there are; nil as long as more may come.
    var total: Int?
    var isCancelled = false
  }

  private let state = Guarded(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Hands in the next batch; waits while too many are on the way. False when nothing more is
  /// wanted.
  func put(_ input: Input) -> Bool {
    state.wait { state in
      if state.isCancelled { return false }
      guard state.taken - state.next < self.limit else { return nil }
      state.waiting.append((state.taken, input))
      state.taken += 1
      return true
    }
  }

  /// No further batch comes.
  func end() { state.with { $0.total = $0.taken } }

  /// Nothing more is to be begun; what is being worked on is still finished.
  func cancel() {
    state.with { state in
      state.isCancelled = true
      state.waiting.removeAll()
    }
  }

  /// A batch to work on; nil when there will be none.
  func take() -> (number: Int, input: Input)? {
    let taken: (number: Int, input: Input)?? = state.wait { state in
      if state.isCancelled { return .some(nil) }
      if !state.waiting.isEmpty { return .some(state.waiting.removeFirst()) }
      return state.total == nil ? nil : .some(nil)
    }
    return taken ?? nil
  }

  /// What became of a batch.
  func give(_ output: Output, for number: Int) {
    state.with { $0.finished[number] = output }
  }

  /// The outcome of the next batch in order; nil after the last.
  func collect() -> Output? {
    let collected: Output?? = state.wait { state in
      if let output = state.finished.removeValue(forKey: state.next) {
        state.next += 1
        return .some(output)
      }
      return state.total == state.next || state.isCancelled ? .some(nil) : nil
    }
    return collected ?? nil
  }
}

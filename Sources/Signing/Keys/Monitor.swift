// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A value that one thread at a time may touch, and a way to wait for the others.
final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func locked<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until `body` gives something, which is tried at once and whenever the signal comes.
  ///
  /// - Parameter deadline: in nanoseconds of `Clock.now`; nil to wait for ever.
  /// - Returns: nil when the deadline has passed.
  func wait<Result>(
    for signal: Signal, until deadline: UInt64? = nil, _ body: (inout State) -> Result?
  ) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      guard let deadline else {
        signal.wait(mutex)
        continue
      }
      let now = Clock.now
      guard now < deadline else { return nil }
      signal.wait(mutex, nanoseconds: deadline - now)
    }
  }
}

/// One reason to wait.
final class Signal: @unchecked Sendable {
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() { pthread_cond_init(condition, nil) }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  func wakeOne() { pthread_cond_signal(condition) }
  func wakeAll() { pthread_cond_broadcast(condition) }

  fileprivate func wait(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
    pthread_cond_wait(condition, mutex)
  }

  /// The system wants the clock's time and not the length: a clock that is set meanwhile makes the
  /// wait longer or shorter, and whoever waits looks at its own clock again.
  fileprivate func wait(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, nanoseconds: UInt64) {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    // A second at most, so that a clock that jumps ahead by an hour costs no hour.
    let total = UInt64(end.tv_nsec) + min(nanoseconds, 1_000_000_000)
    end.tv_sec += Int(total / 1_000_000_000)
    end.tv_nsec = Int(total % 1_000_000_000)
    pthread_cond_timedwait(condition, mutex, &end)
  }
}

/// A clock that nobody sets.
enum Clock {
  /// In nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static func sleep(nanoseconds: UInt64) {
    var rest = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    var left = timespec()
    while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
  }
}

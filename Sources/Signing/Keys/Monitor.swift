// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A value with a mutex and condition variables. `@unchecked`: the mutex guards the value.
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

  /// Waits until `body` returns a value. It is called at once and after each signal, with the mutex
  /// locked.
  ///
  /// - Parameter deadline: nanoseconds of `Clock.now`, or nil to wait forever.
  /// - Returns: nil after the deadline.
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

/// A condition variable.
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

  /// Waits for a limited time. The system uses the absolute time of a clock that may be set. A
  /// change makes the wait longer or shorter, so the caller must check `Clock.now` again.
  fileprivate func wait(_ mutex: UnsafeMutablePointer<pthread_mutex_t>, nanoseconds: UInt64) {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    // At most a second. The caller checks `Clock.now` after each wait. If the system clock is set
    // back during a wait, that wait becomes longer by the same amount.
    let total = UInt64(end.tv_nsec) + min(nanoseconds, 1_000_000_000)
    end.tv_sec += Int(total / 1_000_000_000)
    end.tv_nsec = Int(total % 1_000_000_000)
    pthread_cond_timedwait(condition, mutex, &end)
  }
}

/// A monotonic clock, which cannot be set.
enum Clock {
  /// Nanoseconds since an arbitrary time.
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

// SPDX-License-Identifier: Apache-2.0

/// A value with a mutex, for threads that wait until the value changes. A value that no thread
/// waits for is in a `Mutex`. `@unchecked`: the mutex guards the value.
package final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with the mutex locked.
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }

  /// Waits until `body` returns a value. It is called at once and after each signal, with the mutex
  /// locked.
  package func wait<Result>(for signal: Signal, _ body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      signal.wait(mutex)
    }
  }

  /// Waits until `body` returns a value, or until a time.
  ///
  /// - Parameter deadline: nanoseconds of `MonotonicTime.now`.
  /// - Returns: nil after the deadline.
  package func wait<Result>(
    for signal: Signal, until deadline: UInt64, _ body: (inout State) -> Result?
  ) -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&state) { return result }
      guard MonotonicTime.now < deadline else { return nil }
      signal.wait(mutex, until: deadline)
    }
  }
}

/// A condition variable, which wakes threads that wait for a `Monitor`. Its deadlines are those of
/// the monotonic clock, so setting the system clock changes no wait.
package final class Signal: @unchecked Sendable {
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  package func wakeOne() { pthread_cond_signal(condition) }
  package func wakeAll() { pthread_cond_broadcast(condition) }

  fileprivate func wait(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
    pthread_cond_wait(condition, mutex)
  }

  fileprivate func wait(
    _ mutex: UnsafeMutablePointer<pthread_mutex_t>, until deadline: UInt64
  ) {
    #if canImport(Darwin)
      // Darwin has no conditions of another clock, but a wait of a length.
      let now = MonotonicTime.now
      var length = timespec(nanoseconds: deadline > now ? deadline - now : 0)
      pthread_cond_timedwait_relative_np(condition, mutex, &length)
    #else
      var end = timespec(nanoseconds: deadline)
      pthread_cond_timedwait(condition, mutex, &end)
    #endif
  }
}

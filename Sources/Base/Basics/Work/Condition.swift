// SPDX-License-Identifier: Apache-2.0

/// A condition variable.
final class Condition {
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() { pthread_cond_init(condition, nil) }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  func wait(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
    pthread_cond_wait(condition, mutex)
  }
  func wakeOne() { pthread_cond_signal(condition) }
  func wakeAll() { pthread_cond_broadcast(condition) }
}

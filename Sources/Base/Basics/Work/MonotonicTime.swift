// SPDX-License-Identifier: Apache-2.0

/// A clock that cannot be set, for deadlines and durations.
package enum MonotonicTime {
  /// Nanoseconds since an arbitrary time.
  package static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Blocks the thread for a time, also if a signal arrives meanwhile.
  package static func sleep(nanoseconds: UInt64) {
    var rest = timespec(nanoseconds: nanoseconds)
    var left = timespec()
    while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
  }
}

extension timespec {
  init(nanoseconds: UInt64) {
    self.init(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Measurement of processor time, so that limits also hold on a busy machine.
package enum ProcessorTime {
  /// Returns the processor time of the calling thread in `work`. Threads that it starts are not
  /// counted.
  package static func ofThread(_ work: () throws -> Void) rethrows -> Duration {
    let start = now()
    try work()
    return now() - start
  }

  private static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

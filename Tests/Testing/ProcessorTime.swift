// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// What work costs a processor, so that a limit on it holds on a machine that does much else too.
package enum ProcessorTime {
  /// The time the calling thread spends in `work`; threads that it starts are not counted.
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

// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PassBasics

/// Scheduling of event loops and the threads that make passes.
enum LoopTurns {
  /// Sets the event loops to `SCHED_BATCH` (sched(7)). When no processor is idle, they wait for the
  /// time slice of another thread instead of interrupting it.
  ///
  /// A signature takes a processor for at least a third of a millisecond. An event loop that wakes
  /// for each request would interrupt it twice in that time, and both threads would lose their
  /// processor cache each time. When it wakes once in a time slice, it handles all requests of that
  /// time together. It only works on Linux.
  ///
  /// - Returns: futures that complete when the threads are set.
  @discardableResult
  static func waitForMakers(_ group: any EventLoopGroup) -> [EventLoopFuture<Bool>] {
    group.makeIterator().map { loop in loop.submit { becomeBatch() } }
  }

  #if os(Linux)
    /// `SCHED_BATCH` of the kernel, which Swift does not import.
    static let batch: Int32 = 3
  #endif

  /// Sets the calling thread. Returns false if the system does not allow it. The service works
  /// without it.
  private static func becomeBatch() -> Bool {
    #if os(Linux)
      var parameters = sched_param()
      return sched_setscheduler(0, batch, &parameters) == 0
    #else
      return false
    #endif
  }
}

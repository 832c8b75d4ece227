// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PassBasics

/// How the threads that answer take turns with those that make passes.
enum LoopTurns {
  /// Has the threads of a group wait for the end of another thread's turn where no processor is free,
  /// instead of interrupting it (`SCHED_BATCH`, sched(7)). Where one is free nothing changes.
  ///
  /// A signature takes a processor for a third of a millisecond or more. A thread that is woken for each
  /// call takes it away twice in that time, and each time both begin with what they need out of the
  /// processor's memory; woken once in a turn, it answers what came in it together. Linux alone.
  ///
  /// - Returns: when every thread was told.
  @discardableResult
  static func waitForMakers(_ group: any EventLoopGroup) -> [EventLoopFuture<Bool>] {
    group.makeIterator().map { loop in loop.submit { becomeBatch() } }
  }

  #if os(Linux)
    /// `SCHED_BATCH` of the kernel's interface, which Swift sees no name of.
    static let batch: Int32 = 3
  #endif

  /// Makes the calling thread one that waits; false where the system does not allow it, which does no
  /// harm.
  private static func becomeBatch() -> Bool {
    #if os(Linux)
      var parameters = sched_param()
      return sched_setscheduler(0, batch, &parameters) == 0
    #else
      return false
    #endif
  }
}

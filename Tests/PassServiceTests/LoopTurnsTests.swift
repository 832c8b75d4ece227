// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import NIOCore
  import NIOPosix
  import PassBasics
  import Testing

  @testable import PassService

  struct LoopTurnsTests {
    /// The scheduling class changes only for the threads of this group.
    @Test func tellsTheKernelWhichThreadsWait() async throws {
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
      let other = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      for reported in LoopTurns.waitForMakers(group) { #expect(try await reported.get()) }
      for loop in group.makeIterator() {
        #expect(try await loop.submit { sched_getscheduler(0) }.get() == LoopTurns.batch)
      }
      #expect(try await other.next().submit { sched_getscheduler(0) }.get() == SCHED_OTHER)
      try await group.shutdownGracefully()
      try await other.shutdownGracefully()
    }
  }
#endif

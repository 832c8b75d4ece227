// SPDX-License-Identifier: Apache-2.0

import PassSystem
import PassWork
import Synchronization
import Testing

struct JobThreadsTests {
  /// Shared by tasks and threads.
  private final class Count: Sendable {
    private let value = Atomic<Int>(0)
    var now: Int { value.load(ordering: .acquiring) }
    func add() { value.add(1, ordering: .acquiringAndReleasing) }
  }

  @Test func eachWorkerKeepsWhatItHas() async {
    let threads = JobThreads(1) { 0 }
    for number in 1...50 {
      let count = await threads.run { worker in
        worker += 1
        return worker
      }
      #expect(count == number)
    }
  }

  /// More jobs wait than Swift's pool has threads, and none of them takes one.
  @Test(.timeLimit(.minutes(15))) func aTaskThatWaitsHoldsNoThread() async {
    let threads = JobThreads(1) { 0 }
    let opened = Count()
    let results = await withTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          await threads.run { _ in
            while opened.now == 0 { usleep(100) }
            return number
          }
        }
      }
      // This runs in the pool as well, while the first job holds its own thread.
      group.addTask {
        opened.add()
        return -1
      }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(results.count == 201)
  }

  @Test(.timeLimit(.minutes(15))) func severalJobsRunAtOnce() async {
    let threads = JobThreads(2) { 0 }
    let running = Count()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          await threads.run { _ in
            running.add()
            while running.now < 2 { usleep(100) }
          }
        }
      }
    }
    #expect(running.now == 2)
  }

  /// Workers are let go of with the threads, so there are none left.
  @Test func endsItsThreadsWhenItIsLetGo() async {
    final class Worker {
      let ended: @Sendable () -> Void
      init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
      deinit { ended() }
    }
    let count = Count()
    do {
      let threads = JobThreads(2) { Worker { count.add() } }
      for _ in 0..<20 { await threads.run { _ in () } }
      withExtendedLifetime(threads) { #expect(count.now == 0) }
    }
    #expect(count.now == 2)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Synchronization
import Testing

struct JobThreadsTests {
  /// A counter shared by tasks and threads.
  private final class Count: Sendable {
    private let value = Atomic<Int>(0)
    var now: Int { value.load(ordering: .acquiring) }
    func add() { value.add(1, ordering: .acquiringAndReleasing) }
  }

  @Test func eachWorkerKeepsWhatItHas() async throws {
    let threads = JobThreads(1) { 0 }
    for number in 1...50 {
      let count = try await threads.run { worker in
        worker += 1
        return worker
      }
      #expect(count == number)
    }
  }

  /// More jobs wait than Swift's pool has threads. Waiting must not block a thread of the pool
  /// (deadlock).
  @Test(.timeLimit(.minutes(15))) func aTaskThatWaitsHoldsNoThread() async throws {
    let threads = JobThreads(1) { 0 }
    let opened = Count()
    let results = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          try await threads.run { _ in
            while opened.now == 0 { usleep(100) }
            return number
          }
        }
      }
      // This runs in the pool as well, while the first job blocks its own thread.
      group.addTask {
        opened.add()
        return -1
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(results.count == 201)
  }

  @Test(.timeLimit(.minutes(15))) func severalJobsRunAtOnce() async throws {
    let threads = JobThreads(2) { 0 }
    let running = Count()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          try await threads.run { _ in
            running.add()
            while running.now < 2 { usleep(100) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.now == 2)
  }

  /// The first job holds the only thread. Some of the waiting jobs are cancelled, and their tasks
  /// must end meanwhile.
  @Test(.timeLimit(.minutes(15))) func dropsAJobWhoseTaskIsCancelled() async throws {
    let threads = JobThreads(1) { 0 }
    let (started, opened, ran) = (Count(), Count(), Count())
    let first = Task {
      try await threads.run { _ in
        started.add()
        while opened.now == 0 { usleep(100) }
        return 1
      }
    }
    while started.now == 0 { await Task.yield() }
    let waiting = (0..<20).map { number in
      Task {
        try await threads.run { _ in
          ran.add()
          return number
        }
      }
    }
    for number in stride(from: 0, to: 20, by: 2) { waiting[number].cancel() }
    for number in stride(from: 0, to: 20, by: 2) {
      await #expect(throws: CancellationError.self) { try await waiting[number].value }
    }
    // A job that was started is finished.
    first.cancel()
    opened.add()
    #expect(try await first.value == 1)
    for number in stride(from: 1, to: 20, by: 2) {
      #expect(try await waiting[number].value == number)
    }
    #expect(ran.now == 10)
  }

  /// Workers are released with the threads.
  @Test func endsItsThreadsWhenItIsLetGo() async throws {
    final class Worker {
      let ended: @Sendable () -> Void
      init(_ ended: @escaping @Sendable () -> Void) { self.ended = ended }
      deinit { ended() }
    }
    let count = Count()
    do {
      let threads = JobThreads(2) { Worker { count.add() } }
      for _ in 0..<20 { try await threads.run { _ in () } }
      withExtendedLifetime(threads) { #expect(count.now == 0) }
    }
    #expect(count.now == 2)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An executor like an event loop: the tasks that prefer it run in turns.
final class TurnQueue: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let ended = Atomic<Bool>(false)
  /// The number of jobs that it ran.
  let ran = Atomic<Int>(0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs the jobs in their order until `end()`.
  func run() async throws {
    while !ended.load(ordering: .acquiring) {
      let waiting = jobs.withLock { jobs in
        defer { jobs.removeAll() }
        return jobs
      }
      for job in waiting { job.runSynchronously(on: asUnownedTaskExecutor()) }
      ran.add(waiting.count, ordering: .relaxed)
      if waiting.isEmpty { try await Task.sleep(for: .microseconds(50)) }
    }
  }

  func end() { ended.store(true, ordering: .releasing) }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Threads that run jobs for tasks, so that blocking work does not block Swift's thread pool. Each
/// thread has a worker, which is created on it and used only there.
///
/// Jobs begin in the order they came, except for those of cancelled tasks. The threads end when
/// this object is released. A task that waits for a job keeps it alive.
package final class JobThreads<Worker>: Sendable {
  private let queue = JobQueue<Worker>()
  private let makeWorker: @Sendable () -> Worker
  // Set once in the initializer and released in `deinit`, so there is no race.
  nonisolated(unsafe) private let threads: [BackgroundWork<Void>]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: number of threads, at least one.
  ///   - makeWorker: called once on each thread.
  package init(_ count: Int, worker makeWorker: @escaping @Sendable () -> Worker) {
    self.makeWorker = makeWorker
    threads = (0..<max(1, count)).map { [queue] _ in
      BackgroundWork {
        var worker = makeWorker()
        while let job = queue.take() { job(&worker) }
      }
    }
  }

  // Releasing `threads` waits for each thread.
  deinit { queue.end() }

  /// Runs a job on one of the threads and waits for its result. If the system cannot start a
  /// thread, it runs on the caller's thread with a new worker.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before the job began. A job that has
  ///   begun is finished, and this waits for it.
  package func run<Outcome: Sendable>(
    _ job: @escaping @Sendable (inout Worker) -> Outcome
  ) async throws(CancellationError) -> Outcome {
    guard threads.contains(where: \.hasThread) else {
      var worker = makeWorker()
      return job(&worker)
    }
    let waiting = WaitingJob<Worker, Outcome>()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if waiting.begin(job, continuation) {
          queue.put { worker in
            guard let (job, continuation) = waiting.take() else { return }
            continuation.resume(returning: .success(job(&worker)))
          }
        } else {
          continuation.resume(returning: .failure(CancellationError()))
        }
      }
    } onCancel: {
      waiting.take()?.continuation.resume(returning: .failure(CancellationError()))
    }
    return try outcome.get()
  }
}

/// A job that has not begun. Either a thread or the cancellation takes it, which releases it here.
/// This prevents resuming the continuation twice.
private final class WaitingJob<Worker, Outcome: Sendable>: Sendable {
  typealias Job = @Sendable (inout Worker) -> Outcome
  typealias Continuation = CheckedContinuation<Result<Outcome, CancellationError>, Never>

  private enum State: Sendable {
    case unknown
    case waits(Job, Continuation)
    case gone
  }

  private let state = Mutex(State.unknown)

  /// Stores the job. Returns false if the task was already cancelled.
  func begin(_ job: @escaping Job, _ continuation: Continuation) -> Bool {
    state.withLock { state in
      guard case .unknown = state else { return false }
      state = .waits(job, continuation)
      return true
    }
  }

  /// Returns the job to the first caller only.
  func take() -> (job: Job, continuation: Continuation)? {
    state.withLock { state in
      defer { state = .gone }
      guard case .waits(let job, let continuation) = state else { return nil }
      return (job, continuation)
    }
  }
}

/// A queue of waiting jobs. `@unchecked`: `mutex` guards all mutable state.
private final class JobQueue<Worker>: @unchecked Sendable {
  typealias Job = @Sendable (inout Worker) -> Void

  private var waiting: [Job] = []
  /// Number of jobs at the beginning of `waiting` that were taken.
  private var taken = 0
  private var isAtEnd = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let work = Condition()

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func put(_ job: @escaping Job) {
    locked {
      waiting.append(job)
      work.wakeOne()
    }
  }

  /// Marks the end of the jobs.
  func end() {
    locked {
      isAtEnd = true
      work.wakeAll()
    }
  }

  /// Waits for the next job. Returns nil if there are no more.
  func take() -> Job? {
    locked {
      while taken == waiting.count, !isAtEnd { work.wait(mutex) }
      guard taken < waiting.count else { return nil }
      let job = waiting[taken]
      // Releases what the job holds. The list is cleaned up now and then, so that it does not grow
      // forever if it is never empty.
      waiting[taken] = { _ in }
      taken += 1
      if taken == waiting.count || taken >= 1_000 {
        waiting.removeFirst(taken)
        taken = 0
      }
      return job
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Threads that do one job after the other for tasks, which wait without holding up a thread of
/// Swift's own pool. Each has a worker of its own, made on it and touched by nobody else.
///
/// Jobs are begun in the order they came, but for those whose tasks were cancelled. The threads end
/// when this is let go, which every task that waits puts off.
package final class JobThreads<Worker>: Sendable {
  private let queue = JobQueue<Worker>()
  private let makeWorker: @Sendable () -> Worker
  // Never changed after the initialiser, and ended where nobody holds this any more.
  nonisolated(unsafe) private let threads: [BackgroundWork<Void>]

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - count: how many, at least one.
  ///   - makeWorker: called once on each of them.
  package init(_ count: Int, worker makeWorker: @escaping @Sendable () -> Worker) {
    self.makeWorker = makeWorker
    threads = (0..<max(1, count)).map { [queue] _ in
      BackgroundWork {
        var worker = makeWorker()
        while let job = queue.take() { job(&worker) }
      }
    }
  }

  // Each thread is waited for as it is let go.
  deinit { queue.end() }

  /// What a worker makes of a job; where no thread could be had, one that is made for it here.
  ///
  /// - Throws: `CancellationError` where the task was cancelled before a worker began the job. What was
  ///   begun is finished, and waited for.
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

/// A job that no thread has begun: a thread takes it, or whoever cancels its task, and then nothing
/// of it is kept.
private final class WaitingJob<Worker, Outcome: Sendable>: Sendable {
  typealias Job = @Sendable (inout Worker) -> Outcome
  typealias Continuation = CheckedContinuation<Result<Outcome, CancellationError>, Never>

  private enum State: Sendable {
    case unknown
    case waits(Job, Continuation)
    case gone
  }

  private let state = Mutex(State.unknown)

  /// False where the task was cancelled before.
  func begin(_ job: @escaping Job, _ continuation: Continuation) -> Bool {
    state.withLock { state in
      guard case .unknown = state else { return false }
      state = .waits(job, continuation)
      return true
    }
  }

  /// The job, for one caller alone.
  func take() -> (job: Job, continuation: Continuation)? {
    state.withLock { state in
      defer { state = .gone }
      guard case .waits(let job, let continuation) = state else { return nil }
      return (job, continuation)
    }
  }
}

/// Jobs that wait for a thread.
private final class JobQueue<Worker>: @unchecked Sendable {
  typealias Job = @Sendable (inout Worker) -> Void

  private var waiting: [Job] = []
  /// How many at the beginning of `waiting` were taken.
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

  /// No further job comes.
  func end() {
    locked {
      isAtEnd = true
      work.wakeAll()
    }
  }

  /// The next job; nil when there will be none.
  func take() -> Job? {
    locked {
      while taken == waiting.count, !isAtEnd { work.wait(mutex) }
      guard taken < waiting.count else { return nil }
      let job = waiting[taken]
      // What it holds goes with it, and the list does not grow where it is never quite empty.
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

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
        while let job = queue.nextJob() { job(&worker) }
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
          queue.add { worker in
            guard let (job, continuation) = waiting.remove() else { return }
            continuation.resume(returning: .success(job(&worker)))
          }
        } else {
          continuation.resume(returning: .failure(CancellationError()))
        }
      }
    } onCancel: {
      waiting.remove()?.continuation.resume(returning: .failure(CancellationError()))
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
  func remove() -> (job: Job, continuation: Continuation)? {
    state.withLock { state in
      defer { state = .gone }
      guard case .waits(let job, let continuation) = state else { return nil }
      return (job, continuation)
    }
  }
}

/// A queue of waiting jobs.
private final class JobQueue<Worker>: Sendable {
  typealias Job = @Sendable (inout Worker) -> Void

  private struct State {
    var pendingJobs = FirstInFirstOut<Job>()
    var isAtEnd = false
  }

  private let state = Monitor(State())
  private let work = Signal()

  func add(_ job: @escaping Job) {
    state.withLock { state in
      state.pendingJobs.append(job)
      work.wakeOne()
    }
  }

  /// Marks the end of the jobs.
  func end() {
    state.withLock { state in
      state.isAtEnd = true
      work.wakeAll()
    }
  }

  /// Waits for the next job. Returns nil if there are no more.
  func nextJob() -> Job? {
    state.wait(for: work) { state -> Job?? in
      if let job = state.pendingJobs.popFirst() { return job }
      return state.isAtEnd ? .some(nil) : nil
    }
  }
}

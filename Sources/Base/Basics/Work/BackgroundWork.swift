// SPDX-License-Identifier: Apache-2.0

/// Work on a separate thread with a result.
///
/// It is a plain thread and takes about 20 µs to start. Thread pools of larger libraries take a
/// millisecond, and a process may run for only eight.
package final class BackgroundWork<Result: Sendable> {
  private let job: Job<Result>
  private var thread: pthread_t?

  /// Starts the thread.
  package init(_ work: @escaping @Sendable () -> Result) {
    job = Job(work)
    thread = startThread(job)
  }

  deinit { join() }

  /// Whether a thread was started. Otherwise `value()` does the work.
  var hasThread: Bool { thread != nil }

  /// Waits for the result. If no thread was started, it does the work on the calling thread.
  package func value() -> Result {
    join()
    return job.value()
  }

  private func join() {
    guard let running = thread else { return }
    thread = nil
    pthread_join(running, nil)
  }
}

private class AnyJob {
  func run() {}
}

/// The work and its result. Joining the thread before `value()` prevents a race.
private final class Job<Result>: AnyJob {
  private let work: () -> Result
  private var result: Result?

  init(_ work: @escaping () -> Result) { self.work = work }

  override func run() { result = work() }

  /// Returns the result of the thread, or does the work now.
  func value() -> Result {
    if let result { return result }
    let made = work()
    result = made
    return made
  }
}

/// Runs the job on a new thread. Returns nil if the system cannot start one.
private func startThread(_ job: AnyJob) -> pthread_t? {
  let retained = Unmanaged.passRetained(job)
  #if canImport(Glibc)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<AnyJob>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, retained.toOpaque())
    if status == 0 { return thread }
  #else
    var thread: pthread_t?
    let status = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<AnyJob>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    if status == 0, let thread { return thread }
  #endif
  retained.release()
  return nil
}

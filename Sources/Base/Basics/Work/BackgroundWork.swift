// SPDX-License-Identifier: Apache-2.0

/// Work on a thread of its own, whose result is asked for later.
///
/// A plain thread: it costs some 20 µs, the pools of larger libraries a millisecond in a process
/// that lives for eight.
package final class BackgroundWork<Result: Sendable> {
  private let job: Job<Result>
  private var thread: pthread_t?

  /// Starts at once.
  package init(_ work: @escaping @Sendable () -> Result) {
    job = Job(work)
    thread = startThread(job)
  }

  deinit { join() }

  /// Whether a thread could be had; without one the work waits for `value()`.
  var hasThread: Bool { thread != nil }

  /// Waits for the result; where no thread could be had, the work is done now.
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

/// What a thread can be told to do.
private class AnyJob {
  func run() {}
}

/// The work and its result; used by one thread at a time, the other waits in between.
private final class Job<Result>: AnyJob {
  private let work: () -> Result
  private var result: Result?

  init(_ work: @escaping () -> Result) { self.work = work }

  override func run() { result = work() }

  /// What the thread made, or, where there was none, what is made now.
  func value() -> Result {
    if let result { return result }
    let made = work()
    result = made
    return made
  }
}

/// Runs the job on a new thread; nil when there is none to be had.
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

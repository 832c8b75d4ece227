// SPDX-License-Identifier: Apache-2.0

internal import PassBasics

/// A pool of connections, each with its own thread. libpq blocks while it waits for the server,
/// which the threads of Swift's concurrency pool must not do.
///
/// A lost connection is replaced before the next statement. While the server is down, the threads
/// keep trying to connect, and new jobs fail at once.
final class PostgresPool: Sendable {
  /// Work for a connection.
  struct Job: Sendable {
    /// Does the work and reports its success. May be called again after it threw an error.
    let run: @Sendable (PostgresConnection) throws -> Void
    /// Reports an error instead.
    let fail: @Sendable (StoreError) -> Void
  }

  private let address: PostgresAddress
  /// Prepares a new connection.
  private let greet: @Sendable (PostgresConnection) throws -> Void
  private let state = Monitor(State())
  private let work = Signal()

  private struct State {
    var jobs = FirstInFirstOut<Job>()
    /// Number of connections that are open. The first one is given to the initializer.
    var up = 1
    var hasEnded = false
    var lastFault = StoreError(.unavailable, "the database does not respond")
    var onFailure: @Sendable (StoreError?) -> Void = { _ in }
  }

  /// Maximum number of waiting jobs. More jobs fail at once.
  static let maxWaiting = 20_000
  /// Pause before a thread tries to connect again, in microseconds.
  private static let pause: UInt32 = 100_000
  private static let attempts = 6

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - first: a connection that is ready.
  ///   - count: number of connections, including `first`.
  init(
    _ address: PostgresAddress, first: PostgresConnection, count: Int,
    greet: @escaping @Sendable (PostgresConnection) throws -> Void
  ) throws(StoreError) {
    self.address = address
    self.greet = greet
    var first: PostgresConnection? = first
    for index in 0..<max(1, count) {
      guard startThread(Worker(self, first.take())) else {
        if index > 0 { break }
        throw StoreError(.failed, "cannot start a thread")
      }
    }
  }

  /// Rejects new jobs. The threads finish the waiting jobs and end.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      work.wakeAll()
    }
  }

  /// Sets a closure that is called with an error when the last connection is lost, and with nil
  /// when one is back. It is called on a thread of the pool, without the mutex.
  func watch(_ tell: @escaping @Sendable (StoreError?) -> Void) {
    state.withLock { $0.onFailure = tell }
  }

  // MARK: Submitting jobs

  /// Submits a job. It fails at once, on this thread, while the server does not respond.
  func submit(_ job: Job) {
    let refusal = state.withLock { state -> StoreError? in
      if state.hasEnded { return StoreError(.failed, "the database was closed") }
      if state.up == 0 { return state.lastFault }
      guard state.jobs.count < Self.maxWaiting else {
        return StoreError(.unavailable, "too many requests wait for the database")
      }
      state.jobs.append(job)
      work.wakeOne()
      return nil
    }
    if let refusal { job.fail(refusal) }
  }

  /// Runs `body` with a connection and returns its value.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      submit(
        Job(
          run: { continuation.resume(returning: .success(try body($0))) },
          fail: { continuation.resume(returning: .failure($0)) }))
    }
    return try result.get()
  }

  // MARK: Threads

  private final class Worker: PostgresThread {
    let pool: PostgresPool
    var connection: PostgresConnection?

    init(_ pool: PostgresPool, _ connection: PostgresConnection?) {
      self.pool = pool
      self.connection = connection
    }

    override func run() { pool.serve(connection.take()) }
  }

  private func serve(_ first: PostgresConnection?) {
    var connection = first
    while true {
      if connection == nil {
        if state.withLock({ $0.hasEnded }) { return }
        connection = open()
        guard connection != nil else {
          usleep(Self.pause)
          continue
        }
        let tell = state.withLock { state -> (@Sendable (StoreError?) -> Void)? in
          state.up += 1
          return state.up == 1 ? state.onFailure : nil
        }
        tell?(nil)
      }
      guard let job = next() else { return }
      if !perform(job, &connection) { markDown() }
    }
  }

  private func open() -> PostgresConnection? {
    do {
      let connection = try PostgresConnection(address)
      try greet(connection)
      return connection
    } catch {
      let fault = StoreError(postgres: error)
      state.withLock { $0.lastFault = StoreError(.unavailable, fault.description) }
      return nil
    }
  }

  /// What to report after the last connection is lost.
  private struct Loss {
    let jobs: [Job]
    let fault: StoreError
    let notify: @Sendable (StoreError?) -> Void
  }

  private func markDown() {
    let lost = state.withLock { state -> Loss? in
      state.up -= 1
      guard state.up == 0 else { return nil }
      return Loss(jobs: state.jobs.removeAll(), fault: state.lastFault, notify: state.onFailure)
    }
    guard let lost else { return }
    // Report the loss before the jobs fail. With many jobs, another thread may connect again in
    // between, and its report has to come second.
    lost.notify(lost.fault)
    for job in lost.jobs { job.fail(lost.fault) }
  }

  /// Waits for the next job. Returns nil if there are no more.
  private func next() -> Job? {
    state.wait(for: work) { state -> Job?? in
      if let job = state.jobs.popFirst() { return job }
      return state.hasEnded ? .some(nil) : nil
    }
  }

  /// Runs a job until it succeeds or a retry makes no sense. Returns false if the connection is
  /// lost and no other can be opened.
  private func perform(_ job: Job, _ connection: inout PostgresConnection?) -> Bool {
    var attempt = 0
    while let live = connection {
      attempt += 1
      do {
        try job.run(live)
        return true
      } catch {
        let fault = error as? PostgresError
        if fault?.isLost == true || !live.isIdle {
          connection = open()
        }
        let isWorthIt =
          fault.map { $0.isLost ? !$0.mayBeCommitted : $0.isConflict } ?? false
        guard isWorthIt, attempt < Self.attempts, connection != nil else {
          job.fail(StoreError(postgres: error))
          return connection != nil
        }
        if fault?.isConflict == true { usleep(.random(in: 1_000...20_000)) }
      }
    }
    return false
  }
}

/// The entry point of a thread.
private class PostgresThread {
  func run() {}
}

/// Runs a detached thread. Returns false if it cannot be started.
private func startThread(_ thread: PostgresThread) -> Bool {
  let retained = Unmanaged.passRetained(thread)
  #if canImport(Glibc)
    var identifier = pthread_t()
    let status = pthread_create(
      &identifier, nil,
      { context in
        if let context { Unmanaged<PostgresThread>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, retained.toOpaque())
    if status == 0 {
      pthread_detach(identifier)
      return true
    }
  #else
    var identifier: pthread_t?
    let status = pthread_create(
      &identifier, nil,
      { context in
        Unmanaged<PostgresThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    if status == 0, let identifier {
      pthread_detach(identifier)
      return true
    }
  #endif
  retained.release()
  return false
}

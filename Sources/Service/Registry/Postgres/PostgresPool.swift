// SPDX-License-Identifier: Apache-2.0

internal import PassBasics

/// Connections, each on a thread of its own: libpq waits for the server, which no thread of Swift's
/// pool may do.
///
/// A connection that was lost is made anew before the next statement, and again and again while the
/// server is away; meanwhile everybody is told at once that it does not answer.
final class PostgresPool: @unchecked Sendable {
  /// Work for a connection.
  struct Job: Sendable {
    /// Does it, and tells whoever waits of its success. May be called again after it threw.
    let run: @Sendable (PostgresConnection) throws -> Void
    /// Tells whoever waits that it cannot be done.
    let fail: @Sendable (StoreError) -> Void
  }

  private let address: PostgresAddress
  /// Readies a new connection.
  private let greet: @Sendable (PostgresConnection) throws -> Void
  // Everything below is used with the mutex held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let work = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [Job] = []
  private var begun = 0
  private var up = 0
  private var hasEnded = false
  private var lastFault = StoreError(.unavailable, "the database does not respond")
  private var tell: @Sendable (StoreError?) -> Void = { _ in }

  /// More jobs than these wait for nobody.
  static let waitingLimit = 20_000
  /// How long a thread waits before it asks again whether the server is back, in microseconds.
  private static let pause: UInt32 = 100_000
  private static let attempts = 6

  /// - Parameters:
  ///   - first: a connection that is ready.
  ///   - count: how many connections there are to be, this one among them.
  init(
    _ address: PostgresAddress, first: PostgresConnection, count: Int,
    greet: @escaping @Sendable (PostgresConnection) throws -> Void
  ) throws(StoreError) {
    self.address = address
    self.greet = greet
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(work, nil)
    up = 1
    var first: PostgresConnection? = first
    for index in 0..<max(1, count) {
      guard startThread(Worker(self, first.take())) else {
        if index > 0 { break }
        throw StoreError(.failed, "cannot start a thread")
      }
    }
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(work)
    mutex.deallocate()
    work.deallocate()
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Takes nothing more; what was taken is finished, then the threads end.
  func end() {
    locked {
      hasEnded = true
      pthread_cond_broadcast(work)
    }
  }

  /// Has `tell` called when the server is lost, with the reason, and with nothing when it is back.
  func watch(_ tell: @escaping @Sendable (StoreError?) -> Void) { locked { self.tell = tell } }

  // MARK: Handing in

  /// Hands in a job, which fails at once while the server does not answer.
  func submit(_ job: Job) {
    let refusal = locked { () -> StoreError? in
      if hasEnded { return StoreError(.failed, "the database was closed") }
      if up == 0 { return lastFault }
      guard jobs.count - begun < Self.waitingLimit else {
        return StoreError(.unavailable, "too many requests wait for the database")
      }
      jobs.append(job)
      pthread_cond_signal(work)
      return nil
    }
    if let refusal { job.fail(refusal) }
  }

  /// Runs `body` with a connection, and returns what it returned.
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
        if locked({ hasEnded }) { return }
        connection = open()
        guard connection != nil else {
          usleep(Self.pause)
          continue
        }
        let tell = locked { () -> (@Sendable (StoreError?) -> Void)? in
          up += 1
          return up == 1 ? self.tell : nil
        }
        tell?(nil)
      }
      guard let job = next() else { return }
      if !perform(job, &connection) { goDown() }
    }
  }

  private func open() -> PostgresConnection? {
    do {
      let connection = try PostgresConnection(address)
      try greet(connection)
      return connection
    } catch {
      let fault = StoreError(postgres: error)
      locked { lastFault = StoreError(.unavailable, fault.description) }
      return nil
    }
  }

  /// What there is to do when the last connection is lost.
  private struct Loss {
    let jobs: ArraySlice<Job>
    let fault: StoreError
    let tell: @Sendable (StoreError?) -> Void
  }

  private func goDown() {
    let lost = locked { () -> Loss? in
      up -= 1
      guard up == 0 else { return nil }
      defer {
        jobs.removeAll()
        begun = 0
      }
      return Loss(jobs: jobs[begun...], fault: lastFault, tell: tell)
    }
    guard let lost else { return }
    // First, since another thread may be connected again before the last of many jobs was told.
    lost.tell(lost.fault)
    for job in lost.jobs { job.fail(lost.fault) }
  }

  private func next() -> Job? {
    locked {
      while begun == jobs.count {
        if hasEnded { return nil }
        pthread_cond_wait(work, mutex)
      }
      defer {
        begun += 1
        if begun == jobs.count || begun > 1_024 {
          jobs.removeFirst(begun)
          begun = 0
        }
      }
      return jobs[begun]
    }
  }

  /// Runs a job until it succeeds or is not worth another try; false when the connection is gone
  /// and there is no other to be had.
  private func perform(_ job: Job, _ connection: inout PostgresConnection?) -> Bool {
    var attempt = 0
    while let live = connection {
      attempt += 1
      do {
        try job.run(live)
        return true
      } catch {
        let fault = error as? PostgresFault
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

/// What a thread does.
private class PostgresThread {
  func run() {}
}

/// Runs something on a thread of its own, which nobody waits for; false when none is to be had.
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

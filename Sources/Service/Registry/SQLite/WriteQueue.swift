// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import PassDatabase
internal import Synchronization

/// A queue of writes to one database. Writes that arrive during a commit share the next
/// transaction.
final class WriteQueue: Sendable {
  /// What a write has changed, in addition to the rows.
  struct Effects {
    /// Whether the number of a type was raised.
    var hasChanges = false
  }

  private struct Job: Sendable {
    /// Does the work and returns a closure. The closure is called with nil after the commit, or
    /// with the error.
    let run: @Sendable (Database, inout Effects) -> (@Sendable (StoreError?) -> Void)
    /// Called instead of `run` if there is no transaction.
    let fail: @Sendable (StoreError) -> Void
  }

  private struct State {
    var jobs: [Job] = []
    var isRunning = false
  }

  private let database: SharedDatabase
  /// Runs the transactions one after the other on a thread that may wait for the disk.
  private let thread = DispatchQueue(label: "passes.writer", qos: .userInitiated)
  private let state = Mutex(State())
  private let committed: @Sendable (Int64) -> Void
  private static let jobsAtOnce = 256

  /// Creates a queue.
  ///
  /// - Parameter committed: called after each transaction that raised a number, with the sum of all
  ///   numbers.
  init(_ database: SharedDatabase, committed: @escaping @Sendable (Int64) -> Void) {
    self.database = database
    self.committed = committed
  }

  /// Runs `body` in a savepoint and returns when it is on disk.
  ///
  /// Other writes may share the transaction. An error of `body` rolls back only its savepoint.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database, inout Effects) throws -> Value
  ) async throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      let job = Job(
        run: { database, effects in
          do {
            var own = Effects()
            let value = try database.savepoint { try body(database, &own) }
            if own.hasChanges { effects.hasChanges = true }
            return { error in
              continuation.resume(returning: error.map { .failure($0) } ?? .success(value))
            }
          } catch {
            let fault = StoreError(error)
            return { _ in continuation.resume(returning: .failure(fault)) }
          }
        }, fail: { continuation.resume(returning: .failure($0)) })
      let isFirst = state.withLock { state in
        state.jobs.append(job)
        defer { state.isRunning = true }
        return !state.isRunning
      }
      if isFirst {
        thread.async { [self] in drain() }
      }
    }
    return try result.get()
  }

  private func drain() {
    while true {
      let jobs = state.withLock { state in
        let count = min(state.jobs.count, Self.jobsAtOnce)
        let jobs = Array(state.jobs.prefix(count))
        state.jobs.removeFirst(count)
        if jobs.isEmpty { state.isRunning = false }
        return jobs
      }
      guard !jobs.isEmpty else { return }
      commit(jobs)
    }
  }

  private func commit(_ jobs: [Job]) {
    var ends: [@Sendable (StoreError?) -> Void] = []
    do {
      let changes = try database.use { database in
        try database.transaction {
          var effects = Effects()
          for job in jobs {
            ends.append(job.run(database, &effects))
            // SQLite rolls back the transaction itself if, for example, the disk is full.
            guard database.isInsideTransaction else {
              throw StoreError(.full, "the database ended the transaction")
            }
          }
          return effects.hasChanges ? try StoreRows.changeCount(database) : nil
        }
      }
      if let changes { committed(changes) }
      for end in ends { end(nil) }
    } catch {
      let fault = StoreError(error)
      for end in ends { end(fault) }
      for job in jobs.dropFirst(ends.count) { job.fail(fault) }
    }
  }
}

extension StoreError {
  /// Converts an error of the database.
  init(_ error: any Error) {
    if let error = error as? StoreError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.failed, "\(error)")
      return
    }
    switch error.kind {
    case .full, .inputOutput: self.init(.full, error.message)
    case .notADatabase: self.init(.foreign, "is not a database of passc serve")
    case .damaged: self.init(.damaged, "is damaged: \(error.message)")
    default: self.init(.failed, error.message)
    }
  }
}

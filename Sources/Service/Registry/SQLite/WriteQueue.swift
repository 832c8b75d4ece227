// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Synchronization

/// Writers of one database, who share transactions: those that come while one is being synced are
/// committed together by the next.
final class WriteQueue: Sendable {
  /// What a transaction has done, beside the rows.
  struct Effects {
    /// A number was raised.
    var hasChanges = false
  }

  private struct Job: Sendable {
    /// Does the work; what it returns is called once the work is committed, or with the reason why
    /// it is not.
    let run: @Sendable (Database, inout Effects) -> (@Sendable (StoreError?) -> Void)
    /// Is called in its place where there is no transaction.
    let fail: @Sendable (StoreError) -> Void
  }

  private struct State {
    var jobs: [Job] = []
    var isRunning = false
  }

  private let pool: DatabasePool
  private let state = Mutex(State())
  private let committed: @Sendable (Int64) -> Void
  private static let jobsAtOnce = 256

  /// - Parameter committed: is told the sum of all numbers after each transaction that raised one.
  init(_ pool: DatabasePool, committed: @escaping @Sendable (Int64) -> Void) {
    self.pool = pool
    self.committed = committed
  }

  /// Runs `body` in a transaction, apart from others that may share it, and returns when it is on
  /// the disk.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database, inout Effects) throws -> Value
  ) async throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
      let job = Job(
        run: { database, effects in
          do {
            var value: Value?
            var own = Effects()
            try database.inSavepoint {
              value = try body(database, &own)
              return .commit
            }
            guard let value else {
              return { _ in
                continuation.resume(returning: .failure(StoreError(.failed, "no value")))
              }
            }
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
        pool.asyncWriteWithoutTransaction { [self] database in drain(database) }
      }
    }
    return try result.get()
  }

  private func drain(_ database: Database) {
    while true {
      let jobs = state.withLock { state in
        let count = min(state.jobs.count, Self.jobsAtOnce)
        let jobs = Array(state.jobs.prefix(count))
        state.jobs.removeFirst(count)
        if jobs.isEmpty { state.isRunning = false }
        return jobs
      }
      guard !jobs.isEmpty else { return }
      commit(jobs, database)
    }
  }

  private func commit(_ jobs: [Job], _ database: Database) {
    var ends: [@Sendable (StoreError?) -> Void] = []
    var changes: Int64?
    do {
      try database.inTransaction(.immediate) {
        var effects = Effects()
        for job in jobs {
          // A full disk ends the transaction.
          guard database.isInsideTransaction else {
            throw StoreError(.full, "the transaction was ended by the database")
          }
          ends.append(job.run(database, &effects))
        }
        if effects.hasChanges { changes = try StoreRows.changes(database) }
        return .commit
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
  /// The fault behind an error of the database.
  init(_ error: any Error) {
    if let error = error as? StoreError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self.init(.failed, "\(error)")
      return
    }
    let words = error.message ?? "SQLite error \(error.resultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_FULL, .SQLITE_IOERR: self.init(.full, words)
    case .SQLITE_NOTADB: self.init(.foreign, "is not a database of passc serve")
    default: self.init(.failed, words)
    }
  }
}

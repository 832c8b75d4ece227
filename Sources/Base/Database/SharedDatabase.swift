// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Synchronization

/// A pool of connections with the same settings. One thread at a time uses a connection, and each
/// is opened at its first use.
///
/// With one connection, writers take turns. With several, readers do not wait for each other.
package final class SharedDatabase: Sendable {
  private let connections: [Connection]
  private let state: Mutex<State>

  private struct State {
    /// Indexes of idle connections, the most recently used one last.
    var idle: [Int]
    var turn = 0
  }

  /// - Parameter count: maximum number of threads that use the database at once. Others wait.
  package init(_ path: String, _ settings: Database.Settings, count: Int = 1) {
    connections = (0..<count).map { _ in Connection(path, settings) }
    state = Mutex(State(idle: Array(0..<count)))
  }

  /// Runs `body` with a connection on the calling thread. Each statement sees its own snapshot of
  /// the database.
  package func use<Result>(_ body: (Database) throws -> Result) throws -> Result {
    let (index, isIdle) = state.withLock { state -> (Int, Bool) in
      if let index = state.idle.popLast() { return (index, true) }
      state.turn = (state.turn + 1) % connections.count
      return (state.turn, false)
    }
    defer {
      if isIdle { state.withLock { $0.idle.append(index) } }
    }
    return try connections[index].use(body)
  }

  /// Runs `body` in a read transaction on the calling thread. All its statements see the same
  /// snapshot.
  package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try use { database in try database.transaction(.deferred) { try body(database) } }
  }

  /// Interrupts running statements. Any thread may call this. Later uses fail.
  package func interrupt() { for connection in connections { connection.interrupt() } }

  /// Waits until no thread uses the connections, then closes them. Later uses fail.
  package func close() { for connection in connections { connection.close() } }
}

/// A connection with two locks. `inUse` gives the database to one thread. `reference` guards the
/// properties, so that `interrupt` need not wait for a running statement. Take `inUse` first.
///
/// `@unchecked`: all mutable state is guarded by these locks.
private final class Connection: @unchecked Sendable {
  private let inUse = Mutex(())
  private let reference = Mutex(())
  private let path: String
  private let settings: Database.Settings
  private var database: Database?
  private var isClosed = false

  init(_ path: String, _ settings: Database.Settings) {
    self.path = path
    self.settings = settings
  }

  func use<Result>(_ body: (Database) throws -> Result) throws -> Result {
    var outcome: Swift.Result<Result, any Error>?
    inUse.withLock { _ in outcome = Swift.Result { try body(opened()) } }
    guard let outcome else { preconditionFailure("the lock did not run the body") }
    return try outcome.get()
  }

  private func opened() throws -> Database {
    let isClosed = reference.withLock { _ in self.isClosed }
    guard !isClosed else { throw DatabaseError(path, SQLITE_MISUSE, "the connection is closed") }
    // Only a thread that holds `inUse` changes `database`, so reading it here is not a race.
    if let database { return database }
    let opened = try Database(path, settings)
    reference.withLock { _ in database = opened }
    return opened
  }

  func interrupt() {
    reference.withLock { _ in
      isClosed = true
      if let database { sqlite3_interrupt(database.handle) }
    }
  }

  func close() {
    inUse.withLock { _ in
      reference.withLock { _ in
        isClosed = true
        database = nil
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import CSQLite
internal import Synchronization

/// Connections with the same settings, each for one thread at a time and opened when it is needed.
///
/// One connection makes writers take turns. Several that only read do not wait for each other.
package final class SharedDatabase: Sendable {
  private let connections: [Connection]
  private let state: Mutex<State>

  private struct State {
    /// Idle connections, the most recently used one last.
    var idle: [Int]
    var turn = 0
  }

  /// - Parameter count: how many threads use the database at once; the others wait for them.
  package init(_ path: String, _ settings: Database.Settings, count: Int = 1) {
    connections = (0..<count).map { _ in Connection(path, settings) }
    state = Mutex(State(idle: Array(0..<count)))
  }

  /// Runs `body` with a connection, on this thread. Each statement sees one state of the database,
  /// and perhaps not that of the one before.
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

  /// Runs `body` with a connection that sees one state of the database, on this thread.
  package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try use { database in try database.transaction(.deferred) { try body(database) } }
  }

  /// Ends the statements that are running, from any thread. Later uses get an error.
  package func interrupt() { for connection in connections { connection.interrupt() } }

  /// Waits for those who use the connections and closes them. Later uses get an error.
  package func close() { for connection in connections { connection.close() } }
}

/// `@unchecked`: the first lock gives the database to one thread, the second guards the reference.
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
    // Only a thread with the first lock changes the reference.
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

// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Synchronization

/// Connections that only read, each for one caller at a time.
///
/// GRDB's pool asks for the version of the schema and compiles the beginning of a transaction at each
/// use, which costs more than a look-up by a key. The schema stays as it is while a store is open.
final class SQLiteReaders: Sendable {
  private let connections: [DatabaseQueue]
  private let state: Mutex<State>

  private struct State {
    /// Those nobody uses.
    var idle: [Int]
    var turn = 0
  }

  init(_ path: String, _ configuration: Configuration, count: Int) throws {
    var configuration = configuration
    configuration.readonly = true
    connections = try (0..<count).map { _ in
      try DatabaseQueue(path: path, configuration: configuration)
    }
    state = Mutex(State(idle: Array(0..<count)))
  }

  /// Runs `body` on a connection that sees one state, on this thread.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try look { database in
      try StoreStatement("BEGIN", on: database).run()
      do {
        let value = try body(database)
        try StoreStatement("COMMIT", on: database).run()
        return value
      } catch {
        // The fault counts; a transaction that read has nothing to lose.
        if database.isInsideTransaction {
          _ = try? StoreStatement("ROLLBACK", on: database).run()
        }
        throw error
      }
    }
  }

  /// Runs `body` on a connection, on this thread. Each statement sees one state, and perhaps not that
  /// of the one before.
  func look<Value>(_ body: (Database) throws -> Value) throws -> Value {
    let (index, isIdle) = state.withLock { state -> (Int, Bool) in
      if let index = state.idle.popLast() { return (index, true) }
      // Waits for whoever uses it.
      state.turn = (state.turn + 1) % connections.count
      return (state.turn, false)
    }
    defer {
      if isIdle { state.withLock { $0.idle.append(index) } }
    }
    return try connections[index].inDatabase(body)
  }

  /// Ends the connections.
  func close() throws {
    for connection in connections { try connection.close() }
  }
}

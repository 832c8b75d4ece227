// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// A connection to an SQLite database. Only one thread may use it at a time.
///
/// Danger: when a process closes any descriptor of a file, it loses SQLite's locks on that file.
/// Open a `DatabaseFile` first and store it in the closure `Settings.prepare`. A connection
/// releases its settings only after it has closed the file.
@usableFromInline package final class Database {
  /// Options for opening a connection.
  package struct Settings: Sendable {
    /// Whether SQLite rejects every change. Otherwise it creates a file that does not exist.
    package var isReadOnly = false
    /// How long a statement waits for the locks of other connections, in milliseconds.
    package var busyTimeout: Int32 = 0
    /// Checks a new connection and sets it up.
    package var prepare: @Sendable (Database) throws -> Void = { _ in }

    package init() {}
  }

  /// The path as it was given.
  package let path: String
  let handle: OpaquePointer
  private let settings: Settings
  /// Prepared statements by their SQL.
  private var statements: [String: OpaquePointer] = [:]

  package init(_ path: String, _ settings: Settings = Settings()) throws {
    let access =
      settings.isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var opened: OpaquePointer?
    // Only one thread at a time uses the connection, so SQLite needs no mutex for it.
    let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
    guard let handle = opened, code == SQLITE_OK else {
      sqlite3_close(opened)
      throw DatabaseError(path, code, String(cString: sqlite3_errstr(code)))
    }
    self.path = path
    self.handle = handle
    self.settings = settings
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, settings.busyTimeout)
    // SQLite does not read the file before this statement. It fails if the file is not a database.
    _ = try texts("SELECT 1 FROM sqlite_master LIMIT 1")
    try settings.prepare(self)
  }

  deinit {
    dropStatements()
    sqlite3_close_v2(handle)
  }

  // MARK: Statements

  /// Runs SQL of one or more statements and ignores their rows.
  package func execute(sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError }
  }

  /// Reads the first column of every row as text. The statement is not kept.
  package func texts(_ sql: String) throws -> [String] {
    let pointer = try prepared(sql, flags: 0)
    defer { sqlite3_finalize(pointer) }
    return try SQLStatement(pointer, of: self).all { $0.text(0) }
  }

  /// Reads the first column of the first row as a number, or 0 without a row.
  package func integer(_ sql: String) throws -> Int64 { Int64(try texts(sql).first ?? "") ?? 0 }

  /// SQL of the cached statements.
  package var cachedSQL: [String] { Array(statements.keys) }

  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Prepares and caches a statement, or resets the cached one.
  func cached(_ sql: String) throws -> OpaquePointer {
    if let pointer = statements[sql] {
      sqlite3_reset(pointer)
      return pointer
    }
    let pointer = try prepared(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    statements[sql] = pointer
    return pointer
  }

  /// Finalizes the cached statements. None of them may be in use.
  func dropStatements() {
    for pointer in statements.values { sqlite3_finalize(pointer) }
    statements = [:]
  }

  private func prepared(_ sql: String, flags: UInt32) throws -> OpaquePointer {
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, flags, &made, nil)
    guard code == SQLITE_OK, let made else { throw lastError }
    return made
  }

  var lastError: DatabaseError {
    DatabaseError(path, sqlite3_extended_errcode(handle), String(cString: sqlite3_errmsg(handle)))
  }

  // MARK: Transactions

  /// The moment when a transaction takes SQLite's write lock: its first change or its beginning.
  package enum TransactionKind: String, Sendable {
    case deferred = "BEGIN DEFERRED"
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Whether a transaction is open. SQLite itself may end one, for example when the disk is full.
  package var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` in a transaction and rolls back if `body` throws.
  ///
  /// - Parameter commits: returns whether to commit. Otherwise the transaction is rolled back.
  package func transaction<Result>(
    _ kind: TransactionKind = .immediate, commits: (Result) -> Bool = { _ in true },
    _ body: () throws -> Result
  ) throws -> Result {
    try SQLStatement(kind.rawValue, on: self).run()
    do {
      let result = try body()
      try SQLStatement(commits(result) ? "COMMIT" : "ROLLBACK", on: self).run()
      return result
    } catch {
      // If the rollback fails too, the first error is the one to report.
      if isInsideTransaction { _ = try? SQLStatement("ROLLBACK", on: self).run() }
      throw error
    }
  }

  /// Runs `body` in a savepoint of the open transaction. If `body` throws, only its changes are
  /// undone.
  package func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    try SQLStatement("SAVEPOINT part", on: self).run()
    do {
      let result = try body()
      try SQLStatement("RELEASE part", on: self).run()
      return result
    } catch {
      guard isInsideTransaction else { throw error }
      do {
        try SQLStatement("ROLLBACK TO part", on: self).run()
        try SQLStatement("RELEASE part", on: self).run()
      } catch {
        // The changes of a half-finished `body` must not be committed with the rest.
        _ = try? SQLStatement("ROLLBACK", on: self).run()
      }
      throw error
    }
  }

  // MARK: The whole database

  /// Switches to the write-ahead log, so that readers and the writer do not block each other.
  package func useWriteAheadLog() throws {
    guard try texts("PRAGMA journal_mode = WAL") == ["wal"] else {
      throw DatabaseError(path, SQLITE_ERROR, "SQLite cannot use a write-ahead log here")
    }
  }

  /// Copies the database into another one, as a snapshot.
  package func backUp(to target: Database) throws {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.lastError
    }
    sqlite3_backup_step(backup, -1)
    // The return code of the step is ignored, because this call returns it too.
    guard sqlite3_backup_finish(backup) == SQLITE_OK else { throw target.lastError }
  }
}

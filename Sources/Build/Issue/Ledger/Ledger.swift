// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import PassDatabase

/// A record of issued passes. It is one SQLite file with mode 0600 that contains every serial
/// number, its token, and digests of the content of its bundle.
///
/// Safe to use from every thread. Look-ups run in parallel on separate connections and never wait
/// for a writer. Writers wait for each other, also across processes. Every change is one
/// transaction. However the process ends, the ledger can be opened again and contains either all of
/// a change or nothing of it.
package final class Ledger: Sendable {
  package enum Access: Sendable {
    /// Nothing is changed. An older schema is not migrated.
    case reading
    /// The ledger must exist.
    case writing
    /// The ledger is created if it does not exist.
    case creating
  }

  /// The path as it was given.
  package let path: String
  /// The path without symbolic links, as SQLite uses it for the files next to the database.
  let realPath: String

  /// The files with a ledger's data: the database and, while it is open, its log and index.
  package static func files(of path: String) -> [String] {
    ["", "-wal", "-shm"].map { path + $0 }
  }
  private let file: DatabaseFile
  let locks: RunLocks
  let isReadOnly: Bool
  /// Nil if the ledger is opened for reading.
  private let writer: SharedDatabase?
  private let readers: SharedDatabase
  /// A cache, because digests of certificates and paths of folders are few and rarely change.
  let names = LedgerNames()

  /// Opens a ledger.
  ///
  /// - Parameters:
  ///   - durable: whether commits survive a power failure (`PRAGMA synchronous = FULL`, an fsync
  ///     per transaction). If false, they survive the death of the process. After a power failure
  ///     the last transactions may be missing, but none is incomplete.
  ///   - readers: the number of parallel look-ups.
  package init(
    _ path: String, access: Access, durable: Bool = false, readers: Int = 2
  ) throws(LedgerError) {
    self.path = path
    isReadOnly = access == .reading
    let file = try Self.file(path, access)
    self.file = file
    locks = RunLocks(file, ledger: path)
    do {
      realPath = try Self.resolved(path)
      var settings = Self.settings(of: file)
      writer = isReadOnly ? nil : try Self.opened(realPath, settings, durable: durable)
      settings.isReadOnly = true
      self.readers = SharedDatabase(realPath, settings, count: max(readers, 1))
      try Self.prepare(writer, self.readers, path)
    } catch {
      throw LedgerError(path, error)
    }
  }

  deinit { closeConnections() }

  /// Opens or creates the file. The -wal and -shm files next to it get its mode.
  ///
  /// A file that is not a ledger is rejected here, before SQLite opens it.
  private static func file(_ path: String, _ access: Access) throws(LedgerError) -> DatabaseFile {
    let file: DatabaseFile
    do {
      file = try DatabaseFile(
        path, access == .creating ? .creating : access == .reading ? .reading : .writing)
    } catch {
      throw failure(path, error, access)
    }
    do {
      switch try file.form() {
      case .empty, .database(applicationID: LedgerSchema.applicationID): break
      case .database, .other: throw LedgerError(path, .notALedger)
      }
      guard try file.lockName() else { throw LedgerError(path, .otherName) }
      return file
    } catch {
      guard let fault = error as? FileError else { throw LedgerError(path, error) }
      throw failure(path, fault, access)
    }
  }

  private static func failure(
    _ path: String, _ error: FileError, _ access: Access
  ) -> LedgerError {
    let number = error.errorNumber ?? 0
    if error.operation == .lock { return LedgerError(path, .cannotLock(number)) }
    switch number {
    case ENOENT where access != .creating: return LedgerError(path, .missing)
    case ENOSPC, EDQUOT, EFBIG: return LedgerError(path, .diskFull)
    case EACCES, EPERM, EROFS:
      if access != .reading { return LedgerError(path, .readOnly) }
    default: break
    }
    return LedgerError(path, .cannotOpen(FileError.message(for: number)))
  }

  private static func resolved(_ path: String) throws(LedgerError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw LedgerError(path, .cannotOpen(FileError.message(for: errno)))
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Opens the connection for writing. It switches a new database to a write-ahead log.
  ///
  /// If two processes do this at once, both read the file and then want to write it. Waiting would
  /// be a deadlock, so SQLite returns busy to one of them immediately, regardless of the busy
  /// timeout. That process tries again.
  private static func opened(
    _ path: String, _ settings: Database.Settings, durable: Bool
  ) throws -> SharedDatabase {
    let writer = SharedDatabase(path, settings)
    let end = ContinuousClock.now + patience
    while true {
      do {
        try writer.use { database in
          try database.useWriteAheadLog()
          // A longer log is copied back less often.
          try database.execute(
            sql: """
              PRAGMA synchronous = \(durable ? "FULL" : "NORMAL");
              PRAGMA wal_autocheckpoint = 4096;
              """)
        }
        return writer
      } catch let error as DatabaseError
        where error.kind == .busy && ContinuousClock.now < end
      {
        usleep(.random(in: 1_000...20_000))
      }
    }
  }

  /// The maximum wait for other processes that issue into the same ledger. Their transactions take
  /// milliseconds.
  private static let patience = Duration.seconds(60)

  /// Migrates the tables, or checks that they are up to date.
  private static func prepare(
    _ writer: SharedDatabase?, _ readers: SharedDatabase, _ path: String
  ) throws {
    // In a transaction, because another process may be creating the tables at the same time.
    let state = try readers.read(LedgerSchema.migrations.state)
    switch state {
    case .current: return
    case .newer: throw LedgerError(path, .newerSchema)
    case .new, .older:
      guard let writer else { throw LedgerError(path, state == .new ? .empty : .olderSchema) }
      // The first migration sets the application identifier together with the first table. A
      // database with tables and without the identifier belongs to another program.
      try writer.use(LedgerSchema.migrations.apply)
    }
  }

  private static func settings(of file: DatabaseFile) -> Database.Settings {
    var settings = Database.Settings()
    settings.busyTimeout = Int32(patience.components.seconds * 1_000)
    settings.prepare = { [file] database in
      // The closure retains `file`, so that it is closed only after the last connection.
      try LedgerSchema.check(database, path: file.path)
      // In KiB. More would not help, because the system caches the file anyway.
      try database.execute(sql: "PRAGMA cache_size = -4096")
    }
    return settings
  }

  // MARK: Transactions

  /// Runs `body` on a connection that sees one consistent state of the ledger.
  func reading<Result>(_ body: (Database) throws -> Result) throws(LedgerError) -> Result {
    do { return try readers.read(body) } catch { throw LedgerError(path, error) }
  }

  /// Runs `body` on the connection for writing.
  func writingWithoutTransaction<Result>(
    _ body: (Database) throws -> Result
  ) throws(LedgerError) -> Result {
    guard let writer else { throw LedgerError(path, .readOnly) }
    do { return try writer.use(body) } catch { throw LedgerError(path, error) }
  }

  /// Closes all connections. Any later use of the ledger fails with an error.
  package func endConnections() {
    closeConnections()
    file.end()
  }

  /// The connection for writing is closed last, because it then copies the log into the database
  /// and deletes it.
  private func closeConnections() {
    readers.close()
    writer?.close()
  }

  /// Runs `body` in a transaction. No other process writes meanwhile.
  func writing<Result>(_ body: (Database) throws -> Result) throws(LedgerError) -> Result {
    do {
      return try writingWithoutTransaction { database in
        try database.transaction { try body(database) }
      }
    } catch {
      names.forget()
      throw error
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import PassBasics

/// What was issued: one SQLite file, mode 0600, that knows every serial, its token, and what its
/// bundle was made from.
///
/// Usable from every thread. Look-ups run side by side on connections of their own and never wait
/// for a writer; writers, also those of other processes, take turns. Every change is one
/// transaction: whatever ends the process, the ledger opens again and holds either all of it or
/// nothing of it.
package final class Ledger: Sendable {
  /// What the ledger is opened for.
  package enum Access: Sendable {
    /// Nothing is changed, not even the form of an older ledger.
    case reading
    /// The ledger must exist.
    case writing
    /// Made where it does not exist.
    case creating
  }

  /// The path as it was given.
  package let path: String
  /// Without symbolic links, as SQLite names the files beside it.
  let realPath: String

  /// The files that hold a ledger's data: the database and, while it is open, its log and index.
  package static func files(of path: String) -> [String] {
    ["", "-wal", "-shm"].map { path + $0 }
  }
  private let file: DatabaseFile
  let locks: RunLocks
  let isReadOnly: Bool
  private let pool: DatabasePool
  /// Digests of certificates and paths of folders change rarely and are few.
  let names = LedgerNames()

  /// Opens a ledger.
  ///
  /// - Parameters:
  ///   - durable: what is committed survives a power cut (`PRAGMA synchronous = FULL`: an fsync
  ///     per transaction). Without, it survives the death of the process, and after a power cut
  ///     the last transactions may be missing, never half there.
  ///   - readers: how many look-ups run side by side.
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
      pool = try Self.prepared(
        try Self.opened(
          realPath,
          Self.configuration(
            file, isReadOnly: isReadOnly, durable: durable, readers: readers)),
        path, isReadOnly: isReadOnly, durable: durable)
    } catch {
      throw LedgerError(path, error)
    }
  }

  /// Opens the file, and makes it if it is to be made. The -wal and -shm next to it get its mode.
  ///
  /// What is not a ledger is rejected here, before SQLite opens it.
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
      guard try file.takeName() else { throw LedgerError(path, .otherName) }
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
    return LedgerError(path, .cannotOpen(FileError.words(for: number)))
  }

  private static func resolved(_ path: String) throws(LedgerError) -> String {
    guard let resolved = realpath(path, nil) else {
      throw LedgerError(path, .cannotOpen(FileError.words(for: errno)))
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Brings the tables up to date, or checks that they are.
  private static func prepared(
    _ pool: DatabasePool, _ path: String, isReadOnly: Bool, durable: Bool
  ) throws -> DatabasePool {
    // In a transaction: another process may be making the tables right now.
    let (isCurrent, isEmpty) = try pool.read { database in
      if try LedgerSchema.migrator.hasBeenSuperseded(database) {
        throw LedgerError(path, .newerSchema)
      }
      return (
        try LedgerSchema.migrator.hasCompletedMigrations(database),
        try LedgerSchema.migrator.appliedIdentifiers(database).isEmpty
      )
    }
    if !isCurrent {
      if isReadOnly { throw LedgerError(path, isEmpty ? .empty : .olderSchema) }
      try migrate(pool)
    }
    guard !isReadOnly else { return pool }
    try pool.writeWithoutTransaction { database in
      // After GRDB has chosen for itself. A longer log is copied back less often.
      try database.execute(
        sql: """
          PRAGMA synchronous = \(durable ? "FULL" : "NORMAL");
          PRAGMA wal_autocheckpoint = 4096;
          """)
    }
    return pool
  }

  /// Opens the database, which gives a new one its write-ahead log.
  ///
  /// Of two processes that do so at once, each reads the file and wants to write it: SQLite tells
  /// one of them at once that the file is locked, whatever it was told to wait, since both would
  /// wait for ever. That one tries again.
  private static func opened(
    _ path: String, _ configuration: Configuration
  ) throws -> DatabasePool {
    let end = ContinuousClock.now + patience
    while true {
      do {
        return try DatabasePool(path: path, configuration: configuration)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end
      {
        usleep(.random(in: 1_000...20_000))
      }
    }
  }

  /// How long a process waits for others: a transaction is a matter of milliseconds.
  private static let patience = Duration.seconds(60)

  /// Brings the tables up to date. Two processes may come to a new ledger at once; then the later
  /// one finds the tables there and has nothing left to do.
  private static func migrate(_ pool: DatabasePool) throws {
    do {
      // Before the first table, so that a database with tables and without the identifier is foreign.
      try pool.write { database in
        try database.execute(sql: "PRAGMA application_id = \(LedgerSchema.applicationID)")
      }
      try LedgerSchema.migrator.migrate(pool)
    } catch {
      guard try pool.read(LedgerSchema.migrator.hasCompletedMigrations) else { throw error }
    }
  }

  private static func configuration(
    _ file: DatabaseFile, isReadOnly: Bool, durable: Bool, readers: Int
  ) -> Configuration {
    var configuration = Configuration()
    configuration.label = "ledger"
    configuration.readonly = isReadOnly
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = max(readers, 1)
    // Other processes issue into the same ledger; a transaction is a matter of milliseconds.
    configuration.busyMode = .timeout(60)
    configuration.prepareDatabase { [file] database in
      // Each connection keeps the file, which ends when the last of them is gone.
      try LedgerSchema.check(database, path: file.path)
      // Milliseconds, also for those that only read; KiB: behind it the system caches anyway.
      try database.execute(sql: "PRAGMA busy_timeout = 60000; PRAGMA cache_size = -4096")
    }
    return configuration
  }

  // MARK: Transactions

  /// Runs `body` on a connection of its own that sees one state of the ledger.
  func reading<Result>(_ body: (Database) throws -> Result) throws(LedgerError) -> Result {
    do { return try pool.read(body) } catch { throw LedgerError(path, error) }
  }

  /// Runs `body` on the connection that writes.
  func writingWithoutTransaction<Result>(
    _ body: (Database) throws -> Result
  ) throws(LedgerError) -> Result {
    do { return try pool.writeWithoutTransaction(body) } catch { throw LedgerError(path, error) }
  }

  /// Ends all connections; whoever uses the ledger afterwards gets an error.
  package func endConnections() throws(LedgerError) {
    do { try pool.close() } catch { throw LedgerError(path, error) }
    file.end()
  }

  /// Runs `body` alone among all processes, and commits what it did.
  func writing<Result>(_ body: (Database) throws -> Result) throws(LedgerError) -> Result {
    do {
      return try pool.writeWithoutTransaction { database in
        var result: Result?
        try database.inTransaction(.immediate) {
          result = try body(database)
          return .commit
        }
        guard let result else { throw LedgerError(path, .failed("nothing was committed")) }
        return result
      }
    } catch {
      names.forget()
      throw LedgerError(path, error)
    }
  }
}

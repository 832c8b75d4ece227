// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import PassSystem

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
  let locks: RunLocks?
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
    if access == .creating { try Self.create(path) }
    guard let resolved = realpath(path, nil) else {
      throw LedgerError(
        path, errno == ENOENT ? .missing : .cannotOpen(String(cString: strerror(errno))))
    }
    realPath = String(cString: resolved)
    free(resolved)
    isReadOnly = access == .reading
    do {
      pool = try Self.opened(
        realPath,
        Self.configuration(
          path: path, isReadOnly: isReadOnly, durable: durable, readers: readers))
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
        try Self.migrate(pool)
      }
      if !isReadOnly {
        try pool.writeWithoutTransaction { database in
          // After GRDB has chosen for itself. A longer log is copied back less often.
          try database.execute(
            sql: """
              PRAGMA synchronous = \(durable ? "FULL" : "NORMAL");
              PRAGMA wal_autocheckpoint = 4096;
              """)
        }
      }
    } catch {
      throw LedgerError(path, error)
    }
    locks = try RunLocks(ledger: path, realPath: realPath, isReadOnly: isReadOnly)
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

  /// Makes an empty file that only this user reads. The -wal and -shm beside it take its mode.
  ///
  /// Under another name first: closing a file that another connection of this process has open
  /// would take away the locks SQLite holds on it.
  private static func create(_ path: String) throws(LedgerError) {
    var status = stat()
    if stat(path, &status) == 0 { return }
    let temporary = path + "." + String(UInt64.random(in: .min ... .max), radix: 36)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    defer { unlink(temporary) }
    let isMade = fchmod(descriptor, 0o600) == 0
    let code = errno
    close(descriptor)
    errno = code
    guard isMade else { throw failure(path) }
    // Whoever was there first is as good.
    if link(temporary, path) == 0 || errno == EEXIST { return }
    guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno), rename(temporary, path) == 0 else {
      throw failure(path)
    }
  }

  /// Brings the tables up to date. Two processes may come to a new ledger at once; then the later
  /// one finds the tables there and has nothing left to do.
  private static func migrate(_ pool: DatabasePool) throws {
    do {
      try LedgerSchema.migrator.migrate(pool)
    } catch {
      guard try pool.read(LedgerSchema.migrator.hasCompletedMigrations) else { throw error }
    }
  }

  private static func failure(_ path: String) -> LedgerError {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: LedgerError(path, .diskFull)
    default: LedgerError(path, .cannotOpen(String(cString: strerror(errno)).lowercased()))
    }
  }

  private static func configuration(
    path: String, isReadOnly: Bool, durable: Bool, readers: Int
  ) -> Configuration {
    var configuration = Configuration()
    configuration.label = "ledger"
    configuration.readonly = isReadOnly
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = max(readers, 1)
    // Other processes issue into the same ledger; a transaction is a matter of milliseconds.
    configuration.busyMode = .timeout(60)
    configuration.prepareDatabase { database in
      try LedgerSchema.check(database, path: path)
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

// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import PassDatabase

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
  /// Nil when the ledger is opened for reading.
  private let writer: SharedDatabase?
  private let readers: SharedDatabase
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

  /// Opens the connection that writes, which gives a new database its write-ahead log.
  ///
  /// Of two processes that do so at once, each reads the file and wants to write it: SQLite tells
  /// one of them at once that the file is locked, whatever it was told to wait, since both would
  /// wait for ever. That one tries again.
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

  /// How long a process waits for others, which issue into the same ledger: a transaction is a
  /// matter of milliseconds.
  private static let patience = Duration.seconds(60)

  /// Brings the tables up to date, or checks that they are.
  private static func prepare(
    _ writer: SharedDatabase?, _ readers: SharedDatabase, _ path: String
  ) throws {
    // In a transaction: another process may be making the tables right now.
    let state = try readers.read(LedgerSchema.migrations.state)
    switch state {
    case .current: return
    case .newer: throw LedgerError(path, .newerSchema)
    case .new, .older:
      guard let writer else { throw LedgerError(path, state == .new ? .empty : .olderSchema) }
      // The first migration sets the application identifier with the first table: a database with
      // tables and without the identifier is another program's.
      try writer.use(LedgerSchema.migrations.apply)
    }
  }

  private static func settings(of file: DatabaseFile) -> Database.Settings {
    var settings = Database.Settings()
    settings.busyTimeout = Int32(patience.components.seconds * 1_000)
    settings.prepare = { [file] database in
      // Each connection keeps the file, which ends when the last of them is gone.
      try LedgerSchema.check(database, path: file.path)
      // KiB. More is not needed: behind it the system caches anyway.
      try database.execute(sql: "PRAGMA cache_size = -4096")
    }
    return settings
  }

  // MARK: Transactions

  /// Runs `body` with a connection that sees one state of the ledger.
  func reading<Result>(_ body: (Database) throws -> Result) throws(LedgerError) -> Result {
    do { return try readers.read(body) } catch { throw LedgerError(path, error) }
  }

  /// Runs `body` with the connection that writes.
  func writingWithoutTransaction<Result>(
    _ body: (Database) throws -> Result
  ) throws(LedgerError) -> Result {
    guard let writer else { throw LedgerError(path, .readOnly) }
    do { return try writer.use(body) } catch { throw LedgerError(path, error) }
  }

  /// Ends all connections; whoever uses the ledger afterwards gets an error.
  package func endConnections() {
    closeConnections()
    file.end()
  }

  /// The one that writes comes last: it copies the log into the database and deletes it.
  private func closeConnections() {
    readers.close()
    writer?.close()
  }

  /// Runs `body` alone among all processes, and commits what it did.
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

// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import PassBasics
internal import PassCrypto
internal import PassDatabase

/// A store in an SQLite file with mode 0600, served by one process.
///
/// It uses a write-ahead log with `synchronous = FULL`, so every confirmed write is synced.
/// Concurrent writers share a transaction (`WriteQueue`). Reads run on the thread of the caller.
package final class SQLiteStore: PassStore {
  /// The purpose of opening the file.
  package enum Access: Sendable {
    /// Serves the database. No other process may do so at the same time.
    case serving
    /// Reads, also while another process serves the database.
    case reading
    /// Writes changes without a number, also while another process serves the database.
    case amending
  }

  /// The name of the history that the numbers belong to.
  package let epoch: String
  /// The path as the caller gave it.
  package let path: String
  private let file: DatabaseFile
  /// Nil if the file is open for reading.
  private let writer: SharedDatabase?
  private let readers: SharedDatabase
  let queue: WriteQueue?
  private let key: [UInt8]
  private let epochFile: EpochFile?
  let bound: RegistrationBound

  package var droppedRegistrations: Int64 { bound.dropped }
  package var fullPasses: [FullPass] { bound.full }

  /// Opens the file. Creates it if it does not exist and is to be served.
  ///
  /// - Parameters:
  ///   - readers: maximum number of concurrent reads. Others wait for them.
  ///   - registrations: maximum number of devices for a pass. The default is 100,000.
  ///   - upgrade: the way to upgrade a database of an older release.
  package init(
    _ path: String, access: Access = .serving, readers: Int = 4,
    registrations: Int64? = nil, upgrade: StoreUpgrade = StoreUpgrade()
  ) throws(StoreError) {
    self.path = path
    bound = RegistrationBound(registrations ?? RegistrationBound.usual)
    let isServing = access == .serving
    let (file, epochFile) = try Self.opened(path, access)
    self.file = file
    self.epochFile = epochFile
    do {
      (writer, self.readers, epoch, key) = try Self.connected(
        file, access, epochFile, readers: isServing ? readers : 1, upgrade)
    } catch {
      epochFile?.leaveNothing()
      throw Self.opening(path, StoreError(error))
    }
    let epoch = epoch
    queue = writer.map { writer in
      WriteQueue(writer) { changes in
        epochFile?.write(EpochFile.Mark(epoch: epoch, changes: changes))
      }
    }
  }

  deinit { closeConnections() }

  /// Opens and locks the database file and the epoch file. This has to precede SQLite, so that
  /// SQLite never opens a file of another program.
  private static func opened(
    _ path: String, _ access: Access
  ) throws(StoreError) -> (DatabaseFile, EpochFile?) {
    let file: DatabaseFile
    do {
      file = try DatabaseFile(
        path,
        access == .serving ? .creating : access == .reading ? .reading : .writing)
    } catch  where error.isMissing {
      let folder = FilePath.parent(path)
      throw StoreError(
        .missing,
        access == .serving
          ? "the folder \(folder) for \(FilePath.lastComponent(path)) does not exist"
          : "database \(path) does not exist",
        help: access == .serving ? "make the folder, or mount its disk" : nil)
    } catch {
      throw StoreError(.failed, error.description)
    }
    var isLocked = false
    do {
      try StoreSchema.check(try file.form())
      if access == .serving {
        isLocked = try file.lock(.service)
        guard isLocked else {
          throw StoreError(
            .inUse, "\(path) is locked: another process serves this database",
            help: "stop the other service, or wait for its end: --wait 30")
        }
      }
      try checkName(of: file)
      return (file, access == .serving ? try EpochFile(path + "-epoch") : nil)
    } catch {
      // Without the lock, the new file may already belong to another process.
      if file.isNew, isLocked { unlink(path) }
      file.end()
      throw ((error as? FileError).map { StoreError(.failed, $0.description) } ?? StoreError(error))
        .naming(path)
    }
  }

  /// Rejects a hard link whose name differs from that of SQLite's log.
  private static func checkName(of file: DatabaseFile) throws {
    guard try file.lockName() else {
      throw StoreError(
        .inUse, "\(file.path) is open under another name (a hard link): use that name")
    }
    var status = stat()
    guard file.nameCount > 1, let real = realpath(file.path, nil) else { return }
    defer { free(real) }
    // The log under the other name may contain changes of a service that was killed.
    guard lstat(String(cString: real) + "-epoch", &status) == 0 else {
      throw StoreError(
        .failed,
        "\(file.path) is a hard link to a database that was served under another name: use that "
          + "name, or a copy made with passc serve backup")
    }
  }

  private static func connected(
    _ file: DatabaseFile, _ access: Access, _ epochFile: EpochFile?, readers count: Int,
    _ upgrade: StoreUpgrade
  ) throws -> (SharedDatabase?, SharedDatabase, epoch: String, key: [UInt8]) {
    let readers = SharedDatabase(file.path, settings(of: file, isReadOnly: true), count: count)
    let writer =
      access == .reading ? nil : SharedDatabase(file.path, settings(of: file, isReadOnly: false))
    try writer?.use { database in
      try database.useWriteAheadLog()
      try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4096")
    }
    if access == .serving {
      try writer?.use { try bringUpToDate($0, file.path, upgrade) }
    } else {
      try readers.read { try checkVersion($0, file.path) }
    }
    let secret = try SecureRandom.bytes(32)
    let (epoch, key, changes) = try begin(writer ?? readers, epochFile, secret)
    epochFile?.write(EpochFile.Mark(epoch: epoch, changes: changes), isSynced: true)
    return (writer, readers, epoch, key)
  }

  static func settings(of file: DatabaseFile, isReadOnly: Bool) -> Database.Settings {
    var settings = Database.Settings()
    settings.isReadOnly = isReadOnly
    settings.busyTimeout = 10_000
    settings.prepare = { [file] database in
      // Keeps `file` alive until the last connection is closed.
      withExtendedLifetime(file) {}
      try StoreSchema.check(database)
      try database.execute(sql: "PRAGMA cache_size = -8192; PRAGMA trusted_schema = OFF")
    }
    return settings
  }

  /// Adds what the operator can do to an error of opening a database.
  private static func opening(_ path: String, _ error: StoreError) -> StoreError {
    let named = error.naming(path)
    guard error.reason == .damaged, error.help == nil else { return named }
    return StoreError(
      .damaged, named.description,
      help: "restore a backup: passc serve restore BACKUP --database \(ShellWord.quoted(path))")
  }

  /// Returns epoch, key and number of changes. Begins an epoch if the epoch file is ahead or
  /// missing.
  private static func begin(
    _ shared: SharedDatabase, _ file: EpochFile?, _ secret: [UInt8]
  ) throws -> (String, [UInt8], Int64) {
    let known = try shared.read { database in
      let value = try SQLStatement("SELECT value FROM service WHERE name = ?1", on: database)
      return (
        try value.bind("epoch", at: 1).first { $0.text(0) },
        try value.bind("key", at: 1).first { $0.bytes(0) }, try StoreRows.changeCount(database)
      )
    }
    let mark = file?.read()
    if let epoch = known.0, let key = known.1 {
      let isAhead = mark.map { $0.epoch != epoch || $0.changes > known.2 } ?? true
      if file == nil || !isAhead { return (epoch, key, known.2) }
    }
    let epoch = UpdateEpoch.new()
    let key = known.1 ?? secret
    try shared.use { database in
      try database.transaction {
        let put = try SQLStatement(
          "INSERT OR REPLACE INTO service (name, value) VALUES (?1, ?2)", on: database)
        try put.bind("epoch", at: 1).bind(epoch, at: 2).run()
        try put.bind("key", at: 1).bind(key, at: 2).run()
      }
    }
    return (epoch, key, known.2)
  }

  /// Returns the digest that grants access to a pass.
  func access(_ passType: String, _ serial: String, _ token: String) -> [UInt8] {
    AccessDigest.of(passType, serial, token, key: key)
  }

  // MARK: Transactions

  /// Runs one query on this thread, without a transaction. Other queries that run while one of its
  /// rows is open see the same snapshot.
  func lookup<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try readers.use(body) } catch { throw StoreError(error) }
  }

  /// Runs `body` in a read transaction on this thread. All its queries see the same snapshot.
  func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try readers.read(body) } catch { throw StoreError(error) }
  }

  @discardableResult
  func writing<Value: Sendable>(
    _ body: @escaping @Sendable (Database, inout WriteQueue.Effects) throws -> Value
  ) async throws(StoreError) -> Value {
    guard let queue else { throw StoreError(.failed, "\(path) is open read-only") }
    return try await queue.write(body)
  }

  /// Copies the database into a new file, also while a service is running.
  ///
  /// An epoch begins when the copy is served.
  package func backUp(to target: String) throws(StoreError) {
    let source: Database
    do {
      // A separate connection, because a copy takes seconds and would block one of the readers.
      source = try Database(path, Self.settings(of: file, isReadOnly: true))
    } catch {
      throw StoreError(error)
    }
    try StoreCopy.write(from: source, to: target)
  }

  /// Returns what SQLite finds wrong with the file, or nil.
  ///
  /// Reads the whole file on a separate connection and thread. Cancelling the task stops the check.
  package func findDamage() async throws -> String? {
    let connection = SharedDatabase(path, Self.settings(of: file, isReadOnly: true))
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let outcome = Result { try connection.read { try $0.texts("PRAGMA quick_check(3)") } }
          connection.close()
          continuation.resume(returning: outcome)
        }
      }
    } onCancel: {
      connection.interrupt()
    }
    do {
      let words = try outcome.get()
      return words == ["ok"] ? nil : words.joined(separator: "; ").replacing("\n", with: " ")
    } catch let error as DatabaseError where [.damaged, .notADatabase].contains(error.kind) {
      return error.message
    }
  }

  package func end() throws(StoreError) {
    // Release the locks first. Another process can serve the database even if closing fails.
    epochFile?.release()
    file.release(.service)
    closeConnections()
    file.end()
  }

  /// Closes the connections. The writer is last, because it copies the log into the database and
  /// deletes it.
  private func closeConnections() {
    readers.close()
    writer?.close()
  }
}

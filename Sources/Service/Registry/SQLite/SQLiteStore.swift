// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import PassBasics
internal import PassCrypto

/// A store in one SQLite file of mode 0600, which one process serves.
///
/// Write-ahead log, `synchronous = FULL`: what was acknowledged has been synced. Writers that come
/// at once share a transaction.
package final class SQLiteStore: PassStore {
  /// What the file is opened for.
  package enum Access: Sendable {
    /// To serve it; no other process may.
    case serving
    /// To look, while another process may serve it.
    case reading
    /// To change what no number counts, while another process may serve it.
    case amending
  }

  /// The history the numbers belong to.
  package let epoch: String
  /// The path as it was given.
  package let path: String
  let pool: DatabasePool
  private let file: DatabaseFile
  private let readers: SQLiteReaders
  let queue: WriteQueue?
  private let key: [UInt8]
  private let epochFile: EpochFile?
  let bound: RegistrationBound

  package var droppedRegistrations: Int64 { bound.dropped }
  package var fullPasses: [FullPass] { bound.full }

  /// Opens the file, and makes it where it is not there and is to be served.
  ///
  /// - Parameters:
  ///   - readers: how many calls may read at once; others wait for them.
  ///   - registrations: on how many devices one pass may be, 100,000 unless told.
  package init(
    _ path: String, access: Access = .serving, readers: Int = 4,
    registrations: Int64? = nil
  ) throws(StoreError) {
    self.path = path
    bound = RegistrationBound(registrations ?? RegistrationBound.usual)
    let isServing = access == .serving
    let (file, epochFile) = try Self.opened(path, access)
    self.file = file
    self.epochFile = epochFile
    do {
      (pool, self.readers, epoch, key) = try Self.connected(
        file, access, epochFile, readers: isServing ? readers : 1)
    } catch {
      epochFile?.leaveNothing()
      throw StoreError(error).naming(path)
    }
    let pool = pool
    let epoch = epoch
    queue =
      access == .amending
      ? WriteQueue(pool) { _ in }
      : epochFile.map { file in
        WriteQueue(pool) { file.write(EpochFile.Mark(epoch: epoch, changes: $0)) }
      }
  }

  /// Opens and locks the file and the one next to it, before SQLite opens the database.
  private static func opened(
    _ path: String, _ access: Access
  ) throws(StoreError) -> (DatabaseFile, EpochFile?) {
    let file: DatabaseFile
    do {
      file = try DatabaseFile(
        path,
        access == .serving ? .creating : access == .reading ? .reading : .writing)
    } catch {
      throw StoreError(.failed, error.description)
    }
    var isLocked = false
    do {
      try StoreSchema.check(try file.form())
      if access == .serving {
        isLocked = try file.take(.service)
        guard isLocked else {
          throw StoreError(.inUse, "\(path) is locked: another process serves this database")
        }
      }
      try checkName(of: file)
      return (file, access == .serving ? try EpochFile(path + "-epoch") : nil)
    } catch {
      // Without the lock it may be another process's by now.
      if file.isNew, isLocked { unlink(path) }
      file.end()
      throw ((error as? FileError).map { StoreError(.failed, $0.description) } ?? StoreError(error))
        .naming(path)
    }
  }

  /// Rejects a name that is not the one SQLite's log is kept under.
  private static func checkName(of file: DatabaseFile) throws {
    guard try file.takeName() else {
      throw StoreError(
        .inUse, "\(file.path) is open under another name (a hard link): use that name")
    }
    var status = stat()
    guard file.nameCount > 1, let real = realpath(file.path, nil) else { return }
    defer { free(real) }
    // Changes of a service that was killed may be in a log under the other name.
    guard lstat(String(cString: real) + "-epoch", &status) == 0 else {
      throw StoreError(
        .failed,
        "\(file.path) is a hard link to a database that was served under another name: use that "
          + "name, or a copy made with passc serve backup")
    }
  }

  private static func connected(
    _ file: DatabaseFile, _ access: Access, _ epochFile: EpochFile?, readers: Int
  ) throws -> (DatabasePool, SQLiteReaders, epoch: String, key: [UInt8]) {
    let configuration = configuration(file, access)
    let pool = try DatabasePool(path: file.path, configuration: configuration)
    if access == .serving {
      try prepare(pool)
    } else if try !pool.read(StoreSchema.migrator.hasCompletedMigrations) {
      throw StoreError(.foreign, "is not a database of this release of passc serve")
    }
    let secret = try SecureRandom.bytes(32)
    let (epoch, key, changes) = try begin(pool, epochFile, secret)
    epochFile?.write(EpochFile.Mark(epoch: epoch, changes: changes), isSynced: true)
    return (pool, try SQLiteReaders(file.path, configuration, count: readers), epoch, key)
  }

  private static func configuration(_ file: DatabaseFile, _ access: Access) -> Configuration {
    var configuration = Configuration()
    configuration.label = "passes"
    configuration.readonly = access == .reading
    configuration.foreignKeysEnabled = false
    // For the start and for backups.
    configuration.maximumReaderCount = 1
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { [file] database in
      // Each connection keeps the file, which ends when the last of them is gone.
      withExtendedLifetime(file) {}
      try StoreSchema.check(database)
      try database.execute(sql: "PRAGMA cache_size = -8192; PRAGMA trusted_schema = OFF")
    }
    return configuration
  }

  private static func prepare(_ pool: DatabasePool) throws {
    let isNewer = try pool.read(StoreSchema.migrator.hasBeenSuperseded)
    if isNewer { throw StoreError(.foreign, "is a database of a newer release") }
    // Before the first table, so that a database with tables and without the identifier is foreign.
    try pool.write { database in
      guard try StoreSchema.applicationID(of: database) == 0 else { return }
      try database.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
    }
    try StoreSchema.migrator.migrate(pool)
    try pool.writeWithoutTransaction { database in
      // After GRDB has chosen for itself.
      try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4096")
    }
  }

  /// Epoch, key and number of changes; begins an epoch where the file beside it knows more.
  private static func begin(
    _ pool: DatabasePool, _ file: EpochFile?, _ secret: [UInt8]
  ) throws -> (String, [UInt8], Int64) {
    let known = try pool.read { database in
      let value = try StoreStatement("SELECT value FROM service WHERE name = ?1", on: database)
      return (
        try value.bind("epoch", at: 1).first { $0.text(0) },
        try value.bind("key", at: 1).first { $0.bytes(0) }, try StoreRows.changes(database)
      )
    }
    let mark = file?.read()
    if let epoch = known.0, let key = known.1 {
      let isAhead = mark.map { $0.epoch != epoch || $0.changes > known.2 } ?? true
      if file == nil || !isAhead { return (epoch, key, known.2) }
    }
    let epoch = UpdateEpoch.new()
    let key = known.1 ?? secret
    try pool.write { database in
      let put = try StoreStatement(
        "INSERT OR REPLACE INTO service (name, value) VALUES (?1, ?2)", on: database)
      try put.bind("epoch", at: 1).bind(epoch, at: 2).run()
      try put.bind("key", at: 1).bind(key, at: 2).run()
    }
    return (epoch, key, known.2)
  }

  /// The keyed digest that opens a pass.
  func access(_ passType: String, _ serial: String, _ token: String) -> [UInt8] {
    AccessDigest.of(passType, serial, token, key: key)
  }

  // MARK: Transactions

  /// Runs a statement that reads, and others while a row of it stands, on this thread.
  func lookingUp<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try readers.look(body) } catch { throw StoreError(error) }
  }

  /// Runs `body` on a connection that sees one state, on this thread.
  func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try readers.read(body) } catch { throw StoreError(error) }
  }

  @discardableResult
  func writing<Value: Sendable>(
    _ body: @escaping @Sendable (Database, inout WriteQueue.Effects) throws -> Value
  ) async throws(StoreError) -> Value {
    guard let queue else { throw StoreError(.failed, "\(path) is open for reading") }
    return try await queue.write(body)
  }

  /// Copies the database as it is into a file that is not there yet; a service may go on. The copy
  /// begins an epoch of its own where it is served.
  package func backUp(to target: String) throws(StoreError) {
    let descriptor = open(target, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(.failed, "cannot make \(target): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
    do {
      let copy = try DatabaseQueue(path: target)
      try pool.backup(to: copy)
      try copy.close()
    } catch {
      unlink(target)
      throw StoreError(error)
    }
  }

  /// What SQLite finds wrong with the file, in words; nil if nothing is.
  ///
  /// Reads all of it on a separate connection, which takes a while. A task that is cancelled ends it.
  package func findDamage() async throws -> String? {
    let connection = try DatabaseQueue(
      path: path, configuration: Self.configuration(file, .reading))
    do {
      let words = try await connection.read { database in
        try String.fetchAll(database, sql: "PRAGMA quick_check(3)")
      }
      try connection.close()
      return words == ["ok"] ? nil : words.joined(separator: "; ").replacing("\n", with: " ")
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      return error.message ?? "SQLite error \(error.resultCode.rawValue)"
    }
  }

  package func end() throws(StoreError) {
    // Whatever comes of the connections, another process may serve the database.
    epochFile?.release()
    file.release(.service)
    do {
      try readers.close()
      try pool.close()
    } catch {
      throw StoreError(error)
    }
    file.end()
  }
}

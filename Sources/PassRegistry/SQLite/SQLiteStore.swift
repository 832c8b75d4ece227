// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import PassCrypto
internal import PassSystem

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
  private let readers: SQLiteReaders
  let queue: WriteQueue?
  private let key: [UInt8]
  private let epochFile: EpochFile?
  let bound: RegistrationBound

  package var droppedRegistrations: Int64 { bound.dropped }

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
    if isServing { try Self.create(path) }
    let epochFile = isServing ? try EpochFile(path + "-epoch") : nil
    self.epochFile = epochFile
    let pool: DatabasePool
    do {
      let configuration = Self.configuration(access)
      pool = try DatabasePool(path: path, configuration: configuration)
      if isServing {
        try Self.prepare(pool)
      } else if try !pool.read(StoreSchema.migrator.hasCompletedMigrations) {
        throw StoreError(.foreign, "\(path) is no database of this release of passc serve")
      }
      let secret = try SecureRandom.bytes(32)
      let (epoch, key, changes) = try Self.begin(pool, epochFile, secret)
      self.epoch = epoch
      self.key = key
      epochFile?.write(EpochFile.Mark(epoch: epoch, changes: changes), isSynced: true)
      self.readers = try SQLiteReaders(path, configuration, count: isServing ? readers : 1)
    } catch {
      epochFile?.leaveNothing()
      throw StoreError(error).naming(path)
    }
    self.pool = pool
    let epoch = epoch
    queue =
      access == .amending
      ? WriteQueue(pool) { _ in }
      : epochFile.map { file in
        WriteQueue(pool) { file.write(EpochFile.Mark(epoch: epoch, changes: $0)) }
      }
  }

  private static func create(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(.failed, "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
  }

  private static func configuration(_ access: Access) -> Configuration {
    var configuration = Configuration()
    configuration.label = "passes"
    configuration.readonly = access == .reading
    configuration.foreignKeysEnabled = false
    // For the start and for backups.
    configuration.maximumReaderCount = 1
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      let id = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      guard id == 0 || id == StoreSchema.applicationID else {
        throw StoreError(.foreign, "is a database of another program")
      }
      try database.execute(sql: "PRAGMA cache_size = -8192; PRAGMA trusted_schema = OFF")
    }
    return configuration
  }

  private static func prepare(_ pool: DatabasePool) throws {
    let isNewer = try pool.read(StoreSchema.migrator.hasBeenSuperseded)
    if isNewer { throw StoreError(.foreign, "is a database of a newer release") }
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

  package func end() throws(StoreError) {
    defer { epochFile?.release() }
    do {
      try readers.close()
      try pool.close()
    } catch {
      throw StoreError(error)
    }
  }
}

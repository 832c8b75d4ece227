// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import PassBasics
internal import PassCrypto
internal import PassDatabase

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
  private let file: DatabaseFile
  /// Nil when the file is opened for reading.
  private let writer: SharedDatabase?
  private let readers: SharedDatabase
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
      (writer, self.readers, epoch, key) = try Self.connected(
        file, access, epochFile, readers: isServing ? readers : 1)
    } catch {
      epochFile?.leaveNothing()
      throw StoreError(error).naming(path)
    }
    let epoch = epoch
    queue = writer.map { writer in
      WriteQueue(writer) { changes in
        epochFile?.write(EpochFile.Mark(epoch: epoch, changes: changes))
      }
    }
  }

  deinit { closeConnections() }

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
    _ file: DatabaseFile, _ access: Access, _ epochFile: EpochFile?, readers count: Int
  ) throws -> (SharedDatabase?, SharedDatabase, epoch: String, key: [UInt8]) {
    let readers = SharedDatabase(file.path, settings(of: file, isReadOnly: true), count: count)
    let writer =
      access == .reading ? nil : SharedDatabase(file.path, settings(of: file, isReadOnly: false))
    try writer?.use { database in
      try database.useWriteAheadLog()
      try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4096")
    }
    if access == .serving { try writer?.use(bringUpToDate) }
    // A newer release has all the tables of this one.
    guard [.current, .newer].contains(try readers.read(StoreSchema.migrations.state)) else {
      throw StoreError(.foreign, "is not a database of this release of passc serve")
    }
    let secret = try SecureRandom.bytes(32)
    let (epoch, key, changes) = try begin(writer ?? readers, epochFile, secret)
    epochFile?.write(EpochFile.Mark(epoch: epoch, changes: changes), isSynced: true)
    return (writer, readers, epoch, key)
  }

  private static func settings(of file: DatabaseFile, isReadOnly: Bool) -> Database.Settings {
    var settings = Database.Settings()
    settings.isReadOnly = isReadOnly
    settings.busyTimeout = 10_000
    settings.prepare = { [file] database in
      // Each connection keeps the file, which ends when the last of them is gone.
      withExtendedLifetime(file) {}
      try StoreSchema.check(database)
      try database.execute(sql: "PRAGMA cache_size = -8192; PRAGMA trusted_schema = OFF")
    }
    return settings
  }

  /// Makes the tables, or brings those of an older release up to date. The first migration sets
  /// the application identifier with the first table: a database with tables and without the
  /// identifier is another program's.
  private static func bringUpToDate(_ database: Database) throws {
    switch try StoreSchema.migrations.state(of: database) {
    case .current: return
    case .newer: throw StoreError(.foreign, "is a database of a newer release")
    case .new, .older: try StoreSchema.migrations.apply(to: database)
    }
  }

  /// Epoch, key and number of changes; begins an epoch where the file beside it knows more.
  private static func begin(
    _ shared: SharedDatabase, _ file: EpochFile?, _ secret: [UInt8]
  ) throws -> (String, [UInt8], Int64) {
    let known = try shared.read { database in
      let value = try SQLStatement("SELECT value FROM service WHERE name = ?1", on: database)
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

  /// The keyed digest that opens a pass.
  func access(_ passType: String, _ serial: String, _ token: String) -> [UInt8] {
    AccessDigest.of(passType, serial, token, key: key)
  }

  // MARK: Transactions

  /// Runs a statement that reads, and others while a row of it stands, on this thread.
  func lookingUp<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try readers.use(body) } catch { throw StoreError(error) }
  }

  /// Runs `body` on a connection that sees one state, on this thread.
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

  /// Copies the database as it is into a file that is not there yet; a service may go on. The copy
  /// begins an epoch of its own where it is served.
  package func backUp(to target: String) throws(StoreError) {
    let descriptor = open(target, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreError(.failed, "cannot create \(target): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
    do {
      // A separate connection: a copy takes seconds, in which others may need the readers.
      let source = try Database(path, Self.settings(of: file, isReadOnly: true))
      try source.backUp(to: try Database(target))
    } catch {
      unlink(target)
      throw StoreError(error)
    }
  }

  /// What SQLite finds wrong with the file, in words; nil if nothing is.
  ///
  /// Reads all of it on a separate connection, which takes a while. A task that is cancelled ends it.
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
    // Whatever comes of the connections, another process may serve the database.
    epochFile?.release()
    file.release(.service)
    closeConnections()
    file.end()
  }

  /// The one that writes comes last: it copies the log into the database and deletes it.
  private func closeConnections() {
    readers.close()
    writer?.close()
  }
}

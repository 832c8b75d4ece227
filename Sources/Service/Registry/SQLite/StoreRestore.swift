// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import PassDatabase

/// The restore of a database from a backup.
///
/// Danger: SQLite replays a write-ahead log into any file that has the database's name. A backup
/// that is copied over the database gets the changes of the old log and is destroyed. So the old
/// log is merged or set aside first, and the complete backup then replaces the old database in one
/// step. If the process is killed at any point, the old or the restored database is there.
package struct StoreRestore {
  /// What was restored.
  package struct Summary: Hashable, Sendable {
    package var passes = 0
    package var registrations = 0
    /// The version of the backup. The next start upgrades an older one.
    package var version = 0
    /// The file with the database that was replaced, or nil if there was none.
    package var previous: String?
  }

  /// The points at which a test kills the process.
  package enum Step: String, CaseIterable, Sendable {
    case started, copied, checked, settled, kept, replaced
  }

  private let backup: String
  /// The path as the caller gave it. The epoch file is next to it.
  private let path: String
  /// The path without symbolic links. The log is next to it.
  private let place: String
  private let reached: (Step) -> Void

  /// The version of a database that this release creates.
  package static var currentVersion: Int { StoreSchema.migrations.version }

  /// Replaces the database with a backup. No service may be running.
  ///
  /// - Parameter reached: called after each step.
  package static func run(
    _ backup: String, into path: String, reached: @escaping (Step) -> Void = { _ in }
  ) throws(StoreError) -> Summary {
    do {
      let isLink = try Disk.kind(of: path) == .symbolicLink
      let place = try isLink ? Disk.resolvingSymbolicLinks(path) : path
      return try StoreRestore(backup: backup, path: path, place: place, reached: reached).run()
    } catch let error as FileError {
      throw StoreError(.failed, error.description)
    } catch {
      throw StoreError(error)
    }
  }

  private func run() throws -> Summary {
    let source = try opened(backup)
    defer { source.end() }
    if try source.isLocked(.service) {
      throw StoreError(
        .inUse, "\(backup) is the database of a service that is running",
        help: "make a backup first: passc serve backup FILE --database \(backup)")
    }
    let epochFile = try EpochFile(path + "-epoch")
    let previous = try lockedPrevious()
    defer { previous?.end() }
    reached(.started)
    // The name is always the same, so the next restore removes what a killed one has left.
    let folder = place + "-restoring"
    if try Disk.kind(of: folder) != nil { try Disk.removeTree(folder) }
    try Disk.makeFolders(folder, mode: 0o700)
    defer { try? Disk.removeTree(folder) }
    let copy = FilePath.join(folder, "database")
    do {
      try copyFiles(to: copy)
      reached(.copied)
      var summary = try checked(copy)
      reached(.checked)
      // The next start begins a new epoch, because phones may know newer versions.
      epochFile.clear()
      let kept = try StoreCopy.freeName(like: place + ".before-restore")
      if try previous == nil || !mergesLog() { try moveLogs(to: kept) }
      reached(.settled)
      if previous != nil {
        guard link(place, kept) == 0 else { throw FileError(.write, kept, .system(errno)) }
        summary.previous = kept
        reached(.kept)
      }
      giveToOwner(copy)
      try Disk.move(copy, to: place)
      try Disk.synchroniseFolder(of: place)
      reached(.replaced)
      return summary
    } catch {
      if previous == nil { epochFile.leaveNothing() }
      throw error
    }
  }

  // MARK: The backup

  private func opened(_ file: String) throws -> DatabaseFile {
    guard try Disk.kind(of: file, followingLinks: true) != nil else {
      throw StoreError(.missing, "backup \(file) does not exist")
    }
    let opened = try DatabaseFile(file, .reading)
    guard let form = try? opened.form(), form != .empty else {
      throw StoreError(.foreign, "\(file) is empty or not a database of passc serve")
    }
    do { try StoreSchema.check(form) } catch { throw error.naming(file) }
    return opened
  }

  private static let pieceInBytes = 1 << 20

  /// Copies the backup and its log byte by byte. SQLite would create files next to the backup.
  private func copyFiles(to copy: String) throws {
    let real = try Disk.resolvingSymbolicLinks(backup)
    for ending in ["", "-wal"] where try ending.isEmpty || Disk.kind(of: real + ending) != nil {
      let input = open(real + ending, O_RDONLY | O_CLOEXEC)
      guard input >= 0 else { throw FileError(.read, backup, .system(errno)) }
      defer { close(input) }
      let output = try AtomicFile(copy + ending, mode: .secret, durable: true)
      var piece = [UInt8](repeating: 0, count: Self.pieceInBytes)
      while true {
        let count = read(input, &piece, piece.count)
        guard count >= 0 else { throw FileError(.read, backup, .system(errno)) }
        guard count > 0 else { break }
        try output.append(Array(piece[..<count]))
      }
      try output.commit()
    }
  }

  /// Merges the log into the copy, and checks that every page can be read.
  private func checked(_ copy: String) throws -> Summary {
    do {
      let database = try Database(copy)
      try StoreSchema.check(database)
      let found = try database.texts("PRAGMA quick_check(3)")
      guard found == ["ok"] else {
        throw StoreError(
          .damaged, "is damaged: " + found.joined(separator: "; ").replacing("\n", with: " "))
      }
      let migrations = StoreSchema.migrations
      let version = try migrations.version(of: database)
      switch try migrations.state(of: database) {
      case .new: throw StoreError(.foreign, "is not a database of passc serve")
      case .newer:
        throw StoreUpgrade.newer(
          version, migrations.version, help: "install the release of passc that made the backup")
      case .older, .current: break
      }
      // The log is empty after this, and closing the connection deletes it.
      _ = try database.texts("PRAGMA wal_checkpoint(TRUNCATE)")
      return Summary(
        passes: Int(try database.integer("SELECT count(*) FROM pass")),
        registrations: Int(try database.integer("SELECT count(*) FROM registration")),
        version: version)
    } catch {
      let error = StoreError(error)
      guard error.reason == .damaged || error.reason == .foreign else { throw error }
      throw StoreError(
        error.reason, "\(backup) \(error.description)", help: error.help ?? "use another backup")
    }
  }

  // MARK: The old database

  /// Opens and locks the database that is replaced. Returns nil if there is none.
  private func lockedPrevious() throws -> DatabaseFile? {
    guard try Disk.kind(of: place) != nil else { return nil }
    let file = try DatabaseFile(place, .writing)
    do {
      do {
        try StoreSchema.check(try file.form())
      } catch let error as StoreError {
        throw StoreError(
          error.reason, error.naming(path).description,
          help: "if it was your database, move it away and restore again")
      }
      guard try file.lock(.service) else {
        throw StoreError(
          .inUse, "\(path) is locked: another process serves this database",
          help: "stop the service, then restore")
      }
      guard try file.lockName() else {
        throw StoreError(
          .inUse, "\(path) is open under another name (a hard link): use that name")
      }
      return file
    } catch {
      file.end()
      throw error
    }
  }

  /// Merges the log of the old database into it, and deletes the log. Returns false if the database
  /// is damaged.
  private func mergesLog() throws -> Bool {
    do {
      let database = try Database(place)
      _ = try database.texts("PRAGMA wal_checkpoint(TRUNCATE)")
      // SQLite deletes the log only if no other connection is open.
      guard try database.texts("PRAGMA journal_mode = DELETE") == ["delete"] else {
        throw DatabaseBusyError()
      }
      return true
    } catch let error where Self.isBusy(error) {
      throw StoreError(
        .inUse, "\(path) is open in another process",
        help: "wait until passc serve export, backup or link has ended, then restore")
    } catch {
      return false
    }
  }

  /// Sets logs aside that SQLite would replay over the restored database. They get the name of the
  /// database that they belong to.
  private func moveLogs(to kept: String) throws {
    for ending in ["-wal", "-shm", "-journal"] where try Disk.kind(of: place + ending) != nil {
      try Disk.move(place + ending, to: kept + ending)
    }
  }

  private struct DatabaseBusyError: Error {}

  private static func isBusy(_ error: any Error) -> Bool {
    error is DatabaseBusyError || (error as? DatabaseError)?.kind == .busy
  }

  /// Gives the restored database to the owner of the old one. An administrator usually restores, and
  /// the service runs as another user.
  private func giveToOwner(_ copy: String) {
    guard geteuid() == 0 else { return }
    var status = stat()
    guard stat(place, &status) == 0 || stat(FilePath.parent(place), &status) == 0 else { return }
    // If this fails, the service reports at its start that it may not open the database.
    _ = chown(copy, status.st_uid, status.st_gid)
    _ = chown(path + "-epoch", status.st_uid, status.st_gid)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Synchronization

/// Pass types, certificates and folders by number, so that a pass does not carry them.
///
/// They are few, are never changed and never removed: what was read once stays true, unless it
/// was read in a transaction that is rolled back; `forget` is for that.
final class LedgerNames: Sendable {
  private struct Known {
    var passTypes: [Int64: String] = [:]
    var folders: [Int64: String] = [:]
    var certificates: [Int64: LedgerDigest] = [:]
  }

  private let known = Mutex(Known())

  func forget() { known.withLock { $0 = Known() } }

  func passType(_ id: Int64, _ database: Database) throws -> String {
    if let name = known.withLock({ $0.passTypes[id] }) { return name }
    let statement = try SQLStatement("SELECT name FROM passType WHERE id = ?", on: database)
    statement.bind(id, at: 1)
    defer { statement.reset() }
    let name = try statement.step() ? statement.text(0) : ""
    known.withLock { $0.passTypes[id] = name }
    return name
  }

  func folder(_ id: Int64, _ database: Database) throws -> String {
    if let path = known.withLock({ $0.folders[id] }) { return path }
    let statement = try SQLStatement("SELECT path FROM folder WHERE id = ?", on: database)
    statement.bind(id, at: 1)
    defer { statement.reset() }
    let path = try statement.step() ? statement.text(0) : ""
    known.withLock { $0.folders[id] = path }
    return path
  }

  func certificate(_ id: Int64, _ database: Database) throws -> LedgerDigest? {
    if let digest = known.withLock({ $0.certificates[id] }) { return digest }
    let statement = try SQLStatement("SELECT digest FROM certificate WHERE id = ?", on: database)
    statement.bind(id, at: 1)
    defer { statement.reset() }
    guard try statement.step(), let digest = statement.digest(0) else { return nil }
    known.withLock { $0.certificates[id] = digest }
    return digest
  }

  /// The number of a pass type; nil when the ledger has never seen it.
  static func find(passType name: String, _ database: Database) throws -> Int64? {
    try number("SELECT id FROM passType WHERE name = ?", database) { $0.bind(name, at: 1) }
  }

  /// The number of a folder; nil when no pass was recorded in it.
  static func find(folder path: String, _ database: Database) throws -> Int64? {
    try number("SELECT id FROM folder WHERE path = ?", database) { $0.bind(path, at: 1) }
  }

  /// The number of a certificate; nil when no pass was recorded with it.
  static func find(certificate digest: LedgerDigest, _ database: Database) throws -> Int64? {
    try number("SELECT id FROM certificate WHERE digest = ?", database) { $0.bind(digest, at: 1) }
  }

  private static func number(
    _ sql: String, _ database: Database, _ bind: (SQLStatement) -> Void
  ) throws -> Int64? {
    let statement = try SQLStatement(sql, on: database)
    bind(statement)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }

  static func add(passType name: String, _ database: Database) throws -> Int64 {
    try find(passType: name, database)
      ?? insert("INSERT INTO passType (name) VALUES (?)", database) { $0.bind(name, at: 1) }
  }

  static func add(folder path: String, _ database: Database) throws -> Int64 {
    try find(folder: path, database)
      ?? insert("INSERT INTO folder (path) VALUES (?)", database) { $0.bind(path, at: 1) }
  }

  static func add(certificate digest: LedgerDigest, _ database: Database) throws -> Int64 {
    try find(certificate: digest, database)
      ?? insert("INSERT INTO certificate (digest) VALUES (?)", database) { $0.bind(digest, at: 1) }
  }

  private static func insert(
    _ sql: String, _ database: Database, _ bind: (SQLStatement) -> Void
  ) throws -> Int64 {
    let statement = try SQLStatement(sql, on: database)
    bind(statement)
    try statement.run()
    return database.lastInsertedRowID
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase
internal import Synchronization

/// A cache of pass type identifiers, certificates and folders, which passes refer to by number.
///
/// They are few, and are never changed or deleted. So a cached value stays valid, unless it was
/// read in a transaction that is rolled back. Call `forget` then.
final class LedgerNames: Sendable {
  private struct KnownName {
    var passTypes: [Int64: String] = [:]
    var folders: [Int64: String] = [:]
    var certificates: [Int64: LedgerDigest] = [:]
  }

  private let cachedNames = Mutex(KnownName())

  func forget() { cachedNames.withLock { $0 = KnownName() } }

  func passType(_ id: Int64, _ database: Database) throws -> String {
    if let name = cachedNames.withLock({ $0.passTypes[id] }) { return name }
    let name =
      try SQLStatement("SELECT name FROM passType WHERE id = ?", on: database, with: id)
      .first { $0.text(0) } ?? ""
    cachedNames.withLock { $0.passTypes[id] = name }
    return name
  }

  func folder(_ id: Int64, _ database: Database) throws -> String {
    if let path = cachedNames.withLock({ $0.folders[id] }) { return path }
    let path =
      try SQLStatement("SELECT path FROM folder WHERE id = ?", on: database, with: id)
      .first { $0.text(0) } ?? ""
    cachedNames.withLock { $0.folders[id] = path }
    return path
  }

  func certificate(_ id: Int64, _ database: Database) throws -> LedgerDigest? {
    if let digest = cachedNames.withLock({ $0.certificates[id] }) { return digest }
    guard
      let digest = try SQLStatement(
        "SELECT digest FROM certificate WHERE id = ?", on: database, with: id
      ).first({ $0.digest(0) })
    else { return nil }
    cachedNames.withLock { $0.certificates[id] = digest }
    return digest
  }

  /// Returns the number of a pass type identifier, or nil if the ledger does not have it.
  static func find(passType name: String, _ database: Database) throws -> Int64? {
    try SQLStatement("SELECT id FROM passType WHERE name = ?", on: database, with: name).first {
      $0.integer(0)
    }
  }

  /// Returns the number of a folder, or nil if no pass was recorded in it.
  static func find(folder path: String, _ database: Database) throws -> Int64? {
    try SQLStatement("SELECT id FROM folder WHERE path = ?", on: database, with: path).first {
      $0.integer(0)
    }
  }

  /// Returns the number of a certificate, or nil if no pass was recorded with it.
  static func find(certificate digest: LedgerDigest, _ database: Database) throws -> Int64? {
    try SQLStatement("SELECT id FROM certificate WHERE digest = ?", on: database, with: digest)
      .first {
        $0.integer(0)
      }
  }

  static func add(passType name: String, _ database: Database) throws -> Int64 {
    try find(passType: name, database)
      ?? SQLStatement("INSERT INTO passType (name) VALUES (?)", on: database, with: name).insert()
  }

  static func add(folder path: String, _ database: Database) throws -> Int64 {
    try find(folder: path, database)
      ?? SQLStatement("INSERT INTO folder (path) VALUES (?)", on: database, with: path).insert()
  }

  static func add(certificate digest: LedgerDigest, _ database: Database) throws -> Int64 {
    try find(certificate: digest, database)
      ?? SQLStatement("INSERT INTO certificate (digest) VALUES (?)", on: database, with: digest)
      .insert()
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase
internal import PassUpdates

/// Conversion of rows to values, and queries that several methods share.
enum StoreRows {
  /// The columns for `pass(_:)`, with the tables `p` and `t`.
  static let passColumns = """
    p.id, t.name, p.serial, p.modified, p.number, p.digest, p.source, p.voided, p.row, p.devices
    """

  /// Returns the pass of a row that begins with `passColumns`.
  static func pass(_ row: SQLStatement) -> StoredPass {
    StoredPass(
      id: row.integer(0), passType: row.text(1), serial: row.text(2),
      version: PassVersion(modified: row.integer(3)), number: row.integer(4),
      digest: row.bytes(5), source: PassSource(rawValue: row.integer(6)) ?? .row,
      isVoided: row.integer(7) != 0, row: row.textOrNil(8), deviceCount: Int(row.integer(9)))
  }

  /// Returns the number of committed changes of all types.
  static func changeCount(_ database: Database) throws -> Int64 {
    try SQLStatement("SELECT coalesce(sum(counter), 0) FROM passType", on: database)
      .first { $0.integer(0) } ?? 0
  }

  /// Returns the identifier of a type, or nil if there is no pass of it.
  static func typeIdentifier(_ name: String, _ database: Database) throws -> Int64? {
    try SQLStatement("SELECT id FROM passType WHERE name = ?1", on: database)
      .bind(name, at: 1).first { $0.integer(0) }
  }

  /// Returns the identifier of a type, and adds the type if it is unknown.
  static func findOrAddType(_ name: String, _ database: Database) throws -> Int64 {
    if let id = try typeIdentifier(name, database) { return id }
    try SQLStatement("INSERT INTO passType (name) VALUES (?1)", on: database)
      .bind(name, at: 1).run()
    return database.lastInsertedRowID
  }

  /// Raises the number of a type and returns it.
  static func incrementCounter(_ type: Int64, _ database: Database) throws -> Int64 {
    try SQLStatement(
      "UPDATE passType SET counter = counter + 1 WHERE id = ?1 RETURNING counter", on: database
    ).bind(type, at: 1).first { $0.integer(0) } ?? 0
  }
}

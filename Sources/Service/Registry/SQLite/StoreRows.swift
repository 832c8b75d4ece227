// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase
internal import PassUpdates

/// Rows as values, and the look-ups that several calls share.
enum StoreRows {
  /// The columns of a pass, for `pass(_:)`; the tables are `p` and `t`.
  static let passColumns = """
    p.id, t.name, p.serial, p.modified, p.number, p.digest, p.source, p.voided, p.row, p.devices
    """

  /// A pass of a row that begins with its columns.
  static func pass(_ row: SQLStatement) -> StoredPass {
    StoredPass(
      id: row.integer(0), passType: row.text(1), serial: row.text(2),
      version: PassVersion(modified: row.integer(3)), number: row.integer(4),
      digest: row.bytes(5), source: PassSource(rawValue: row.integer(6)) ?? .row,
      isVoided: row.integer(7) != 0, row: row.textOrNil(8), deviceCount: Int(row.integer(9)))
  }

  /// How many changes were committed, of all types.
  static func changes(_ database: Database) throws -> Int64 {
    try SQLStatement("SELECT coalesce(sum(counter), 0) FROM passType", on: database)
      .first { $0.integer(0) } ?? 0
  }

  /// The number of a pass type; nil when no pass of it is known.
  static func type(_ name: String, _ database: Database) throws -> Int64? {
    try SQLStatement("SELECT id FROM passType WHERE name = ?1", on: database)
      .bind(name, at: 1).first { $0.integer(0) }
  }

  /// The number of a pass type, which is known from now on.
  static func addedType(_ name: String, _ database: Database) throws -> Int64 {
    if let id = try type(name, database) { return id }
    try SQLStatement("INSERT INTO passType (name) VALUES (?1)", on: database)
      .bind(name, at: 1).run()
    return database.lastInsertedRowID
  }

  /// The next number of a pass type.
  static func raise(_ type: Int64, _ database: Database) throws -> Int64 {
    try SQLStatement(
      "UPDATE passType SET counter = counter + 1 WHERE id = ?1 RETURNING counter", on: database
    ).bind(type, at: 1).first { $0.integer(0) } ?? 0
  }
}

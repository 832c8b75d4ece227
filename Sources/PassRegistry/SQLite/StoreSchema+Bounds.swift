// SPDX-License-Identifier: Apache-2.0

internal import GRDB

extension StoreSchema {
  /// What keeps the work of a statement, and what the service keeps, within bounds.
  static func addBounds(_ database: Database) throws {
    try database.execute(
      sql: """
        -- Few passes are void, and they are asked for once an hour.
        CREATE INDEX passVoid ON pass (source, modified) WHERE voided = 1;
        """)
    try shortenNames(database)
  }

  /// Device identifiers as `DeviceName` keeps them.
  private static func shortenNames(_ database: Database) throws {
    let long = try StoreStatement(
      "SELECT id, name FROM device WHERE length(CAST(name AS BLOB)) > ?1", on: database
    ).bind(Int64(DeviceName.limitInBytes), at: 1).all { ($0.integer(0), $0.text(1)) }
    for (id, name) in long {
      try StoreStatement("UPDATE device SET name = ?2 WHERE id = ?1", on: database)
        .bind(id, at: 1).bind(DeviceName.kept(name), at: 2).run()
    }
  }
}

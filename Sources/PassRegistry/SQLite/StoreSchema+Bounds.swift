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
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension StoreSchema {
  /// Adds indexes, deletes pushes without a device, and shortens long device library identifiers.
  ///
  /// This bounds the work of each query and the stored data.
  static func addBounds(_ database: Database) throws {
    try database.execute(
      sql: """
        -- Few passes are void, and they are asked for once an hour.
        CREATE INDEX passVoid ON pass (source, modified) WHERE voided = 1;

        -- For those that were not heard of for long, and for those that never were.
        CREATE INDEX deviceByHeard ON device (heard);

        -- A push goes with the last registration of its token and type.
        DROP TRIGGER unregistered;
        CREATE TRIGGER unregistered AFTER DELETE ON registration BEGIN
          UPDATE pass SET devices = devices - 1 WHERE id = old.pass;
          DELETE FROM outbox
            WHERE passType = (SELECT passType FROM pass WHERE id = old.pass)
            AND pushToken = (SELECT pushToken FROM device WHERE id = old.device)
            AND NOT EXISTS (SELECT 1 FROM device d CROSS JOIN registration r ON r.device = d.id
              CROSS JOIN pass p ON p.id = r.pass
              WHERE d.pushToken = outbox.pushToken AND p.passType = outbox.passType);
          DELETE FROM device WHERE id = old.device
            AND NOT EXISTS (SELECT 1 FROM registration WHERE device = old.device);
        END;
        DELETE FROM outbox WHERE NOT EXISTS (
          SELECT 1 FROM device d CROSS JOIN registration r ON r.device = d.id
          CROSS JOIN pass p ON p.id = r.pass
          WHERE d.pushToken = outbox.pushToken AND p.passType = outbox.passType);
        """)
    try shortenNames(database)
  }

  /// Shortens device library identifiers as `DeviceName` does.
  private static func shortenNames(_ database: Database) throws {
    let long = try SQLStatement(
      "SELECT id, name FROM device WHERE length(CAST(name AS BLOB)) > ?1", on: database
    ).bind(Int64(DeviceName.limitInBytes), at: 1).all { ($0.integer(0), $0.text(1)) }
    for (id, name) in long {
      try SQLStatement("UPDATE device SET name = ?2 WHERE id = ?1", on: database)
        .bind(id, at: 1).bind(DeviceName.stored(name), at: 2).run()
    }
  }
}

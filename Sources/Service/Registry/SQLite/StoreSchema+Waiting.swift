// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension StoreSchema {
  /// Adds when a push was postponed and when a device last sent a request.
  static func addWaitingTimes(_ database: Database) throws {
    try database.execute(
      sql: """
        -- When it was put off, in seconds since 1970: a clock that says less was set back, and the
        -- push is due. 0 for one that was not. New ones are due at 0, which is at once.
        ALTER TABLE outbox ADD COLUMN putOffAt INTEGER NOT NULL DEFAULT 0;
        UPDATE outbox SET due = 0 WHERE attempts = 0;
        DROP INDEX outboxByTime;
        CREATE INDEX outboxByTime ON outbox (passType, due, number);
        CREATE INDEX outboxPutOff ON outbox (passType, putOffAt) WHERE putOffAt > 0;

        -- The day on which it was last heard of, as the service counts its days; 0 for not yet.
        ALTER TABLE device ADD COLUMN heard INTEGER NOT NULL DEFAULT 0;
        """)
  }
}

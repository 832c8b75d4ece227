// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension StoreSchema {
  /// Marks used registrations, so that unused ones, which may be made up, can be removed first.
  static func addUseOfRegistrations(_ database: Database) throws {
    try database.execute(
      sql: """
        -- 1 once the device has asked for its updates. Those from before this form count as used:
        -- nothing is known of them, and most are of real devices.
        ALTER TABLE registration ADD COLUMN used INTEGER NOT NULL DEFAULT 1;
        CREATE INDEX registrationUnused ON registration (pass) WHERE used = 0;
        """)
  }
}

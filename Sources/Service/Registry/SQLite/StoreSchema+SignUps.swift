// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension StoreSchema {
  static func addSignUps(_ database: Database) throws {
    try database.execute(
      sql: """
        -- The sign-up of a version of a pass: one signature until the pass has another number.
        -- `token` is the SHA-256 of the token.
        CREATE TABLE signUp (
          pass INTEGER PRIMARY KEY,
          number INTEGER NOT NULL,
          token BLOB NOT NULL,
          signature BLOB NOT NULL
        );
        """)
  }
}

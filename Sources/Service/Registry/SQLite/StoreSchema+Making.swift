// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension StoreSchema {
  /// Adds tables for passes that are built on request and for links.
  static func addTablesOfContents(_ database: Database) throws {
    try database.execute(
      sql: """
        -- Bundles that would not be made again with the same bytes: of the version of that time.
        CREATE TABLE sealed (
          pass INTEGER PRIMARY KEY,
          modified INTEGER NOT NULL,
          bytes BLOB NOT NULL
        );

        -- What holders gave to sign up.
        CREATE TABLE personal (pass INTEGER PRIMARY KEY, bytes BLOB NOT NULL);

        -- How often the links of a pass were revoked, by a keyed digest of its names: it stays when
        -- the pass is forgotten, so that one that comes back has no good links from before.
        CREATE TABLE link (digest BLOB PRIMARY KEY, generation INTEGER NOT NULL) WITHOUT ROWID;
        """)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import PassDatabase

/// The tables of the SQLite store and their migrations.
enum StoreSchema {
  /// The application identifier in the header of the file: "pasS". `file` shows it too.
  static let applicationID: Int64 = 0x7061_7353

  /// All migrations, the oldest first. A released migration never changes.
  static let migrations = DatabaseMigrations([
    .init("1", makeTables), .init("2", addTablesOfContents), .init("3", addWaitingTimes),
    .init("4", addBounds), .init("5", addSignUps), .init("6", addUseOfRegistrations),
    .init("7", addCommonFiles),
  ])

  /// The application identifier of a ledger, "pass". A ledger may be given by mistake.
  private static let ledgerID: Int64 = 0x7061_7373

  /// Rejects a file of another program before SQLite opens it.
  static func check(_ form: DatabaseForm) throws(StoreError) {
    switch form {
    case .empty, .database(applicationID: applicationID): return
    case .database(applicationID: ledgerID):
      throw StoreError(.foreign, "is a ledger of passc, not a database of passc serve")
    case .database: throw StoreError(.foreign, "is a database of another program")
    case .other: throw StoreError(.foreign, "is not a database of passc serve")
    }
  }

  /// Rejects a database of another program before anything in it is changed.
  static func check(_ database: Database) throws {
    // Count the tables before reading the identifier. Another process may write both in between,
    // and tables without the identifier would be rejected.
    let tables = try database.integer(
      "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
    let id = try database.integer("PRAGMA application_id")
    try check(id == 0 && tables == 0 ? .empty : .database(applicationID: id))
  }

  /// Adds files that many passes have in common (`CommonFiles`). Which of them a content uses is
  /// read from its first bytes.
  private static func addCommonFiles(_ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE commonFiles (digest BLOB PRIMARY KEY, bytes BLOB NOT NULL);
        CREATE INDEX contentByFiles ON content (substr(bytes, 2, 32))
          WHERE substr(bytes, 1, 1) = x'02';
        """)
  }

  // long: one SQL string with all tables of the first version.
  private static func makeTables(_ database: Database) throws {
    try database.execute(
      sql: """
        PRAGMA application_id = \(applicationID);

        CREATE TABLE service (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

        CREATE TABLE passType (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          -- Raised in the transaction that changes passes: numbers commit in their order.
          counter INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE pass (
          id INTEGER PRIMARY KEY,
          passType INTEGER NOT NULL REFERENCES passType,
          serial TEXT NOT NULL,
          number INTEGER NOT NULL,
          modified INTEGER NOT NULL,
          manifest BLOB NOT NULL,
          digest BLOB NOT NULL,
          source INTEGER NOT NULL,
          voided INTEGER NOT NULL,
          devices INTEGER NOT NULL DEFAULT 0,
          row TEXT,
          UNIQUE (passType, serial)
        );

        -- Apart from the passes, so that a look at many of them reads none of their bytes.
        CREATE TABLE content (
          pass INTEGER PRIMARY KEY,
          digest BLOB NOT NULL,
          bytes BLOB NOT NULL
        );

        -- Who may ask for a pass: keyed digests of type, serial and token together, so that a wrong
        -- token and an unknown serial are one and the same look-up. Tokens stay valid for ever.
        CREATE TABLE access (digest BLOB PRIMARY KEY, pass INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX accessByPass ON access (pass);

        CREATE TABLE device (
          id INTEGER PRIMARY KEY,
          name TEXT NOT NULL UNIQUE,
          pushToken TEXT NOT NULL,
          -- When the token was last given, in milliseconds since 1970.
          tokenTime INTEGER NOT NULL,
          -- 0: not a token of Apple's push service.
          sendable INTEGER NOT NULL,
          -- How it was pushed lately, and when last, in milliseconds since 1970.
          score REAL NOT NULL DEFAULT 0,
          pushedAt INTEGER
        );
        CREATE INDEX deviceByToken ON device (pushToken);

        CREATE TABLE registration (
          id INTEGER PRIMARY KEY,
          device INTEGER NOT NULL,
          pass INTEGER NOT NULL,
          UNIQUE (device, pass)
        );
        CREATE INDEX registrationByPass ON registration (pass);

        CREATE TRIGGER registered AFTER INSERT ON registration BEGIN
          UPDATE pass SET devices = devices + 1 WHERE id = new.pass;
        END;
        CREATE TRIGGER unregistered AFTER DELETE ON registration BEGIN
          UPDATE pass SET devices = devices - 1 WHERE id = old.pass;
          DELETE FROM device WHERE id = old.device
            AND NOT EXISTS (SELECT 1 FROM registration WHERE device = old.device);
        END;

        -- One push for a device and a type, however many passes have changed.
        CREATE TABLE outbox (
          passType INTEGER NOT NULL,
          pushToken TEXT NOT NULL,
          number INTEGER NOT NULL,
          due INTEGER NOT NULL,
          attempts INTEGER NOT NULL DEFAULT 0,
          PRIMARY KEY (passType, pushToken)
        ) WITHOUT ROWID;
        CREATE INDEX outboxByTime ON outbox (passType, due);

        CREATE TABLE message (
          id INTEGER PRIMARY KEY,
          text TEXT NOT NULL UNIQUE,
          count INTEGER NOT NULL,
          first INTEGER NOT NULL,
          last INTEGER NOT NULL
        );
        CREATE INDEX messageByTime ON message (last);
        """)
  }
}

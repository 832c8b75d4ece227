// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// The tables, their migrations, and how a ledger is distinguished from other databases.
///
/// `docs/reference/ledger.md` documents the view `issued` for other programs. A migration may
/// change the tables.
enum LedgerSchema {
  /// The application identifier in the file's header, "pass". `file` and passc use it to recognize
  /// a ledger.
  static let applicationID: Int64 = 0x7061_7373

  /// The token of a pass that another program issued with an unknown token. Without a token it is
  /// NULL.
  static let unknownToken = ""

  /// Every version of the schema, oldest first. A released migration never changes.
  static let migrations = DatabaseMigrations([.init("1", makeTables)])

  // long: one SQL string, the schema, with comments where a name is not enough.
  private static func makeTables(_ database: Database) throws {
    try database.execute(
      sql: """
        PRAGMA application_id = \(applicationID);

        CREATE TABLE passType (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

        CREATE TABLE certificate (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE);

        -- Where files stand: kept once, so that a pass costs only the name below it.
        CREATE TABLE folder (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);

        CREATE TABLE run (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          kind TEXT NOT NULL,
          passType INTEGER REFERENCES passType,
          started INTEGER NOT NULL,
          signingTime INTEGER,
          ended INTEGER,
          template BLOB,
          certificate INTEGER REFERENCES certificate,
          shard INTEGER NOT NULL DEFAULT 1,
          shards INTEGER NOT NULL DEFAULT 1,
          options TEXT NOT NULL DEFAULT '',
          -- 1: nothing counts before the run has ended (an archive's end comes last).
          atEnd INTEGER NOT NULL DEFAULT 0,
          -- New passes of this run have numbers above this one.
          lastPassBefore INTEGER NOT NULL DEFAULT 0,
          -- Which process works at it: the number of the byte it has locked. A run that is
          -- resumed gets a new one.
          attempt INTEGER NOT NULL,
          issued INTEGER NOT NULL DEFAULT 0,
          reissued INTEGER NOT NULL DEFAULT 0,
          unchanged INTEGER NOT NULL DEFAULT 0,
          rejected INTEGER NOT NULL DEFAULT 0
        );

        CREATE TABLE pass (
          id INTEGER PRIMARY KEY,
          passType INTEGER NOT NULL REFERENCES passType,
          -- File names that are equal but for case are one file on many disks.
          serial TEXT NOT NULL COLLATE NOCASE,
          -- 0 reserved: does not count yet; 1 issued.
          state INTEGER NOT NULL,
          -- The run that has issued it, or, while it is reserved, is about to.
          run INTEGER NOT NULL REFERENCES run,
          -- The attempt that is about to write its file; NULL when nobody is. Worth nothing
          -- once that process is dead.
          hold INTEGER,
          certificate INTEGER REFERENCES certificate,
          rowDigest BLOB,
          holderDigest BLOB,
          contentDigest BLOB,
          bundleDigest BLOB,
          bundleSize INTEGER,
          folder INTEGER REFERENCES folder,
          file TEXT,
          -- Only where the file holds more than this bundle: its size, and the name inside.
          fileSize INTEGER,
          entry TEXT,
          -- NULL: it has none; empty: nobody has told which.
          token TEXT,
          time INTEGER NOT NULL,
          UNIQUE (passType, serial)
        );

        -- What a pass that was there before the run will be once its new file stands.
        CREATE TABLE reissue (
          pass INTEGER PRIMARY KEY REFERENCES pass,
          hold INTEGER NOT NULL,
          rowDigest BLOB,
          holderDigest BLOB,
          contentDigest BLOB,
          bundleDigest BLOB,
          bundleSize INTEGER,
          folder INTEGER,
          file TEXT,
          fileSize INTEGER,
          entry TEXT,
          time INTEGER
        );
        CREATE INDEX reissueByHold ON reissue (hold);

        CREATE VIEW issued AS
        SELECT
          passType.name AS passType,
          pass.serial AS serial,
          nullif(pass.token, '') AS token,
          folder.path AS folder,
          pass.file AS file,
          pass.entry AS entry,
          lower(hex(pass.bundleDigest)) AS sha256,
          pass.bundleSize AS size,
          pass.time AS time,
          pass.run AS run
        FROM pass
        JOIN passType ON passType.id = pass.passType
        LEFT JOIN folder ON folder.id = pass.folder
        WHERE pass.state = 1;
        """)
  }

  /// Throws if the database is not a ledger, before anything in it is changed.
  static func check(_ database: Database, path: String) throws {
    // Race: another process may be creating the tables, in one transaction with the application
    // identifier. So the identifier is read after the tables. Earlier releases created
    // `grdb_migrations` in a separate transaction before.
    let tables = try database.integer(
      "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
    let id = try database.integer("PRAGMA application_id")
    if id == applicationID { return }
    guard id == 0, tables == 0 else { throw LedgerError(path, .notALedger) }
  }
}

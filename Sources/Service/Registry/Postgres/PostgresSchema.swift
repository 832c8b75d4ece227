// SPDX-License-Identifier: Apache-2.0

/// The tables of the PostgreSQL store and their migrations.
enum PostgresSchema {
  /// All migrations, the oldest first. A released migration never changes.
  static let migrations = [tables, addWaitingTimes, bounds, signUps, useOfRegistrations]

  /// The advisory lock for migrations, so that instances can start at the same time. The value is
  /// "pasS", as in the header of an SQLite store.
  private static let lock: Int64 = 0x7061_7353

  /// Migrates the tables to the current version.
  ///
  /// - Throws: `StoreError` if they belong to a newer release, or if an upgrade needs a copy, which
  ///   passc cannot make here. `PostgresError`.
  static func migrate(_ connection: PostgresConnection, _ place: String, _ upgrade: StoreUpgrade)
    throws
  {
    try connection.transaction {
      try connection.rows("SELECT pg_advisory_xact_lock($1)", [.integer(lock)])
      try connection.execute(
        "CREATE TABLE IF NOT EXISTS service (name text PRIMARY KEY, value bytea NOT NULL)")
      let text = try connection.rows("SELECT value FROM service WHERE name = 'form'").first {
        String(decoding: $0.bytes(0), as: UTF8.self)
      }
      let current = migrations.count
      guard let form = Int(text ?? "0"), (0...current).contains(form) else {
        throw StoreUpgrade.newer(
          Int(text ?? "") ?? 0, current,
          help: "install the release of passc that upgraded it, or load a dump from before")
      }
      guard form < current else { return }
      if form > 0 {
        let words = StoreUpgrade.sentence(form, current)
        guard !upgrade.makesCopy else {
          throw StoreError(
            .older, "\(words), but passc cannot copy a PostgreSQL database",
            help: "make a dump with pg_dump --format=custom, then start once with --no-copy")
        }
        upgrade.report("\(place) \(words): upgrading it without a copy")
      }
      for sql in migrations[form...] { try connection.execute(sql) }
      try connection.rows(
        """
        INSERT INTO service (name, value) VALUES ('form', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, [.bytes(Array("\(current)".utf8))])
    }
  }

  /// Names are compared by their bytes. Tables whose rows change often have free space on each
  /// page, so that an update does not have to change an index.
  private static let tables = """
    CREATE TABLE pass_type (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE,
      -- Raised in the transaction that changes passes: numbers commit in their order, since its row
      -- is locked until then.
      counter bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 20);

    CREATE TABLE pass (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      pass_type bigint NOT NULL,
      serial text COLLATE "C" NOT NULL,
      number bigint NOT NULL,
      modified bigint NOT NULL,
      manifest bytea NOT NULL,
      digest bytea NOT NULL,
      source bigint NOT NULL,
      voided bigint NOT NULL,
      -- Raised by each registration: what changes the pass and what registers it wait for each other,
      -- so that no push is missed.
      devices bigint NOT NULL DEFAULT 0,
      source_row text,
      UNIQUE (pass_type, serial)
    ) WITH (fillfactor = 75);

    CREATE TABLE content (pass bigint PRIMARY KEY, digest bytea NOT NULL, bytes bytea NOT NULL);
    -- Bundles are compressed already.
    ALTER TABLE content ALTER bytes SET STORAGE EXTERNAL;

    -- Who may ask for a pass: keyed digests of type, serial and token together.
    CREATE TABLE access (digest bytea PRIMARY KEY, pass bigint NOT NULL);
    CREATE INDEX access_by_pass ON access (pass);

    CREATE TABLE device (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE,
      push_token text COLLATE "C" NOT NULL,
      -- What the token was before it was given last.
      former_token text COLLATE "C",
      -- When it was given, in milliseconds since 1970.
      token_time bigint NOT NULL,
      -- 0: not a token of Apple's push service.
      sendable bigint NOT NULL,
      score float8 NOT NULL DEFAULT 0,
      pushed_at bigint
    ) WITH (fillfactor = 75);
    CREATE INDEX device_by_token ON device (push_token);

    CREATE TABLE registration (
      id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      device bigint NOT NULL,
      pass bigint NOT NULL,
      PRIMARY KEY (device, pass)
    );
    CREATE INDEX registration_by_pass ON registration (pass, id);

    CREATE TABLE outbox (
      pass_type bigint NOT NULL,
      push_token text COLLATE "C" NOT NULL,
      number bigint NOT NULL,
      -- When it may be sent, in seconds since 1970; 0 at once, whatever a clock says.
      due bigint NOT NULL,
      attempts bigint NOT NULL DEFAULT 0,
      -- Until when an instance is sending it.
      claimed timestamptz,
      PRIMARY KEY (pass_type, push_token)
    ) WITH (fillfactor = 75);
    CREATE INDEX outbox_by_time ON outbox (pass_type, due, number);
    CREATE INDEX outbox_by_token ON outbox (push_token);

    -- Every template that made passes of a type, in the order they came: an instance whose template
    -- is not the last one does not write.
    CREATE TABLE template (
      revision bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      pass_type text COLLATE "C" NOT NULL,
      digest bytea NOT NULL,
      UNIQUE (pass_type, digest)
    );

    -- Bundles that would not be made again with the same bytes: of the version of that time.
    CREATE TABLE sealed (pass bigint PRIMARY KEY, modified bigint NOT NULL, bytes bytea NOT NULL);
    ALTER TABLE sealed ALTER bytes SET STORAGE EXTERNAL;

    -- What holders gave to sign up.
    CREATE TABLE personal (pass bigint PRIMARY KEY, bytes bytea NOT NULL);

    -- How often the links of a pass were revoked, by a keyed digest of its names: it stays when the
    -- pass is forgotten.
    CREATE TABLE link (digest bytea PRIMARY KEY, generation bigint NOT NULL);

    CREATE TABLE message (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      body text COLLATE "C" NOT NULL,
      times bigint NOT NULL,
      first_at bigint NOT NULL,
      last_at bigint NOT NULL
    );
    -- Longer than an index takes.
    CREATE UNIQUE INDEX message_by_body ON message (md5(body));
    CREATE INDEX message_by_time ON message (last_at);
    """

  /// A migration that adds when a push was postponed and when a device last sent a request.
  private static let addWaitingTimes = """
    -- In seconds since 1970; 0 for one that was not put off. A clock that says less was set back.
    ALTER TABLE outbox ADD COLUMN put_off_at bigint NOT NULL DEFAULT 0;
    CREATE INDEX outbox_put_off ON outbox (pass_type, put_off_at) WHERE put_off_at > 0;

    -- The day on which it was last heard of, as the service counts its days; 0 for not yet.
    ALTER TABLE device ADD COLUMN heard bigint NOT NULL DEFAULT 0;
    """

  /// A migration that adds indexes, deletes pushes without a device, and shortens long device
  /// library identifiers. It bounds the work of each query and the stored data.
  private static let bounds = """
    -- Few passes are void, and they are asked for once an hour.
    CREATE INDEX pass_void ON pass (source, modified) WHERE voided = 1;

    -- For those that were not heard of for long, and for those that never were.
    CREATE INDEX device_by_heard ON device (heard);

    -- As `DeviceName` keeps them.
    UPDATE device SET name = 'sha256:' || encode(sha256(convert_to(name, 'UTF8')), 'hex')
      WHERE octet_length(name) > 128;

    -- Pushes that nobody is left for.
    DELETE FROM outbox o WHERE NOT EXISTS (SELECT 1 FROM device d
      JOIN registration r ON r.device = d.id JOIN pass p ON p.id = r.pass
      WHERE d.push_token = o.push_token AND p.pass_type = o.pass_type);
    """

  /// A migration that adds the sign-up of a version. It is valid until the pass has another number.
  private static let signUps = """
    CREATE TABLE sign_up (
      pass bigint PRIMARY KEY,
      number bigint NOT NULL,
      -- The SHA-256 of the token.
      token bytea NOT NULL,
      signature bytea NOT NULL
    );
    """

  /// A migration that marks used registrations. Unused ones may be made up and can be removed first.
  private static let useOfRegistrations = """
    -- 1 once the device has asked for its updates. Those from before this form count as used: nothing
    -- is known of them, and most are of real devices.
    ALTER TABLE registration ADD COLUMN used bigint NOT NULL DEFAULT 1;
    CREATE INDEX registration_unused ON registration (pass, id) WHERE used = 0;
    """
}

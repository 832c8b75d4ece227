// SPDX-License-Identifier: Apache-2.0

extension PostgresStore {
  package func topics(now: Int64) async throws(StoreError) -> [String] {
    try await reading { connection in
      try connection.rows(
        """
        SELECT name FROM pass_type t WHERE EXISTS (
          SELECT 1 FROM outbox o WHERE o.pass_type = t.id AND o.due <= $1)
        OR EXISTS (
          SELECT 1 FROM outbox o WHERE o.pass_type = t.id AND o.put_off_at > 0
            AND o.put_off_at > $2) ORDER BY name
        """, [.integer(now), .integer(OutboxClock.future(now))]
      ).all { $0.text(0) }
    }
  }

  package func due(
    topic: String?, now: Int64, limit: Int
  ) async throws(StoreError) -> [OutboxEntry] {
    try await reading { connection in
      let types = try connection.rows(
        "SELECT name FROM pass_type WHERE $1::text IS NULL OR name = $1 ORDER BY name",
        [.text(topic)]
      ).all { $0.text(0) }
      var entries: [OutboxEntry] = []
      for type in types {
        for (condition, moments) in PostgresOutbox.isDue(now) where entries.count < limit {
          entries += try connection.rows(
            """
            SELECT o.push_token, o.number, o.attempts FROM outbox o
            WHERE o.pass_type = (SELECT id FROM pass_type WHERE name = $1) AND \(condition)
            ORDER BY o.due, o.number LIMIT $2
            """, [.text(type), .integer(Int64(limit - entries.count))] + moments
          ).all { PostgresOutbox.entry($0, of: type) }
        }
      }
      return entries
    }
  }

  package func claim(
    topic: String, now: Int64, limit: Int
  ) async throws(StoreError) -> [OutboxEntry] {
    try await writing { connection in
      var entries: [OutboxEntry] = []
      for (condition, moments) in PostgresOutbox.isDue(now) where entries.count < limit {
        entries += try connection.rows(
          """
          WITH chosen AS (
            SELECT o.pass_type, o.push_token FROM outbox o
            WHERE o.pass_type = (SELECT id FROM pass_type WHERE name = $1) AND \(condition)
              AND (o.claimed IS NULL OR o.claimed < clock_timestamp())
            ORDER BY o.due, o.number LIMIT $2 FOR UPDATE SKIP LOCKED)
          UPDATE outbox o SET claimed = clock_timestamp() + interval '2 minutes' FROM chosen s
          WHERE o.pass_type = s.pass_type AND o.push_token = s.push_token
          RETURNING o.push_token, o.number, o.attempts
          """, [.text(topic), .integer(Int64(limit - entries.count))] + moments
        ).all { PostgresOutbox.entry($0, of: topic) }
      }
      return entries
    }
  }

  package func settle(
    _ outcomes: [(OutboxEntry, OutboxOutcome)], now: Int64
  ) async throws(StoreError) {
    guard !outcomes.isEmpty else { return }
    try await writing { connection in
      try PostgresOutbox.lockDevices(of: outcomes, connection)
      var done: [OutboxEntry] = []
      var later: [(OutboxEntry, Int64)] = []
      var idle: [PostgresOutbox.Key] = []
      for (entry, outcome) in outcomes {
        switch outcome {
        case .delivered, .dropped: done.append(entry)
        case .later(let time): later.append((entry, time))
        case .gone(let time):
          idle += try PostgresOutbox.remove(entry, before: time, connection)
          done.append(entry)
        }
      }
      try PostgresOutbox.lock(done + later.map(\.0), connection)
      try PostgresOutbox.deleteDelivered(done, connection)
      try PostgresOutbox.postpone(later, now: now, connection)
      try PostgresOutbox.drop(idle, connection)
    }
  }

  package func recipients(
    serial: String?, after last: Int64, limit: Int, now: Int64
  ) async throws(StoreError) -> [PushRecipient] {
    let chosen =
      serial == nil
      ? "SELECT id FROM device WHERE id > $1 AND sendable = 1 ORDER BY id LIMIT $2"
      : """
      SELECT DISTINCT c.id FROM pass_type s JOIN pass q ON q.pass_type = s.id AND q.serial = $3
      JOIN registration k ON k.pass = q.id JOIN device c ON c.id = k.device
      WHERE c.id > $1 AND c.sendable = 1 ORDER BY c.id LIMIT $2
      """
    return try await reading { connection in
      try connection.rows(
        """
        SELECT d.id, t.name, d.push_token, coalesce(o.number, max(p.number)),
          coalesce(o.attempts, 0), o.due, coalesce(o.put_off_at, 0)
        FROM device d JOIN registration r ON r.device = d.id JOIN pass p ON p.id = r.pass
        JOIN pass_type t ON t.id = p.pass_type
        LEFT JOIN outbox o ON o.pass_type = p.pass_type AND o.push_token = d.push_token
        WHERE d.id IN (\(chosen)) \(serial == nil ? "" : "AND p.serial = $3")
        GROUP BY d.id, t.name, o.pass_type, o.push_token ORDER BY d.id, t.name
        """,
        [.integer(last), .integer(Int64(limit))] + (serial.map { [.text($0)] } ?? [])
      ).all {
        PushRecipient(
          place: $0.integer(0),
          entry: OutboxEntry(
            passType: $0.text(1), pushToken: $0.text(2), number: $0.integer(3),
            attempts: Int($0.integer(4))),
          due: $0.integerOrNil(5), postponedAt: $0.integer(6), now: now)
      }
    }
  }

  package func passes(of entries: [OutboxEntry]) async throws(StoreError) -> [String: Int64] {
    guard !entries.isEmpty else { return [:] }
    return try await reading { connection in
      let rows = try connection.rows(
        """
        SELECT q.place, min(p.id)
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY q (type, token, place)
        JOIN pass_type t ON t.name = q.type
        JOIN device d ON d.push_token = q.token JOIN registration r ON r.device = d.id
        JOIN pass p ON p.id = r.pass AND p.pass_type = t.id GROUP BY q.place
        """, [.texts(entries.map(\.passType)), .texts(entries.map(\.pushToken))]
      ).all { (entries[Int($0.integer(0)) - 1].pushToken, $0.integer(1)) }
      return Dictionary(rows) { min($0, $1) }
    }
  }

  package func paces(of entries: [OutboxEntry]) async throws(StoreError) -> [String: DevicePace] {
    guard !entries.isEmpty else { return [:] }
    return try await reading { connection in
      let rows = try connection.rows(
        """
        SELECT q.place, d.id, d.score, d.pushed_at, count(*)
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY q (type, token, place)
        JOIN pass_type t ON t.name = q.type
        JOIN device d ON d.push_token = q.token JOIN registration r ON r.device = d.id
        JOIN pass p ON p.id = r.pass AND p.pass_type = t.id GROUP BY q.place, d.id
        """, [.texts(entries.map(\.passType)), .texts(entries.map(\.pushToken))]
      ).all {
        (
          Int($0.integer(0)) - 1, $0.integer(1), $0.real(2), $0.integerOrNil(3), Int($0.integer(4))
        )
      }
      var paces = Dictionary(
        entries.map { ($0.pushToken, DevicePace(score: 0, lastAt: nil, passes: 0)) }
      ) { $1 }
      for (place, device, score, lastAt, passes) in rows {
        paces[entries[place].pushToken]?.add(device, score: score, lastAt: lastAt, passes: passes)
      }
      return paces
    }
  }

  package func save(_ paces: [String: DevicePace]) async throws(StoreError) {
    let known = paces.flatMap { token, pace in
      pace.lastAt.map { time in pace.devices.map { ($0, token, pace.score, time) } } ?? []
    }
    guard !known.isEmpty else { return }
    try await writing { connection in
      try connection.rows(
        "SELECT id FROM device WHERE id = ANY($1) ORDER BY name FOR NO KEY UPDATE",
        [.integers(known.map(\.0))])
      try connection.rows(
        """
        UPDATE device d SET score = q.score, pushed_at = q.time
        FROM unnest($1::bigint[], $2::text[], $3::float8[], $4::bigint[]) q (id, token, score, time)
        WHERE d.id = q.id AND d.push_token = q.token
        """,
        [
          .integers(known.map(\.0)), .texts(known.map(\.1)), .reals(known.map(\.2)),
          .integers(known.map(\.3)),
        ])
    }
  }

  package func push(serials: [String]?, now: Int64) async throws(StoreError) -> Int {
    guard let serials else { return try await push(passes: nil) }
    let passes = try await reading { connection in
      // With the types joined, the index on type and serial number finds the passes.
      try connection.rows(
        """
        SELECT p.id FROM unnest($1::text[]) q (serial) CROSS JOIN pass_type t
        JOIN pass p ON p.pass_type = t.id AND p.serial = q.serial
        """, [.texts(serials)]
      ).all { $0.integer(0) }
    }
    var count = 0
    for start in stride(from: 0, to: passes.count, by: Self.passesAtOnce) {
      count += try await push(
        passes: Array(passes[start..<min(start + Self.passesAtOnce, passes.count)]))
    }
    return count
  }

  private static let passesAtOnce = 1_000

  /// Adds pushes for these passes, or for all passes with nil, in several transactions.
  private func push(passes: [Int64]?) async throws(StoreError) -> Int {
    var count = 0
    var last: Int64? = 0
    while let from = last {
      let (pushes, end) = try await writing { connection in
        try PostgresOutbox.add(passes: passes, after: from, connection)
      }
      count += pushes
      last = end
    }
    return count
  }
}

/// Statements for waiting pushes, inside a transaction.
enum PostgresOutbox {
  /// Returns the conditions for a due push, each for a separate query, with values from `$3` on.
  ///
  /// A push is due if its time has come, or if the clock was set back after the push was postponed.
  static func isDue(_ now: Int64) -> [(condition: String, moments: [PostgresValue])] {
    [
      ("o.due <= $3", [.integer(now)]),
      (
        "o.due > $3 AND o.put_off_at > 0 AND o.put_off_at > $4",
        [.integer(now), .integer(OutboxClock.future(now))]
      ),
    ]
  }

  static func entry(_ row: PostgresRow, of type: String) -> OutboxEntry {
    OutboxEntry(
      passType: type, pushToken: row.text(0), number: row.integer(1),
      attempts: Int(row.integer(2)))
  }

  /// Adds a push for every device of these passes, due at once. If a push of a device is waiting,
  /// it covers this change too.
  static func add(
    _ changes: [(pass: Int64, type: Int64, number: Int64)], _ connection: PostgresConnection
  ) throws {
    try connection.rows(
      """
      INSERT INTO outbox (pass_type, push_token, number, due)
      SELECT q.type, d.push_token, max(q.number), 0
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) q (pass, type, number)
      JOIN registration r ON r.pass = q.pass JOIN device d ON d.id = r.device
      WHERE d.sendable = 1 GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (pass_type, push_token) DO UPDATE
      SET number = greatest(outbox.number, excluded.number)
      """,
      [
        .integers(changes.map(\.pass)), .integers(changes.map(\.type)),
        .integers(changes.map(\.number)),
      ])
  }

  /// The condition that no device with the push token of `o` has a pass of its type.
  static let hasNobody = """
    NOT EXISTS (SELECT 1 FROM device d JOIN registration r ON r.device = d.id
      JOIN pass p ON p.id = r.pass
      WHERE d.push_token = o.push_token AND p.pass_type = o.pass_type)
    """

  /// The primary key of a push.
  struct Key: Hashable {
    let type: Int64
    let token: String
  }

  /// Deletes those of the pushes that have no device.
  static func drop(_ keys: [Key], _ connection: PostgresConnection) throws {
    guard !keys.isEmpty else { return }
    let keys = Array(Set(keys))
    let arguments: [PostgresValue] = [.integers(keys.map(\.type)), .texts(keys.map(\.token))]
    // Lock them first, and check in a second statement, which sees registrations that were
    // committed in the meantime. A transaction that adds one of these pushes again waits for the
    // commit.
    let found = try connection.rows(
      """
      SELECT o.pass_type FROM unnest($1::bigint[], $2::text[]) q (type, token)
      JOIN outbox o ON o.pass_type = q.type AND o.push_token = q.token
      ORDER BY o.pass_type, o.push_token FOR UPDATE OF o
      """, arguments)
    guard found.count > 0 else { return }
    try connection.rows(
      """
      DELETE FROM outbox o USING unnest($1::bigint[], $2::text[]) q (type, token)
      WHERE o.pass_type = q.type AND o.push_token = q.token AND \(hasNobody)
      """, arguments)
  }

  /// Registrations in one transaction.
  private static let registrationsAtOnce: Int64 = 10_000

  /// Adds pushes for devices of passes without a change, for a limited number of registrations.
  ///
  /// - Returns: the number of new pushes, and the last registration, or nil if there are no more.
  static func add(
    passes: [Int64]?, after last: Int64, _ connection: PostgresConnection
  ) throws -> (pushes: Int, last: Int64?) {
    // Blocks changes of passes, which lock their type FOR UPDATE. A registration with another push
    // token has the same shared lock and is not blocked.
    try connection.execute("SELECT id FROM pass_type ORDER BY name FOR SHARE")
    var arguments: [PostgresValue] = [.integer(last), .integer(registrationsAtOnce)]
    if let passes { arguments.append(.integers(passes)) }
    // `+ 0` prevents a scan of the index of all registrations for those of a few passes.
    let chosen = passes == nil ? "ORDER BY r.id" : "AND r.pass = ANY($3) ORDER BY r.id + 0"
    return try connection.rows(
      """
      WITH chosen AS (
        SELECT r.id, p.pass_type, p.number, d.push_token, d.sendable
        FROM registration r JOIN pass p ON p.id = r.pass JOIN device d ON d.id = r.device
        WHERE r.id > $1 \(chosen) LIMIT $2
      ), laid AS (
        INSERT INTO outbox (pass_type, push_token, number, due)
        SELECT pass_type, push_token, max(number), 0 FROM chosen WHERE sendable = 1
        GROUP BY 1, 2 ORDER BY 1, 2
        ON CONFLICT (pass_type, push_token) DO UPDATE
        SET number = greatest(outbox.number, excluded.number)
        RETURNING xmax)
      SELECT (SELECT count(*) FROM laid WHERE xmax = 0), max(id) FROM chosen
      """, arguments
    ).first { (Int($0.integer(0)), $0.integerOrNil(1)) } ?? (0, nil)
  }

  /// Locks all devices that may be deleted at once, in name order, as registration does: avoids a
  /// deadlock.
  static func lockDevices(
    of outcomes: [(OutboxEntry, OutboxOutcome)], _ connection: PostgresConnection
  ) throws {
    let tokens = outcomes.compactMap { entry, outcome in
      if case .gone = outcome { entry.pushToken } else { nil }
    }
    guard !tokens.isEmpty else { return }
    try connection.rows(
      "SELECT id FROM device WHERE push_token = ANY($1) ORDER BY name FOR UPDATE",
      [.texts(tokens)])
  }

  static func lock(_ entries: [OutboxEntry], _ connection: PostgresConnection) throws {
    try connection.rows(
      """
      SELECT o.push_token FROM unnest($1::text[], $2::text[]) q (type, token)
      JOIN pass_type t ON t.name = q.type
      JOIN outbox o ON o.pass_type = t.id AND o.push_token = q.token
      ORDER BY o.pass_type, o.push_token FOR UPDATE OF o
      """, [.texts(entries.map(\.passType)), .texts(entries.map(\.pushToken))])
  }

  /// Deletes delivered pushes. A push that has a newer change stays and is due at once.
  static func deleteDelivered(_ entries: [OutboxEntry], _ connection: PostgresConnection) throws {
    guard !entries.isEmpty else { return }
    let arguments: [PostgresValue] = [
      .texts(entries.map(\.passType)), .texts(entries.map(\.pushToken)),
      .integers(entries.map(\.number)),
    ]
    try connection.rows(
      """
      DELETE FROM outbox o USING unnest($1::text[], $2::text[], $3::bigint[]) q (type, token, number)
      JOIN pass_type t ON t.name = q.type
      WHERE o.pass_type = t.id AND o.push_token = q.token AND o.number <= q.number
      """, arguments)
    try connection.rows(
      """
      UPDATE outbox o SET claimed = NULL
      FROM unnest($1::text[], $2::text[], $3::bigint[]) q (type, token, number)
      JOIN pass_type t ON t.name = q.type
      WHERE o.pass_type = t.id AND o.push_token = q.token
      """, arguments)
  }

  static func postpone(
    _ entries: [(OutboxEntry, Int64)], now: Int64, _ connection: PostgresConnection
  ) throws {
    guard !entries.isEmpty else { return }
    try connection.rows(
      """
      UPDATE outbox o
      SET due = q.time, put_off_at = $4, attempts = o.attempts + 1, claimed = NULL
      FROM unnest($1::text[], $2::text[], $3::bigint[]) q (type, token, time)
      JOIN pass_type t ON t.name = q.type
      WHERE o.pass_type = t.id AND o.push_token = q.token
      """,
      [
        .texts(entries.map(\.0.passType)), .texts(entries.map(\.0.pushToken)),
        .integers(entries.map(\.1)), .integer(now),
      ])
  }

  /// Deletes registrations with a push token that are older than a time in milliseconds since 1970.
  ///
  /// - Returns: the pushes that may have no device.
  static func remove(
    _ entry: OutboxEntry, before time: Int64, _ connection: PostgresConnection
  ) throws -> [Key] {
    let devices = try connection.rows(
      """
      SELECT id FROM device WHERE push_token = $1 AND token_time < $2 ORDER BY name FOR UPDATE
      """, [.text(entry.pushToken), .integer(time)]
    ).all { $0.integer(0) }
    guard !devices.isEmpty else { return [] }
    let gone = try connection.rows(
      """
      DELETE FROM registration r USING pass p, pass_type t
      WHERE r.device = ANY($1) AND p.id = r.pass AND t.id = p.pass_type AND t.name = $2
      RETURNING r.device, r.pass
      """, [.integers(devices), .text(entry.passType)]
    ).all { ($0.integer(0), $0.integer(1)) }
    return try PostgresArrivals.release(gone, connection)
  }
}

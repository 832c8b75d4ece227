// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase
internal import PassUpdates

/// Adds pushes in the transaction that makes the change.
enum Outbox {
  /// Adds a push for every device of a pass, due at once whatever the clock shows. If a push of the
  /// device is waiting, it covers this change too.
  static func add(pass: Int64, type: Int64, number: Int64, _ database: Database) throws {
    try SQLStatement(
      """
      INSERT INTO outbox (passType, pushToken, number, due)
      SELECT DISTINCT ?1, d.pushToken, ?2, 0
      FROM registration r JOIN device d ON d.id = r.device WHERE r.pass = ?3 AND d.sendable = 1
      ON CONFLICT (passType, pushToken) DO UPDATE SET number = max(number, excluded.number)
      """, on: database
    ).bind(type, at: 1).bind(number, at: 2).bind(pass, at: 3).run()
  }
}

extension SQLiteStore {
  package func topics(now: Int64) async throws(StoreError) -> [String] {
    try reading { database in
      try SQLStatement(
        """
        SELECT name FROM passType t
        WHERE EXISTS (SELECT 1 FROM outbox WHERE passType = t.id AND due <= ?1)
          OR EXISTS (SELECT 1 FROM outbox WHERE passType = t.id AND putOffAt > 0 AND putOffAt > ?2)
        ORDER BY name
        """, on: database
      ).bind(now, at: 1).bind(OutboxClock.future(now), at: 2).all { $0.text(0) }
    }
  }

  package func due(
    topic: String?, now: Int64, limit: Int
  ) async throws(StoreError) -> [OutboxEntry] {
    try reading { database in
      let types =
        try topic.map { name in try StoreRows.typeIdentifier(name, database).map { [$0] } ?? [] }
        ?? SQLStatement("SELECT id FROM passType ORDER BY name", on: database)
        .all { $0.integer(0) }
      var entries: [OutboxEntry] = []
      for type in types where entries.count < limit {
        entries += try SQLStatement(Self.pendingPushes("o.due <= ?2"), on: database)
          .bind(type, at: 1).bind(now, at: 2).bind(Int64(limit - entries.count), at: 3)
          .all(Self.entry)
        guard entries.count < limit else { break }
        entries += try SQLStatement(
          Self.pendingPushes("o.due > ?2 AND o.putOffAt > 0 AND o.putOffAt > ?4"), on: database
        ).bind(type, at: 1).bind(now, at: 2).bind(Int64(limit - entries.count), at: 3)
          .bind(OutboxClock.future(now), at: 4).all(Self.entry)
      }
      return entries
    }
  }

  private static func pendingPushes(_ condition: String) -> String {
    """
    SELECT t.name, o.pushToken, o.number, o.attempts FROM outbox o
    JOIN passType t ON t.id = o.passType
    WHERE o.passType = ?1 AND \(condition) ORDER BY o.due, o.number LIMIT ?3
    """
  }

  private static func entry(_ row: SQLStatement) -> OutboxEntry {
    OutboxEntry(
      passType: row.text(0), pushToken: row.text(1), number: row.integer(2),
      attempts: Int(row.integer(3)))
  }

  package func settle(
    _ outcomes: [(OutboxEntry, OutboxOutcome)], now: Int64
  ) async throws(StoreError) {
    guard !outcomes.isEmpty else { return }
    try await writing { database, _ in
      for (entry, outcome) in outcomes {
        guard let type = try StoreRows.typeIdentifier(entry.passType, database) else { continue }
        switch outcome {
        case .delivered, .dropped: try Self.deleteDelivered(entry, type, database)
        case .later(let time):
          try SQLStatement(
            """
            UPDATE outbox SET due = ?3, putOffAt = ?4, attempts = attempts + 1
            WHERE passType = ?1 AND pushToken = ?2
            """, on: database
          ).bind(type, at: 1).bind(entry.pushToken, at: 2).bind(time, at: 3).bind(now, at: 4).run()
        case .gone(let time):
          try SQLStatement(
            """
            DELETE FROM registration
            WHERE device IN (SELECT id FROM device WHERE pushToken = ?1 AND tokenTime < ?2)
              AND EXISTS (
                SELECT 1 FROM pass p WHERE p.id = registration.pass AND p.passType = ?3)
            """, on: database
          ).bind(entry.pushToken, at: 1).bind(time, at: 2).bind(type, at: 3).run()
          try Self.deleteDelivered(entry, type, database)
        }
      }
    }
  }

  private static func deleteDelivered(_ entry: OutboxEntry, _ type: Int64, _ database: Database)
    throws
  {
    try SQLStatement(
      "DELETE FROM outbox WHERE passType = ?1 AND pushToken = ?2 AND number <= ?3", on: database
    ).bind(type, at: 1).bind(entry.pushToken, at: 2).bind(entry.number, at: 3).run()
  }

  package func recipients(
    serial: String?, after last: Int64, limit: Int, now: Int64
  ) async throws(StoreError) -> [PushRecipient] {
    let chosen =
      serial == nil
      ? "SELECT id FROM device WHERE id > ?1 AND sendable = 1 ORDER BY id LIMIT ?2"
      : """
      SELECT DISTINCT c.id
      FROM passType s CROSS JOIN pass q ON q.passType = s.id AND q.serial = ?3
      CROSS JOIN registration k ON k.pass = q.id CROSS JOIN device c ON c.id = k.device
      WHERE c.id > ?1 AND c.sendable = 1 ORDER BY c.id LIMIT ?2
      """
    return try reading { database in
      let statement = try SQLStatement(
        """
        SELECT d.id, t.name, d.pushToken, coalesce(o.number, max(p.number)),
          coalesce(o.attempts, 0), o.due, coalesce(o.putOffAt, 0)
        FROM device d JOIN registration r ON r.device = d.id JOIN pass p ON p.id = r.pass
        JOIN passType t ON t.id = p.passType
        LEFT JOIN outbox o ON o.passType = p.passType AND o.pushToken = d.pushToken
        WHERE d.id IN (\(chosen)) \(serial == nil ? "" : "AND p.serial = ?3")
        GROUP BY d.id, p.passType ORDER BY d.id, t.name
        """, on: database
      ).bind(last, at: 1).bind(Int64(limit), at: 2)
      if let serial { statement.bind(serial, at: 3) }
      return try statement.all {
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
    try reading { database in
      let statement = try SQLStatement(
        """
        SELECT min(p.id) FROM passType t CROSS JOIN device d
        CROSS JOIN registration r ON r.device = d.id CROSS JOIN pass p ON p.id = r.pass
        WHERE t.name = ?1 AND d.pushToken = ?2 AND p.passType = t.id
        """, on: database)
      var passes: [String: Int64] = [:]
      for entry in entries {
        passes[entry.pushToken] =
          try statement.bind(entry.passType, at: 1)
          .bind(entry.pushToken, at: 2).first { $0.integerOrNil(0) } ?? nil
      }
      return passes
    }
  }

  package func paces(
    of entries: [OutboxEntry]
  ) async throws(StoreError) -> [String: DevicePace] {
    try reading { database in
      let statement = try SQLStatement(
        """
        SELECT d.id, d.score, d.pushedAt, count(*) FROM device d
        CROSS JOIN registration r ON r.device = d.id CROSS JOIN pass p ON p.id = r.pass
        WHERE d.pushToken = ?1 AND p.passType = ?2 GROUP BY d.id
        """, on: database)
      var types: [String: Int64] = [:]
      var paces: [String: DevicePace] = [:]
      for entry in entries {
        let type =
          try types[entry.passType] ?? StoreRows.typeIdentifier(entry.passType, database) ?? 0
        types[entry.passType] = type
        statement.bind(entry.pushToken, at: 1).bind(type, at: 2)
        var pace = DevicePace(score: 0, lastAt: nil, passes: 0)
        while try statement.step() {
          pace.add(
            statement.integer(0), score: statement.double(1), lastAt: statement.integerOrNil(2),
            passes: Int(statement.integer(3)))
        }
        paces[entry.pushToken] = pace
      }
      return paces
    }
  }

  package func save(_ paces: [String: DevicePace]) async throws(StoreError) {
    guard !paces.isEmpty else { return }
    try await writing { database, _ in
      let statement = try SQLStatement(
        "UPDATE device SET score = ?3, pushedAt = ?4 WHERE id = ?1 AND pushToken = ?2",
        on: database)
      for (token, pace) in paces {
        guard let lastAt = pace.lastAt else { continue }
        for device in pace.devices {
          try statement.bind(device, at: 1).bind(token, at: 2).bind(pace.score, at: 3)
            .bind(lastAt, at: 4).run()
        }
      }
    }
  }

  package func push(serials: [String]?, now: Int64) async throws(StoreError) -> Int {
    guard let serials else { return try await pushAll() }
    var count = 0
    for start in stride(from: 0, to: serials.count, by: Self.serialsAtOnce) {
      let some = serials[start..<min(start + Self.serialsAtOnce, serials.count)]
      count += try await writing { database, _ in
        try some.reduce(0) { count, serial in
          let pushing = try Pushing(Self.ofSerial, on: database)
          return try count + pushing.run { $0.bind(serial, at: 1) }
        }
      }
    }
    return count
  }

  /// Serial numbers in one transaction. Their passes are on a few devices each.
  private static let serialsAtOnce = 1_000
  /// Registrations in one transaction.
  private static let registrationsAtOnce: Int64 = 10_000

  /// Adds a push for every registration, in the order of their identifiers.
  private func pushAll() async throws(StoreError) -> Int {
    var last: Int64 = 0
    var count = 0
    while true {
      let after = last
      let (end, added) = try await writing { database, _ -> (Int64?, Int) in
        let found = try SQLStatement(
          """
          SELECT max(id) FROM (SELECT id FROM registration WHERE id > ?1 ORDER BY id LIMIT ?2)
          """, on: database
        ).bind(after, at: 1).bind(Self.registrationsAtOnce, at: 2).first { $0.integerOrNil(0) }
        guard let end = found ?? nil else { return (nil, 0) }
        let pushing = try Pushing(Self.ofRange, on: database)
        return (end, try pushing.run { $0.bind(after, at: 1).bind(end, at: 2) })
      }
      guard let end else { return count }
      last = end
      count += added
    }
  }

  /// Finds the passes with a serial number by the index of each type, and their registrations.
  private static let ofSerial = """
    FROM passType t CROSS JOIN pass p ON p.passType = t.id AND p.serial = ?1
    CROSS JOIN registration r ON r.pass = p.id CROSS JOIN device d ON d.id = r.device
    WHERE d.sendable = 1
    """
  /// The registrations with identifiers in a range.
  private static let ofRange = """
    FROM registration r CROSS JOIN pass p ON p.id = r.pass CROSS JOIN device d ON d.id = r.device
    WHERE r.id > ?1 AND r.id <= ?2 AND d.sendable = 1
    """

  /// The statements that add pushes for registrations without a change.
  private struct Pushing {
    private let new: SQLStatement
    private let all: SQLStatement

    /// Prepares the statements.
    ///
    /// - Parameter chosen: the FROM and WHERE clauses for the registrations, with the tables `p`,
    ///   `r` and `d`.
    init(_ chosen: String, on database: Database) throws {
      new = try SQLStatement(
        """
        SELECT count(*) FROM (SELECT DISTINCT p.passType, d.pushToken \(chosen)
          AND NOT EXISTS (SELECT 1 FROM outbox o
            WHERE o.passType = p.passType AND o.pushToken = d.pushToken))
        """, on: database)
      all = try SQLStatement(
        """
        INSERT INTO outbox (passType, pushToken, number, due)
        SELECT p.passType, d.pushToken, max(p.number), 0
        \(chosen) GROUP BY p.passType, d.pushToken
        ON CONFLICT (passType, pushToken) DO UPDATE SET number = max(number, excluded.number)
        """, on: database)
    }

    /// Adds the pushes and returns how many are new.
    func run(_ bind: (SQLStatement) -> SQLStatement) throws -> Int {
      let count = try bind(new).first { Int($0.integer(0)) } ?? 0
      try bind(all).run()
      return count
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import PassUpdates

/// Pushes laid out in the transaction that asks for them.
enum Outbox {
  /// A push for every device the pass is registered on; one that waits tells of this change too.
  static func add(
    pass: Int64, type: Int64, number: Int64, now: Int64, _ database: Database
  ) throws {
    try StoreStatement(
      """
      INSERT INTO outbox (passType, pushToken, number, due)
      SELECT DISTINCT ?1, d.pushToken, ?2, ?3
      FROM registration r JOIN device d ON d.id = r.device WHERE r.pass = ?4 AND d.sendable = 1
      ON CONFLICT (passType, pushToken) DO UPDATE SET number = max(number, excluded.number)
      """, on: database
    ).bind(type, at: 1).bind(number, at: 2).bind(now, at: 3).bind(pass, at: 4).run()
  }
}

extension SQLiteStore {
  package func topics(now: Int64) async throws(StoreError) -> [String] {
    try reading { database in
      try StoreStatement(
        """
        SELECT name FROM passType t
        WHERE EXISTS (SELECT 1 FROM outbox WHERE passType = t.id AND due <= ?1) ORDER BY name
        """, on: database
      ).bind(now, at: 1).all { $0.text(0) }
    }
  }

  package func due(
    topic: String?, now: Int64, limit: Int
  ) async throws(StoreError) -> [OutboxEntry] {
    try reading { database in
      let types =
        try topic.map { name in try StoreRows.type(name, database).map { [$0] } ?? [] }
        ?? StoreStatement("SELECT id FROM passType ORDER BY name", on: database)
        .all { $0.integer(0) }
      var entries: [OutboxEntry] = []
      for type in types where entries.count < limit {
        entries += try StoreStatement(
          """
          SELECT t.name, o.pushToken, o.number, o.attempts FROM outbox o
          JOIN passType t ON t.id = o.passType
          WHERE o.passType = ?1 AND o.due <= ?2 ORDER BY o.due LIMIT ?3
          """, on: database
        ).bind(type, at: 1).bind(now, at: 2).bind(Int64(limit - entries.count), at: 3).all {
          OutboxEntry(
            passType: $0.text(0), pushToken: $0.text(1), number: $0.integer(2),
            attempts: Int($0.integer(3)))
        }
      }
      return entries
    }
  }

  package func settle(
    _ outcomes: [(OutboxEntry, OutboxOutcome)], now: Int64
  ) async throws(StoreError) {
    guard !outcomes.isEmpty else { return }
    try await writing { database, _ in
      for (entry, outcome) in outcomes {
        guard let type = try StoreRows.type(entry.passType, database) else { continue }
        switch outcome {
        case .delivered, .dropped: try Self.take(entry, type, database)
        case .later(let time):
          try StoreStatement(
            """
            UPDATE outbox SET due = ?3, attempts = attempts + 1
            WHERE passType = ?1 AND pushToken = ?2
            """, on: database
          ).bind(type, at: 1).bind(entry.pushToken, at: 2).bind(time, at: 3).run()
        case .gone(let time):
          try StoreStatement(
            """
            DELETE FROM registration
            WHERE device IN (SELECT id FROM device WHERE pushToken = ?1 AND tokenTime < ?2)
              AND pass IN (SELECT id FROM pass WHERE passType = ?3)
            """, on: database
          ).bind(entry.pushToken, at: 1).bind(time, at: 2).bind(type, at: 3).run()
          try Self.take(entry, type, database)
        }
      }
    }
  }

  private static func take(_ entry: OutboxEntry, _ type: Int64, _ database: Database) throws {
    try StoreStatement(
      "DELETE FROM outbox WHERE passType = ?1 AND pushToken = ?2 AND number <= ?3", on: database
    ).bind(type, at: 1).bind(entry.pushToken, at: 2).bind(entry.number, at: 3).run()
  }

  package func paces(
    of entries: [OutboxEntry]
  ) async throws(StoreError) -> [String: DevicePace] {
    try reading { database in
      let statement = try StoreStatement(
        """
        SELECT max(d.score), max(d.pushedAt), count(*) FROM device d
        JOIN registration r ON r.device = d.id JOIN pass p ON p.id = r.pass
        JOIN passType t ON t.id = p.passType WHERE d.pushToken = ?1 AND t.name = ?2
        """, on: database)
      var paces: [String: DevicePace] = [:]
      for entry in entries {
        paces[entry.pushToken] = try statement.bind(entry.pushToken, at: 1)
          .bind(entry.passType, at: 2)
          .first {
            DevicePace(
              score: $0.double(0), lastAt: $0.integerOrNil(1), passes: Int($0.integer(2)))
          }
      }
      return paces
    }
  }

  package func keep(_ paces: [String: DevicePace]) async throws(StoreError) {
    guard !paces.isEmpty else { return }
    try await writing { database, _ in
      let statement = try StoreStatement(
        "UPDATE device SET score = ?2, pushedAt = ?3 WHERE pushToken = ?1", on: database)
      for (token, pace) in paces {
        guard let lastAt = pace.lastAt else { continue }
        try statement.bind(token, at: 1).bind(real: pace.score, at: 2).bind(lastAt, at: 3).run()
      }
    }
  }

  package func push(serials: [String]?, now: Int64) async throws(StoreError) -> Int {
    guard let serials else { return try await pushAll(now) }
    var count = 0
    for start in stride(from: 0, to: serials.count, by: Self.serialsAtOnce) {
      let some = serials[start..<min(start + Self.serialsAtOnce, serials.count)]
      count += try await writing { database, _ in
        let before = try Self.waiting(database)
        for serial in some {
          try StoreStatement(
            Self.pushing(
              """
              WHERE d.sendable = 1 AND p.serial = ?2
              """), on: database
          ).bind(now, at: 1).bind(serial, at: 2).run()
        }
        return Int(try Self.waiting(database) - before)
      }
    }
    return count
  }

  /// So many serial numbers, whose passes are on a few devices each.
  private static let serialsAtOnce = 1_000
  /// So many registrations.
  private static let registrationsAtOnce: Int64 = 10_000

  /// Registrations in the order of their numbers, some at a time.
  private func pushAll(_ now: Int64) async throws(StoreError) -> Int {
    var last: Int64 = 0
    var count = 0
    while true {
      let after = last
      let (end, added) = try await writing { database, _ -> (Int64?, Int) in
        let found = try StoreStatement(
          """
          SELECT max(id) FROM (SELECT id FROM registration WHERE id > ?1 ORDER BY id LIMIT ?2)
          """, on: database
        ).bind(after, at: 1).bind(Self.registrationsAtOnce, at: 2).first { $0.integerOrNil(0) }
        guard let end = found ?? nil else { return (nil, 0) }
        let before = try Self.waiting(database)
        try StoreStatement(
          Self.pushing("WHERE d.sendable = 1 AND r.id > ?2 AND r.id <= ?3"), on: database
        ).bind(now, at: 1).bind(after, at: 2).bind(end, at: 3).run()
        return (end, Int(try Self.waiting(database) - before))
      }
      guard let end else { return count }
      last = end
      count += added
    }
  }

  private static func pushing(_ condition: String) -> String {
    """
    INSERT INTO outbox (passType, pushToken, number, due)
    SELECT p.passType, d.pushToken, max(p.number), ?1
    FROM registration r JOIN pass p ON p.id = r.pass JOIN device d ON d.id = r.device
    \(condition) GROUP BY p.passType, d.pushToken
    ON CONFLICT (passType, pushToken) DO UPDATE SET number = max(number, excluded.number)
    """
  }

  private static func waiting(_ database: Database) throws -> Int64 {
    try StoreStatement("SELECT count(*) FROM outbox", on: database).first { $0.integer(0) } ?? 0
  }
}

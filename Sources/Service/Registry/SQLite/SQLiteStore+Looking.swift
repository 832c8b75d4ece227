// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension SQLiteStore {
  package func counts() async throws(StoreError) -> StoreCounts {
    try reading { database in
      func count(_ table: String) throws -> Int64 {
        try SQLStatement("SELECT count(*) FROM \(table)", on: database)
          .first { $0.integer(0) } ?? 0
      }
      var counts = StoreCounts()
      counts.passes = try count("pass")
      counts.devices = try count("device")
      counts.registrations = try count("registration")
      counts.pushes = try count("outbox")
      return counts
    }
  }

  package func messages(limit: Int) async throws(StoreError) -> [DeviceMessage] {
    try reading { database in
      try SQLStatement(
        "SELECT text, count, first, last FROM message ORDER BY last DESC, id DESC LIMIT ?1",
        on: database
      ).bind(Int64(limit), at: 1).all {
        DeviceMessage(
          text: $0.text(0), count: $0.integer(1), first: $0.integer(2), last: $0.integer(3))
      }
    }
  }

  package func registrations(
    after last: Int64, limit: Int
  ) async throws(StoreError) -> [(place: Int64, PortableRegistration)] {
    try reading { database in
      try SQLStatement(
        """
        SELECT r.id, d.name, d.pushToken, t.name, p.serial FROM registration r
        JOIN device d ON d.id = r.device JOIN pass p ON p.id = r.pass
        JOIN passType t ON t.id = p.passType WHERE r.id > ?1 ORDER BY r.id LIMIT ?2
        """, on: database
      ).bind(last, at: 1).bind(Int64(limit), at: 2).all {
        (
          $0.integer(0),
          PortableRegistration(
            device: $0.text(1), pushToken: $0.text(2), passType: $0.text(3), serial: $0.text(4))
        )
      }
    }
  }

  package func add(
    _ registrations: [PortableRegistration], now: Int64
  ) async throws(StoreError) -> Int {
    var added = 0
    let limit = bound.limit
    for start in stride(from: 0, to: registrations.count, by: Self.addedAtOnce) {
      let some = registrations[start..<min(start + Self.addedAtOnce, registrations.count)]
      let (new, dropped) = try await writing { database, _ in
        var new = 0
        var dropped: Int64 = 0
        for registration in some {
          let pass = try SQLStatement(
            """
            SELECT p.id FROM pass p JOIN passType t ON t.id = p.passType
            WHERE t.name = ?1 AND p.serial = ?2
            """, on: database
          ).bind(registration.passType, at: 1).bind(registration.serial, at: 2)
            .first { $0.integer(0) }
          guard let pass else { continue }
          let outcome = try Self.register(
            pass, registration.device, registration.pushToken, now, limit, database)
          if outcome.isNew { new += 1 }
          dropped += outcome.dropped
        }
        return (new, dropped)
      }
      added += new
      bound.drop(dropped)
    }
    return added
  }

  /// Registrations in one transaction. Each transaction is synced.
  private static let addedAtOnce = 1_000
}

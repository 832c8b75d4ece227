// SPDX-License-Identifier: Apache-2.0

extension PostgresStore {
  package func hear(_ devices: [String], on day: Int64) async throws(StoreError) {
    guard !devices.isEmpty else { return }
    let names = Set(devices.map(DeviceName.stored)).sorted()
    try await writing { connection in
      // Lock in name order, as registration does: avoids a deadlock.
      try connection.rows(
        """
        SELECT id FROM device WHERE name = ANY($1) AND heard < $2 ORDER BY name FOR NO KEY UPDATE
        """, [.texts(names), .integer(day)])
      try connection.rows(
        "UPDATE device SET heard = $2 WHERE name = ANY($1) AND heard < $2",
        [.texts(names), .integer(day)])
    }
  }

  package func hearOfNew(on today: Int64, limit: Int) async throws(StoreError) -> Int {
    try await writing { connection in
      let devices = try PostgresKeeping.lock("heard = 0", [], limit, connection)
      return try connection.rows(
        "UPDATE device SET heard = $2 WHERE id = ANY($1)", [.integers(devices), .integer(today)]
      ).changed
    }
  }

  package func dropDevices(
    unheardSince day: Int64, limit: Int
  ) async throws(StoreError) -> Int {
    try await writing { connection in
      let devices = try PostgresKeeping.lock(
        "heard > 0 AND heard < $2", [.integer(day)], limit, connection)
      guard !devices.isEmpty else { return 0 }
      let gone = try connection.rows(
        "DELETE FROM registration WHERE device = ANY($1) RETURNING device, pass",
        [.integers(devices)]
      ).all { ($0.integer(0), $0.integer(1)) }
      try PostgresArrivals.settle(gone, connection)
      return devices.count
    }
  }

  package func dropMessages(before time: Int64) async throws(StoreError) -> Int {
    try await writing { connection in
      try connection.rows("DELETE FROM message WHERE last_at < $1", [.integer(time)]).changed
    }
  }

  package func voidPasses(
    before time: Int64, limit: Int
  ) async throws(StoreError) -> [StoredPass] {
    try await reading { connection in
      try connection.rows(
        """
        SELECT \(PostgresPass.columns) FROM pass p JOIN pass_type t ON t.id = p.pass_type
        WHERE p.voided = 1 AND p.source = $1 AND p.modified < $2 LIMIT $3
        """, [.integer(PassSource.row.rawValue), .integer(time), .integer(Int64(limit))]
      ).all { PostgresPass.read($0) }
    }
  }
}

/// Selection of devices for retention, inside a transaction.
enum PostgresKeeping {
  /// Locks and returns some devices that fulfil a condition, whose values begin at `$2`.
  static func lock(
    _ condition: String, _ values: [PostgresValue], _ limit: Int, _ connection: PostgresConnection
  ) throws -> [Int64] {
    // Choose devices by the index of the days, then lock them in name order, as registration does:
    // avoids a deadlock.
    let chosen = try connection.rows(
      "SELECT id FROM device WHERE \(condition) LIMIT $1", [.integer(Int64(limit))] + values
    ).all { $0.integer(0) }
    // Check the condition again. In the meantime a device may have sent a request or been deleted.
    return try connection.rows(
      "SELECT id FROM device WHERE id = ANY($1) AND \(condition) ORDER BY name FOR UPDATE",
      [.integers(chosen)] + values
    ).all { $0.integer(0) }
  }
}

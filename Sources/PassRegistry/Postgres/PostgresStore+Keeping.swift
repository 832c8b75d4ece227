// SPDX-License-Identifier: Apache-2.0

extension PostgresStore {
  package func hear(_ devices: [String], on day: Int64) async throws(StoreError) {
    guard !devices.isEmpty else { return }
    let names = Set(devices.map(DeviceName.kept)).sorted()
    try await writing { connection in
      // By name, as those who register lock them.
      try connection.rows(
        """
        SELECT id FROM device WHERE name = ANY($1) AND heard < $2 ORDER BY name FOR NO KEY UPDATE
        """, [.texts(names), .integer(day)])
      try connection.rows(
        "UPDATE device SET heard = $2 WHERE name = ANY($1) AND heard < $2",
        [.texts(names), .integer(day)])
    }
  }

  package func dropDevices(
    unheardSince day: Int64, today: Int64, limit: Int
  ) async throws(StoreError) -> Int {
    try await writing { connection in
      try connection.rows("SELECT id FROM device WHERE heard = 0 ORDER BY name FOR NO KEY UPDATE")
      try connection.rows("UPDATE device SET heard = $1 WHERE heard = 0", [.integer(today)])
      let devices = try connection.rows(
        "SELECT id FROM device WHERE heard < $1 ORDER BY name LIMIT $2 FOR UPDATE",
        [.integer(day), .integer(Int64(limit))]
      ).all { $0.integer(0) }
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

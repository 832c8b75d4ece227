// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension SQLiteStore {
  package func hear(_ devices: [String], on day: Int64) async throws(StoreError) {
    guard !devices.isEmpty else { return }
    try await writing { database, _ in
      for device in devices {
        try SQLStatement(
          "UPDATE device SET heard = ?2 WHERE name = ?1 AND heard < ?2", on: database
        ).bind(DeviceName.stored(device), at: 1).bind(day, at: 2).run()
      }
    }
  }

  package func hearOfNew(on today: Int64, limit: Int) async throws(StoreError) -> Int {
    try await writing { database, _ in
      try SQLStatement(
        """
        UPDATE device SET heard = ?1
        WHERE id IN (SELECT id FROM device WHERE heard = 0 LIMIT ?2)
        """, on: database
      ).bind(today, at: 1).bind(Int64(limit), at: 2).run()
    }
  }

  package func dropDevices(
    unheardSince day: Int64, limit: Int
  ) async throws(StoreError) -> Int {
    try await writing { database, _ in
      let devices = try SQLStatement(
        "SELECT id FROM device WHERE heard > 0 AND heard < ?1 LIMIT ?2", on: database
      ).bind(day, at: 1).bind(Int64(limit), at: 2).all { $0.integer(0) }
      for device in devices {
        // A trigger deletes a device with its last registration, and its waiting pushes.
        try SQLStatement("DELETE FROM registration WHERE device = ?1", on: database)
          .bind(device, at: 1).run()
      }
      return devices.count
    }
  }

  package func dropMessages(before time: Int64) async throws(StoreError) -> Int {
    try await writing { database, _ in
      try SQLStatement("DELETE FROM message WHERE last < ?1", on: database).bind(time, at: 1)
        .run()
    }
  }

  package func voidPasses(
    before time: Int64, limit: Int
  ) async throws(StoreError) -> [StoredPass] {
    try reading { database in
      try SQLStatement(
        """
        SELECT \(StoreRows.passColumns) FROM pass p JOIN passType t ON t.id = p.passType
        WHERE p.voided = 1 AND p.source = ?1 AND p.modified < ?2 LIMIT ?3
        """, on: database
      ).bind(PassSource.row.rawValue, at: 1).bind(time, at: 2).bind(Int64(limit), at: 3)
        .all(StoreRows.pass)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

extension PostgresStore {
  package func counts() async throws(StoreError) -> StoreCounts {
    try await reading { connection in
      try connection.rows(
        """
        SELECT (SELECT count(*) FROM pass), (SELECT count(*) FROM device),
          (SELECT count(*) FROM registration), (SELECT count(*) FROM outbox)
        """
      ).first {
        var counts = StoreCounts()
        counts.passes = $0.integer(0)
        counts.devices = $0.integer(1)
        counts.registrations = $0.integer(2)
        counts.pushes = $0.integer(3)
        return counts
      } ?? StoreCounts()
    }
  }

  package func messages(limit: Int) async throws(StoreError) -> [DeviceMessage] {
    try await reading { connection in
      try connection.rows(
        """
        SELECT body, times, first_at, last_at FROM message ORDER BY last_at DESC, id DESC LIMIT $1
        """, [.integer(Int64(limit))]
      ).all {
        DeviceMessage(
          text: $0.text(0), count: $0.integer(1), first: $0.integer(2), last: $0.integer(3))
      }
    }
  }

  package func registrations(
    after last: Int64, limit: Int
  ) async throws(StoreError) -> [(place: Int64, PortableRegistration)] {
    try await reading { connection in
      try connection.rows(
        """
        SELECT r.id, d.name, d.push_token, t.name, p.serial FROM registration r
        JOIN device d ON d.id = r.device JOIN pass p ON p.id = r.pass
        JOIN pass_type t ON t.id = p.pass_type WHERE r.id > $1 ORDER BY r.id LIMIT $2
        """, [.integer(last), .integer(Int64(limit))]
      ).all {
        (
          $0.integer(0),
          PortableRegistration(
            device: $0.text(1), pushToken: $0.text(2), passType: $0.text(3), serial: $0.text(4))
        )
      }
    }
  }
}

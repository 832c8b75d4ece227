// SPDX-License-Identifier: Apache-2.0

internal import PassUpdates
internal import Synchronization

extension PostgresStore {
  package func save(
    _ versions: [NewVersion], now: Int64
  ) async throws(StoreError) -> [SaveOutcome] {
    guard !versions.isEmpty else { return [] }
    let arriving = versions.map {
      PostgresSave.Arriving(version: $0, access: access($0.passType, $0.serial, $0.token))
    }
    let adopted = adopted.withLock { $0 }
    let (outcomes, numbers) = try await writing { connection in
      try PostgresTemplates.check(versions, adopted: adopted, connection)
      var put = PostgresSave(connection, now: now)
      let outcomes = try put.save(arriving)
      return (outcomes, put.numbersByName)
    }
    for (type, number) in numbers { history.saw(number, of: type, epoch: epoch) }
    return outcomes
  }

  package func unknown(
    _ passes: [(serial: String, digest: [UInt8])], passType: String
  ) async throws(StoreError) -> [Int] {
    try await reading { connection in
      try connection.rows(
        """
        SELECT q.place FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY q (serial, digest, place)
        LEFT JOIN pass p ON p.serial = q.serial
          AND p.pass_type = (SELECT id FROM pass_type WHERE name = $3)
        WHERE p.digest IS DISTINCT FROM q.digest ORDER BY q.place
        """,
        [.texts(passes.map(\.serial)), .bytesOfMany(passes.map(\.digest)), .text(passType)]
      ).all { Int($0.integer(0)) - 1 }
    }
  }

  package func pass(
    passType: String, serial: String
  ) async throws(StoreError) -> StoredPass? {
    try await reading { connection in
      try connection.rows(
        """
        SELECT \(PostgresPass.columns) FROM pass p JOIN pass_type t ON t.id = p.pass_type
        WHERE t.name = $1 AND p.serial = $2
        """, [.text(passType), .text(serial)]
      ).first { PostgresPass.read($0) }
    }
  }

  package func passes(
    after last: (passType: String, serial: String)?, limit: Int
  ) async throws(StoreError) -> [StoredPass] {
    try await reading { connection in
      // One type at a time, so that each is read in the order of its index.
      let types = try connection.rows(
        "SELECT id, name FROM pass_type WHERE name >= $1 ORDER BY name",
        [.text(last?.passType ?? "")]
      ).all { ($0.integer(0), $0.text(1)) }
      var passes: [StoredPass] = []
      for (id, name) in types where passes.count < limit {
        let isFirst = name == last?.passType
        passes += try connection.rows(
          """
          SELECT \(PostgresPass.columns) FROM pass p JOIN pass_type t ON t.id = p.pass_type
          WHERE p.pass_type = $1 AND ($2::text IS NULL OR p.serial > $2)
          ORDER BY p.serial LIMIT $3
          """,
          [
            .integer(id), .text(isFirst ? last?.serial : nil),
            .integer(Int64(limit - passes.count)),
          ]
        ).all { PostgresPass.read($0) }
      }
      return passes
    }
  }

  package func unknown(serials: [String]) async throws(StoreError) -> [String] {
    let known = try await reading { connection in
      // With the types joined, the index on type and serial number finds the passes.
      try connection.rows(
        """
        SELECT p.serial FROM unnest($1::text[]) q (serial) CROSS JOIN pass_type t
        JOIN pass p ON p.pass_type = t.id AND p.serial = q.serial
        """, [.texts(serials)]
      ).all { Array($0.text(0).utf8) }
    }
    // Bytes, because Swift treats canonically equivalent strings as equal and PostgreSQL does not.
    let found = Set(known)
    return serials.filter { !found.contains(Array($0.utf8)) }
  }

  package func forget(passType: String?, serial: String) async throws(StoreError) -> Bool {
    try await writing { connection in
      let passes = try connection.rows(
        """
        SELECT p.id FROM pass p JOIN pass_type t ON t.id = p.pass_type
        WHERE p.serial = $1 AND ($2::text IS NULL OR t.name = $2) ORDER BY p.id
        """, [.text(serial), .text(passType)]
      ).all { $0.integer(0) }
      guard !passes.isEmpty else { return false }
      let some: [PostgresValue] = [.integers(passes)]
      // Lock devices before passes, as registration does: avoids a deadlock.
      try connection.rows(
        """
        SELECT id FROM device WHERE id IN (SELECT device FROM registration WHERE pass = ANY($1))
        ORDER BY name FOR UPDATE
        """, some)
      try connection.rows("SELECT id FROM pass WHERE id = ANY($1) ORDER BY id FOR UPDATE", some)
      let gone = try connection.rows(
        "DELETE FROM registration WHERE pass = ANY($1) RETURNING device, pass", some
      ).all { ($0.integer(0), $0.integer(1)) }
      try PostgresArrivals.settle(gone, connection)
      for table in Self.tablesOfAPass {
        try connection.rows("DELETE FROM \(table) WHERE pass = ANY($1)", some)
      }
      return try connection.rows("DELETE FROM pass WHERE id = ANY($1)", some).changed > 0
    }
  }

  /// Tables with rows of a pass.
  private static let tablesOfAPass = ["access", "content", "sealed", "personal", "sign_up"]
}

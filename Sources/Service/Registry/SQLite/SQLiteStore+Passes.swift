// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase
internal import PassUpdates

extension SQLiteStore {
  package func save(
    _ versions: [NewVersion], now: Int64
  ) async throws(StoreError) -> [SaveOutcome] {
    let keyed = versions.map { ($0, access($0.passType, $0.serial, $0.token)) }
    return try await writing { database, effects in
      var put = SaveTransaction(database: database, now: now)
      let outcomes = try keyed.map { try put.save($0.0, access: $0.1) }
      if !put.numbers.isEmpty { effects.hasChanges = true }
      return outcomes
    }
  }

  /// The storing of versions in one transaction. The number of each type is raised only once.
  private struct SaveTransaction {
    let database: Database
    let now: Int64
    var numbers: [Int64: Int64] = [:]

    private struct StoredState {
      var id: Int64
      var manifest: [UInt8]
      var digest: [UInt8]
      var modified: Int64
      var source: PassSource
      var number: Int64
      var row: String?
      var replaced: NewVersion.Replaced { .version(number: number, row: row) }
    }

    mutating func save(_ version: NewVersion, access: [UInt8]) throws -> SaveOutcome {
      let type = try StoreRows.findOrAddType(version.passType, database)
      let known = try storedState(version.serial, of: type)
      if let replaces = version.replaces, replaces != known?.replaced ?? .nothing {
        return .overtaken
      }
      if version.signUp != nil, let known,
        try SQLiteStore.signUp(of: known.id, number: known.number, database) != nil
      {
        return .overtaken
      }
      guard let known else {
        let number = try number(of: type)
        try SQLStatement(
          """
          INSERT INTO pass
            (passType, serial, number, modified, manifest, digest, source, voided, row)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
          """, on: database
        ).bind(type, at: 1).bind(version.serial, at: 2).bind(number, at: 3).bind(now, at: 4)
          .bind(version.manifest, at: 5).bind(version.digest, at: 6)
          .bind(version.source.rawValue, at: 7).bind(version.isVoided ? 1 : 0, at: 8)
          .bind(version.row, at: 9).run()
        let id = database.lastInsertedRowID
        try open(id, access)
        try store(version, of: id)
        try save(personal: version.personal, of: id)
        return .added
      }
      guard known.source == version.source else { return .otherSource(known.source) }
      try open(known.id, access)
      try save(personal: version.personal, of: known.id)
      let outcome = try change(known, to: version, of: type)
      try save(signUp: version.signUp, of: known.id)
      return outcome
    }

    private mutating func change(
      _ known: StoredState, to version: NewVersion, of type: Int64
    ) throws -> SaveOutcome {
      if known.digest == version.digest {
        try save(row: version.row, of: known.id)
        return .unchanged
      }
      let isSame = known.manifest == version.manifest
      let modified = isSame ? known.modified : PassVersion.time(now: now, after: known.modified)
      if !isSame {
        let number = try number(of: type)
        try SQLStatement(
          "UPDATE pass SET number = ?2, modified = ?3, manifest = ?4, voided = ?5 WHERE id = ?1",
          on: database
        ).bind(known.id, at: 1).bind(number, at: 2).bind(modified, at: 3)
          .bind(version.manifest, at: 4).bind(version.isVoided ? 1 : 0, at: 5).run()
        try Outbox.add(pass: known.id, type: type, number: number, database)
      }
      try SQLStatement("UPDATE pass SET digest = ?2 WHERE id = ?1", on: database)
        .bind(known.id, at: 1).bind(version.digest, at: 2).run()
      try save(row: version.row, of: known.id)
      try store(version, of: known.id)
      return isSame ? .resealed : .changed
    }

    private func storedState(_ serial: String, of type: Int64) throws -> StoredState? {
      try SQLStatement(
        """
        SELECT id, manifest, digest, modified, source, number, row FROM pass
        WHERE passType = ?1 AND serial = ?2
        """, on: database
      ).bind(type, at: 1).bind(serial, at: 2).first {
        StoredState(
          id: $0.integer(0), manifest: $0.bytes(1), digest: $0.bytes(2), modified: $0.integer(3),
          source: PassSource(rawValue: $0.integer(4)) ?? .row,
          number: $0.integer(5), row: $0.textOrNil(6))
      }
    }

    private mutating func number(of type: Int64) throws -> Int64 {
      if let number = numbers[type] { return number }
      let number = try StoreRows.incrementCounter(type, database)
      numbers[type] = number
      return number
    }

    private func open(_ pass: Int64, _ access: [UInt8]) throws {
      try SQLStatement(
        "INSERT INTO access (digest, pass) VALUES (?1, ?2) ON CONFLICT DO NOTHING", on: database
      ).bind(access, at: 1).bind(pass, at: 2).run()
    }

    private func save(row: String?, of pass: Int64) throws {
      guard let row else { return }
      try SQLStatement("UPDATE pass SET row = ?2 WHERE id = ?1", on: database)
        .bind(pass, at: 1).bind(row, at: 2).run()
    }

    private func save(personal: [UInt8]?, of pass: Int64) throws {
      guard let personal else { return }
      try SQLStatement(
        "INSERT OR REPLACE INTO personal (pass, bytes) VALUES (?1, ?2)", on: database
      ).bind(pass, at: 1).bind(personal, at: 2).run()
    }

    /// Stores a sign-up with the current number of the pass. Call it after the change.
    private func save(signUp: StoredSignUp?, of pass: Int64) throws {
      guard let signUp else { return }
      try SQLStatement(
        """
        INSERT OR REPLACE INTO signUp (pass, number, token, signature)
        SELECT id, number, ?2, ?3 FROM pass WHERE id = ?1
        """, on: database
      ).bind(pass, at: 1).bind(signUp.tokenDigest, at: 2).bind(signUp.signature, at: 3).run()
    }

    private func hasFiles(_ digest: [UInt8]) throws -> Bool {
      try SQLStatement("SELECT 1 FROM commonFiles WHERE digest = ?1", on: database)
        .bind(digest, at: 1).first { _ in true } ?? false
    }

    private func store(_ version: NewVersion, of pass: Int64) throws {
      if let files = version.commonFiles, try !hasFiles(files.digest) {
        try SQLStatement("INSERT INTO commonFiles (digest, bytes) VALUES (?1, ?2)", on: database)
          .bind(files.digest, at: 1).bind(files.bytes, at: 2).run()
      }
      try SQLStatement(
        """
        INSERT INTO content (pass, digest, bytes) VALUES (?1, ?2, ?3)
        ON CONFLICT (pass) DO UPDATE SET digest = excluded.digest, bytes = excluded.bytes
        """, on: database
      ).bind(pass, at: 1).bind(version.digest, at: 2).bind(version.bytes, at: 3).run()
    }
  }

  package func unknown(
    _ passes: [(serial: String, digest: [UInt8])], passType: String
  ) async throws(StoreError) -> [Int] {
    try reading { database in
      guard let type = try StoreRows.typeIdentifier(passType, database) else {
        return Array(passes.indices)
      }
      let statement = try SQLStatement(
        "SELECT digest FROM pass WHERE passType = ?1 AND serial = ?2", on: database)
      return try passes.indices.filter { index in
        let known = try statement.bind(type, at: 1).bind(passes[index].serial, at: 2)
          .first { $0.bytes(0) }
        return known != passes[index].digest
      }
    }
  }

  package func unknown(serials: [String]) async throws(StoreError) -> [String] {
    try reading { database in
      let statement = try SQLStatement(
        """
        SELECT p.id FROM passType t CROSS JOIN pass p ON p.passType = t.id AND p.serial = ?1
        LIMIT 1
        """, on: database)
      return try serials.filter { serial in
        let found = try statement.bind(serial, at: 1).first { $0.integer(0) }
        return found == nil
      }
    }
  }

  package func pass(
    passType: String, serial: String
  ) async throws(StoreError) -> StoredPass? {
    try reading { database in
      try SQLStatement(
        """
        SELECT \(StoreRows.passColumns) FROM pass p JOIN passType t ON t.id = p.passType
        WHERE t.name = ?1 AND p.serial = ?2
        """, on: database
      ).bind(passType, at: 1).bind(serial, at: 2).first(StoreRows.pass)
    }
  }

  package func passes(
    after last: (passType: String, serial: String)?, limit: Int
  ) async throws(StoreError) -> [StoredPass] {
    try reading { database in
      // One type at a time, so that each is read in the order of its index.
      let types = try SQLStatement(
        "SELECT id, name FROM passType WHERE name >= ?1 ORDER BY name", on: database
      ).bind(last?.passType ?? "", at: 1).all { ($0.integer(0), $0.text(1)) }
      var passes: [StoredPass] = []
      for (id, name) in types where passes.count < limit {
        let isFirst = last.map { $0.passType.utf8.elementsEqual(name.utf8) } ?? false
        passes += try SQLStatement(
          """
          SELECT \(StoreRows.passColumns) FROM pass p JOIN passType t ON t.id = p.passType
          WHERE p.passType = ?1 AND p.serial > ?2 ORDER BY p.serial LIMIT ?3
          """, on: database
        ).bind(id, at: 1).bind(isFirst ? last?.serial : "", at: 2)
          .bind(Int64(limit - passes.count), at: 3).all(StoreRows.pass)
      }
      return passes
    }
  }

  package func forget(passType: String?, serial: String) async throws(StoreError) -> Bool {
    try await writing { database, _ in
      let passes = try SQLStatement(
        """
        SELECT p.id FROM passType t CROSS JOIN pass p ON p.passType = t.id AND p.serial = ?1
        WHERE ?2 IS NULL OR t.name = ?2
        """, on: database
      ).bind(serial, at: 1).bind(passType, at: 2).all { $0.integer(0) }
      for pass in passes {
        for sql in [
          "DELETE FROM registration WHERE pass = ?1", "DELETE FROM access WHERE pass = ?1",
          "DELETE FROM content WHERE pass = ?1", "DELETE FROM sealed WHERE pass = ?1",
          "DELETE FROM personal WHERE pass = ?1", "DELETE FROM signUp WHERE pass = ?1",
          "DELETE FROM pass WHERE id = ?1",
        ] {
          try SQLStatement(sql, on: database).bind(pass, at: 1).run()
        }
      }
      return !passes.isEmpty
    }
  }
}

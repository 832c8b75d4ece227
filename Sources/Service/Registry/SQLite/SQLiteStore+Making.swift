// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase
internal import PassUpdates

extension SQLiteStore {
  package func bundle(of pass: StoredPass) async throws(StoreError) -> [UInt8]? {
    try lookup { try Self.storedBundle(pass, $0) }
  }

  private static func storedBundle(_ pass: StoredPass, _ database: Database) throws -> [UInt8]? {
    try SQLStatement("SELECT bytes FROM sealed WHERE pass = ?1 AND modified = ?2", on: database)
      .bind(pass.id, at: 1).bind(pass.version.modified, at: 2).first { $0.bytes(0) }
  }

  package func content(of pass: StoredPass) async throws(StoreError) -> VersionContent? {
    try lookup { try Self.content(of: pass, $0) }
  }

  static func content(of pass: StoredPass, _ database: Database) throws -> VersionContent? {
    try SQLStatement(
      """
      SELECT (SELECT bytes FROM sealed WHERE pass = ?1 AND modified = ?2),
        (SELECT bytes FROM content WHERE pass = ?1 AND digest = ?3)
      """, on: database
    ).bind(pass.id, at: 1).bind(pass.version.modified, at: 2).bind(pass.digest, at: 3)
      .first { row in
        row.bytesOrNil(0).map(VersionContent.bundle)
          ?? row.bytesOrNil(1).map(VersionContent.source)
      } ?? nil
  }

  package func save(
    bundle bytes: [UInt8], of pass: StoredPass
  ) async throws(StoreError) -> [UInt8] {
    try await writing { database, _ in
      try SQLStatement(
        """
        INSERT INTO sealed (pass, modified, bytes) VALUES (?1, ?2, ?3)
        ON CONFLICT (pass) DO UPDATE SET modified = excluded.modified, bytes = excluded.bytes
        WHERE sealed.modified < excluded.modified
        """, on: database
      ).bind(pass.id, at: 1).bind(pass.version.modified, at: 2).bind(bytes, at: 3).run()
      return try Self.storedBundle(pass, database) ?? bytes
    }
  }

  package func commonFiles(_ digest: [UInt8]) async throws(StoreError) -> [UInt8]? {
    try lookup { database in
      try SQLStatement("SELECT bytes FROM commonFiles WHERE digest = ?1", on: database)
        .bind(digest, at: 1).first { $0.bytes(0) }
    }
  }

  package func dropUnusedFiles() async throws(StoreError) -> Int {
    try await writing { database, _ in
      let unused = try SQLStatement(
        """
        SELECT digest FROM commonFiles f WHERE NOT EXISTS (
          SELECT 1 FROM content
          WHERE substr(bytes, 1, 1) = x'02' AND substr(bytes, 2, 32) = f.digest)
        """, on: database
      ).all { $0.bytes(0) }
      for digest in unused {
        try SQLStatement("DELETE FROM commonFiles WHERE digest = ?1", on: database)
          .bind(digest, at: 1).run()
      }
      return unused.count
    }
  }

  package func personal(of pass: StoredPass) async throws(StoreError) -> [UInt8]? {
    try lookup { database in
      try SQLStatement("SELECT bytes FROM personal WHERE pass = ?1", on: database)
        .bind(pass.id, at: 1).first { $0.bytes(0) }
    }
  }

  package func signUp(of pass: StoredPass) async throws(StoreError) -> StoredSignUp? {
    try lookup { try Self.signUp(of: pass.id, number: pass.number, $0) }
  }

  static func signUp(
    of pass: Int64, number: Int64, _ database: Database
  ) throws -> StoredSignUp? {
    try SQLStatement(
      "SELECT token, signature FROM signUp WHERE pass = ?1 AND number = ?2", on: database
    ).bind(pass, at: 1).bind(number, at: 2)
      .first { StoredSignUp(tokenDigest: $0.bytes(0), signature: $0.bytes(1)) }
  }

  // MARK: Links

  package func linkGeneration(
    passType: String, serial: String
  ) async throws(StoreError) -> Int64 {
    let digest = access(passType, serial, Self.link)
    return try lookup { database in
      try SQLStatement("SELECT generation FROM link WHERE digest = ?1", on: database)
        .bind(digest, at: 1).first { $0.integer(0) } ?? 0
    }
  }

  package func revokeLinks(passType: String, serial: String) async throws(StoreError) -> Int64 {
    let digest = access(passType, serial, Self.link)
    return try await writing { database, _ in
      try SQLStatement(
        """
        INSERT INTO link (digest, generation) VALUES (?1, 1)
        ON CONFLICT (digest) DO UPDATE SET generation = generation + 1 RETURNING generation
        """, on: database
      ).bind(digest, at: 1).first { $0.integer(0) } ?? 1
    }
  }

  /// Replaces the token in the access digest. It cannot be a token, because those have at least 16
  /// characters.
  private static let link = "link"

  // MARK: Settings

  package func setting(_ name: String) async throws(StoreError) -> [UInt8]? {
    try lookup { database in
      try SQLStatement("SELECT value FROM service WHERE name = ?1", on: database)
        .bind(name, at: 1).first { $0.bytes(0) }
    }
  }

  package func save(setting value: [UInt8], named name: String) async throws(StoreError) {
    try await writing { database, _ in
      try SQLStatement(
        "INSERT OR REPLACE INTO service (name, value) VALUES (?1, ?2)", on: database
      ).bind(name, at: 1).bind(value, at: 2).run()
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import PassUpdates

extension PostgresStore {
  package func bundle(of pass: StoredPass) async throws(StoreError) -> [UInt8]? {
    try await reading { try Self.storedBundle(pass, $0) }
  }

  private static func storedBundle(
    _ pass: StoredPass, _ connection: PostgresConnection
  ) throws -> [UInt8]? {
    try connection.rows(
      "SELECT bytes FROM sealed WHERE pass = $1 AND modified = $2",
      [.integer(pass.id), .integer(pass.version.modified)]
    ).first { $0.bytes(0) }
  }

  package func content(of pass: StoredPass) async throws(StoreError) -> VersionContent? {
    try await reading { connection in
      try connection.rows(
        """
        SELECT (SELECT bytes FROM sealed WHERE pass = $1 AND modified = $2),
          (SELECT bytes FROM content WHERE pass = $1 AND digest = $3)
        """, [.integer(pass.id), .integer(pass.version.modified), .bytes(pass.digest)]
      ).first { row in
        row.isNull(0)
          ? row.isNull(1) ? nil : .source(row.bytes(1)) : VersionContent.bundle(row.bytes(0))
      } ?? nil
    }
  }

  /// Stores the bundle of a version, unless another instance has stored one. Returns the stored one.
  package func save(
    bundle bytes: [UInt8], of pass: StoredPass
  ) async throws(StoreError) -> [UInt8] {
    try await writing { connection in
      try connection.rows(
        """
        INSERT INTO sealed (pass, modified, bytes) VALUES ($1, $2, $3)
        ON CONFLICT (pass) DO UPDATE SET modified = excluded.modified, bytes = excluded.bytes
        WHERE sealed.modified < excluded.modified
        """, [.integer(pass.id), .integer(pass.version.modified), .bytes(bytes)])
      return try Self.storedBundle(pass, connection) ?? bytes
    }
  }

  package func commonFiles(_ digest: [UInt8]) async throws(StoreError) -> [UInt8]? {
    try await reading { connection in
      try connection.rows(
        "SELECT bytes FROM common_files WHERE digest = $1", [.bytes(digest)]
      ).first { $0.bytes(0) }
    }
  }

  /// Locks all types first, as `PostgresSave` does, so that no new content begins to use the files
  /// in the meantime.
  package func dropUnusedFiles() async throws(StoreError) -> Int {
    try await writing { connection in
      _ = try connection.rows("SELECT id FROM pass_type ORDER BY name FOR UPDATE", [])
        .all { $0.integer(0) }
      return try connection.rows(
        """
        DELETE FROM common_files f WHERE NOT EXISTS (
          SELECT 1 FROM content
          WHERE substr(bytes, 1, 1) = decode('02', 'hex') AND substr(bytes, 2, 32) = f.digest)
        RETURNING 1::bigint
        """, []
      ).all { $0.integer(0) }.count
    }
  }

  package func personal(of pass: StoredPass) async throws(StoreError) -> [UInt8]? {
    try await reading { connection in
      try connection.rows("SELECT bytes FROM personal WHERE pass = $1", [.integer(pass.id)])
        .first { $0.bytes(0) }
    }
  }

  package func signUp(of pass: StoredPass) async throws(StoreError) -> StoredSignUp? {
    try await reading { connection in
      try connection.rows(
        "SELECT token, signature FROM sign_up WHERE pass = $1 AND number = $2",
        [.integer(pass.id), .integer(pass.number)]
      ).first { StoredSignUp(tokenDigest: $0.bytes(0), signature: $0.bytes(1)) }
    }
  }

  // MARK: Links

  package func linkGeneration(
    passType: String, serial: String
  ) async throws(StoreError) -> Int64 {
    let digest = access(passType, serial, Self.link)
    return try await reading { connection in
      try connection.rows("SELECT generation FROM link WHERE digest = $1", [.bytes(digest)])
        .first { $0.integer(0) } ?? 0
    }
  }

  package func revokeLinks(passType: String, serial: String) async throws(StoreError) -> Int64 {
    let digest = access(passType, serial, Self.link)
    return try await writing { connection in
      try connection.rows(
        """
        INSERT INTO link (digest, generation) VALUES ($1, 1)
        ON CONFLICT (digest) DO UPDATE SET generation = link.generation + 1 RETURNING generation
        """, [.bytes(digest)]
      ).first { $0.integer(0) } ?? 1
    }
  }

  /// Replaces the token in the access digest. It cannot be a token, because those have at least 16
  /// characters.
  private static let link = "link"

  // MARK: Settings

  package func setting(_ name: String) async throws(StoreError) -> [UInt8]? {
    try await reading { connection in
      try connection.rows("SELECT value FROM service WHERE name = $1", [.text(name)])
        .first { $0.bytes(0) }
    }
  }

  package func save(setting value: [UInt8], named name: String) async throws(StoreError) {
    try await writing { connection in
      _ = try connection.rows(
        """
        INSERT INTO service (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """, [.text(name), .bytes(value)])
    }
  }
}

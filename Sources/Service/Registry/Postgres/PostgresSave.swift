// SPDX-License-Identifier: Apache-2.0

internal import PassUpdates

/// The storing of versions in one transaction. The number of each type is raised only once.
///
/// The rows of the types are locked until the end, so that numbers become visible in order. The
/// rows of the passes are locked after them. A device that registers in the meantime either gets
/// the push or sees the change.
struct PostgresSave {
  /// A version and its access digest.
  struct Arriving: Sendable {
    let version: NewVersion
    let access: [UInt8]
  }

  private let connection: PostgresConnection
  private let now: Int64
  private var types: [String: Int64] = [:]
  private var numbers: [Int64: Int64] = [:]

  init(_ connection: PostgresConnection, now: Int64) {
    self.connection = connection
    self.now = now
  }

  /// The raised numbers by pass type identifier.
  var numbersByName: [String: Int64] { types.compactMapValues { numbers[$0] } }

  /// Stores versions in this order.
  mutating func save(_ arriving: [Arriving]) throws -> [SaveOutcome] {
    try lockTypes(Set(arriving.map(\.version.passType)))
    var outcomes: [SaveOutcome] = []
    var round: [Arriving] = []
    var seen: Set<PassName> = []
    for arrival in arriving {
      let key = key(of: arrival)
      if !seen.insert(key).inserted || round.count == Self.atOnce {
        outcomes += try saveRound(round)
        round = []
        seen = [key]
      }
      round.append(arrival)
    }
    return outcomes + (try saveRound(round))
  }

  /// Maximum number of versions in a statement.
  private static let atOnce = 1_000

  private struct PassName: Hashable {
    let type: Int64
    // Bytes, because Swift treats canonically equivalent strings as equal and PostgreSQL does not.
    let serial: [UInt8]
  }

  private struct StoredState {
    let id: Int64
    let manifest: [UInt8]
    let digest: [UInt8]
    let modified: Int64
    let source: PassSource
    let number: Int64
    let row: String?
    var replaced: NewVersion.Replaced { .version(number: number, row: row) }
  }

  /// The rows that a round writes, with one list for each statement.
  private struct Writes {
    var added: [Arriving] = []
    var changed: [(id: Int64, arriving: Arriving, modified: Int64)] = []
    var bundles: [(id: Int64, digest: [UInt8])] = []
    var opened: [(id: Int64, access: [UInt8])] = []
    var rows: [(id: Int64, row: String)] = []
    var contents: [(id: Int64, version: NewVersion)] = []
    var personal: [(id: Int64, bytes: [UInt8])] = []
    var signUps: [(id: Int64, signUp: StoredSignUp)] = []
  }

  private func type(of arriving: Arriving) -> Int64 { types[arriving.version.passType] ?? 0 }

  private func key(of arriving: Arriving) -> PassName {
    PassName(type: type(of: arriving), serial: Array(arriving.version.serial.utf8))
  }

  private mutating func lockTypes(_ names: Set<String>) throws {
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    func locked() throws -> [(String, Int64)] {
      try connection.rows(
        "SELECT name, id FROM pass_type WHERE name = ANY($1) ORDER BY name FOR UPDATE",
        [.texts(sorted)]
      ).all { ($0.text(0), $0.integer(1)) }
    }
    types = Dictionary(try locked()) { $1 }
    guard types.count < names.count else { return }
    try connection.rows(
      """
      INSERT INTO pass_type (name) SELECT q.name FROM unnest($1::text[]) q (name)
      ON CONFLICT DO NOTHING
      """, [.texts(sorted.filter { types[$0] == nil })])
    types = Dictionary(try locked()) { $1 }
  }

  private mutating func saveRound(_ round: [Arriving]) throws -> [SaveOutcome] {
    guard !round.isEmpty else { return [] }
    let known = try storedStates(round)
    let signedUp = try signedUp(round, known)
    var writes = Writes()
    let outcomes = round.map { arriving -> SaveOutcome in
      let key = key(of: arriving)
      if arriving.version.signUp != nil, signedUp.contains(key) { return .overtaken }
      return decide(arriving, known[key], &writes)
    }
    try write(&writes)
    return outcomes
  }

  private func storedStates(_ round: [Arriving]) throws -> [PassName: StoredState] {
    let rows = try connection.rows(
      """
      SELECT p.pass_type, p.serial, p.id, p.manifest, p.digest, p.modified, p.source, p.number,
        p.source_row
      FROM unnest($1::bigint[], $2::text[]) q (type, serial)
      JOIN pass p ON p.pass_type = q.type AND p.serial = q.serial
      ORDER BY p.id FOR NO KEY UPDATE OF p
      """, [.integers(round.map(type)), .texts(round.map(\.version.serial))]
    ).all { row in
      (
        PassName(type: row.integer(0), serial: Array(row.text(1).utf8)),
        StoredState(
          id: row.integer(2), manifest: row.bytes(3), digest: row.bytes(4),
          modified: row.integer(5), source: PassSource(rawValue: row.integer(6)) ?? .row,
          number: row.integer(7), row: row.textOrNil(8))
      )
    }
    return Dictionary(rows) { $1 }
  }

  /// Returns the passes whose current version already has a sign-up, if their new version has one.
  ///
  /// Their rows are locked, so no other instance can add a sign-up in the meantime.
  private func signedUp(_ round: [Arriving], _ known: [PassName: StoredState]) throws -> Set<
    PassName
  > {
    var keys: [Int64: PassName] = [:]
    for arriving in round where arriving.version.signUp != nil {
      let key = key(of: arriving)
      if let id = known[key]?.id { keys[id] = key }
    }
    guard !keys.isEmpty else { return [] }
    let ids = try connection.rows(
      """
      SELECT s.pass FROM sign_up s JOIN pass p ON p.id = s.pass AND p.number = s.number
      WHERE s.pass = ANY($1)
      """, [.integers(keys.keys.sorted())]
    ).all { $0.integer(0) }
    return Set(ids.compactMap { keys[$0] })
  }

  private func decide(
    _ arriving: Arriving, _ known: StoredState?, _ writes: inout Writes
  ) -> SaveOutcome {
    let version = arriving.version
    if let replaces = version.replaces, replaces != known?.replaced ?? .nothing {
      return .overtaken
    }
    guard let known else {
      writes.added.append(arriving)
      return .added
    }
    guard known.source == version.source else { return .otherSource(known.source) }
    writes.opened.append((known.id, arriving.access))
    if let row = version.row { writes.rows.append((known.id, row)) }
    if let personal = version.personal { writes.personal.append((known.id, personal)) }
    if let signUp = version.signUp { writes.signUps.append((known.id, signUp)) }
    if known.digest == version.digest { return .unchanged }
    let isSame = known.manifest == version.manifest
    writes.bundles.append((known.id, version.digest))
    writes.contents.append((known.id, version))
    if isSame { return .resealed }
    writes.changed.append(
      (known.id, arriving, PassVersion.time(now: now, after: known.modified)))
    return .changed
  }

  // MARK: Writing

  private mutating func write(_ writes: inout Writes) throws {
    try add(&writes)
    try change(writes.changed)
    if !writes.bundles.isEmpty {
      try connection.rows(
        """
        UPDATE pass p SET digest = q.digest
        FROM unnest($1::bigint[], $2::bytea[]) q (pass, digest) WHERE p.id = q.pass
        """,
        [.integers(writes.bundles.map(\.id)), .bytesOfMany(writes.bundles.map(\.digest))])
    }
    if !writes.rows.isEmpty {
      try connection.rows(
        """
        UPDATE pass p SET source_row = q.source_row
        FROM unnest($1::bigint[], $2::text[]) q (pass, source_row) WHERE p.id = q.pass
        """, [.integers(writes.rows.map(\.id)), .texts(writes.rows.map(\.row))])
    }
    try connection.rows(
      """
      INSERT INTO access (digest, pass)
      SELECT q.digest, q.pass FROM unnest($1::bytea[], $2::bigint[]) q (digest, pass)
      ON CONFLICT DO NOTHING
      """,
      [.bytesOfMany(writes.opened.map(\.access)), .integers(writes.opened.map(\.id))])
    try store(writes.contents)
    try saveSignUps(writes.signUps)
    guard !writes.personal.isEmpty else { return }
    try connection.rows(
      """
      INSERT INTO personal (pass, bytes)
      SELECT q.pass, q.bytes FROM unnest($1::bigint[], $2::bytea[]) q (pass, bytes)
      ON CONFLICT (pass) DO UPDATE SET bytes = excluded.bytes
      """,
      [.integers(writes.personal.map(\.id)), .bytesOfMany(writes.personal.map(\.bytes))])
  }

  /// Stores sign-ups with the current numbers of their passes. Call it after the changes.
  private func saveSignUps(_ signUps: [(id: Int64, signUp: StoredSignUp)]) throws {
    guard !signUps.isEmpty else { return }
    try connection.rows(
      """
      INSERT INTO sign_up (pass, number, token, signature)
      SELECT p.id, p.number, q.token, q.signature
      FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) q (pass, token, signature)
      JOIN pass p ON p.id = q.pass
      ON CONFLICT (pass) DO UPDATE SET number = excluded.number, token = excluded.token,
        signature = excluded.signature
      """,
      [
        .integers(signUps.map(\.id)), .bytesOfMany(signUps.map(\.signUp.tokenDigest)),
        .bytesOfMany(signUps.map(\.signUp.signature)),
      ])
  }

  private mutating func add(_ writes: inout Writes) throws {
    guard !writes.added.isEmpty else { return }
    let versions = writes.added.map(\.version)
    let types = writes.added.map(type)
    let ids = try connection.rows(
      """
      INSERT INTO pass
        (pass_type, serial, number, modified, manifest, digest, source, voided, source_row)
      SELECT q.type, q.serial, q.number, $9, q.manifest, q.digest, q.source, q.voided, q.source_row
      FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bytea[], $5::bytea[], $6::bigint[],
        $7::bigint[], $8::text[])
        q (type, serial, number, manifest, digest, source, voided, source_row)
      RETURNING pass_type, serial, id
      """,
      [
        .integers(types), .texts(versions.map(\.serial)),
        .integers(try types.map { try number(of: $0) }),
        .bytesOfMany(versions.map(\.manifest)), .bytesOfMany(versions.map(\.digest)),
        .integers(versions.map(\.source.rawValue)),
        .integers(versions.map { $0.isVoided ? 1 : 0 }), .texts(versions.map(\.row)),
        .integer(now),
      ]
    ).all { row in
      (PassName(type: row.integer(0), serial: Array(row.text(1).utf8)), row.integer(2))
    }
    let idsByKey = Dictionary(ids) { $1 }
    for (arriving, type) in zip(writes.added, types) {
      let key = PassName(type: type, serial: Array(arriving.version.serial.utf8))
      guard let id = idsByKey[key] else { continue }
      writes.opened.append((id, arriving.access))
      writes.contents.append((id, arriving.version))
      if let personal = arriving.version.personal { writes.personal.append((id, personal)) }
    }
  }

  private mutating func change(
    _ changed: [(id: Int64, arriving: Arriving, modified: Int64)]
  ) throws {
    guard !changed.isEmpty else { return }
    let types = changed.map { type(of: $0.arriving) }
    let numbers = try types.map { try number(of: $0) }
    try connection.rows(
      """
      UPDATE pass p SET number = q.number, modified = q.modified, manifest = q.manifest,
        voided = q.voided
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bigint[])
        q (pass, number, modified, manifest, voided)
      WHERE p.id = q.pass
      """,
      [
        .integers(changed.map(\.id)), .integers(numbers), .integers(changed.map(\.modified)),
        .bytesOfMany(changed.map(\.arriving.version.manifest)),
        .integers(changed.map { $0.arriving.version.isVoided ? 1 : 0 }),
      ])
    try PostgresOutbox.add(
      changed.indices.map { (changed[$0].id, types[$0], numbers[$0]) }, connection)
  }

  private mutating func number(of type: Int64) throws -> Int64 {
    if let number = numbers[type] { return number }
    let number =
      try connection.rows(
        "UPDATE pass_type SET counter = counter + 1 WHERE id = $1 RETURNING counter",
        [.integer(type)]
      ).first { $0.integer(0) } ?? 0
    numbers[type] = number
    return number
  }

  private func storeFiles(_ all: Set<CommonFiles>) throws {
    for files in all {
      let isKnown =
        try connection.rows(
          "SELECT 1::bigint FROM common_files WHERE digest = $1", [.bytes(files.digest)]
        ).first { $0.integer(0) } != nil
      guard !isKnown else { continue }
      try connection.rows(
        """
        INSERT INTO common_files (digest, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING
        """, [.bytes(files.digest), .bytes(files.bytes)])
    }
  }

  /// Stores contents, at most 8 MB in a statement unless one alone is larger.
  private func store(_ contents: [(id: Int64, version: NewVersion)]) throws {
    try storeFiles(Set(contents.compactMap(\.version.commonFiles)))
    var rest = contents[...]
    while !rest.isEmpty {
      var count = 0
      var bytes = 0
      for (_, version) in rest {
        guard count == 0 || bytes + version.bytes.count <= 8 << 20 else { break }
        count += 1
        bytes += version.bytes.count
      }
      let some = rest.prefix(count)
      rest = rest.dropFirst(count)
      try connection.rows(
        """
        INSERT INTO content (pass, digest, bytes)
        SELECT q.pass, q.digest, q.bytes
        FROM unnest($1::bigint[], $2::bytea[], $3::bytea[]) q (pass, digest, bytes)
        ON CONFLICT (pass) DO UPDATE SET digest = excluded.digest, bytes = excluded.bytes
        """,
        [
          .integers(some.map(\.id)), .bytesOfMany(some.map(\.version.digest)),
          .bytesOfMany(some.map(\.version.bytes)),
        ])
    }
  }
}

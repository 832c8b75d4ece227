// SPDX-License-Identifier: Apache-2.0

internal import PassUpdates

/// Somebody who registers a pass on a device.
struct Arrival: Sendable {
  let device: String
  let pushToken: String
  let pass: Int64
  /// In seconds since 1970.
  let now: Int64
}

/// An arrival and whoever waits for what becomes of it.
struct ArrivalCall: Sendable {
  let arrival: Arrival
  let answer: @Sendable (Result<Arrived, StoreError>) -> Void
}

/// What became of an arrival.
struct Arrived: Sendable {
  /// Whether it was not registered before.
  let isNew: Bool
  /// On how many devices the pass is now; 0 if nothing changed.
  let devices: Int64
}

extension PostgresStore {
  package func register(
    _ pass: StoredPass, device: String, pushToken: String, now: Int64
  ) async throws(StoreError) -> Bool {
    let arrival = Arrival(
      device: DeviceName.kept(device), pushToken: pushToken, pass: pass.id, now: now)
    let result: Result<Arrived, StoreError> = await withCheckedContinuation { continuation in
      arrivals.add(ArrivalCall(arrival: arrival) { continuation.resume(returning: $0) })
    }
    let arrived = try result.get()
    bound.note(pass, devices: arrived.devices)
    return arrived.isNew
  }

  package func isRegistered(
    _ pass: StoredPass, device: String
  ) async throws(StoreError) -> Bool {
    let name = DeviceName.kept(device)
    return try await reading { connection in
      try connection.rows(
        """
        SELECT r.id FROM device d JOIN registration r ON r.device = d.id
        WHERE d.name = $1 AND r.pass = $2
        """, [.text(name), .integer(pass.id)]
      ).first { $0.integer(0) } != nil
    }
  }

  package func use(_ devices: [String]) async throws(StoreError) {
    guard !devices.isEmpty else { return }
    let names = Set(devices.map(DeviceName.kept)).sorted()
    // Most are used already, and nothing is locked for those.
    let unused = try await reading { connection in
      try connection.rows(
        """
        SELECT DISTINCT d.id FROM device d JOIN registration r ON r.device = d.id
        WHERE d.name = ANY($1) AND r.used = 0
        """, [.texts(names)]
      ).all { $0.integer(0) }
    }
    guard !unused.isEmpty else { return }
    try await writing { connection in
      // In name order, as registration locks devices: avoids a deadlock.
      try connection.rows(
        "SELECT id FROM device WHERE id = ANY($1) ORDER BY name FOR NO KEY UPDATE",
        [.integers(unused)])
      try connection.rows(
        "UPDATE registration SET used = 1 WHERE device = ANY($1) AND used = 0",
        [.integers(unused)])
    }
  }

  /// Those who come at once share a transaction.
  static func answer(
    _ calls: [ArrivalCall], _ bound: RegistrationBound, _ connection: PostgresConnection
  ) throws {
    let outcome = try connection.transaction {
      try PostgresArrivals.take(calls.map(\.arrival), bound.limit, connection)
    }
    bound.drop(outcome.dropped)
    for (call, isNew) in zip(calls, outcome.isNew) {
      let devices = isNew ? outcome.devices[call.arrival.pass] ?? 0 : 0
      call.answer(.success(Arrived(isNew: isNew, devices: devices)))
    }
  }

  package func unregister(_ pass: StoredPass, device: String) async throws(StoreError) {
    let name = DeviceName.kept(device)
    try await writing { connection in
      let devices = try connection.rows(
        "SELECT id FROM device WHERE name = $1 FOR UPDATE", [.text(name)]
      ).all { $0.integer(0) }
      guard !devices.isEmpty else { return }
      let gone = try connection.rows(
        "DELETE FROM registration WHERE device = ANY($1) AND pass = $2 RETURNING device, pass",
        [.integers(devices), .integer(pass.id)]
      ).all { ($0.integer(0), $0.integer(1)) }
      try PostgresArrivals.settle(gone, connection)
    }
  }

  package func add(
    _ registrations: [PortableRegistration], now: Int64
  ) async throws(StoreError) -> Int {
    var added = 0
    let limit = bound.limit
    for start in stride(from: 0, to: registrations.count, by: Self.importedAtOnce) {
      let some = Array(registrations[start..<min(start + Self.importedAtOnce, registrations.count)])
      let outcome = try await writing { connection in
        let passes = try connection.rows(
          """
          SELECT q.place, p.id
          FROM unnest($1::text[], $2::text[]) WITH ORDINALITY q (type, serial, place)
          JOIN pass_type t ON t.name = q.type
          JOIN pass p ON p.pass_type = t.id AND p.serial = q.serial ORDER BY q.place
          """, [.texts(some.map(\.passType)), .texts(some.map(\.serial))]
        ).all { (Int($0.integer(0)) - 1, $0.integer(1)) }
        let arrivals = passes.map { place, pass in
          Arrival(
            device: DeviceName.kept(some[place].device), pushToken: some[place].pushToken,
            pass: pass, now: now)
        }
        return try PostgresArrivals.take(arrivals, limit, connection)
      }
      added += outcome.isNew.count { $0 }
      bound.drop(outcome.dropped)
    }
    return added
  }

  private static let importedAtOnce = 500
}

/// Registrations that come and go, inside a transaction.
enum PostgresArrivals {
  /// What became of arrivals.
  struct Outcome: Sendable {
    /// Of each whether it was not registered before.
    var isNew: [Bool] = []
    /// On how many devices the passes with new registrations are now.
    var devices: [Int64: Int64] = [:]
    /// How many other registrations were removed.
    var dropped: Int64 = 0
  }

  /// Registers devices, and removes what is beyond the limit of a pass.
  ///
  /// The rows of devices are locked first, by name; a device's last token counts.
  static func take(
    _ arrivals: [Arrival], _ limit: Int64, _ connection: PostgresConnection
  ) throws -> Outcome {
    guard !arrivals.isEmpty else { return Outcome() }
    let devices = try upsert(arrivals, connection)
    let renewed = devices.values.filter { $0.formerToken != nil }
    try lockTypes(of: renewed, connection)
    // The first of several equal ones is the new one.
    var places: [Pair: Int] = [:]
    for (place, arrival) in arrivals.enumerated() {
      guard let device = devices[arrival.device] else { continue }
      let pair = Pair(device: device.id, pass: arrival.pass)
      if places[pair] == nil { places[pair] = place }
    }
    let pairs = places.keys.sorted()
    let new = try connection.rows(
      """
      INSERT INTO registration (device, pass, used)
      SELECT q.device, q.pass, 0 FROM unnest($1::bigint[], $2::bigint[]) q (device, pass)
      ON CONFLICT DO NOTHING RETURNING device, pass, id
      """, [.integers(pairs.map(\.device)), .integers(pairs.map(\.pass))]
    ).all { (Pair(device: $0.integer(0), pass: $0.integer(1)), id: $0.integer(2)) }
    var outcome = try count(new.map(\.0), ids: new.map(\.id), limit, connection)
    try move(renewed, connection)
    outcome.isNew = [Bool](repeating: false, count: arrivals.count)
    for (pair, _) in new where outcome.devices[pair.pass] != nil {
      if let place = places[pair] { outcome.isNew[place] = true }
    }
    return outcome
  }

  private struct Pair: Hashable, Comparable {
    let device: Int64
    let pass: Int64

    static func < (one: Pair, other: Pair) -> Bool {
      (one.device, one.pass) < (other.device, other.pass)
    }
  }

  private struct Device {
    let id: Int64
    let pushToken: String
    /// What waits under it waits for the new token.
    let formerToken: String?
  }

  private static func upsert(
    _ arrivals: [Arrival], _ connection: PostgresConnection
  ) throws -> [String: Device] {
    let last = Dictionary(arrivals.map { ($0.device, $0) }) { $1 }
    let sorted = last.values.sorted {
      $0.device.utf8.lexicographicallyPrecedes($1.device.utf8)
    }
    let rows = try connection.rows(
      """
      INSERT INTO device (name, push_token, token_time, sendable)
      SELECT q.name, q.token, q.time, q.sendable
      FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) q (name, token, time, sendable)
      ON CONFLICT (name) DO UPDATE SET
        former_token = device.push_token, push_token = excluded.push_token,
        token_time = excluded.token_time, sendable = excluded.sendable
      RETURNING name, id, push_token, former_token
      """,
      [
        .texts(sorted.map(\.device)), .texts(sorted.map(\.pushToken)),
        .integers(sorted.map { $0.now * 1_000 }),
        .integers(sorted.map { PushToken.isSendable($0.pushToken) ? 1 : 0 }),
      ]
    ).all { row in
      let former = row.textOrNil(3)
      let isOther = former.map { !$0.utf8.elementsEqual(row.text(2).utf8) } ?? false
      return (
        row.text(0),
        Device(
          id: row.integer(1), pushToken: row.text(2), formerToken: isOther ? former : nil)
      )
    }
    return Dictionary(rows) { $1 }
  }

  /// Nobody changes passes of these devices' types from here on: a push laid out for an old token would
  /// not be seen.
  private static func lockTypes(of devices: [Device], _ connection: PostgresConnection) throws {
    guard !devices.isEmpty else { return }
    try connection.rows(
      """
      SELECT id FROM pass_type WHERE id IN (
        SELECT p.pass_type FROM registration r JOIN pass p ON p.id = r.pass
        WHERE r.device = ANY($1)) ORDER BY name FOR SHARE
      """, [.integers(devices.map(\.id).sorted())])
  }

  /// Moves what waits for old tokens to the new ones; to none that is never sent, since refused
  /// tokens stop a topic.
  private static func move(_ devices: [Device], _ connection: PostgresConnection) throws {
    guard !devices.isEmpty else { return }
    let tokens = devices.flatMap { [$0.pushToken, $0.formerToken] }
    try connection.rows(
      """
      SELECT push_token FROM outbox WHERE push_token = ANY($1)
      ORDER BY pass_type, push_token FOR UPDATE
      """, [.texts(tokens)])
    for device in devices.sorted(by: { $0.id < $1.id }) {
      try connection.rows(
        """
        INSERT INTO outbox (pass_type, push_token, number, due, put_off_at)
        SELECT o.pass_type, $1, o.number, o.due, o.put_off_at FROM outbox o WHERE o.push_token = $2
          AND EXISTS (SELECT 1 FROM registration r JOIN pass p ON p.id = r.pass
            WHERE r.device = $3 AND p.pass_type = o.pass_type)
          AND $4::bigint = 1
        ORDER BY o.pass_type
        ON CONFLICT (pass_type, push_token) DO UPDATE
        SET number = greatest(outbox.number, excluded.number)
        """,
        [
          .text(device.pushToken), .text(device.formerToken), .integer(device.id),
          .integer(PushToken.isSendable(device.pushToken) ? 1 : 0),
        ])
      try connection.rows(
        """
        DELETE FROM outbox o WHERE o.push_token = $1 AND \(PostgresOutbox.hasNobody)
        """, [.text(device.formerToken)])
    }
  }

  /// Counts new registrations at their passes, whose rows are locked from here on: a change of them
  /// sees these registrations, or these see the change. Returns the passes that are there with their
  /// devices, and how many registrations were removed because of the limit.
  private static func count(
    _ new: [Pair], ids: [Int64], _ limit: Int64, _ connection: PostgresConnection
  ) throws -> Outcome {
    guard !new.isEmpty else { return Outcome() }
    let passes = try change(new.map { ($0.pass, 1) }, connection)
    let lost = new.filter { passes[$0.pass] == nil }
    if !lost.isEmpty {
      // The pass was forgotten in between.
      try connection.rows(
        """
        DELETE FROM registration r USING unnest($1::bigint[], $2::bigint[]) q (device, pass)
        WHERE r.device = q.device AND r.pass = q.pass
        """, [.integers(lost.map(\.device)), .integers(lost.map(\.pass))])
      try dropIdle(lost.map(\.device), connection)
    }
    var outcome = Outcome(devices: passes)
    for (pass, devices) in passes.sorted(by: { $0.key < $1.key }) where devices > limit {
      let dropped = try bound(pass, by: devices - limit, but: ids, connection)
      outcome.devices[pass] = devices - dropped
      outcome.dropped += dropped
    }
    return outcome
  }

  /// Removes registrations of a pass: the oldest that were never used, then the oldest.
  ///
  /// - Parameter new: those that were just added, which go last: otherwise nobody could register a
  ///   pass all of whose registrations were used.
  /// - Returns: how many were removed.
  private static func bound(
    _ pass: Int64, by count: Int64, but new: [Int64], _ connection: PostgresConnection
  ) throws -> Int64 {
    var dropped: Int64 = 0
    for condition in [
      "AND used = 0 AND id <> ALL($3::bigint[])", "AND id <> ALL($3::bigint[])",
      "AND $3::bigint[] IS NOT NULL",
    ]
    where dropped < count {
      let gone = try connection.rows(
        """
        DELETE FROM registration WHERE id IN (
          SELECT id FROM registration WHERE pass = $1 \(condition) ORDER BY id LIMIT $2)
        RETURNING device, pass
        """, [.integer(pass), .integer(count - dropped), .integers(new)]
      ).all { ($0.integer(0), $0.integer(1)) }
      try settle(gone, connection)
      dropped += Int64(gone.count)
    }
    return dropped
  }

  /// Changes how many devices passes are on; returns how many there are now.
  private static func change(
    _ changes: [(pass: Int64, by: Int64)], _ connection: PostgresConnection
  ) throws -> [Int64: Int64] {
    let sums = Dictionary(changes.map { ($0.pass, $0.by) }, uniquingKeysWith: +)
      .sorted { $0.key < $1.key }
    let arguments: [PostgresValue] = [.integers(sums.map(\.key)), .integers(sums.map(\.value))]
    try connection.rows(
      "SELECT id FROM pass WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE", [arguments[0]])
    let rows = try connection.rows(
      """
      UPDATE pass p SET devices = p.devices + q.by
      FROM unnest($1::bigint[], $2::bigint[]) q (pass, by) WHERE p.id = q.pass
      RETURNING p.id, p.devices
      """, arguments
    ).all { ($0.integer(0), $0.integer(1)) }
    return Dictionary(rows) { $1 }
  }

  /// What follows when registrations were deleted: the passes are on fewer devices, a device goes with
  /// its last registration, and a push with the last one of its token and type.
  static func settle(
    _ gone: [(device: Int64, pass: Int64)], _ connection: PostgresConnection
  ) throws {
    try PostgresOutbox.drop(try release(gone, connection), connection)
  }

  /// The same but for the pushes, which are locked last: returns those that may have nobody left.
  static func release(
    _ gone: [(device: Int64, pass: Int64)], _ connection: PostgresConnection
  ) throws -> [PostgresOutbox.Key] {
    guard !gone.isEmpty else { return [] }
    _ = try change(gone.map { ($0.pass, -1) }, connection)
    let tokens = try dropIdle(gone.map(\.device), connection)
    let types = Dictionary(
      uniqueKeysWithValues: try connection.rows(
        "SELECT id, pass_type FROM pass WHERE id = ANY($1)",
        [.integers(Set(gone.map(\.pass)).sorted())]
      ).all { ($0.integer(0), $0.integer(1)) })
    return gone.compactMap { pair in
      guard let type = types[pair.pass], let token = tokens[pair.device] else { return nil }
      return PostgresOutbox.Key(type: type, token: token)
    }
  }

  /// Takes devices away that have no registration left; returns the tokens of all of them.
  @discardableResult
  private static func dropIdle(
    _ devices: [Int64], _ connection: PostgresConnection
  ) throws -> [Int64: String] {
    let devices = Set(devices).sorted()
    // Locked first: whoever registers one of them holds its row, and what it added is seen then.
    let tokens = try connection.rows(
      "SELECT id, push_token FROM device WHERE id = ANY($1) ORDER BY name FOR UPDATE",
      [.integers(devices)]
    ).all { ($0.integer(0), $0.text(1)) }
    try connection.rows(
      """
      DELETE FROM device d WHERE d.id = ANY($1)
        AND NOT EXISTS (SELECT 1 FROM registration r WHERE r.device = d.id)
      """, [.integers(devices)])
    return Dictionary(uniqueKeysWithValues: tokens)
  }
}

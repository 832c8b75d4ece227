// SPDX-License-Identifier: Apache-2.0

internal import PassUpdates

/// A registration of a pass on a device.
struct Arrival: Sendable {
  let device: String
  let pushToken: String
  let pass: Int64
  /// Seconds since 1970.
  let now: Int64
}

/// A registration and the closure that gets its result.
struct ArrivalCall: Sendable {
  let arrival: Arrival
  let answer: @Sendable (Result<Arrived, StoreError>) -> Void
}

/// The result of a registration.
struct Arrived: Sendable {
  /// Whether the pass was not registered on the device before.
  let isNew: Bool
  /// Number of devices of the pass, or 0 if nothing changed.
  let devices: Int64
}

extension PostgresStore {
  package func register(
    _ pass: StoredPass, device: String, pushToken: String, now: Int64
  ) async throws(StoreError) -> Bool {
    let arrival = Arrival(
      device: DeviceName.stored(device), pushToken: pushToken, pass: pass.id, now: now)
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
    let name = DeviceName.stored(device)
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
    let names = Set(devices.map(DeviceName.stored)).sorted()
    // Most registrations are marked already. Those need no lock.
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
      // Lock in name order, as registration does: avoids a deadlock.
      try connection.rows(
        "SELECT id FROM device WHERE id = ANY($1) ORDER BY name FOR NO KEY UPDATE",
        [.integers(unused)])
      try connection.rows(
        "UPDATE registration SET used = 1 WHERE device = ANY($1) AND used = 0",
        [.integers(unused)])
    }
  }

  /// Processes registrations in one transaction.
  static func answer(
    _ calls: [ArrivalCall], _ bound: RegistrationBound, _ connection: PostgresConnection
  ) throws {
    let outcome = try connection.transaction {
      try PostgresArrivals.record(calls.map(\.arrival), bound.limit, connection)
    }
    bound.drop(outcome.dropped)
    for (call, isNew) in zip(calls, outcome.isNew) {
      let devices = isNew ? outcome.devices[call.arrival.pass] ?? 0 : 0
      call.answer(.success(Arrived(isNew: isNew, devices: devices)))
    }
  }

  package func unregister(_ pass: StoredPass, device: String) async throws(StoreError) {
    let name = DeviceName.stored(device)
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
            device: DeviceName.stored(some[place].device), pushToken: some[place].pushToken,
            pass: pass, now: now)
        }
        return try PostgresArrivals.record(arrivals, limit, connection)
      }
      added += outcome.isNew.count { $0 }
      bound.drop(outcome.dropped)
    }
    return added
  }

  private static let importedAtOnce = 500
}

/// Adding and removing of registrations, inside a transaction.
enum PostgresArrivals {
  /// The result of several registrations.
  struct Outcome: Sendable {
    /// For each registration, whether it is new.
    var isNew: [Bool] = []
    /// Number of devices for each pass with new registrations.
    var devices: [Int64: Int64] = [:]
    /// Number of other registrations that were removed.
    var dropped: Int64 = 0
  }

  /// Registers devices, and removes registrations above the limit of a pass.
  ///
  /// The rows of devices are locked first, in name order. If a device has several push tokens, the
  /// last one counts.
  static func record(
    _ arrivals: [Arrival], _ limit: Int64, _ connection: PostgresConnection
  ) throws -> Outcome {
    guard !arrivals.isEmpty else { return Outcome() }
    let devices = try upsert(arrivals, connection)
    let renewed = devices.values.filter { $0.formerToken != nil }
    try lockTypes(of: renewed, connection)
    // If several registrations are equal, the first one is the new one.
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

  private struct DeviceRow {
    let id: Int64
    let pushToken: String
    /// The previous push token, if it is another one. Pushes for it move to the new one.
    let formerToken: String?
  }

  private static func upsert(
    _ arrivals: [Arrival], _ connection: PostgresConnection
  ) throws -> [String: DeviceRow] {
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
        DeviceRow(
          id: row.integer(1), pushToken: row.text(2), formerToken: isOther ? former : nil)
      )
    }
    return Dictionary(rows) { $1 }
  }

  /// Locks the types of the devices, so that no pass of them changes until the commit. Otherwise a
  /// push that is added for an old token would not be seen and would be lost.
  private static func lockTypes(of devices: [DeviceRow], _ connection: PostgresConnection) throws {
    guard !devices.isEmpty else { return }
    try connection.rows(
      """
      SELECT id FROM pass_type WHERE id IN (
        SELECT p.pass_type FROM registration r JOIN pass p ON p.id = r.pass
        WHERE r.device = ANY($1)) ORDER BY name FOR SHARE
      """, [.integers(devices.map(\.id).sorted())])
  }

  /// Moves pushes from old tokens to the new ones.
  ///
  /// Pushes for a token that can never be sent are deleted instead. Rejected tokens would stop the
  /// topic.
  private static func move(_ devices: [DeviceRow], _ connection: PostgresConnection) throws {
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

  /// Counts new registrations of passes, and locks the rows of the passes.
  ///
  /// Because of the lock, a change of a pass either sees these registrations, or they see the
  /// change.
  ///
  /// - Returns: the existing passes with their number of devices, and the number of registrations
  ///   that were removed because of the limit.
  private static func count(
    _ new: [Pair], ids: [Int64], _ limit: Int64, _ connection: PostgresConnection
  ) throws -> Outcome {
    guard !new.isEmpty else { return Outcome() }
    let passes = try change(new.map { ($0.pass, 1) }, connection)
    let lost = new.filter { passes[$0.pass] == nil }
    if !lost.isEmpty {
      // The pass was deleted in the meantime.
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

  /// Removes registrations of a pass: first the oldest unused ones, then the oldest.
  ///
  /// - Parameter new: registrations that were just added. They are removed last. Otherwise no
  ///   device could register a pass whose registrations are all used.
  /// - Returns: the number of removed registrations.
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

  /// Adds to the number of devices of passes, and returns the new numbers.
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

  /// Completes the deletion of registrations.
  ///
  /// It subtracts them from the passes, deletes devices without a registration, and deletes pushes
  /// without a device.
  static func settle(
    _ gone: [(device: Int64, pass: Int64)], _ connection: PostgresConnection
  ) throws {
    try PostgresOutbox.drop(try release(gone, connection), connection)
  }

  /// Completes the deletion of registrations except for the pushes, which are locked last.
  ///
  /// - Returns: the pushes that may have no device.
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

  /// Deletes those of the devices that have no registration, and returns the push tokens of all.
  @discardableResult
  private static func dropIdle(
    _ devices: [Int64], _ connection: PostgresConnection
  ) throws -> [Int64: String] {
    let devices = Set(devices).sorted()
    // Lock the devices first. A transaction that registers one of them holds its row, and the next
    // statement sees the new registration.
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

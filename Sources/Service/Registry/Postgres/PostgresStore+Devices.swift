// SPDX-License-Identifier: Apache-2.0

package import PassUpdates

/// A list request and the closure that gets its result.
struct ListCall: Sendable {
  let device: String
  let passType: String
  let tag: UpdateTag?
  let answer: @Sendable (Result<DeviceChanges, StoreError>) -> Void
}

/// A look-up of a pass by access digests, one for each possible decoding of the serial number, and
/// the closure that gets its result.
struct OpeningCall: Sendable {
  let digests: [[UInt8]]
  let answer: @Sendable (Result<StoredPass?, StoreError>) -> Void
}

extension PostgresStore {
  package func pass(
    _ address: PassAddress, token: String?
  ) async throws(StoreError) -> StoredPass? {
    let digests = address.serials.map { access(address.passType, $0, token ?? "") }
    let result: Result<StoredPass?, StoreError> = await withCheckedContinuation { continuation in
      openings.add(OpeningCall(digests: digests) { continuation.resume(returning: $0) })
    }
    return try result.get()
  }

  /// Looks up every decoding of every call, so that the time does not depend on which one exists.
  static func answer(_ calls: [OpeningCall], _ connection: PostgresConnection) throws {
    let found = try connection.rows(
      """
      SELECT q.place, \(PostgresPass.columns)
      FROM unnest($1::bytea[]) WITH ORDINALITY q (digest, place)
      JOIN access a ON a.digest = q.digest JOIN pass p ON p.id = a.pass
      JOIN pass_type t ON t.id = p.pass_type
      """, [.bytesOfMany(calls.flatMap(\.digests))]
    ).all { ($0.integer(0), PostgresPass.read($0, from: 1)) }
    let passes = Dictionary(found) { first, _ in first }
    var place: Int64 = 0
    for call in calls {
      var first: StoredPass?
      for _ in call.digests {
        place += 1
        first = first ?? passes[place]
      }
      call.answer(.success(first))
    }
  }

  package func changes(
    device: String, passType: String, since tag: String?
  ) async throws(StoreError) -> DeviceChanges {
    let result: Result<DeviceChanges, StoreError> = await withCheckedContinuation { continuation in
      lists.add(
        ListCall(
          device: DeviceName.stored(device), passType: passType, tag: tag.flatMap { UpdateTag($0) }
        ) { continuation.resume(returning: $0) })
    }
    return try result.get()
  }

  /// Processes list requests in one statement. Its snapshot has passes, counters and their epoch.
  static func answer(
    _ calls: [ListCall], _ connection: PostgresConnection, _ history: PostgresHistory
  ) throws {
    struct Row {
      let place: Int
      let epoch: String
      let counter: Int64
      let serial: String?
    }
    let rows = try connection.rows(
      """
      SELECT q.place, s.value, t.counter, c.serial
      FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
        WITH ORDINALITY q (device, type, epoch, number, place)
      CROSS JOIN (SELECT value FROM service WHERE name = 'epoch') s
      JOIN pass_type t ON t.name = q.type
      LEFT JOIN LATERAL (
        SELECT p.serial, p.number, p.id
        FROM device d JOIN registration r ON r.device = d.id JOIN pass p ON p.id = r.pass
        WHERE d.name = q.device AND p.pass_type = t.id AND p.number > CASE
          WHEN convert_to(q.epoch, 'UTF8') = s.value AND q.number <= t.counter THEN q.number
          ELSE 0 END
      ) c ON true
      ORDER BY q.place, c.number, c.id
      """,
      [
        .texts(calls.map(\.device)), .texts(calls.map(\.passType)),
        .texts(calls.map { $0.tag?.epoch ?? "" }), .integers(calls.map { $0.tag?.number ?? 0 }),
      ]
    ).all {
      Row(
        place: Int($0.integer(0)) - 1, epoch: String(decoding: $0.bytes(1), as: UTF8.self),
        counter: $0.integer(2), serial: $0.textOrNil(3))
    }
    var answers = [DeviceChanges](
      repeating: DeviceChanges(serials: [], tag: nil), count: calls.count)
    for row in rows where calls.indices.contains(row.place) {
      if answers[row.place].tag == nil {
        answers[row.place].tag = UpdateTag(epoch: row.epoch, number: row.counter)
        history.saw(row.counter, of: calls[row.place].passType, epoch: row.epoch)
      }
      if let serial = row.serial { answers[row.place].serials.append(serial) }
    }
    for (call, answer) in zip(calls, answers) { call.answer(.success(answer)) }
  }

  package func bytes(of pass: StoredPass) async throws(StoreError) -> [UInt8]? {
    try await reading { connection in
      try connection.rows(
        "SELECT bytes FROM content WHERE pass = $1 AND digest = $2",
        [.integer(pass.id), .bytes(pass.digest)]
      ).first { $0.bytes(0) }
    }
  }

  package func note(_ messages: [String], now: Int64) async throws(StoreError) {
    guard !messages.isEmpty else { return }
    let counts = Dictionary(messages.map { ($0, Int64(1)) }, uniquingKeysWith: +)
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    try await writing { connection in
      let new = try connection.rows(
        """
        INSERT INTO message (body, times, first_at, last_at)
        SELECT q.body, q.times, $3, $3 FROM unnest($1::text[], $2::bigint[]) q (body, times)
        ON CONFLICT (md5(body)) DO UPDATE
        SET times = message.times + excluded.times, last_at = excluded.last_at
        RETURNING (xmax = 0)::int::bigint
        """,
        [.texts(counts.map(\.key)), .integers(counts.map(\.value)), .integer(now)]
      ).all { $0.integer(0) }
      guard new.contains(1) else { return }
      try connection.rows(
        """
        DELETE FROM message WHERE id IN (SELECT id FROM message ORDER BY last_at, id
          LIMIT greatest(0, (SELECT count(*) FROM message) - $1))
        """, [.integer(StoreLimit.messages)])
    }
  }
}

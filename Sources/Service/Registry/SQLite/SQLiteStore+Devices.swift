// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase
package import PassUpdates

extension SQLiteStore {
  package func pass(
    _ address: PassAddress, token: String?
  ) async throws(StoreError) -> StoredPass? {
    try await pass(address, token: token) { _ in false }?.pass
  }

  package func pass(
    _ address: PassAddress, token: String?,
    wantsContent: @Sendable (StoredPass) -> Bool
  ) async throws(StoreError) -> (pass: StoredPass, content: VersionContent?)? {
    let digests = address.serials.map { access(address.passType, $0, token ?? "") }
    // The possible decodings are serial numbers of different passes, so they need no common
    // snapshot.
    return try lookup { database in
      let statement = try SQLStatement(
        """
        SELECT \(StoreRows.passColumns) FROM access a JOIN pass p ON p.id = a.pass
        JOIN passType t ON t.id = p.passType WHERE a.digest = ?1
        """, on: database)
      // Look up every decoding, so that the time does not depend on which one exists.
      var found: (StoredPass, VersionContent?)?
      for digest in digests {
        let pass = try statement.bind(digest, at: 1).first { row in
          let pass = StoreRows.pass(row)
          // While this row is open, both statements see the same snapshot.
          let content = wantsContent(pass) ? try Self.content(of: pass, database) : nil
          return (pass, content)
        }
        found = found ?? pass
      }
      return found
    }
  }

  package func register(
    _ pass: StoredPass, device: String, pushToken: String, now: Int64
  ) async throws(StoreError) -> Bool {
    let limit = bound.limit
    let outcome = try await writing { database, _ in
      try Self.register(pass.id, device, pushToken, now, limit, database)
    }
    bound.drop(outcome.dropped)
    bound.note(pass, devices: outcome.devices)
    return outcome.isNew
  }

  /// The result of a registration.
  struct Registered: Sendable {
    /// Whether the pass was not registered on the device before.
    let isNew: Bool
    /// Number of devices of the pass, or 0 if nothing changed.
    var devices: Int64 = 0
    /// Number of other registrations of the pass that were removed.
    var dropped: Int64 = 0
  }

  /// Registers a pass, and removes registrations above the limit.
  static func register(
    _ pass: Int64, _ device: String, _ pushToken: String, _ now: Int64, _ limit: Int64,
    _ database: Database
  ) throws -> Registered {
    let id = try Self.device(device, pushToken, now, database)
    let isNew =
      try SQLStatement(
        "INSERT INTO registration (device, pass, used) VALUES (?1, ?2, 0) ON CONFLICT DO NOTHING",
        on: database
      ).bind(id, at: 1).bind(pass, at: 2).run() > 0
    guard isNew else { return Registered(isNew: false) }
    let new = database.lastInsertedRowID
    let devices =
      try SQLStatement("SELECT devices FROM pass WHERE id = ?1", on: database)
      .bind(pass, at: 1).first { $0.integer(0) } ?? 0
    guard devices > limit else { return Registered(isNew: true, devices: devices) }
    let dropped = try bound(pass, by: devices - limit, but: new, database)
    return Registered(isNew: true, devices: devices - dropped, dropped: dropped)
  }

  package func isRegistered(
    _ pass: StoredPass, device: String
  ) async throws(StoreError) -> Bool {
    try lookup { database in
      try SQLStatement(
        """
        SELECT r.id FROM device d JOIN registration r ON r.device = d.id
        WHERE d.name = ?1 AND r.pass = ?2
        """, on: database
      ).bind(DeviceName.stored(device), at: 1).bind(pass.id, at: 2).first { $0.integer(0) } != nil
    }
  }

  package func use(_ devices: [String]) async throws(StoreError) {
    let names = devices.map(DeviceName.stored)
    // Most registrations are marked already. A query is cheaper than a transaction, which is
    // synced.
    let unused = try reading { database in
      let statement = try SQLStatement(
        """
        SELECT d.id FROM device d JOIN registration r ON r.device = d.id
        WHERE d.name = ?1 AND r.used = 0 LIMIT 1
        """, on: database)
      return try names.compactMap { name in
        try statement.bind(name, at: 1).first { $0.integer(0) }
      }
    }
    guard !unused.isEmpty else { return }
    try await writing { database, _ in
      for device in unused {
        try SQLStatement(
          "UPDATE registration SET used = 1 WHERE device = ?1 AND used = 0", on: database
        ).bind(device, at: 1).run()
      }
    }
  }

  /// Returns the identifier of a device after setting its push token. Adds the device if needed.
  private static func device(
    _ name: String, _ pushToken: String, _ now: Int64, _ database: Database
  ) throws -> Int64 {
    let name = DeviceName.stored(name)
    let known = try SQLStatement(
      "SELECT id, pushToken FROM device WHERE name = ?1", on: database
    ).bind(name, at: 1).first { ($0.integer(0), $0.text(1)) }
    try SQLStatement(
      """
      INSERT INTO device (name, pushToken, tokenTime, sendable) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (name) DO UPDATE
      SET pushToken = excluded.pushToken, tokenTime = excluded.tokenTime,
        sendable = excluded.sendable
      """, on: database
    ).bind(name, at: 1).bind(pushToken, at: 2).bind(now * 1_000, at: 3)
      .bind(PushToken.isSendable(pushToken) ? 1 : 0, at: 4).run()
    guard let known else { return database.lastInsertedRowID }
    if !known.1.utf8.elementsEqual(pushToken.utf8) {
      // Pushes for the old token move to the new one, unless that can never be sent. Rejected
      // tokens would stop the topic.
      if PushToken.isSendable(pushToken) {
        try SQLStatement(
          """
          INSERT INTO outbox (passType, pushToken, number, due, putOffAt)
          SELECT o.passType, ?1, o.number, o.due, o.putOffAt
          FROM passType t CROSS JOIN outbox o ON o.passType = t.id AND o.pushToken = ?2
          WHERE EXISTS (SELECT 1 FROM registration r CROSS JOIN pass p ON p.id = r.pass
            WHERE r.device = ?3 AND p.passType = o.passType)
          ON CONFLICT (passType, pushToken) DO UPDATE SET number = max(number, excluded.number)
          """, on: database
        ).bind(pushToken, at: 1).bind(known.1, at: 2).bind(known.0, at: 3).run()
      }
      try SQLStatement(
        """
        DELETE FROM outbox WHERE passType IN (SELECT id FROM passType) AND pushToken = ?1
          AND NOT EXISTS (SELECT 1 FROM device d CROSS JOIN registration r ON r.device = d.id
            CROSS JOIN pass p ON p.id = r.pass
            WHERE d.pushToken = outbox.pushToken AND p.passType = outbox.passType)
        """, on: database
      ).bind(known.1, at: 1).run()
    }
    return known.0
  }

  /// Removes registrations of a pass: first the oldest unused ones, then the oldest.
  ///
  /// - Parameter new: the registration that was just added, which stays. Otherwise no device could
  ///   register a pass whose registrations are all used.
  /// - Returns: the number of removed registrations.
  private static func bound(
    _ pass: Int64, by count: Int64, but new: Int64, _ database: Database
  ) throws -> Int64 {
    var dropped: Int64 = 0
    for condition in ["AND used = 0", ""] where dropped < count {
      dropped += Int64(
        try SQLStatement(
          """
          DELETE FROM registration WHERE id IN (
            SELECT id FROM registration WHERE pass = ?1 \(condition) AND id <> ?2 ORDER BY id
            LIMIT ?3)
          """, on: database
        ).bind(pass, at: 1).bind(new, at: 2).bind(count - dropped, at: 3).run())
    }
    return dropped
  }

  package func unregister(
    _ pass: StoredPass, device: String
  ) async throws(StoreError) {
    try await writing { database, _ in
      try SQLStatement(
        """
        DELETE FROM registration
        WHERE pass = ?1 AND device = (SELECT id FROM device WHERE name = ?2)
        """, on: database
      ).bind(pass.id, at: 1).bind(DeviceName.stored(device), at: 2).run()
    }
  }

  package func changes(
    device: String, passType: String, since tag: String?
  ) async throws(StoreError) -> DeviceChanges {
    try reading { database in
      let type = try SQLStatement(
        "SELECT id, counter FROM passType WHERE name = ?1", on: database
      ).bind(passType, at: 1).first { ($0.integer(0), $0.integer(1)) }
      guard let (type, counter) = type else { return DeviceChanges(serials: [], tag: nil) }
      let serials = try SQLStatement(
        """
        SELECT p.serial FROM device d JOIN registration r ON r.device = d.id
        JOIN pass p ON p.id = r.pass
        WHERE d.name = ?1 AND p.passType = ?2 AND p.number > ?3 ORDER BY p.number, p.id
        """, on: database
      ).bind(DeviceName.stored(device), at: 1).bind(type, at: 2)
        .bind(UpdateTag.start(of: tag, epoch: epoch, current: counter), at: 3)
        .all { $0.text(0) }
      return DeviceChanges(serials: serials, tag: UpdateTag(epoch: epoch, number: counter))
    }
  }

  package func bytes(of pass: StoredPass) async throws(StoreError) -> [UInt8]? {
    try lookup { database in
      try SQLStatement(
        "SELECT bytes FROM content WHERE pass = ?1 AND digest = ?2", on: database
      ).bind(pass.id, at: 1).bind(pass.digest, at: 2).first { $0.bytes(0) }
    }
  }

  package func note(_ messages: [String], now: Int64) async throws(StoreError) {
    try await writing { database, _ in
      for text in messages {
        try SQLStatement(
          """
          INSERT INTO message (text, count, first, last) VALUES (?1, 1, ?2, ?2)
          ON CONFLICT (text) DO UPDATE SET count = count + 1, last = excluded.last
          """, on: database
        ).bind(text, at: 1).bind(now, at: 2).run()
      }
      try SQLStatement(
        """
        DELETE FROM message WHERE id IN (SELECT id FROM message ORDER BY last
          LIMIT max(0, (SELECT count(*) FROM message) - ?1))
        """, on: database
      ).bind(StoreLimit.messages, at: 1).run()
    }
  }
}

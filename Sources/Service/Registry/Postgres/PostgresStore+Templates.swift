// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension PostgresStore {
  package func adopt(template: [UInt8], of passType: String) async throws(StoreError) -> Bool {
    let isNewest = try await writing { connection in
      // Nobody takes passes meanwhile, see `PostgresPut`.
      try connection.execute("LOCK TABLE template IN EXCLUSIVE MODE")
      let known = try connection.rows(
        "SELECT digest FROM template WHERE pass_type = $1 ORDER BY revision", [.text(passType)]
      ).all { $0.bytes(0) }
      guard !known.contains(template) else { return known.last == template }
      try connection.rows(
        "INSERT INTO template (pass_type, digest) VALUES ($1, $2)",
        [.text(passType), .bytes(template)])
      return true
    }
    adopted.withLock { $0[passType] = template }
    return isNewest
  }

  package func hasNewestTemplate(of passType: String) async throws(StoreError) -> Bool {
    guard let own = adopted.withLock({ $0[passType] }) else { return true }
    let newest = try await reading { connection in
      try connection.rows(
        "SELECT digest FROM template WHERE pass_type = $1 ORDER BY revision DESC LIMIT 1",
        [.text(passType)]
      ).first { $0.bytes(0) }
    }
    return newest == nil || newest == own
  }
}

/// What an instance may write: passes it makes with the newest template its database knows.
enum PostgresTemplates {
  /// - Throws: `StoreError` where another instance has a newer one.
  static func check(
    _ versions: [NewVersion], adopted: [String: [UInt8]], _ connection: PostgresConnection
  ) throws {
    let types = Set(versions.filter { $0.source != .ledger }.map(\.passType)).sorted()
    for type in types {
      guard let own = adopted[type] else { continue }
      // Locked, so that no newer one comes before this is committed.
      let newest = try connection.rows(
        "SELECT digest FROM template WHERE pass_type = $1 ORDER BY revision DESC LIMIT 1 FOR SHARE",
        [.text(type)]
      ).first { $0.bytes(0) }
      guard newest == nil || newest == own else {
        throw StoreError(.outdated, "another instance has a newer template of \(type)")
      }
    }
  }
}

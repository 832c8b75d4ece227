// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension PostgresStore {
  package func adopt(template: [UInt8], of passType: String) async throws(StoreError) -> Bool {
    let isNewest = try await writing { connection in
      // No instance stores versions in the meantime, because the lock of `check` conflicts.
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

/// The check that an instance writes only passes made with the newest template in the database.
enum PostgresTemplates {
  /// Checks versions before they are stored.
  ///
  /// - Throws: `StoreError` if another instance has a newer template.
  static func check(
    _ versions: [NewVersion], adopted: [String: [UInt8]], _ connection: PostgresConnection
  ) throws {
    let types = Set(versions.filter { $0.source != .ledger }.map(\.passType)).sorted()
    for type in types {
      guard let own = adopted[type] else { continue }
      // The lock prevents a newer template until the commit.
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

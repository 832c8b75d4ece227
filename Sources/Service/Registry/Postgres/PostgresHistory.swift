// SPDX-License-Identifier: Apache-2.0

internal import PassCrypto
internal import Synchronization

/// The history that the numbers of a PostgreSQL database belong to. Detects that it is another one.
///
/// A restored dump, a restored base backup and a promoted standby may all lack changes whose
/// numbers were given out. Each copy of a database has an identity that no dump contains: the
/// identifier and timeline of the cluster, and the object identifiers of the database and of one of
/// our tables. Each new connection compares it with the one in the table `service`. If they differ,
/// an epoch begins.
///
/// A disk that was restored has the same identity as before. Therefore an epoch also begins if a
/// counter is lower than this instance has seen.
final class PostgresHistory: Sendable {
  private struct State {
    var epoch = ""
    var key: [UInt8] = []
    var seen: [String: Int64] = [:]
  }

  private let state = Mutex(State())

  var epoch: String { state.withLock { $0.epoch } }

  /// The key of access digests.
  var key: [UInt8] { state.withLock { $0.key } }

  /// Records the number of a type in an epoch, as seen in a list or a change.
  func saw(_ number: Int64, of passType: String, epoch: String) {
    state.withLock { state in
      if state.epoch != epoch {
        state.epoch = epoch
        state.seen = [:]
      }
      if state.seen[passType, default: 0] < number { state.seen[passType] = number }
    }
  }

  /// Compares the identities and begins an epoch if the history is another one.
  func read(_ connection: PostgresConnection) throws {
    let copy = Self.copy(connection)
    // Read this before the counters. A number that is seen later may be higher than the counters.
    let (seen, seenIn) = state.withLock { ($0.seen, $0.epoch) }
    let known = try Self.values(connection)
    let counters = try Self.counters(connection)
    let isBehind =
      known.epoch == seenIn && seen.contains { $0.value > counters[$0.key, default: 0] }
    if let epoch = known.epoch, let key = known.key, known.copy == copy, !isBehind {
      state.withLock { state in
        if state.epoch != epoch { state.seen = [:] }
        state.epoch = epoch
        state.key = key
      }
      return
    }
    let secret = try SecureRandom.bytes(32)
    try connection.transaction {
      try connection.execute("LOCK TABLE service IN EXCLUSIVE MODE")
      let now = try Self.values(connection)
      // Another instance may have begun the epoch since.
      let isDone = now.epoch != nil && now.copy == copy && now.epoch != known.epoch
      let epoch = isDone ? now.epoch ?? "" : UpdateEpoch.new()
      let key = now.key ?? secret
      if !isDone {
        for (name, value) in [("epoch", Array(epoch.utf8)), ("copy", copy), ("key", key)] {
          try connection.rows(
            """
            INSERT INTO service (name, value) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [.text(name), .bytes(value)])
        }
      }
      state.withLock { state in
        state.epoch = epoch
        state.key = key
        state.seen = [:]
      }
    }
  }

  private static func values(
    _ connection: PostgresConnection
  ) throws -> (epoch: String?, copy: [UInt8]?, key: [UInt8]?) {
    let rows = try connection.rows(
      "SELECT name, value FROM service WHERE name IN ('epoch', 'copy', 'key')"
    ).all { ($0.text(0), $0.bytes(1)) }
    let values = Dictionary(rows) { $1 }
    return (
      values["epoch"].map { String(decoding: $0, as: UTF8.self) }, values["copy"], values["key"]
    )
  }

  private static func counters(_ connection: PostgresConnection) throws -> [String: Int64] {
    let rows = try connection.rows("SELECT name, counter FROM pass_type")
      .all { ($0.text(0), $0.integer(1)) }
    return Dictionary(rows) { $1 }
  }

  /// Returns the identity of this copy of the database. Managed servers may hide a part of it,
  /// which is left out then.
  private static func copy(_ connection: PostgresConnection) -> [UInt8] {
    let parts = [
      "SELECT system_identifier::text FROM pg_control_system()",
      // The timeline of the WAL. The one in the control file is out of date from a promotion to the
      // first checkpoint.
      "SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)",
      "SELECT oid::text FROM pg_database WHERE datname = current_database()",
      "SELECT 'service'::regclass::oid::text",
    ].map { sql in (try? connection.rows(sql).first { $0.text(0) }) ?? "-" }
    return Array(parts.joined(separator: "/").utf8)
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import PassCrypto
internal import PassUpdates
internal import Synchronization

/// A store in PostgreSQL, which several instances of the service can use at once.
///
/// Confirmed writes are synced if the server is set up to sync (`fsync` and `synchronous_commit`,
/// which is never off here).
///
/// To avoid deadlocks, locks are taken in this order: devices by name, types by name, passes by
/// identifier, pushes by type and token. If two transactions still conflict, one of them is run
/// again.
package final class PostgresStore: PassStore {
  /// The address for logs and errors, without the password.
  package let place: String
  let history: PostgresHistory
  let pool: PostgresPool
  let lists: PostgresGathering<ListCall>
  let openings: PostgresGathering<OpeningCall>
  let arrivals: PostgresGathering<ArrivalCall>
  /// The templates that this instance makes passes with, by pass type identifier.
  let adopted = Mutex<[String: [UInt8]]>([:])
  let bound: RegistrationBound

  package var droppedRegistrations: Int64 { bound.dropped }
  package var fullPasses: [FullPass] { bound.full }

  /// Connects, and creates or migrates the tables.
  ///
  /// - Parameters:
  ///   - connections: number of connections of this instance.
  ///   - registrations: maximum number of devices for a pass. The default is 100,000.
  ///   - upgrade: the way to upgrade a database of an older release.
  package init(
    _ address: PostgresAddress, connections: Int = 6,
    registrations: Int64? = nil, upgrade: StoreUpgrade = StoreUpgrade()
  ) throws(StoreError) {
    place = address.description
    let bound = RegistrationBound(registrations ?? RegistrationBound.usual)
    self.bound = bound
    let history = PostgresHistory()
    self.history = history
    do {
      let greet: @Sendable (PostgresConnection) throws -> Void = { connection in
        try connection.execute(Self.session)
        try history.read(connection)
      }
      let first = try PostgresConnection(address)
      try PostgresSchema.migrate(first, address.description, upgrade)
      try greet(first)
      pool = try PostgresPool(address, first: first, count: connections, greet: greet)
    } catch {
      throw StoreError(postgres: error).naming(address.description)
    }
    lists = PostgresGathering(
      pool, limit: 128, concurrency: 2, run: { try Self.answer($1, $0, history) },
      fail: { $0.answer(.failure($1)) })
    openings = PostgresGathering(
      pool, limit: 128, concurrency: 2, run: { try Self.answer($1, $0) },
      fail: { $0.answer(.failure($1)) })
    arrivals = PostgresGathering(
      pool, limit: 256, concurrency: 1, run: { try Self.answer($1, bound, $0) },
      fail: { $0.answer(.failure($1)) })
  }

  deinit { pool.end() }

  /// The settings of each connection.
  ///
  /// Every statement finds its rows by an index. Plans that scan whole tables look cheap only while
  /// a table is small or has no statistics, so they are disabled.
  private static let session = """
    SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') = 'off';
    SET jit = off; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
    SET plan_cache_mode = force_generic_plan; SET client_min_messages = warning;
    SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s';
    SET default_transaction_isolation = 'read committed'
    """

  package var epoch: String { history.epoch }

  /// Returns the digest that grants access to a pass.
  func access(_ passType: String, _ serial: String, _ token: String) -> [UInt8] {
    AccessDigest.of(passType, serial, token, key: history.key)
  }

  // MARK: Transactions

  /// Runs `body` on a connection of the pool, without a transaction.
  func reading<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await pool.run(body)
  }

  /// Runs `body` in a transaction. After a conflict with another transaction it runs again.
  @discardableResult
  func writing<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await pool.run { connection in try connection.transaction { try body(connection) } }
  }

  package func watch(_ tell: @escaping @Sendable (StoreError?) -> Void) { pool.watch(tell) }

  package func end() throws(StoreError) { pool.end() }
}

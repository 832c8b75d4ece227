// SPDX-License-Identifier: Apache-2.0

internal import PassCrypto
internal import PassUpdates
internal import Synchronization

/// A store in PostgreSQL, which several instances of the service use at once.
///
/// What was acknowledged has been synced, as far as the server is set up to sync (`fsync`, and
/// `synchronous_commit`, which is never off here). Locks are taken in one order, device rows by name,
/// counters by name, passes by number, pushes by token; where two transactions are in each other's way
/// all the same, one of them is run again.
package final class PostgresStore: PassStore {
  /// The place as it may be shown.
  package let place: String
  let history: PostgresHistory
  let pool: PostgresPool
  let lists: PostgresGathering<ListCall>
  let openings: PostgresGathering<OpeningCall>
  let arrivals: PostgresGathering<ArrivalCall>
  /// The templates this instance makes passes with, by pass type.
  let adopted = Mutex<[String: [UInt8]]>([:])
  let bound: RegistrationBound

  package var droppedRegistrations: Int64 { bound.dropped }
  package var fullPasses: [FullPass] { bound.full }

  /// Connects, and makes or migrates the tables.
  ///
  /// - Parameters:
  ///   - connections: how many the instance keeps.
  ///   - registrations: on how many devices one pass may be, 100,000 unless told.
  package init(
    _ address: PostgresAddress, connections: Int = 6,
    registrations: Int64? = nil
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
      try PostgresSchema.migrate(first)
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

  /// What holds for each connection. Every statement looks rows up by an index: plans that read whole
  /// tables only look cheap while a table is small or has no statistics yet.
  private static let session = """
    SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') = 'off';
    SET jit = off; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
    SET plan_cache_mode = force_generic_plan; SET client_min_messages = warning;
    SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s';
    SET default_transaction_isolation = 'read committed'
    """

  /// The history the numbers belong to.
  package var epoch: String { history.epoch }

  /// The keyed digest that opens a pass.
  func access(_ passType: String, _ serial: String, _ token: String) -> [UInt8] {
    AccessDigest.of(passType, serial, token, key: history.key)
  }

  // MARK: Transactions

  /// Runs `body` with a connection.
  func reading<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await pool.run(body)
  }

  /// Runs `body` in a transaction; again where it was in another's way.
  @discardableResult
  func writing<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await pool.run { connection in try connection.transaction { try body(connection) } }
  }

  package func watch(_ tell: @escaping @Sendable (StoreError?) -> Void) { pool.watch(tell) }

  package func end() throws(StoreError) { pool.end() }
}

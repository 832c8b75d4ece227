// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDiagnostics
import PassRegistry

/// The database of `--database`: the path of a SQLite file or the address of a PostgreSQL server.
enum ServedStore {
  /// Returns whether the place is a PostgreSQL server, which several instances can use.
  static func isShared(_ place: String) -> Bool { PostgresAddress.isMeant(by: place) }

  /// Opens the database for the service. A SQLite file is created if it does not exist.
  ///
  /// - Parameters:
  ///   - seconds: how long to wait for a database that is locked or not there yet.
  ///   - makesCopy: whether an older database is copied before it is upgraded.
  static func serving(
    _ place: String, waiting seconds: Int, makesCopy: Bool
  ) async throws -> any PassStore {
    let upgrade = StoreUpgrade(makesCopy: makesCopy) { Console.note("passc: note: \($0)") }
    let end = ContinuousClock.now + .seconds(seconds)
    var isReported = false
    while true {
      do {
        return isShared(place)
          ? try PostgresStore(try address(place), upgrade: upgrade)
          : try SQLiteStore(place, access: .serving, upgrade: upgrade)
      } catch let error as StoreError where mayPass(error) && ContinuousClock.now < end {
        if !isReported {
          Console.note(
            "passc: note: \(error.description): waiting up to \(counted(seconds, "second"))")
        }
        isReported = true
        try await Task.sleep(for: pause)
      }
    }
  }

  private static let pause = Duration.milliseconds(200)

  /// Returns whether the cause of an error may end without anybody changing a file.
  private static func mayPass(_ error: StoreError) -> Bool {
    [.inUse, .missing, .unavailable].contains(error.reason)
  }

  /// Opens an existing database. A mistyped path must not create a file.
  ///
  /// - Parameter access: the access to a SQLite file. PostgreSQL does not use it.
  static func open(
    _ place: String, access: SQLiteStore.Access = .serving
  ) throws -> any PassStore {
    if isShared(place) { return try PostgresStore(try address(place)) }
    guard try Disk.kind(of: place) != nil else {
      throw CommandFailureError.environment(
        "database \(place) does not exist",
        help: "give the database of the service, or make one: passc serve --database \(place)")
    }
    return try SQLiteStore(place, access: access)
  }

  /// Returns the pass type identifiers in a store. To find the next one without reading all passes,
  /// it requests the first pass after the largest possible serial number.
  static func passTypes(in store: any PassStore) async throws -> [String] {
    var types: [String] = []
    while true {
      let last = types.last.map { (passType: $0, serial: "\u{10FFFF}\u{10FFFF}") }
      guard let next = try await store.passes(after: last, limit: 1).first?.passType,
        next != types.last
      else { return types }
      types.append(next)
    }
  }

  /// Returns the database as it can be printed: without a password.
  static func shown(_ place: String) throws -> String {
    isShared(place) ? try address(place).description : place
  }

  private static func address(_ place: String) throws -> PostgresAddress {
    do {
      return try PostgresAddress(place)
    } catch {
      throw CommandFailureError.usage(
        "--database is not a PostgreSQL address that libpq can read",
        help: "write postgres://USER@HOST:PORT/DATABASE, with the password in ~/.pgpass")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassRegistry

/// The database of `--database`: the path of a SQLite file or the address of a PostgreSQL server.
enum ServedStore {
  /// Returns whether the place is a PostgreSQL server, which several instances can use.
  static func isShared(_ place: String) -> Bool { PostgresAddress.isMeant(by: place) }

  /// Opens the database for the service. A SQLite file is created if it does not exist.
  static func serving(_ place: String) throws -> any PassStore {
    isShared(place)
      ? try PostgresStore(try address(place)) : try SQLiteStore(place, access: .serving)
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

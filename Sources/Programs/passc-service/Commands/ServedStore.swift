// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassRegistry

/// The database `--database` names: the path of a file, or the address of a PostgreSQL server.
enum ServedStore {
  /// Whether it is a server, which several instances use.
  static func isShared(_ place: String) -> Bool { PostgresAddress.isMeant(by: place) }

  /// Opens it for a service, which makes a file that is not there.
  static func serving(_ place: String) throws -> any PassStore {
    isShared(place)
      ? try PostgresStore(try address(place)) : try SQLiteStore(place, access: .serving)
  }

  /// Opens one that is there: a name that was mistyped makes none.
  ///
  /// - Parameter access: what a file is opened for; a server is there for everybody.
  static func open(
    _ place: String, access: SQLiteStore.Access = .serving
  ) throws -> any PassStore {
    if isShared(place) { return try PostgresStore(try address(place)) }
    guard try Disk.kind(of: place) != nil else {
      throw Failure.environment(
        "database \(place) does not exist",
        help: "give the database of the service, or make one: passc serve --database \(place)")
    }
    return try SQLiteStore(place, access: access)
  }

  /// The pass types of a store: behind every serial of one begins the next.
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

  /// As it may be shown: the address of a server may hold a password.
  static func shown(_ place: String) throws -> String {
    isShared(place) ? try address(place).description : place
  }

  private static func address(_ place: String) throws -> PostgresAddress {
    do {
      return try PostgresAddress(place)
    } catch {
      throw Failure.usage(
        "--database is not a PostgreSQL address that libpq can read",
        help: "write postgres://USER@HOST:PORT/DATABASE, with the password in ~/.pgpass")
    }
  }
}

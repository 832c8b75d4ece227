// SPDX-License-Identifier: Apache-2.0

/// Every form that the tables of a database ever had, oldest first.
///
/// A migration that was released never changes. The table `grdb_migrations` has the identifiers of
/// those that a database has been through: earlier releases used GRDB, which named it.
package struct DatabaseMigrations: Sendable {
  /// How a database compares with the migrations.
  package enum State: Hashable, Sendable {
    /// It has been through none of them.
    case new
    /// Some are still to come.
    case older
    /// It has been through all of them.
    case current
    /// It has been through one that is not known here.
    case newer
  }

  /// A change of the tables.
  package struct Migration: Sendable {
    let identifier: String
    let change: @Sendable (Database) throws -> Void

    /// A migration, with the identifier that databases store.
    package init(_ identifier: String, _ change: @escaping @Sendable (Database) throws -> Void) {
      self.identifier = identifier
      self.change = change
    }
  }

  private let migrations: [Migration]

  /// Migrations in their order.
  package init(_ migrations: [Migration]) { self.migrations = migrations }

  /// Compares a database with the migrations.
  package func state(of database: Database) throws -> State {
    let applied = try applied(to: database)
    if applied.isEmpty { return .new }
    if !applied.isSubset(of: migrations.map(\.identifier)) { return .newer }
    return applied.count == migrations.count ? .current : .older
  }

  /// Brings a database up to date. Each migration is a transaction, and runs once even if two
  /// processes are here at the same time.
  package func apply(to database: Database) throws {
    for migration in migrations {
      try database.transaction {
        guard try !applied(to: database).contains(migration.identifier) else { return }
        try database.execute(
          sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        try migration.change(database)
        try SQLStatement(
          "INSERT INTO grdb_migrations (identifier) VALUES (?)", on: database,
          with: migration.identifier
        ).run()
      }
    }
    // Nobody runs those of a migration again.
    database.dropStatements()
  }

  private func applied(to database: Database) throws -> Set<String> {
    let isThere = try database.integer(
      "SELECT count(*) FROM sqlite_master WHERE name = 'grdb_migrations'")
    return isThere == 0 ? [] : Set(try database.texts("SELECT identifier FROM grdb_migrations"))
  }
}

// SPDX-License-Identifier: Apache-2.0

/// All versions of a database schema, oldest first.
///
/// A released migration never changes. The table `grdb_migrations` contains the identifiers of the
/// migrations that were applied to a database. It has this name because earlier releases used GRDB.
package struct DatabaseMigrations: Sendable {
  package enum State: Hashable, Sendable {
    /// No migration was applied.
    case new
    /// Some migrations are missing.
    case older
    /// All migrations were applied.
    case current
    /// The database has a migration that this program does not know.
    case newer
  }

  package struct Migration: Sendable {
    let identifier: String
    let change: @Sendable (Database) throws -> Void

    /// - Parameter identifier: stored in the database, so it must never change.
    package init(_ identifier: String, _ change: @escaping @Sendable (Database) throws -> Void) {
      self.identifier = identifier
      self.change = change
    }
  }

  private let migrations: [Migration]

  package init(_ migrations: [Migration]) { self.migrations = migrations }

  package func state(of database: Database) throws -> State {
    let applied = try applied(to: database)
    if applied.isEmpty { return .new }
    if !applied.isSubset(of: migrations.map(\.identifier)) { return .newer }
    return applied.count == migrations.count ? .current : .older
  }

  /// The version of a database with all migrations.
  package var version: Int { migrations.count }

  /// Returns the version of a database: the number of migrations that were applied to it.
  package func version(of database: Database) throws -> Int { try applied(to: database).count }

  /// Applies the missing migrations, each in its own transaction. The check is inside the
  /// transaction, so a migration runs only once even if two processes do this at the same time.
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
    // The statements of migrations are not used again.
    database.dropStatements()
  }

  private func applied(to database: Database) throws -> Set<String> {
    let isThere = try database.integer(
      "SELECT count(*) FROM sqlite_master WHERE name = 'grdb_migrations'")
    return isThere == 0 ? [] : Set(try database.texts("SELECT identifier FROM grdb_migrations"))
  }
}

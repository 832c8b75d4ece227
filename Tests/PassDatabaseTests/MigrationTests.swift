// SPDX-License-Identifier: Apache-2.0

import PassDatabase
import PassTesting
import Synchronization
import Testing

/// Tests that a database records its migrations in the same form as GRDB.
struct MigrationTests {
  private final class Runs: Sendable {
    let all = Mutex<[String]>([])

    func migrations(_ identifiers: String...) -> DatabaseMigrations {
      DatabaseMigrations(
        identifiers.map { identifier in
          .init(identifier) { database in
            self.all.withLock { $0.append(identifier) }
            try database.execute(sql: "CREATE TABLE made\(identifier) (a)")
          }
        })
    }
  }

  @Test func eachMigrationRunsOnce() throws {
    let folder = try TemporaryFolder()
    let database = try Database(folder("a.sqlite"))
    let runs = Runs()
    #expect(try runs.migrations("1").state(of: database) == .new)
    try runs.migrations("1").apply(to: database)
    #expect(try runs.migrations("1").state(of: database) == .current)
    #expect(try runs.migrations("1", "2", "3").state(of: database) == .older)
    try runs.migrations("1", "2", "3").apply(to: database)
    try runs.migrations("1", "2", "3").apply(to: database)
    #expect(runs.all.withLock { $0 } == ["1", "2", "3"])
    #expect(try runs.migrations("1", "2", "3").state(of: database) == .current)
    #expect(try runs.migrations("1", "2").state(of: database) == .newer)
  }

  @Test func aMigrationThatFailsLeavesNothing() throws {
    let folder = try TemporaryFolder()
    let database = try Database(folder("a.sqlite"))
    let migrations = DatabaseMigrations([
      .init("1") { try $0.execute(sql: "CREATE TABLE a (b); CREATE TABLE a (b)") }
    ])
    #expect(throws: DatabaseError.self) { try migrations.apply(to: database) }
    #expect(try migrations.state(of: database) == .new)
    #expect(try database.integer("SELECT count(*) FROM sqlite_master") == 0)
  }

  @Test func theRecordIsTheTableThatGRDBKept() throws {
    let folder = try TemporaryFolder()
    let database = try Database(folder("a.sqlite"))
    // The table of a database made with GRDB 7.
    try database.execute(
      sql: """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1');
        """)
    let runs = Runs()
    #expect(try runs.migrations("1").state(of: database) == .current)
    try runs.migrations("1", "2").apply(to: database)
    #expect(runs.all.withLock { $0 } == ["2"])
    let other = try Database(folder("b.sqlite"))
    try runs.migrations("1").apply(to: other)
    let schema = "SELECT sql FROM sqlite_master WHERE name = 'grdb_migrations'"
    #expect(try other.texts(schema) == database.texts(schema))
  }

  @Test func twoConnectionsAtOnceRunAMigrationOnce() async throws {
    let folder = try TemporaryFolder()
    let runs = Runs()
    let path = folder("a.sqlite")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...4 {
        group.addTask {
          var settings = Database.Settings()
          settings.busyTimeout = 10_000
          try runs.migrations("1", "2").apply(to: try Database(path, settings))
        }
      }
      try await group.waitForAll()
    }
    #expect(runs.all.withLock { $0 } == ["1", "2"])
  }
}

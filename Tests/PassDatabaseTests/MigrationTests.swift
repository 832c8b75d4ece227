// SPDX-License-Identifier: Apache-2.0

import Dispatch
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

  /// The second connection begins while the first one is in the transaction of a migration.
  @Test func aConnectionThatComesDuringAMigrationDoesNotRunItAgain() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder("a.sqlite")
    let runs = Runs()
    let (begins, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let failure = Mutex<(any Error)?>(nil)
    let first = DatabaseMigrations([
      .init("1") { database in
        runs.all.withLock { $0.append("1") }
        DispatchQueue.global().async {
          do {
            var settings = Database.Settings()
            settings.busyTimeout = 60_000
            let second = try Database(path, settings)
            begins.signal()
            try runs.migrations("1", "2").apply(to: second)
          } catch {
            failure.withLock { $0 = error }
            begins.signal()
          }
          ends.signal()
        }
        begins.wait()
        // The second connection waits for the lock, so it cannot end before this migration.
        #expect(ends.wait(timeout: .now() + 0.05) == .timedOut)
        try database.execute(sql: "CREATE TABLE made1 (a)")
      }
    ])
    try first.apply(to: Database(path))
    ends.wait()
    #expect(failure.withLock { $0 } == nil)
    #expect(runs.all.withLock { $0 } == ["1", "2"])
  }
}

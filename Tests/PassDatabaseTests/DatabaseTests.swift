// SPDX-License-Identifier: Apache-2.0

import PassDatabase
import PassTesting
import Testing

/// Tests of the wrapper around SQLite: values, errors, transactions, and several connections to a
/// file.
struct DatabaseTests {
  private static func database(_ folder: TemporaryFolder) throws -> Database {
    let database = try Database(folder("a.sqlite"))
    try database.execute(sql: "CREATE TABLE pair (name TEXT UNIQUE, value)")
    return database
  }

  private static func names(_ database: Database) throws -> [String] {
    try database.texts("SELECT name FROM pair ORDER BY name")
  }

  private static func add(_ name: String, _ database: Database) throws {
    try SQLStatement("INSERT INTO pair (name) VALUES (?)", on: database, with: name).run()
  }

  private static func error(_ body: () throws -> Void) -> DatabaseError? {
    #expect(throws: DatabaseError.self) { try body() }
  }

  // MARK: Values

  @Test func valuesOfEveryTypeComeBackAsTheyWere() throws {
    let folder = try TemporaryFolder()
    let database = try Self.database(folder)
    let text = "a\0b é \u{1F4B3}"
    let statement = try SQLStatement(
      """
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, typeof(?1), typeof(?3), typeof(?4), typeof(?5), typeof(?6),
        length(CAST(?3 AS BLOB))
      """, on: database)
    statement.bind(Int64.min, 7, text, "", [UInt8](), [UInt8]([0, 255, 0]), nil as String?)
    try #require(try statement.step())
    #expect(statement.integer(0) == .min && statement.integer(1) == 7)
    #expect(Array(statement.text(2).utf8) == Array(text.utf8))
    #expect(statement.textOrNil(3) == "" && statement.bytesOrNil(4) == [])
    #expect(statement.bytes(5) == [0, 255, 0])
    #expect(statement.isNull(6) && statement.textOrNil(6) == nil && statement.bytesOrNil(6) == nil)
    #expect(statement.integerOrNil(6) == nil && statement.text(6) == "")
    #expect((7...11).map(statement.text) == ["integer", "text", "text", "blob", "blob"])
    #expect(statement.integer(12) == Int64(text.utf8.count))
    statement.reset()
    let real = try SQLStatement("SELECT ?", on: database).bind(0.1, at: 1).first { $0.double(0) }
    #expect(real == 0.1)
  }

  @Test func aStatementCanBeUsedAgainAfterAnError() throws {
    let folder = try TemporaryFolder()
    let database = try Self.database(folder)
    try Self.add("a", database)
    let error = Self.error { try Self.add("a", database) }
    #expect(error?.code == 2067, "SQLITE_CONSTRAINT_UNIQUE")
    try Self.add("b", database)
    #expect(try Self.names(database) == ["a", "b"])
  }

  @Test func aStatementThatStoppedAtARowBeginsAgain() throws {
    let folder = try TemporaryFolder()
    let database = try Self.database(folder)
    for name in ["a", "b"] { try Self.add(name, database) }
    for _ in 1...2 {
      let statement = try SQLStatement("SELECT name FROM pair ORDER BY name", on: database)
      #expect(try statement.step())
      #expect(statement.text(0) == "a")
    }
    #expect(database.cachedSQL.filter { $0.hasPrefix("SELECT") }.count == 1)
  }

  // MARK: Errors

  @Test func anErrorNamesTheDatabaseAndSQLitesCode() throws {
    let folder = try TemporaryFolder()
    let database = try Self.database(folder)
    let error = Self.error { try database.execute(sql: "SELECT nowhere FROM pair") }
    #expect(
      error?.description
        == "\(folder("a.sqlite")): no such column: nowhere (SQLite error 1)")
    let missing = Self.error { _ = try Database(folder("none/a.sqlite")) }
    #expect(missing?.kind == .cannotOpen && missing?.message == "unable to open database file")
    try folder.add("text", Array("this is not a database, whatever its name says".utf8))
    #expect(Self.error { _ = try Database(folder("text")) }?.kind == .notADatabase)
    let secret = Self.error {
      try SQLStatement("SELECT json(?)", on: database, with: "a secret").run()
    }
    #expect(secret?.description.contains("secret") == false)
  }

  @Test func aConnectionForReadingChangesNothing() throws {
    let folder = try TemporaryFolder()
    try Self.add("a", try Self.database(folder))
    var settings = Database.Settings()
    settings.isReadOnly = true
    let reader = try Database(folder("a.sqlite"), settings)
    #expect(Self.error { try Self.add("b", reader) }?.kind == .notPermitted)
    #expect(try Self.names(reader) == ["a"])
    #expect(Self.error { _ = try Database(folder("none.sqlite"), settings) }?.kind == .cannotOpen)
  }

  // MARK: Transactions

  private struct Stop: Error {}

  @Test func anErrorRollsATransactionBack() throws {
    let folder = try TemporaryFolder()
    let database = try Self.database(folder)
    #expect(throws: Stop.self) {
      try database.transaction {
        try Self.add("a", database)
        throw Stop()
      }
    }
    #expect(!database.isInsideTransaction)
    let isEnough: (Int) -> Bool = { $0 > 1 }
    let kept = try database.transaction(commits: isEnough) {
      try Self.add("b", database)
      return 1
    }
    #expect(kept == 1 && !database.isInsideTransaction)
    try database.transaction { try Self.add("c", database) }
    #expect(try Self.names(database) == ["c"])
  }

  @Test func anErrorInASavepointLeavesTheRestOfTheTransaction() throws {
    let folder = try TemporaryFolder()
    let database = try Self.database(folder)
    try database.transaction {
      try Self.add("a", database)
      #expect(throws: Stop.self) {
        try database.savepoint {
          try Self.add("b", database)
          throw Stop()
        }
      }
      try database.savepoint { try Self.add("c", database) }
    }
    #expect(try Self.names(database) == ["a", "c"])
  }

  /// Otherwise half of its changes would be committed with the rest.
  @Test func aSavepointThatCannotBeUndoneEndsTheTransaction() throws {
    let folder = try TemporaryFolder()
    let database = try Self.database(folder)
    let error = Self.error {
      try database.transaction {
        try Self.add("a", database)
        #expect(throws: Stop.self) {
          try database.savepoint {
            try Self.add("b", database)
            try database.execute(sql: "RELEASE part")
            throw Stop()
          }
        }
        #expect(!database.isInsideTransaction)
      }
    }
    #expect(error?.message == "cannot commit - no transaction is active")
    #expect(try Self.names(database).isEmpty)
  }

  @Test func aTransactionThatSQLiteHasEndedIsAnError() throws {
    let folder = try TemporaryFolder()
    let database = try Self.database(folder)
    let error = Self.error {
      try database.transaction {
        try Self.add("a", database)
        try database.execute(sql: "ROLLBACK")
      }
    }
    #expect(error?.message == "cannot commit - no transaction is active")
    try database.transaction { try Self.add("b", database) }
    #expect(try Self.names(database) == ["b"])
  }

  // MARK: Several connections

  @Test func aConnectionWaitsForAnotherOneAsLongAsItIsTold() throws {
    let folder = try TemporaryFolder()
    let one = try Self.database(folder)
    var settings = Database.Settings()
    let impatient = try Database(folder("a.sqlite"), settings)
    settings.busyTimeout = 300
    let patient = try Database(folder("a.sqlite"), settings)
    try one.transaction {
      let clock = ContinuousClock()
      #expect(Self.error { try impatient.transaction {} }?.kind == .busy)
      let waited = clock.measure {
        #expect(Self.error { try patient.transaction {} }?.kind == .busy)
      }
      #expect(waited >= .milliseconds(300), "\(waited)")
    }
    try patient.transaction { try Self.add("a", patient) }
    #expect(try Self.names(one) == ["a"])
  }

  @Test func aReaderSeesOneStateWhileAnotherConnectionWrites() throws {
    let folder = try TemporaryFolder()
    let writer = try Self.database(folder)
    try writer.useWriteAheadLog()
    var settings = Database.Settings()
    settings.isReadOnly = true
    let readers = SharedDatabase(folder("a.sqlite"), settings, count: 2)
    try readers.read { database in
      #expect(try Self.names(database).isEmpty)
      try Self.add("a", writer)
      #expect(try Self.names(database).isEmpty)
      // Another connection.
      #expect(try readers.read(Self.names) == ["a"])
    }
    #expect(try readers.read(Self.names) == ["a"])
    readers.close()
    #expect(Self.error { _ = try readers.read(Self.names) }?.message == "the connection is closed")
  }

  @Test func interruptingEndsWhatIsRunning() async throws {
    let folder = try TemporaryFolder()
    _ = try Self.database(folder)
    let shared = SharedDatabase(folder("a.sqlite"), Database.Settings())
    async let endless = Task.detached {
      Self.error {
        try shared.use { database in
          _ = try database.integer(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
          )
        }
      }?.kind
    }.value
    try await Task.sleep(for: .milliseconds(50))
    shared.interrupt()
    #expect([.interrupted, .other].contains(try #require(await endless)))
  }

  @Test func aCopyHasEverything() throws {
    let folder = try TemporaryFolder()
    let database = try Self.database(folder)
    try database.useWriteAheadLog()
    try Self.add("a", database)
    try database.backUp(to: try Database(folder("b.sqlite")))
    try Self.add("b", database)
    #expect(try Self.names(try Database(folder("b.sqlite"))) == ["a"])
  }
}

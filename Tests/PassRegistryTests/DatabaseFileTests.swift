// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassRegistry
import PassTesting
import PassUpdates
import Testing

/// Tests of the file of the SQLite store: locks and contents.
@Suite(.serialized)
struct DatabaseFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder("a.sqlite")
  }

  /// Runs Python, which has SQLite, in the folder.
  private func python(_ script: String) throws -> Program.Outcome {
    try Program.run("/usr/bin/python3", ["-c", script], in: folder.path)
  }

  private func reason(
    _ path: String, _ access: SQLiteStore.Access = .serving
  ) -> StoreError.Reason? {
    do {
      try SQLiteStore(path, access: access).end()
      return nil
    } catch {
      return error.reason
    }
  }

  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: folder($0))))
      })
  }

  // MARK: One service

  @Test func isServedOnceWhateverItIsCalled() throws {
    let files = FileManager.default
    let store = try SQLiteStore(path)
    try files.createSymbolicLink(atPath: folder("symbolic.sqlite"), withDestinationPath: path)
    try files.linkItem(atPath: path, toPath: folder("hard.sqlite"))
    for name in ["a.sqlite", "symbolic.sqlite", "hard.sqlite"] {
      #expect(reason(folder(name)) == .inUse, "\(name)")
    }
    try files.removeItem(atPath: folder("a.sqlite-epoch"))
    #expect(reason(path) == .inUse)
    // A rejected open left nothing behind.
    let left = try files.contentsOfDirectory(atPath: folder.path).filter { $0.contains("-epoch") }
    #expect(left == [])
    try store.end()
    #expect(reason(path, .reading) == .failed, "it has two names and was served under neither")
    try files.removeItem(atPath: folder("hard.sqlite"))
    #expect(reason(path) == nil)
  }

  @Test func tasksUseTheNameTheServiceUses() throws {
    let files = FileManager.default
    let store = try SQLiteStore(path)
    try files.createSymbolicLink(atPath: folder("symbolic.sqlite"), withDestinationPath: path)
    try files.linkItem(atPath: path, toPath: folder("hard.sqlite"))
    for access in [SQLiteStore.Access.reading, .amending] {
      #expect(reason(path, access) == nil)
      #expect(reason(folder("symbolic.sqlite"), access) == nil)
      // Through a hard link SQLite would use another log.
      #expect(reason(folder("hard.sqlite"), access) == .inUse)
    }
    try store.end()
    // Changes of a killed service may be in the other log.
    #expect(reason(folder("hard.sqlite"), .reading) == .failed)
    #expect(reason(path) == nil)
  }

  /// Closing any descriptor of a file releases all POSIX locks of the process on it.
  @Test func keepsSQLitesLocksWhileOthersComeAndGo() async throws {
    let store = try SQLiteStore(path)
    _ = try await store.save([StoreTests.version("A")], now: 1)
    #expect(reason(path) == .inUse)
    #expect(reason(path, .reading) == nil && reason(path, .amending) == nil)
    let script = """
      import sqlite3
      c = sqlite3.connect('a.sqlite', timeout=0)
      try: print(c.execute('pragma journal_mode=delete').fetchone()[0])
      except sqlite3.OperationalError as e: print(e)
      """
    // SQLite changes the mode only if no other process has the file open.
    #expect(try python(script).text == "database is locked\n")
    try store.end()
    #expect(try python(script).text == "delete\n")
  }

  @Test func servesACopyWhileTheServiceRuns() async throws {
    let store = try SQLiteStore(path)
    _ = try await store.save([StoreTests.version("A")], now: 1)
    try store.backUp(to: folder("copy.sqlite"))
    let copy = try SQLiteStore(folder("copy.sqlite"))
    #expect(try await copy.counts().passes == 1)
    try copy.end()
    // At the original path, the log next to it still belongs to the running service.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder("copy.sqlite"), toPath: path)
    #expect(reason(path) == .inUse)
    try store.end()
    #expect(reason(path) == nil)
  }

  // MARK: Databases of other programs

  private static let foreign = [
    "c.execute('create table t (a)')",
    "c.execute('pragma journal_mode=wal'); c.execute('create table t (a)')",
    "c.execute('pragma application_id=7'); c.execute('create table t (a)')",
    "c.execute('pragma application_id=1885434739'); c.execute('create table t (a)')",
    "c.execute('pragma journal_mode=wal'); c.execute('create table t (a)'); c.commit(); os._exit(0)",
    "c.execute('create table grdb_migrations (identifier text)')",
  ]

  @Test(arguments: foreign)
  func leavesADatabaseOfAnotherProgramAsItIs(_ script: String) throws {
    let made = try python(
      "import sqlite3, os; c = sqlite3.connect('a.sqlite'); \(script); c.commit()")
    try #require(made.status == 0, "\(made.errors)")
    let before = try contents()
    for access in [SQLiteStore.Access.serving, .reading, .amending] {
      #expect(reason(path, access) == .foreign, "\(access)")
      #expect(try contents() == before, "\(access)")
    }
  }

  @Test func servesWhatAnEndedProcessLeftInTheLog() async throws {
    // A new database whose tables are only in its log. Its first page has none.
    let store = try SQLiteStore(path)
    _ = try await store.save([StoreTests.version("A")], now: 1)
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: folder("killed.sqlite\(suffix)"))
    }
    let killed = try SQLiteStore(folder("killed.sqlite"))
    #expect(try await killed.counts().passes == 1)
    // An empty file may be used.
    try folder.add("empty.sqlite", [])
    #expect(reason(folder("empty.sqlite")) == nil)
  }

  // MARK: Damage

  @Test func findsADamagedPage() async throws {
    let store = try SQLiteStore(path)
    let passes = (0..<200).map { StoreTests.version("A\($0)") }
    _ = try await store.save(passes, now: 1)
    #expect(try await store.findDamage() == nil)
    try store.end()
    let script = """
      import sqlite3
      c = sqlite3.connect('a.sqlite')
      page = c.execute("select rootpage from sqlite_master where name = 'personal'").fetchone()[0]
      size = c.execute('pragma page_size').fetchone()[0]
      c.close()
      with open('a.sqlite', 'r+b') as f: f.seek((page - 1) * size); f.write(b'\\xff' * size)
      """
    try #require(try python(script).status == 0)
    let damaged = try SQLiteStore(path)
    #expect(try await damaged.counts().passes == 200, "it serves what it can read")
    let words = try #require(try await damaged.findDamage())
    #expect(!words.isEmpty && !words.contains("\n"), "\(words)")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDatabase
import PassRegistry
import PassTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tests of restoring a backup over a database, also if the process is killed.
@Suite(.serialized)
struct StoreRestoreTests {
  /// Makes a database with pass A, a backup of it, and then pass B.
  ///
  /// - Parameter isKilled: whether the database keeps its log, as after `kill -9`.
  private static func databases(in folder: TemporaryFolder, isKilled: Bool = true) async throws {
    let store = try SQLiteStore(folder("a.sqlite"))
    _ = try await store.save([StoreTests.version("A")], now: 1)
    try store.backUp(to: folder("backup.sqlite"))
    _ = try await store.save([StoreTests.version("B")], now: 2)
    guard isKilled else { return try store.end() }
    // A copy of the files of a store that is open is what a killed process leaves.
    for ending in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder("a.sqlite\(ending)")))
      try bytes.write(to: URL(fileURLWithPath: folder("killed.sqlite\(ending)")))
    }
    try store.end()
    try FileManager.default.removeItem(atPath: folder("a.sqlite"))
    for ending in ["", "-wal"] {
      try FileManager.default.moveItem(
        atPath: folder("killed.sqlite\(ending)"), toPath: folder("a.sqlite\(ending)"))
    }
    let log = try FileManager.default.attributesOfItem(atPath: folder("a.sqlite-wal"))
    #expect((log[.size] as? Int ?? 0) > 0)
  }

  private static func serials(_ path: String) async throws -> [String] {
    let store = try SQLiteStore(path)
    defer { try? store.end() }
    return try await store.passes(after: nil, limit: 9).map(\.serial)
  }

  @Test(arguments: [true, false])
  func replacesADatabaseAndKeepsIt(_ isKilled: Bool) async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder, isKilled: isKilled)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder("backup.sqlite")))
    let summary = try StoreRestore.run(folder("backup.sqlite"), into: folder("a.sqlite"))
    #expect(summary.passes == 1 && summary.registrations == 0)
    #expect(summary.version == StoreRestore.currentVersion)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder("backup.sqlite"))) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(
      names == ["a.sqlite", "a.sqlite-epoch", "a.sqlite.before-restore", "backup.sqlite"],
      "\(names)")
    #expect(try await Self.serials(folder("a.sqlite")) == ["A"])
    // The old database has the changes that were only in its log.
    let kept = try #require(summary.previous)
    #expect(try await Self.serials(kept) == ["A", "B"])
  }

  /// The process is killed after each step. Then the old or the restored database is there, and
  /// another restore works.
  @Test(arguments: StoreRestore.Step.allCases)
  func leavesAWholeDatabaseIfItIsKilled(_ step: StoreRestore.Step) async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder)
    let path: String = folder.path
    let name: String = step.rawValue
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, name = name as String] in
      _ = try StoreRestore.run(path + "/backup.sqlite", into: path + "/a.sqlite") { reached in
        if reached.rawValue == name { kill(getpid(), SIGKILL) }
      }
    }
    let isRestored = step == .replaced
    #expect(try await Self.serials(folder("a.sqlite")) == (isRestored ? ["A"] : ["A", "B"]))
    _ = try StoreRestore.run(folder("backup.sqlite"), into: folder("a.sqlite"))
    #expect(try await Self.serials(folder("a.sqlite")) == ["A"])
    #expect(!FileManager.default.fileExists(atPath: folder("a.sqlite-restoring")))
  }

  @Test func beginsAnEpoch() async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder, isKilled: false)
    let store = try SQLiteStore(folder("a.sqlite"))
    let epoch = store.epoch
    try store.end()
    _ = try StoreRestore.run(folder("backup.sqlite"), into: folder("a.sqlite"))
    #expect(try SQLiteStore(folder("a.sqlite")).epoch != epoch)
  }

  @Test func replacesADamagedDatabase() async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder("a.sqlite")))
    // The header stays, so it is still a database of passc serve.
    try file.truncate(atOffset: 2_000)
    try file.close()
    let summary = try StoreRestore.run(folder("backup.sqlite"), into: folder("a.sqlite"))
    #expect(try await Self.serials(folder("a.sqlite")) == ["A"])
    let kept = try #require(summary.previous)
    #expect(FileManager.default.fileExists(atPath: kept))
  }

  @Test func restoresWhereOnlyALogIsLeft() async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder)
    try FileManager.default.removeItem(atPath: folder("a.sqlite"))
    let summary = try StoreRestore.run(folder("backup.sqlite"), into: folder("a.sqlite"))
    #expect(summary.previous == nil)
    #expect(try await Self.serials(folder("a.sqlite")) == ["A"])
  }

  @Test func restoresABackupWithItsLogFromAFolderThatCannotBeWritten() async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder)
    _ = try StoreRestore.run(folder("a.sqlite"), into: folder("b.sqlite"))
    #expect(try await Self.serials(folder("b.sqlite")) == ["A", "B"])
    #expect(FileManager.default.fileExists(atPath: folder("a.sqlite-wal")))
  }

  private static func reason(_ backup: String, _ path: String) -> StoreError? {
    do {
      _ = try StoreRestore.run(backup, into: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func rejectsWhatIsNoBackup() async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder, isKilled: false)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder("a.sqlite")))
    try folder.add("empty.sqlite", [])
    try folder.add("text.sqlite", Array("not a database, but long enough to look at\n".utf8))
    let backup = try Data(contentsOf: URL(fileURLWithPath: folder("backup.sqlite")))
    try backup.prefix(backup.count / 2).write(
      to: URL(fileURLWithPath: folder("half.sqlite")))
    for (name, reason) in [
      ("none.sqlite", StoreError.Reason.missing), ("empty.sqlite", .foreign),
      ("text.sqlite", .foreign), ("half.sqlite", .damaged),
    ] {
      let error = try #require(Self.reason(folder(name), folder("a.sqlite")), "\(name)")
      #expect(error.reason == reason, "\(error)")
      #expect(error.description.contains(name), "\(error)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder("a.sqlite"))) == before)
    // Nothing is left of a restore that could not begin.
    #expect(Self.reason(folder("half.sqlite"), folder("new.sqlite")) != nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.hasPrefix("new.sqlite") }, "\(names)")
  }

  @Test func rejectsADatabaseInUse() async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder, isKilled: false)
    let store = try SQLiteStore(folder("a.sqlite"))
    #expect(Self.reason(folder("backup.sqlite"), folder("a.sqlite"))?.reason == .inUse)
    #expect(Self.reason(folder("a.sqlite"), folder("b.sqlite"))?.reason == .inUse)
    try store.end()
    let reader = try SQLiteStore(folder("a.sqlite"), access: .reading)
    _ = try await reader.counts()
    #expect(Self.reason(folder("backup.sqlite"), folder("a.sqlite"))?.reason == .inUse)
    try reader.end()
    #expect(Self.reason(folder("backup.sqlite"), folder("a.sqlite")) == nil)
  }

  // MARK: Upgrades

  /// Turns a database into one of an older release.
  private static func age(_ path: String) throws {
    let database = try Database(path)
    try database.execute(
      sql: """
        DROP TABLE signUp;
        DROP INDEX registrationUnused;
        ALTER TABLE registration DROP COLUMN used;
        DELETE FROM grdb_migrations WHERE identifier >= '5'
        """)
  }

  @Test func copiesAnOlderDatabaseBeforeItIsUpgraded() async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder, isKilled: false)
    try Self.age(folder("a.sqlite"))
    let path = folder("a.sqlite")
    #expect {
      _ = try SQLiteStore(path, access: .reading)
    } throws: { ($0 as? StoreError)?.reason == .older && "\($0)".contains("version 4") }
    let lines = Lines()
    let store = try SQLiteStore(path, upgrade: StoreUpgrade { lines.add($0) })
    #expect(try await store.counts().passes == 2)
    try store.end()
    let current = StoreRestore.currentVersion
    #expect(
      lines.all == [
        "\(path) has version 4, and this passc needs version \(current): copying it to "
          + "\(path).version-4 and upgrading it"
      ])
    // Going back: the copy is of the version before.
    let summary = try StoreRestore.run(path + ".version-4", into: path)
    #expect(summary.version == 4 && summary.passes == 2)
  }

  @Test func aNewerDatabaseNamesTheCopy() async throws {
    let folder = try TemporaryFolder()
    try await Self.databases(in: folder, isKilled: false)
    let path = folder("a.sqlite")
    try Database(path).execute(sql: "INSERT INTO grdb_migrations VALUES ('9999')")
    func error() -> StoreError? {
      do {
        _ = try SQLiteStore(path)
        return nil
      } catch {
        return error
      }
    }
    let version = StoreRestore.currentVersion
    #expect(error()?.reason == .foreign)
    #expect(error()?.description.contains("version \(version + 1)") == true)
    #expect(error()?.help == "install the release of passc that upgraded it")
    try folder.add("a.sqlite.version-\(version)", [])
    #expect(error()?.help?.contains("passc serve restore \(path).version-\(version)") == true)
  }

  private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []
    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
  }
}

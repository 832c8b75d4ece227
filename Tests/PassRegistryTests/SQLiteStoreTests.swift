// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassRegistry
import PassTesting
import PassUpdates
import Testing

/// Tests specific to SQLite: its file and its history. The tests run one at a time, because each
/// store has a dozen open files.
@Suite(.serialized)
struct SQLiteStoreTests {
  private static let type = StoreTests.type

  @Test func keepsTheEpochAcrossAStart() async throws {
    let folder = try TemporaryFolder()
    let first = try SQLiteStore(folder("a.sqlite"))
    _ = try await first.save([StoreTests.version("A")], now: 1)
    let epoch = first.epoch
    try first.end()
    let second = try SQLiteStore(folder("a.sqlite"))
    #expect(second.epoch == epoch)
  }

  @Test func beginsAnEpochWhenABackupIsPutBack() async throws {
    let folder = try TemporaryFolder()
    var store: SQLiteStore? = try SQLiteStore(folder("a.sqlite"))
    _ = try await store?.save([StoreTests.version("A")], now: 1)
    let epoch = store?.epoch
    try store?.backUp(to: folder("backup.sqlite"))
    _ = try await store?.save([StoreTests.version("A", "2")], now: 2)
    try store?.end()
    store = nil
    for name in ["a.sqlite-wal", "a.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: folder(name))
    }
    try FileManager.default.removeItem(atPath: folder("a.sqlite"))
    try FileManager.default.moveItem(atPath: folder("backup.sqlite"), toPath: folder("a.sqlite"))
    let restored = try SQLiteStore(folder("a.sqlite"))
    #expect(restored.epoch != epoch)
    let pass = try await StoreTests.pass("A", in: restored)
    _ = try await restored.register(pass, device: "d", pushToken: "aa", now: 3)
    // The tag of a phone that saw the change that the backup does not have.
    let list = try await restored.changes(
      device: "d", passType: Self.type, since: "\(epoch ?? "").2")
    #expect(list.serials == ["A"])
  }

  @Test func beginsAnEpochWhereTheFileBesideItIsMissing() async throws {
    let folder = try TemporaryFolder()
    var store: SQLiteStore? = try SQLiteStore(folder("a.sqlite"))
    _ = try await store?.save([StoreTests.version("A")], now: 1)
    let epoch = store?.epoch
    try store?.end()
    store = nil
    try FileManager.default.removeItem(atPath: folder("a.sqlite-epoch"))
    #expect(try SQLiteStore(folder("a.sqlite")).epoch != epoch)
  }

  @Test func moreCallsThanConnectionsReadWhatWasWrittenLast() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"), readers: 2)
    _ = try await store.save([StoreTests.version("A")], now: 1)
    let pass = try await StoreTests.pass("A", in: store)
    _ = try await store.register(pass, device: "d", pushToken: "aa", now: 1)
    for change in 2..<40 {
      let number = Int64(change)
      _ = try await store.save([StoreTests.version("A", "\(change)")], now: number)
      // An acknowledged change is visible on every connection, for several callers of each.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<12 {
          group.addTask {
            let list = try await store.changes(
              device: "d", passType: Self.type, since: "\(store.epoch).\(number - 1)")
            #expect(list.serials == ["A"] && list.tag?.number == number)
            #expect(try await StoreTests.pass("A", in: store).number == number)
          }
        }
        try await group.waitForAll()
      }
    }
    try store.end()
  }

  @Test func importsMoreRegistrationsThanShareATransaction() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"))
    _ = try await store.save([StoreTests.version("A")], now: 1)
    let lines = (0..<2_500).map {
      PortableRegistration(
        device: "d\($0)", pushToken: "aa", passType: Self.type,
        serial: $0.isMultiple(of: 5) ? "unknown" : "A")
    }
    #expect(try await store.add(lines, now: 2) == 2_000)
    #expect(try await store.add(lines, now: 2) == 0)
    #expect(try await store.counts().registrations == 2_000)
  }

  @Test func servesADatabaseOnce() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"))
    #expect {
      _ = try SQLiteStore(folder("a.sqlite"))
    } throws: { ($0 as? StoreError)?.reason == .inUse }
    // Reading is allowed.
    let reader = try SQLiteStore(folder("a.sqlite"), access: .reading)
    #expect(reader.epoch == store.epoch)
  }

  @Test func keepsItsFilesFromOthers() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"))
    _ = try await store.save([StoreTests.version("A", token: "a-secret-of-this-pass")], now: 1)
    for name in ["a.sqlite", "a.sqlite-wal", "a.sqlite-epoch"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder(name))
      let mode = try #require(attributes[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0, "\(name)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder(name)))
      #expect(bytes.range(of: Data("a-secret-of-this-pass".utf8)) == nil, "\(name)")
    }
  }

  @Test func refusesADatabaseOfAnotherProgram() throws {
    let folder = try TemporaryFolder()
    try folder.add("a.sqlite", Array("this is not a database, whatever its name says".utf8))
    let path = folder("a.sqlite")
    #expect {
      _ = try SQLiteStore(path)
    } throws: {
      ($0 as? StoreError) == StoreError(.foreign, "\(path) is not a database of passc serve")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.sqlite"])
  }

  @Test func keepsTheFileBesideADatabaseThatCannotBeOpened() throws {
    let folder = try TemporaryFolder()
    try SQLiteStore(folder("a.sqlite")).end()
    try folder.add("a.sqlite", Array(repeating: 0x20, count: 4_096))
    for name in ["a.sqlite-wal", "a.sqlite-shm"] {
      try? FileManager.default.removeItem(atPath: folder(name))
    }
    #expect(throws: StoreError.self) { _ = try SQLiteStore(folder("a.sqlite")) }
    #expect(FileManager.default.fileExists(atPath: folder("a.sqlite-epoch")))
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDatabase
import PassRegistry
import PassTesting
import PassUpdates
import Testing

/// Tests of a database that passc serve made with GRDB: Tests/Fixtures/grdb/passes.sqlite.gz.
@Suite(.serialized)
struct GRDBStoreTests {
  private static let type = "pass.com.example.passc"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let made = try Program.run(
      "/usr/bin/python3",
      [
        "-c", "import gzip, sys; open('a.sqlite', 'wb').write(gzip.open(sys.argv[1]).read())",
        Program.repository + "/Tests/Fixtures/grdb/passes.sqlite.gz",
      ], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
  }

  private func schema() throws -> [String] {
    try Database(folder("a.sqlite")).texts(
      "SELECT name || coalesce(sql, '') FROM sqlite_master ORDER BY name")
  }

  @Test(arguments: [SQLiteStore.Access.serving, .reading, .amending])
  func opensOnceTheServiceHasMigratedIt(_ access: SQLiteStore.Access) async throws {
    let before = try schema()
    if access != .serving {
      let error = #expect(throws: StoreError.self) {
        try SQLiteStore(folder("a.sqlite"), access: access)
      }
      #expect(error?.description.contains("start passc serve once") == true)
      #expect(try schema() == before)
      try SQLiteStore(folder("a.sqlite")).end()
    }
    let store = try SQLiteStore(folder("a.sqlite"), access: access)
    let counts = try await store.counts()
    #expect(counts.passes == 3 && counts.registrations == 2 && counts.devices == 2)
    let list = try await store.changes(device: "device-of-M-1", passType: Self.type, since: nil)
    #expect(list.serials == ["M-1"])
    // Without the epoch file, a service starts another epoch.
    #expect(store.epoch != "sbnpajg2m8")
    try store.end()
    #expect(try Set(before).isSubset(of: schema()))
  }

  @Test func isServedOn() async throws {
    let store = try SQLiteStore(folder("a.sqlite"))
    let pass = try #require(try await store.pass(passType: Self.type, serial: "M-3"))
    _ = try await store.register(pass, device: "new", pushToken: "aa", now: 1)
    #expect(try await store.counts().registrations == 3)
    try store.backUp(to: folder("copy.sqlite"))
    try store.end()
    let copy = try SQLiteStore(folder("copy.sqlite"), access: .reading)
    #expect(try await copy.counts().registrations == 3)
  }
}

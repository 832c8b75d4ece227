// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import PassTesting
import PassUpdates
import Synchronization
import Testing

/// Tests of what every store keeps about passes built on request, their links, and itself.
struct MakingTests {
  private static let type = StoreTests.type

  @Test(arguments: StoreTests.Kind.allCases)
  func storesCommonFilesOnceAndDropsUnusedOnes(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    func version(_ serial: String, _ mark: UInt8) -> NewVersion {
      let digest = [UInt8](repeating: mark, count: 32)
      var version = StoreTests.version(serial, source: .row)
      version.bytes = [CommonFiles.mark] + digest + [7]
      version.commonFiles = CommonFiles(digest: digest, bytes: [mark])
      return version
    }
    let (one, two) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
    _ = try await store.save([version("A", 1), version("B", 1), version("C", 2)], now: 100)
    #expect(try await store.commonFiles(one) == [1])
    #expect(try await store.dropUnusedFiles() == 0)
    #expect(try await store.forget(passType: nil, serial: "A"))
    #expect(try await store.dropUnusedFiles() == 0)
    #expect(try await store.forget(passType: nil, serial: "B"))
    #expect(try await store.dropUnusedFiles() == 1)
    #expect(try await store.commonFiles(one) == nil)
    #expect(try await store.commonFiles(two) == [2])
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func keepsTheFirstBundleOfAVersion(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    _ = try await store.save([StoreTests.version("A", source: .table)], now: 100)
    let first = try await StoreTests.pass("A", in: store)
    #expect(try await store.bundle(of: first) == nil)
    let source = try #require(try await store.bytes(of: first))
    #expect(try await store.content(of: first) == .source(source))
    #expect(try await store.save(bundle: [1], of: first) == [1])
    #expect(try await store.save(bundle: [2], of: first) == [1])
    #expect(try await store.bundle(of: first) == [1])
    #expect(try await store.content(of: first) == .bundle([1]))

    _ = try await store.save([StoreTests.version("A", "2", source: .table)], now: 200)
    let second = try await StoreTests.pass("A", in: store)
    #expect(try await store.bundle(of: second) == nil)
    #expect(
      try await store.content(of: second) == .source(try #require(await store.bytes(of: second))))
    // The version has been replaced.
    #expect(try await store.bytes(of: first) == nil)
    #expect(try await store.save(bundle: [3], of: second) == [3])
    // A bundle started before the change does not replace it.
    _ = try await store.save(bundle: [4], of: first)
    #expect(try await store.bundle(of: second) == [3])

    #expect(try await store.forget(passType: nil, serial: "A"))
    #expect(try await store.bundle(of: second) == nil)
    #expect(try await store.content(of: second) == nil)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func findsWhatAVersionIsMadeFromWithThePass(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    let version = StoreTests.version("A", source: .table)
    _ = try await store.save([version, StoreTests.version("B", source: .table)], now: 100)
    let address = PassAddress(passType: Self.type, serials: ["A"])
    let asked = Mutex<[String]>([])
    func found(_ token: String, _ wants: Bool) async throws -> VersionContent?? {
      try await store.pass(address, token: token) { pass in
        asked.withLock { $0.append(pass.serial) }
        return wants
      }.map(\.content)
    }
    // SQLite finds both with one query. A PostgreSQL server looks up the rows of many requests at
    // once.
    let isOneLook = kind == .sqlite
    #expect(
      try await found("token-of-A", true) == .some(isOneLook ? .source(version.bytes) : nil))
    #expect(try await found("token-of-A", false) == .some(nil))
    #expect(asked.withLock { $0 } == (isOneLook ? ["A", "A"] : []))
    // Without the authentication token of a pass, its content is not requested.
    #expect(try await found("token-of-B", true) == nil)
    #expect(asked.withLock { $0 }.count == (isOneLook ? 2 : 0))
    _ = try await store.save(bundle: [1], of: try await StoreTests.pass("A", in: store))
    #expect(try await found("token-of-A", true) == .some(isOneLook ? .bundle([1]) : nil))
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func keepsWhatHoldersGaveInTheirTransaction(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    var version = StoreTests.version("A", source: .row)
    _ = try await store.save([version], now: 1)
    let pass = try await StoreTests.pass("A", in: store)
    #expect(try await store.personal(of: pass) == nil)
    version = StoreTests.version("A", "2", source: .row)
    version.personal = [7]
    _ = try await store.save([version], now: 2)
    #expect(try await store.personal(of: pass) == [7])
    // A change without personal data keeps it.
    _ = try await store.save([StoreTests.version("A", "3", source: .row)], now: 3)
    #expect(try await store.personal(of: pass) == [7])
    // Personal data of another source are ignored.
    version = StoreTests.version("A", "4", source: .ledger)
    version.personal = [8]
    _ = try await store.save([version], now: 4)
    #expect(try await store.personal(of: pass) == [7])
    _ = try await store.forget(passType: nil, serial: "A")
    #expect(try await store.personal(of: pass) == nil)
  }

  // MARK: Sign-ups

  /// Returns a version that a sign-up makes of the current pass.
  private static func signUp(
    _ token: UInt8, _ content: String, of pass: StoredPass
  ) -> NewVersion {
    var version = StoreTests.version(pass.serial, content, source: .row)
    version.personal = [token]
    version.signUp = StoredSignUp(tokenDigest: [token], signature: [9, token])
    version.replaces = .version(number: pass.number, row: pass.row)
    return version
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func keepsOneSignUpForEachVersion(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    func pass() async throws -> StoredPass { try await StoreTests.pass("A", in: store) }
    _ = try await store.save(
      ["A", "B"].map { StoreTests.version($0, source: .row) }, now: 1)
    #expect(try await store.signUp(of: pass()) == nil)
    var outcome = try await store.save([Self.signUp(1, "2", of: pass())], now: 2)
    #expect(outcome == [.changed])
    let kept = StoredSignUp(tokenDigest: [1], signature: [9, 1])
    #expect(try await store.signUp(of: pass()) == kept)
    // Another sign-up is rejected and changes nothing.
    for content in ["2", "3"] {
      outcome = try await store.save([Self.signUp(2, content, of: pass())], now: 3)
      #expect(outcome == [.overtaken])
    }
    #expect(try await store.signUp(of: pass()) == kept)
    #expect(try await store.personal(of: pass()) == [1])
    // The same pass again is not a new version, and neither is a change of another pass.
    _ = try await store.save([StoreTests.version("A", "2", source: .row)], now: 4)
    _ = try await store.save([StoreTests.version("B", "2", source: .row)], now: 4)
    #expect(try await store.signUp(of: pass()) == kept)
    // A later version has its own sign-up, even if the sign-up does not change the pass.
    _ = try await store.save([StoreTests.version("A", "3", source: .row)], now: 5)
    #expect(try await store.signUp(of: pass()) == nil)
    outcome = try await store.save([Self.signUp(3, "3", of: pass())], now: 6)
    #expect(outcome == [.unchanged])
    #expect(try await store.signUp(of: pass())?.tokenDigest == [3])
    outcome = try await store.save([Self.signUp(4, "3", of: pass())], now: 7)
    #expect(outcome == [.overtaken])
    let last = try await pass()
    _ = try await store.forget(passType: nil, serial: "A")
    #expect(try await store.signUp(of: last) == nil)
  }

  @Test func keepsSignUpsOverARestart() async throws {
    let folder = try TemporaryFolder()
    let before = try SQLiteStore(folder("a.sqlite"))
    _ = try await before.save([StoreTests.version("A", source: .row)], now: 1)
    let first = try await StoreTests.pass("A", in: before)
    _ = try await before.save([Self.signUp(1, "2", of: first)], now: 2)
    try before.end()
    let store = try SQLiteStore(folder("a.sqlite"))
    let pass = try await StoreTests.pass("A", in: store)
    #expect(try await store.signUp(of: pass)?.signature == [9, 1])
    #expect(try await store.save([Self.signUp(2, "3", of: pass)], now: 3) == [.overtaken])
  }

  @Test func oneOfTwoInstancesSignsUp() async throws {
    let address = try PostgresAddress(PostgresServer.shared.get().makeDatabase())
    let stores = [
      try PostgresStore(address, connections: 3), try PostgresStore(address, connections: 3),
    ]
    _ = try await stores[0].save([StoreTests.version("A", source: .row)], now: 1)
    var pass = try await StoreTests.pass("A", in: stores[0])
    // First the sign-up changes the pass, then it does not.
    for content in ["2", "2"] {
      let found = pass
      let outcomes = try await withThrowingTaskGroup(of: SaveOutcome.self) { group in
        for number in 0..<8 {
          group.addTask {
            let version = Self.signUp(UInt8(number), content, of: found)
            return try await stores[number % 2].save([version], now: 2)[0]
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.count { $0 != .overtaken } == 1, "\(outcomes)")
      #expect(try await stores[1].signUp(of: StoreTests.pass("A", in: stores[1])) != nil)
      _ = try await stores[0].save([StoreTests.version("A", "3", source: .row)], now: 3)
      _ = try await stores[0].save([StoreTests.version("A", "2", source: .row)], now: 4)
      pass = try await StoreTests.pass("A", in: stores[0])
    }
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func countsHowOftenLinksWereRevoked(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    func generation(_ serial: String) async throws -> Int64 {
      try await store.linkGeneration(passType: Self.type, serial: serial)
    }
    #expect(try await generation("A") == 0)
    #expect(try await store.revokeLinks(passType: Self.type, serial: "A") == 1)
    #expect(try await store.revokeLinks(passType: Self.type, serial: "A") == 2)
    #expect(try await generation("A") == 2)
    #expect(try await generation("B") == 0)
    _ = try await store.save([StoreTests.version("A")], now: 1)
    _ = try await store.forget(passType: nil, serial: "A")
    #expect(try await generation("A") == 2)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func keepsSettingsByTheirNames(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    #expect(try await store.setting("template/x") == nil)
    try await store.save(setting: [1, 0], named: "template/x")
    try await store.save(setting: [2], named: "template/x")
    #expect(try await store.setting("template/x") == [2])
    #expect(try await store.setting("template/y") == nil)
  }

  @Test(arguments: StoreTests.Kind.allCases)
  func pushesEveryDeviceOnceThoughInSeveralTransactions(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.make(folder)
    defer { withExtendedLifetime(folder) {} }
    let serials = (0..<30).map { "S\($0)" }
    _ = try await store.save(serials.map { StoreTests.version($0) }, now: 1)
    for (index, serial) in serials.enumerated() {
      let pass = try await StoreTests.pass(serial, in: store)
      for device in 0..<3 {
        _ = try await store.register(
          pass, device: "d\(device + index % 2 * 3)", pushToken: "aa0\(device + index % 2 * 3)",
          now: 1)
      }
    }
    #expect(try await store.push(serials: nil, now: 5) == 6)
    #expect(try await store.push(serials: nil, now: 5) == 0)
    let due = try await store.due(topic: nil, now: 5, limit: 100)
    #expect(due.count == 6 && due.allSatisfy { $0.number == 1 })
    for entry in due { try await store.settle([(entry, .delivered)], now: 6) }
    #expect(try await store.push(serials: ["S0", "nobody"], now: 7) == 3)
    let unknown = try await store.unknown(serials: ["nobody", "S1", "s1", "S0", "nowhere"])
    #expect(unknown == ["nobody", "s1", "nowhere"])
    #expect(try await store.unknown(serials: []).isEmpty)
  }
}

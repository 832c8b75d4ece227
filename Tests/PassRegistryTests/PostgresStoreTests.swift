// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassRegistry

/// Tests specific to PostgreSQL: several instances, and a server that restarts.
struct PostgresStoreTests {
  private static let type = StoreTests.type

  private static func database() throws -> PostgresAddress {
    try PostgresAddress(PostgresServer.shared.get().makeDatabase())
  }

  /// Returns two instances with one database.
  private static func pair() throws -> (PostgresStore, PostgresStore) {
    let address = try database()
    return (
      try PostgresStore(address, connections: 3), try PostgresStore(address, connections: 3)
    )
  }

  // MARK: Several instances

  @Test func severalInstancesStartTogether() async throws {
    let address = try Self.database()
    let stores = try await withThrowingTaskGroup(of: PostgresStore.self) { group in
      for _ in 0..<6 { group.addTask { try PostgresStore(address, connections: 2) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(stores.map(\.epoch)).count == 1)
    _ = try await stores[0].save([StoreTests.version("A")], now: 1)
    // All instances have one key, so a token opens the pass at each.
    for store in stores { #expect(try await StoreTests.pass("A", in: store).number == 1) }
  }

  @Test func oneInstanceSeesWhatAnotherDid() async throws {
    let (one, other) = try Self.pair()
    _ = try await one.save([StoreTests.version("A")], now: 1)
    let pass = try await StoreTests.pass("A", in: other)
    _ = try await other.register(pass, device: "d", pushToken: "aa", now: 1)
    let list = try await one.changes(device: "d", passType: Self.type, since: nil)
    let tag = try #require(list.tag)
    #expect(list.serials == ["A"])
    _ = try await one.save([StoreTests.version("A", "2")], now: 2)
    #expect(
      try await other.changes(device: "d", passType: Self.type, since: tag.description).serials
        == ["A"])
    #expect(try await other.claim(topic: Self.type, now: 2, limit: 9).map(\.pushToken) == ["aa"])
  }

  @Test func pushersShareTheWork() async throws {
    let (one, other) = try Self.pair()
    _ = try await one.save([StoreTests.version("A")], now: 1)
    let pass = try await StoreTests.pass("A", in: one)
    let devices = (0..<200).map { String(format: "%04x", $0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for device in devices {
        group.addTask {
          _ = try await one.register(pass, device: device, pushToken: device, now: 1)
        }
      }
      try await group.waitForAll()
    }
    _ = try await one.save([StoreTests.version("A", "2")], now: 2)
    let claimed = try await withThrowingTaskGroup(of: [OutboxEntry].self) { group in
      for index in 0..<40 {
        let store = index.isMultiple(of: 2) ? one : other
        group.addTask { try await store.claim(topic: Self.type, now: 2, limit: 7) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claimed.map(\.pushToken).sorted() == devices)
    #expect(try await other.claim(topic: Self.type, now: 2, limit: 7).isEmpty)
    // `due` does not claim pushes.
    #expect(try await other.due(topic: Self.type, now: 2, limit: 900).count == 200)
  }

  @Test func whatAPusherLeftIsTakenByAnother() async throws {
    let address = try Self.database()
    let one = try PostgresStore(address, connections: 2)
    let other = try PostgresStore(address, connections: 2)
    _ = try await one.save([StoreTests.version("A")], now: 1)
    let pass = try await StoreTests.pass("A", in: one)
    _ = try await one.register(pass, device: "d", pushToken: "aa", now: 1)
    _ = try await one.save([StoreTests.version("A", "2")], now: 2)
    let claimed = try await one.claim(topic: Self.type, now: 2, limit: 9)
    #expect(claimed.count == 1)
    #expect(try await other.claim(topic: Self.type, now: 2, limit: 9).isEmpty)
    // A change while a push is in flight is sent immediately by any instance.
    _ = try await other.save([StoreTests.version("A", "3")], now: 3)
    try await one.settle(claimed.map { ($0, .delivered) }, now: 3)
    #expect(try await other.claim(topic: Self.type, now: 3, limit: 9).map(\.number) == [3])
    // The instance died. Two minutes later another may claim the push.
    try await one.writing { connection in
      try connection.execute("UPDATE outbox SET claimed = claimed - interval '121 seconds'")
    }
    #expect(try await one.claim(topic: Self.type, now: 3, limit: 9).map(\.number) == [3])
  }

  @Test func anOlderTemplateDoesNotWrite() async throws {
    let (one, other) = try Self.pair()
    let row = StoreTests.version("A", source: .row)
    #expect(try await one.adopt(template: [1], of: Self.type))
    #expect(try await one.save([row], now: 1) == [.added])
    #expect(try await other.adopt(template: [2], of: Self.type))
    await #expect {
      _ = try await one.save([StoreTests.version("A", "2", source: .row)], now: 2)
    } throws: { ($0 as? StoreError)?.reason == .outdated }
    // After a restart it is still the older one.
    #expect(try await one.adopt(template: [1], of: Self.type) == false)
    #expect(
      try await other.save([StoreTests.version("A", "2", source: .row)], now: 2) == [.changed])
    // It may write passes of another type and of a ledger.
    let foreign = StoreTests.version("A", type: "pass.other", source: .row)
    #expect(try await one.save([foreign, StoreTests.version("B")], now: 2) == [.added, .added])
    #expect(try await one.adopt(template: [2], of: Self.type))
    #expect(try await one.save([StoreTests.version("A", "3", source: .row)], now: 3) == [.changed])
  }

  @Test func instancesInEachOthersWayLoseNothing() async throws {
    let (one, other) = try Self.pair()
    let serials = (0..<6).map { "A\($0)" }
    _ = try await one.save(serials.map { StoreTests.version($0) }, now: 1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<16 {
        let store = worker.isMultiple(of: 2) ? one : other
        group.addTask {
          var chance = SeededGenerator(seed: UInt64(worker))
          for step in 0..<60 {
            let serial = serials.randomElement(using: &chance) ?? "A0"
            let device = "d\(Int.random(in: 0..<5, using: &chance))"
            let pass = try await StoreTests.pass(serial, in: store)
            switch Int.random(in: 0..<5, using: &chance) {
            case 0:
              let versions = serials.shuffled(using: &chance).prefix(3).map {
                StoreTests.version($0, "\(worker)-\(step)")
              }
              _ = try await store.save(versions, now: 5)
            case 1: try await store.unregister(pass, device: device)
            case 2:
              let entries = try await store.claim(topic: Self.type, now: 9, limit: 3)
              try await store.settle(entries.map { ($0, .gone(before: 2_000)) }, now: 9)
            default:
              let token = String(format: "%04x", Int.random(in: 0..<9, using: &chance))
              _ = try await store.register(pass, device: device, pushToken: token, now: 1)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let wrong = try await one.reading { connection in
      try connection.rows(
        """
        SELECT count(*) FROM pass p
        WHERE devices <> (SELECT count(*) FROM registration r WHERE r.pass = p.id)
        """
      ).first { $0.integer(0) }
    }
    #expect(wrong == 0, "passes count their devices wrongly")
    let idle = try await one.reading { connection in
      try connection.rows(
        """
        SELECT count(*) FROM device d
        WHERE NOT EXISTS (SELECT 1 FROM registration r WHERE r.device = d.id)
        """
      ).first { $0.integer(0) }
    }
    #expect(idle == 0, "devices outlive their registrations")
    let lost = try await one.reading { connection in
      try connection.rows(
        "SELECT count(*) FROM registration WHERE device NOT IN (SELECT id FROM device)"
      ).first { $0.integer(0) }
    }
    #expect(lost == 0, "registrations outlive their devices")
  }

  // MARK: Histories

  @Test func keepsTheEpochAcrossAStart() async throws {
    let address = try Self.database()
    let first = try PostgresStore(address, connections: 2)
    _ = try await first.save([StoreTests.version("A")], now: 1)
    try first.end()
    #expect(try PostgresStore(address, connections: 2).epoch == first.epoch)
  }

  @Test func beginsAnEpochWhenADumpIsLoaded() async throws {
    let server = try PostgresServer.shared.get()
    let uri = try server.makeDatabase()
    let store = try PostgresStore(PostgresAddress(uri), connections: 2)
    _ = try await store.save([StoreTests.version("A")], now: 1)
    let dump = "\(server.folder)/\(UUID().uuidString).dump"
    #expect(try server.tool("pg_dump", ["-Fc", "-f", dump, uri]).status == 0)
    let pass = try await StoreTests.pass("A", in: store)
    _ = try await store.register(pass, device: "d", pushToken: "aa", now: 3)
    _ = try await store.save([StoreTests.version("A", "2")], now: 2)
    let list = try await store.changes(device: "d", passType: Self.type, since: nil)
    let tag = try #require(list.tag)
    try store.end()
    // Into the same database and into another one.
    for target in [uri, try server.makeDatabase()] {
      let loaded = try server.tool(
        "pg_restore", ["--clean", "--if-exists", "-d", target, dump])
      #expect(loaded.status == 0, "\(loaded.errors)")
      let restored = try PostgresStore(PostgresAddress(target), connections: 2)
      #expect(restored.epoch != store.epoch)
      let pass = try await StoreTests.pass("A", in: restored)
      _ = try await restored.register(pass, device: "d", pushToken: "aa", now: 3)
      let list = try await restored.changes(
        device: "d", passType: Self.type, since: tag.description)
      #expect(list.serials == ["A"])
    }
  }

  @Test func beginsAnEpochWhenAStandbyTakesOver() async throws {
    let server = try PostgresServer()
    defer { server.stop() }
    let address = try PostgresAddress(server.makeDatabase())
    let store = try PostgresStore(address, connections: 2)
    _ = try await store.save([StoreTests.version("A")], now: 1)
    let epoch = store.epoch
    // The same server as its own standby. The timeline shows the change.
    server.stop()
    try server.becomeStandby()
    try server.start()
    await #expect(throws: StoreError.self) {
      _ = try await store.save([StoreTests.version("A", "2")], now: 2)
    }
    #expect(try server.promote().status == 0)
    try await Self.eventually { _ = try await store.save([StoreTests.version("A", "3")], now: 3) }
    #expect(store.epoch != epoch)
    let pass = try await StoreTests.pass("A", in: store)
    _ = try await store.register(pass, device: "d", pushToken: "aa", now: 3)
    let list = try await store.changes(
      device: "d", passType: Self.type, since: "\(epoch).\(pass.number)")
    #expect(list.serials == ["A"] && list.tag?.epoch == store.epoch)
  }

  @Test func beginsAnEpochWhereTheDatabaseIsBehindWhatWasSeen() async throws {
    let address = try Self.database()
    let one = try PostgresStore(address, connections: 1)
    let other = try PostgresStore(address, connections: 1)
    _ = try await one.save([StoreTests.version("A")], now: 1)
    _ = try await one.save([StoreTests.version("A", "2")], now: 1)
    let epoch = one.epoch
    // Simulates a restored disk: a lower counter and lost connections.
    try await other.writing { try $0.execute("UPDATE pass_type SET counter = 1") }
    try await other.reading { connection in
      _ = try connection.rows(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
        """)
    }
    _ = try await one.topics(now: 0)
    #expect(one.epoch != epoch)
    // The other instance has not reconnected, but returns tags of the new epoch.
    let pass = try await StoreTests.pass("A", in: other)
    _ = try await other.register(pass, device: "d", pushToken: "aa", now: 3)
    let list = try await other.changes(device: "d", passType: Self.type, since: "\(epoch).1")
    #expect(list.tag?.epoch == one.epoch && list.serials == ["A"])
  }

  @Test func refusesADatabaseOfANewerRelease() async throws {
    let address = try Self.database()
    let store = try PostgresStore(address, connections: 1)
    try await store.writing { connection in
      try connection.execute("UPDATE service SET value = '99' WHERE name = 'form'")
    }
    #expect {
      _ = try PostgresStore(address, connections: 1)
    } throws: { ($0 as? StoreError)?.reason == .foreign }
  }

  // MARK: Server restarts

  /// Retries for a minute. Alone this takes milliseconds, next to all other tests seconds.
  private static func eventually(_ body: () async throws -> Void) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      do {
        return try await body()
      } catch {
        guard ContinuousClock.now < end else { throw error }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Returns whether a job is rejected during `submit`, so that no caller waits. A clock cannot
  /// test this, because a task may wait minutes for a thread.
  private static func isRefusedAtOnce(by store: PostgresStore) -> Bool {
    let isRefused = Flag()
    store.pool.submit(
      PostgresPool.Job(
        run: { _ in }, fail: { if $0.reason == .unavailable { isRefused.set() } }))
    return isRefused.isSet
  }

  @Test(.timeLimit(.minutes(15)))
  func saysAtOnceThatTheServerIsAwayAndGoesOnWhenItIsBack() async throws {
    let server = try PostgresServer()
    defer { server.stop() }
    let store = try PostgresStore(PostgresAddress(server.makeDatabase()), connections: 3)
    _ = try await store.save([StoreTests.version("A")], now: 1)
    let epoch = store.epoch
    let reported = Told()
    store.watch { fault in reported.add(fault == nil) }
    server.stop()
    // Each thread of the store with a connection learns of it from a failing job.
    while !Self.isRefusedAtOnce(by: store) {
      await #expect {
        _ = try await store.topics(now: 1)
      } throws: { ($0 as? StoreError)?.reason == .unavailable }
    }
    for _ in 0..<20 {
      #expect(Self.isRefusedAtOnce(by: store))
      await #expect {
        _ = try await store.topics(now: 1)
      } throws: { ($0 as? StoreError)?.reason == .unavailable }
    }
    try server.start()
    try await Self.eventually { _ = try await store.topics(now: 1) }
    #expect(try await StoreTests.pass("A", in: store).number == 1)
    #expect(store.epoch == epoch)
    for _ in 0..<500 where reported.all.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(reported.all == [false, true])
  }

  /// Records whether the server was back, for each notification.
  private final class Told: Sendable {
    private let words = Mutex<[Bool]>([])

    var all: [Bool] { words.withLock { $0 } }

    func add(_ isBack: Bool) { words.withLock { $0.append(isBack) } }
  }

  /// Stopped cleanly and as by a crash, while phones register and passes change.
  @Test(arguments: [SIGINT, SIGQUIT])
  func losesNothingWhenItIsRestartedUnderLoad(_ signal: Int32) async throws {
    let server = try PostgresServer()
    defer { server.stop() }
    let address = try PostgresAddress(server.makeDatabase())
    let stores = [
      try PostgresStore(address, connections: 3), try PostgresStore(address, connections: 3),
    ]
    let serials = (0..<4).map { "A\($0)" }
    _ = try await stores[0].save(serials.map { StoreTests.version($0) }, now: 1)
    let isOver = Flag()
    let acknowledged = try await withThrowingTaskGroup(of: [String: String].self) { group in
      for worker in 0..<8 {
        let store = stores[worker % 2]
        group.addTask {
          var devices: [String: String] = [:]
          for step in 0... {
            if isOver.isSet { break }
            let device = "d\(worker)-\(step)"
            let serial = serials[step % serials.count]
            do {
              let pass = try await StoreTests.pass(serial, in: store)
              _ = try await store.register(pass, device: device, pushToken: "aa", now: 1)
              devices[device] = serial
            } catch let error as StoreError {
              // The error for 503 and no other.
              #expect(error.reason == .unavailable, "\(error)")
              try await Task.sleep(for: .milliseconds(10))
            }
          }
          return devices
        }
      }
      group.addTask {
        for step in 0... {
          if isOver.isSet { break }
          do {
            _ = try await stores[0].save([StoreTests.version("A0", "c\(step)")], now: 1)
          } catch let error as StoreError {
            #expect(error.reason == .unavailable, "\(error)")
            try await Task.sleep(for: .milliseconds(10))
          }
        }
        return [:]
      }
      group.addTask {
        for _ in 0..<2 {
          try await Task.sleep(for: .milliseconds(300))
          server.stop(signal)
          try await Task.sleep(for: .milliseconds(300))
          try server.start()
          try await Self.eventually {
            for store in stores { _ = try await StoreTests.pass("A0", in: store) }
          }
        }
        try await Task.sleep(for: .milliseconds(300))
        isOver.set()
        return [:]
      }
      return try await group.reduce(into: [:]) { $0.merge($1) { $1 } }
    }
    #expect(!acknowledged.isEmpty)
    for (device, serial) in acknowledged {
      let list = try await stores[0].changes(device: device, passType: Self.type, since: nil)
      #expect(list.serials == [serial], "\(device) was acknowledged and is not there")
    }
    #expect(Set(stores.map(\.epoch)).count == 1)
  }

  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
  }

  // MARK: Values

  @Test func keepsOddNamesAsTheyAre() async throws {
    let store = try PostgresStore(Self.database(), connections: 2)
    for serial in [
      "A\u{0}B", "\u{1}", "ä/%20 ", "é", "e\u{301}", String(repeating: "x", count: 1_000),
    ] {
      _ = try await store.save([StoreTests.version(serial)], now: 1)
      let pass = try await StoreTests.pass(serial, in: store)
      #expect(pass.serial.utf8.elementsEqual(serial.utf8))
      for device in ["d\u{0}", "d", String(repeating: "d", count: 5_000)] {
        let isNew = try await store.register(pass, device: device, pushToken: "a\u{0}b", now: 1)
        #expect(isNew)
        let list = try await store.changes(device: device, passType: Self.type, since: nil)
        #expect(list.serials.contains { $0.utf8.elementsEqual(serial.utf8) })
      }
    }
    #expect(try await store.counts().devices == 3)
    #expect(try await store.counts().passes == 6)
  }

  @Test func syncsWhateverTheDatabaseIsSetTo() async throws {
    let server = try PostgresServer.shared.get()
    let uri = try server.makeDatabase()
    let name = try server.query("SELECT current_database()", in: uri)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    try server.query("ALTER DATABASE \(name) SET synchronous_commit = off", in: uri)
    let store = try PostgresStore(PostgresAddress(uri), connections: 1)
    let setting = try await store.reading { connection in
      try connection.rows("SHOW synchronous_commit").first { $0.text(0) }
    }
    #expect(setting == "on")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassRegistry

/// Runs phones, writers, pushers and a jumping clock in seeded order, on one instance with SQLite
/// and on two with PostgreSQL (races).
///
/// `PASSC_INTERLEAVINGS` sets the number of runs. `make soak-service` runs a thousand.
struct InterleavingTests {
  private static let count =
    ProcessInfo.processInfo.environment["PASSC_INTERLEAVINGS"].flatMap { UInt64($0) } ?? 25

  @Test(arguments: StoreTests.Kind.allCases)
  func everyPhoneEndsWithTheNewestVersion(_ kind: StoreTests.Kind) async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let stores: [any PassStore]
    switch kind {
    case .sqlite: stores = [try kind.make(folder)]
    case .postgres:
      let address = try PostgresAddress(PostgresServer.shared.get().makeDatabase())
      stores = [
        try PostgresStore(address, connections: 3), try PostgresStore(address, connections: 3),
      ]
    }
    for seed in 1...Self.count {
      var interleaving = Interleaving(seed: seed, stores: stores)
      try await interleaving.run()
    }
  }
}

/// One seeded run with its own pass type identifiers, serial numbers and devices.
private struct Interleaving {
  private typealias Step = @Sendable () async throws -> Void

  private let stores: [any PassStore]
  private let seed: UInt64
  private var chance: SeededGenerator
  private let type: String
  private let serials: [String]
  private let phones: [Phone]
  private var now: Int64 = 1_000_000
  private var contents = 0
  /// Pushes in flight.
  private let sending = Mutexed<[OutboxEntry]>([])
  /// Push tokens of phones that were reached.
  private let reached = Mutexed<Set<String>>([])

  init(seed: UInt64, stores: [any PassStore]) {
    self.seed = seed
    self.stores = stores
    chance = SeededGenerator(seed: seed)
    let type = "pass.com.example.seed\(seed)"
    self.type = type
    serials = ["A", "B", "C", "D"].map { "\($0)\(seed)" }
    phones = (0..<4).map { Phone("d\(seed)-\($0)", type: type, number: seed * 10 + UInt64($0)) }
  }

  mutating func run() async throws {
    _ = try await stores[0].save(serials.map { version($0, "first") }, now: now)
    for _ in 0..<30 {
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: now -= 3_600
      case 1, 2: now += 1
      default: break
      }
      var idle = phones.shuffled(using: &chance)
      var steps: [Step] = []
      for _ in 0..<Int.random(in: 1...3, using: &chance) { steps.append(step(&idle)) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for step in steps { group.addTask { try await step() } }
        try await group.waitForAll()
      }
    }
    try await settle()
    for phone in phones { try await phone.verify(at: stores[0], seed) }
  }

  /// Pushes everything that waits. Phones take no other action.
  private mutating func settle() async throws {
    // The pushes in flight get their responses.
    let rest = sending.take()
    try await stores[0].settle(rest.map { ($0, .delivered) }, now: now)
    reached.change { $0.formUnion(rest.map(\.pushToken)) }
    for round in 0..<100 {
      let entries = try await store().claim(topic: type, now: .max, limit: 3)
      try await stores[0].settle(entries.map { ($0, .delivered) }, now: now)
      let tokens = reached.take().union(entries.map(\.pushToken))
      if entries.isEmpty, tokens.isEmpty { return }
      for phone in phones where tokens.contains(await phone.pushToken) {
        try await phone.update(at: store())
      }
      #expect(round < 99, "seed \(seed): pushes do not end")
    }
  }

  private mutating func store() -> any PassStore {
    stores[Int.random(in: 0..<stores.count, using: &chance)]
  }

  private func version(_ serial: String, _ content: String, signature: String = "s") -> NewVersion {
    StoreTests.version(serial, content, type: type, signature: signature)
  }

  // MARK: Steps

  private mutating func step(_ idle: inout [Phone]) -> Step {
    let store = store()
    let now = now
    let type = type
    switch Int.random(in: 0..<12, using: &chance) {
    case 0...3:
      let versions = someVersions()
      return { _ = try await store.save(versions, now: now) }
    case 4:
      let versions = someVersions()
      let pause = UInt32.random(in: 500...4_000, using: &chance)
      return { try await Self.putSlowly(versions, now: now, pause: pause, store) }
    case 5, 6:
      guard let phone = idle.popLast() else { return {} }
      let serial = serials.randomElement(using: &chance) ?? serials[0]
      let renews = Bool.random(using: &chance)
      return { try await phone.add(serial, renewsToken: renews, at: store, now: now) }
    case 7:
      guard let phone = idle.popLast() else { return {} }
      let serial = serials.randomElement(using: &chance) ?? serials[0]
      return { try await phone.remove(serial, at: store) }
    case 8:
      // About once a day a phone asks on its own.
      guard let phone = idle.popLast() else { return {} }
      return { try await phone.update(at: store) }
    case 9:
      guard let phone = idle.popLast() else { return {} }
      let reached = reached
      return {
        let token = await phone.pushToken
        if reached.change({ $0.remove(token) }) != nil { try await phone.update(at: store) }
      }
    case 10:
      let sending = sending
      return {
        let entries = try await store.claim(topic: type, now: now, limit: 2)
        sending.change { $0 += entries }
      }
    default:
      let entries = sending.take()
      let isTaken = Int.random(in: 0..<4, using: &chance) > 0
      let reached = reached
      return {
        try await store.settle(entries.map { ($0, isTaken ? .delivered : .later(now)) }, now: now)
        if isTaken { reached.change { $0.formUnion(entries.map(\.pushToken)) } }
      }
    }
  }

  private mutating func someVersions() -> [NewVersion] {
    let count = Int.random(in: 1...3, using: &chance)
    return serials.shuffled(using: &chance).prefix(count).map { serial in
      switch Int.random(in: 0..<6, using: &chance) {
      // The first version, or the current one signed again.
      case 0: return version(serial, "first")
      case 1: return version(serial, "c\(contents)", signature: "again")
      default:
        contents += 1
        return version(serial, "c\(contents)")
      }
    }
  }

  /// Stores versions in a transaction that stays open for a while.
  private static func putSlowly(
    _ versions: [NewVersion], now: Int64, pause: UInt32, _ store: any PassStore
  ) async throws {
    guard let store = store as? PostgresStore else {
      _ = try await store.save(versions, now: now)
      return
    }
    let arriving = versions.map {
      PostgresSave.Arriving(
        version: $0, access: store.access($0.passType, $0.serial, $0.token))
    }
    try await store.writing { connection in
      var put = PostgresSave(connection, now: now)
      _ = try put.save(arriving)
      usleep(pause)
    }
  }
}

/// A phone that makes one call after the other. It learns about changes from pushes and
/// registrations.
private actor Phone {
  private struct Held {
    var content: String
    var lastModified: String
  }

  private let device: String
  private let type: String
  private let number: UInt64
  private var renewals: UInt64 = 0
  private var tag: UpdateTag?
  private var held: [String: Held] = [:]

  init(_ device: String, type: String, number: UInt64) {
    self.device = device
    self.type = type
    self.number = number
  }

  /// Hex of even length, and another value after each renewal.
  var pushToken: String { String(format: "%016llx", number * 1_000 + renewals) }

  func add(
    _ serial: String, renewsToken: Bool, at store: any PassStore, now: Int64
  ) async throws {
    if renewsToken { renewals += 1 }
    let hadTag = tag != nil
    if held[serial] == nil { try await get(serial, at: store) }
    let pass = try await lookUp(serial, at: store)
    _ = try await store.register(pass, device: device, pushToken: pushToken, now: now)
    try await update(at: store)
    if hadTag { try await get(serial, at: store) }
  }

  func remove(_ serial: String, at store: any PassStore) async throws {
    guard held.removeValue(forKey: serial) != nil else { return }
    try await store.unregister(try await lookUp(serial, at: store), device: device)
  }

  func update(at store: any PassStore) async throws {
    let list = try await store.changes(device: device, passType: type, since: tag?.description)
    guard let newTag = list.tag else { return }
    if let tag { #expect(newTag.epoch == tag.epoch && newTag.number >= tag.number, "\(type)") }
    // A 204 has no tag.
    guard !list.serials.isEmpty else { return }
    for serial in list.serials {
      if let tag {
        let changed = try await lookUp(serial, at: store).number
        #expect(changed > tag.number, "\(type): \(serial) is listed in vain")
      }
      try await get(serial, at: store)
    }
    tag = newTag
  }

  private func lookUp(_ serial: String, at store: any PassStore) async throws -> StoredPass {
    let address = PassAddress(passType: type, serials: [serial])
    return try #require(try await store.pass(address, token: "token-of-\(serial)"))
  }

  private func get(_ serial: String, at store: any PassStore) async throws {
    for _ in 0..<50 {
      let pass = try await lookUp(serial, at: store)
      if let known = held[serial], pass.version.isHeld(by: [known.lastModified]) { return }
      guard let bytes = try await store.bytes(of: pass) else { continue }
      held[serial] = Held(
        content: Self.content(bytes), lastModified: pass.version.lastModified)
      return
    }
    Issue.record("\(type): \(serial) is never there")
  }

  func verify(at store: any PassStore, _ seed: UInt64) async throws {
    for (serial, held) in held {
      let pass = try await lookUp(serial, at: store)
      let bytes = try #require(try await store.bytes(of: pass))
      #expect(Self.content(bytes) == held.content, "seed \(seed): \(device) has an old \(serial)")
    }
  }

  /// Returns the content that the manifest covers. A new signature does not change it.
  private static func content(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(separator: " ").dropLast().joined(separator: " ")
  }
}

/// A value changed by several tasks.
private final class Mutexed<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}

extension Mutexed where Value: RangeReplaceableCollection {
  func take() -> Value {
    change { value in
      defer { value = Value() }
      return value
    }
  }
}

extension Mutexed where Value == Set<String> {
  func take() -> Set<String> {
    change { value in
      defer { value = [] }
      return value
    }
  }
}

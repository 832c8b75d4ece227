// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBuild
import PassRegistry
import PassTesting
import PassUpdates
import Synchronization
import Testing

@testable import PassService

/// Tests of the log when the token key has changed. The tests run one at a time, because each store
/// has a dozen open files.
@Suite(.serialized)
struct TokenKeyTests {
  /// A log handler that keeps the lines.
  private struct Lines: LogHandler {
    final class Kept: Sendable {
      let lines = Mutex<[String]>([])
    }

    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    let kept: Kept

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = (event.metadata ?? [:]).sorted { $0.key < $1.key }
      let words = all.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      kept.lines.withLock { $0.append("\(event.message) \(words)") }
    }
  }

  private static func press(_ table: TableCase, _ digits: String) throws -> RowRecipe {
    var identity = IdentitySource()
    identity.folder = table.folder("identity")
    return try RowRecipe(
      template: table.folder("gym.pass"), identity: identity,
      tokenKey: try AuthenticationTokenKey(hexDigits: String(repeating: digits, count: 32)),
      dataFiles: [table.folder("members.csv")], now: TestCA.now)
  }

  /// Starts the watch and returns the log lines about the key.
  private static func start(
    _ table: TableCase, _ recipe: RowRecipe, _ make: () async throws -> Void
  ) async throws -> [String] {
    let kept = Lines.Kept()
    let watch = TokenKeyWatch(
      recipe: recipe, store: table.store,
      logger: Logger(label: "test") { _ in Lines(kept: kept) })
    let others = try await watch.passesOfAnotherKey()
    try await make()
    try await watch.logChanges(of: others)
    return kept.lines.withLock { $0 }
  }

  @Test func warnsOfAnotherKeyAndSaysHowManyPassesItChanged() async throws {
    let table = try TableCase()
    let first = table.current.rowRecipe
    let make = { _ = try await table.source.importTable() }
    #expect(try await Self.start(table, first, make).isEmpty)
    #expect(try await Self.start(table, first, make).isEmpty)

    let other = try Self.press(table, "a5")
    var choice = DataChoice()
    choice.file = table.folder("members.csv")
    table.current.replace(with: try TableRecipe(other, choice))
    let lines = try await Self.start(table, other, make)
    #expect(
      lines.count == 1 && lines.first?.contains("the token key has changed") == true, "\(lines)")
    #expect(lines.first?.contains("later=0 passes=3") == true, "\(lines)")
    // It is reported once, and tokens of issued passes stay valid.
    #expect(try await Self.start(table, other, make).isEmpty)
    // Back to the first key, which still opens the older passes. All passes change again.
    table.current.replace(with: try TableRecipe(first, choice))
    let back = try await Self.start(table, first, make)
    #expect(back.count == 1 && back.first?.contains("later=0 passes=3") == true, "\(back)")
    let address = PassAddress(passType: TestCA.type, serials: ["A"])
    for recipe in [first, other] {
      let token = recipe.tokenKey.token(passTypeIdentifier: TestCA.type, serialNumber: "A")
      #expect(try await table.store.pass(address, token: token) != nil)
    }
  }

  /// A database from before the key was stored.
  @Test func noticesAnotherKeyByThePassesThemselves() async throws {
    let table = try TableCase()
    try await table.source.importTable()
    let other = try Self.press(table, "a5")
    let lines = try await Self.start(table, other, {})
    #expect(lines.count == 1 && lines.first?.contains("later=3 passes=0") == true, "\(lines)")
    let same = try TableCase()
    try await same.source.importTable()
    let none = try await Self.start(same, same.current.rowRecipe, {})
    #expect(none.isEmpty, "\(none)")
  }
}

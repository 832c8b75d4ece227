// SPDX-License-Identifier: Apache-2.0

import PassTesting
import PassUpdates
import Testing

@testable import PassRegistry

/// Tests that SQLite uses an index for the store's statements.
struct PlanTests {
  private static let type = StoreTests.type

  /// Steps that may read more rows, with the reason: the beginning of the statement and of the
  /// step.
  private static let exceptions: [(statement: String, step: String, why: String)] = [
    ("", "SCAN t USING COVERING INDEX sqlite_autoindex_passType", "a handful of pass types"),
    ("", "SCAN s USING COVERING INDEX sqlite_autoindex_passType", "a handful of pass types"),
    ("", "SCAN passType", "a handful of pass types"),
    ("", "SEARCH passType USING COVERING INDEX sqlite_autoindex_passType_1 (name>?)", "the same"),
    ("SELECT count(*) FROM", "SCAN", "read whole, but for seconds not again: CountCache"),
    ("DELETE FROM message", "SCAN message", "5,000 messages at most"),
    ("SELECT text, count", "SCAN message USING INDEX messageByTime", "as many as are shown"),
    ("DELETE FROM message WHERE last < ?1", "SEARCH", "what is deleted"),
    ("SELECT r.id, d.name", "SEARCH r USING INTEGER PRIMARY KEY (rowid>?)", "a page"),
    ("SELECT d.id, t.name", "SEARCH device USING INTEGER PRIMARY KEY (rowid>?)", "a page"),
    ("SELECT max(id)", "SEARCH registration USING INTEGER PRIMARY KEY (rowid>?)", "a page"),
    ("SELECT max(id)", "SEARCH (subquery", "the page that was just read"),
    ("", "SEARCH r USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)", "a page"),
    ("SELECT id FROM device WHERE heard > 0", "SEARCH device", "as many as are deleted"),
  ]

  @Test func noStatementReadsATableThatMayBeLarge() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(folder("a.sqlite"), readers: 1)
    try await Self.useEverything(store)
    let plans = try await store.plans()
    #expect(plans.count > 60, "\(plans.keys.sorted())")
    var used: Set<Int> = []
    for (statement, steps) in plans {
      for step in steps where Self.readsMuch(step) {
        let known = Self.exceptions.indices.filter { index in
          statement.hasPrefix(Self.exceptions[index].statement)
            && step.hasPrefix(Self.exceptions[index].step)
        }
        #expect(!known.isEmpty, "\(step)\n\(statement)")
        used.formUnion(known)
      }
    }
    for (index, exception) in Self.exceptions.enumerated() {
      #expect(used.contains(index), "nothing does this any more: \(exception)")
    }
  }

  /// Returns whether a step reads more rows than those of a key or a page.
  private static func readsMuch(_ step: String) -> Bool {
    // The row of a SELECT without a table.
    if step == "SCAN CONSTANT ROW" { return false }
    if step.hasPrefix("SCAN") { return true }
    guard step.hasPrefix("SEARCH"), let start = step.lastIndex(of: "("), step.last != "N" else {
      return false
    }
    let condition = step[start...]
    // All rows of a pass type may be the whole table.
    return !condition.contains("=?") || condition == "(passType=?)"
  }

  // long: every call of a store once, in every way it goes about it.
  private static func useEverything(_ store: SQLiteStore) async throws {
    _ = try await store.save(["A", "B", "C"].map { StoreTests.version($0) }, now: 1)
    var row = StoreTests.version("R", source: .row)
    row.isVoided = true
    row.row = "{}"
    row.personal = [1]
    _ = try await store.save([row], now: 1)
    row.digest = [2]
    _ = try await store.save([row], now: 1)
    let pass = try await StoreTests.pass("A", in: store)
    for (device, token) in [("d", "aa"), ("e", "bb"), ("f", "cc"), ("d", "aa")] {
      _ = try await store.register(pass, device: device, pushToken: token, now: 1)
    }
    _ = try await store.isRegistered(pass, device: "d")
    try await store.use(["d"])
    _ = try await store.save([StoreTests.version("A", "2")], now: 2)
    _ = try await store.save([StoreTests.version("A", "2", signature: "t")], now: 2)
    _ = try await store.register(pass, device: "d", pushToken: "dd", now: 1)
    _ = try await store.changes(device: "d", passType: type, since: nil)
    _ = try await store.bytes(of: pass)
    try await store.note(["a", "b"], now: 1)
    _ = try await store.unknown([("A", [1])], passType: type)
    _ = try await store.pass(passType: type, serial: "A")
    _ = try await store.passes(after: nil, limit: 1)
    _ = try await store.passes(after: (type, "A"), limit: 9)
    _ = try await store.push(serials: nil, now: 3)
    _ = try await store.push(serials: ["A", "nobody"], now: 3)
    _ = try await store.unknown(serials: ["A", "nobody"])
    _ = try await store.topics(now: 3)
    _ = try await store.due(topic: nil, now: 3, limit: 99)
    let entries = try await store.claim(topic: type, now: 3, limit: 9)
    try #require(entries.count == 3)
    _ = try await store.passes(of: entries)
    var paces = try await store.paces(of: entries)
    for token in paces.keys { paces[token]?.lastAt = 1 }
    try await store.save(paces)
    try await store.settle(
      [(entries[0], .delivered), (entries[1], .later(9)), (entries[2], .gone(before: .max))],
      now: 3)
    _ = try await store.recipients(serial: nil, after: 0, limit: 9, now: 3)
    _ = try await store.recipients(serial: "A", after: 0, limit: 9, now: 3)
    _ = try await store.counts()
    _ = try await store.messages(limit: 9)
    let lines = try await store.registrations(after: 0, limit: 9).map(\.1)
    _ = try await store.add(lines, now: 3)
    _ = try await store.bundle(of: pass)
    _ = try await store.content(of: pass)
    _ = try await store.save(bundle: [1], of: pass)
    _ = try await store.personal(of: pass)
    row.signUp = StoredSignUp(tokenDigest: [1], signature: [2])
    _ = try await store.save([row], now: 3)
    _ = try await store.signUp(of: pass)
    _ = try await store.linkGeneration(passType: type, serial: "A")
    _ = try await store.revokeLinks(passType: type, serial: "A")
    try await store.hear(["d"], on: 1)
    _ = try await store.hearOfNew(on: 1, limit: 9)
    _ = try await store.voidPasses(before: 9, limit: 9)
    _ = try await store.dropMessages(before: 9)
    _ = try await store.setting("epoch")
    try await store.save(setting: [1], named: "x")
    try await store.unregister(pass, device: "e")
    _ = try await store.dropDevices(unheardSince: 9, limit: 9)
    _ = try await store.forget(passType: nil, serial: "B")
    _ = try await store.forget(passType: type, serial: "C")
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// A filter for passes. Members that are nil match everything.
package struct PassFilter: Hashable, Sendable {
  /// The pass type identifier, compared exactly.
  package var passType: String?
  /// The serial number. The case of ASCII letters is ignored.
  package var serial: String?
  package var state: LedgerPass.State?
  /// Passes that this run issued, or reserved and did not issue.
  package var run: Int64?
  /// Passes issued at this time or later, in seconds since 1970. Reserved passes never match.
  package var since: Int64?

  /// Creates a filter. Without arguments it matches every pass.
  package init(
    passType: String? = nil, serial: String? = nil, state: LedgerPass.State? = nil,
    run: Int64? = nil, since: Int64? = nil
  ) {
    self.passType = passType
    self.serial = serial
    self.state = state
    self.run = run
    self.since = since
  }
}

extension Ledger {
  /// Returns the pass type identifiers with at least one pass, sorted.
  package func passTypes() throws(LedgerError) -> [String] {
    try reading { database in
      try SQLStatement(
        "SELECT name FROM passType WHERE id IN (SELECT passType FROM pass) ORDER BY name",
        on: database
      ).all { $0.text(0) }
    }
  }

  /// Calls `body` with every matching pass, ordered by pass type identifier and serial number.
  ///
  /// Passes are read in pages, each in its current state, so that a slow `body` needs no memory and
  /// does not block a run. `body` returns false to stop.
  package func forEachPass(
    _ filter: PassFilter = PassFilter(), pageSize: Int = 1_000,
    _ body: ([LedgerPass]) throws -> Bool
  ) throws {
    for type in try passTypes() where filter.passType == nil || filter.passType == type {
      var last: String?
      while true {
        let page = try page(filter, of: type, after: last, limit: pageSize)
        guard let end = page.last else { break }
        guard try body(page) else { return }
        if page.count < pageSize { break }
        last = end.serial
      }
    }
  }

  /// The same for an asynchronous `body`. Calls do not overlap.
  package func forEachPass(
    _ filter: PassFilter = PassFilter(), pageSize: Int = 1_000,
    isolation: isolated (any Actor)? = #isolation, _ body: ([LedgerPass]) async throws -> Bool
  ) async throws {
    for type in try passTypes() where filter.passType == nil || filter.passType == type {
      var last: String?
      while true {
        let page = try page(filter, of: type, after: last, limit: pageSize)
        guard let end = page.last else { break }
        guard try await body(page) else { return }
        if page.count < pageSize { break }
        last = end.serial
      }
    }
  }

  package func count(_ filter: PassFilter) throws(LedgerError) -> Int {
    try reading { database in
      var total = 0
      for type in try types(filter, database) {
        let statement = try SQLStatement(
          "SELECT count(*) FROM pass WHERE \(Self.condition(filter))", on: database)
        bind(filter, type: type, to: statement)
        total += Int(try statement.first { $0.integer(0) } ?? 0)
      }
      return total
    }
  }

  private func types(_ filter: PassFilter, _ database: Database) throws -> [Int64] {
    try SQLStatement(
      "SELECT id FROM passType WHERE ?1 IS NULL OR name = ?1", on: database, with: filter.passType
    ).all { $0.integer(0) }
  }

  private func page(
    _ filter: PassFilter, of type: String, after last: String?, limit: Int
  ) throws(LedgerError) -> [LedgerPass] {
    try reading { database in
      guard let type = try LedgerNames.find(passType: type, database) else { return [] }
      let statement = try SQLStatement(
        """
        SELECT \(Self.passColumns) FROM pass
        WHERE \(Self.condition(filter)) \(last == nil ? "" : "AND serial > ?6")
        ORDER BY serial LIMIT ?7
        """, on: database)
      bind(filter, type: type, to: statement)
      if let last { statement.bind(last, at: 6) }
      statement.bind(limit, at: 7)
      return try statement.all { try pass(from: $0, database) }
    }
  }

  private static func condition(_ filter: PassFilter) -> String {
    var conditions = ["passType = ?1"]
    if filter.serial != nil { conditions.append("serial = ?2") }
    if filter.state != nil { conditions.append("state = ?3") }
    if filter.run != nil { conditions.append("run = ?4") }
    if filter.since != nil { conditions.append("time >= ?5 AND state = 1") }
    return conditions.joined(separator: " AND ")
  }

  private func bind(_ filter: PassFilter, type: Int64, to statement: SQLStatement) {
    statement.bind(type, at: 1)
    if let serial = filter.serial { statement.bind(serial, at: 2) }
    if let state = filter.state { statement.bind(state.rawValue, at: 3) }
    if let run = filter.run { statement.bind(run, at: 4) }
    if let since = filter.since { statement.bind(since, at: 5) }
  }

  /// Returns at most a hundred problems that SQLite finds in the file. Empty if it is intact.
  package func damages() throws(LedgerError) -> [String] {
    do {
      return try reading { database in
        // One row may contain several sentences.
        let damages = try SQLStatement("PRAGMA integrity_check(100)", on: database)
          .all { $0.text(0).split(separator: "\n").map(String.init) }.flatMap(\.self)
        return damages == ["ok"] ? [] : damages
      }
    } catch {
      if case .damaged(let words) = error.reason { return [words] }
      throw error
    }
  }
}

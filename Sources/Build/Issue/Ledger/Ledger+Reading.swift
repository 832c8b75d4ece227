// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// Which passes are wanted; what is nil does not matter.
package struct PassFilter: Hashable, Sendable {
  /// The pass type identifier, letter by letter.
  package var passType: String?
  /// The serial number, in any case of the ASCII letters.
  package var serial: String?
  /// Reserved or issued.
  package var state: LedgerPass.State?
  /// Those this run has issued, or has reserved and not issued.
  package var run: Int64?
  /// Those issued at that second or later, in seconds since 1970; reserved ones never count.
  package var since: Int64?

  /// A filter that finds every pass where nothing is given.
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
  /// Pass types with at least one pass, by name.
  package func passTypes() throws(LedgerError) -> [String] {
    try reading { database in
      try SQLStatement(
        "SELECT name FROM passType WHERE id IN (SELECT passType FROM pass) ORDER BY name",
        on: database
      ).all { $0.text(0) }
    }
  }

  /// Calls `body` with every pass that is wanted, by pass type and serial.
  ///
  /// A page at a time, each as it is when its turn comes: neither memory nor a run that is going
  /// suffers from a slow reader. `body` ends it by returning false.
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

  /// The same for a `body` that waits for others; it is called in turn.
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

  /// How many passes a filter finds.
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

  /// What SQLite finds wrong with the file, at most a hundred sentences; empty when it is sound.
  package func damages() throws(LedgerError) -> [String] {
    do {
      return try reading { database in
        // Several sentences may stand in one row.
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

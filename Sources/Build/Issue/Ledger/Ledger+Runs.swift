// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension Ledger {
  package struct Start: Sendable {
    /// The run in progress, which is new or resumed.
    package let run: IssuingRun
    /// Whether it continues an interrupted run, with the signing time of that run.
    package let isResumed: Bool
    /// The reason why an unfinished run was not resumed. Nil if there was none, or if it was
    /// resumed.
    package let notResumed: NotResumed?
  }

  /// Starts a run, or resumes the last one if it is unfinished, no process is using it, and pass
  /// type identifier, template, certificate, shard and options are the same.
  ///
  /// The last run is the last one of this shard that no other process is using, because shards of
  /// one job may share a ledger. An unfinished run before a finished one is never resumed.
  ///
  /// - Parameter now: seconds since 1970.
  package func begin(_ wanted: RunDescription, now: Int64) throws(LedgerError) -> Start {
    guard !isReadOnly else { throw LedgerError(path, .readOnly) }
    var taken: Int64?
    do {
      let start = try writing { database in
        let type = try LedgerNames.add(passType: wanted.passType, database)
        let attempt = try nextAttempt(database)
        guard try locks.lock(attempt) else { throw LedgerError(path, .busy) }
        taken = attempt
        let last = try lastRun(of: wanted, type: type, database)
        let certificate = try LedgerNames.add(certificate: wanted.certificate, database)
        let run: Int64
        var signingTime = wanted.signingTime
        if case .resumable(let last) = last {
          run = last.id
          signingTime = last.signingTime ?? signingTime
          try setAttempt(attempt, of: run, database)
        } else {
          run = try insert(
            wanted, attempt, type: type, certificate: certificate, now: now, database)
        }
        return IssuingRun.Description(
          run: run, attempt: attempt, type: type, certificate: certificate,
          signingTime: signingTime, countsAtEnd: wanted.countsAtEnd,
          lastPassBefore: try lastPassBefore(run, database), last: last)
      }
      var isResumed = false
      var notResumed: NotResumed?
      switch start.last {
      case .none: break
      case .resumable: isResumed = true
      case .different(let difference): notResumed = difference
      }
      return Start(
        run: IssuingRun(self, start, locks: locks), isResumed: isResumed, notResumed: notResumed)
    } catch {
      if let taken { locks.release(taken) }
      throw LedgerError(path, error)
    }
  }

  /// Returns whether a process is using the run.
  package func isAlive(_ run: LedgerRun) throws(LedgerError) -> Bool {
    if run.isFinished { return false }
    return try locks.isAlive(run.attempt)
  }

  /// Returns all runs in the order of their numbers, which is the order in which they were
  /// recorded.
  package func runs() throws(LedgerError) -> [LedgerRun] {
    try reading { database in
      try SQLStatement("SELECT \(Self.runColumns) FROM run ORDER BY id", on: database)
        .all { try run(from: $0, database) }
    }
  }

  /// Returns the run with a number, or nil if there is none.
  package func run(_ id: Int64) throws(LedgerError) -> LedgerRun? {
    try reading { database in
      try SQLStatement("SELECT \(Self.runColumns) FROM run WHERE id = ?", on: database, with: id)
        .first { try run(from: $0, database) }
    }
  }

  /// The columns that `run(from:)` reads, in its order.
  static let runColumns = """
    id, kind, passType, started, signingTime, ended, template, certificate, shard, shards, \
    options, atEnd, issued, reissued, unchanged, rejected, attempt
    """

  func run(from row: SQLStatement, _ database: Database) throws -> LedgerRun {
    LedgerRun(
      id: row.integer(0), kind: LedgerRun.Kind(rawValue: row.text(1)) ?? .issue,
      passType: try row.integerOrNil(2).map { try names.passType($0, database) },
      started: row.integer(3), signingTime: row.integerOrNil(4), ended: row.integerOrNil(5),
      template: row.digest(6),
      certificate: try row.integerOrNil(7).flatMap { try names.certificate($0, database) },
      shard: LedgerShard(index: Int(row.integer(8)), count: Int(row.integer(9))),
      options: row.text(10), countsAtEnd: row.integer(11) != 0,
      counts: RunCounts(
        issued: Int(row.integer(12)), reissued: Int(row.integer(13)),
        unchanged: Int(row.integer(14)), rejected: Int(row.integer(15))),
      attempt: row.integer(16))
  }

  // MARK: The last run

  enum LastRun {
    case none
    case resumable(LedgerRun)
    case different(NotResumed)
  }

  private func lastRun(
    of wanted: RunDescription, type: Int64, _ database: Database
  ) throws -> LastRun {
    let statement = try SQLStatement(
      """
      SELECT \(Self.runColumns) FROM run WHERE kind = 'issue' AND passType = ? ORDER BY id DESC
      """, on: database, with: type)
    defer { statement.reset() }
    var other: NotResumed?
    while try statement.step() {
      let last = try run(from: statement, database)
      if try isAlive(last) { continue }
      guard last.shard == wanted.shard else {
        // A run of another shard. It is mentioned only if there is none of this shard.
        if !last.isFinished, other == nil {
          other = NotResumed(run: last.id, started: last.started, differences: [.shard])
        }
        continue
      }
      if last.isFinished { return .none }
      let differences = Self.differences(last, wanted)
      if differences.isEmpty { return .resumable(last) }
      return .different(
        NotResumed(run: last.id, started: last.started, differences: differences))
    }
    return other.map { .different($0) } ?? .none
  }

  private static func differences(
    _ last: LedgerRun, _ wanted: RunDescription
  ) -> [NotResumed.Difference] {
    var differences: [NotResumed.Difference] = []
    if last.template != wanted.template { differences.append(.template) }
    if last.certificate != wanted.certificate { differences.append(.certificate) }
    if last.options != wanted.options || last.countsAtEnd != wanted.countsAtEnd {
      differences.append(.options)
    }
    return differences
  }

  // MARK: Writing

  /// Returns a number that no process has used. Every run stores its newest one.
  private func nextAttempt(_ database: Database) throws -> Int64 {
    try SQLStatement("SELECT coalesce(max(attempt), 0) + 1 FROM run", on: database)
      .first { $0.integer(0) } ?? 1
  }

  private func setAttempt(_ attempt: Int64, of run: Int64, _ database: Database) throws {
    try SQLStatement("UPDATE run SET attempt = ? WHERE id = ?", on: database, with: attempt, run)
      .run()
  }

  private func lastPassBefore(_ run: Int64, _ database: Database) throws -> Int64 {
    try SQLStatement("SELECT lastPassBefore FROM run WHERE id = ?", on: database, with: run)
      .first { $0.integer(0) } ?? 0
  }

  private func insert(
    _ wanted: RunDescription, _ attempt: Int64, type: Int64, certificate: Int64, now: Int64,
    _ database: Database
  ) throws -> Int64 {
    try SQLStatement(
      """
      INSERT INTO run (
        kind, passType, started, signingTime, template, certificate, shard, shards, options, atEnd,
        attempt, lastPassBefore)
      VALUES ('issue', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(id), 0) FROM pass))
      """, on: database, with: type, now, wanted.signingTime, wanted.template, certificate,
      wanted.shard.index, wanted.shard.count, wanted.options, wanted.countsAtEnd ? 1 : 0, attempt
    ).insert()
  }
}

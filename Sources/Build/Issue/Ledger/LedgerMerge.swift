// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import PassDatabase

/// Merges several ledgers into one, such as those of the shards of one job.
///
/// A serial number in several ledgers must have the same content and the same token. If not,
/// nothing is written. If passes are equal, the issued one is kept, and of two issued ones the
/// later. Runs get new numbers.
package struct LedgerMerge {
  /// A serial number on which two ledgers disagree.
  package struct Conflict: Hashable, Sendable {
    /// The difference: the content, the customer, the token, or the case of letters in the serial
    /// number.
    package enum Difference: String, Sendable { case content, holder, token, spelling }

    package let passType: String
    /// The serial number as the second ledger spells it.
    package let serial: String
    /// The second ledger with the serial number. The first is one of the ledgers before it.
    package let ledger: String
    /// The first difference that was found.
    package let difference: Difference
  }

  /// The content of the new ledger.
  package struct Summary: Hashable, Sendable {
    /// The number of passes, including reserved ones.
    package var passes = 0
    package var runs = 0
    /// The number of serial numbers that were in more than one ledger.
    package var shared = 0
  }

  /// The outcome of merging. The new ledger exists only after `merged`.
  package enum Outcome: Hashable, Sendable {
    /// The new ledger was written.
    case merged(Summary)
    /// The first conflicts up to the limit, and the total number.
    case conflicts([Conflict], total: Int)
    case running(ledger: String, run: Int64)
  }

  /// The maximum number of ledgers. SQLite attaches at most ten databases to one connection.
  package static let most = 10

  private let sources: [Ledger]
  private let target: String
  /// The maximum number of conflicts to return.
  private let limit: Int
  private let progress: (Int) -> Void

  /// Merges ledgers into a new one, which is written completely or not at all.
  ///
  /// - Throws: `LedgerError`, with the reason `.exists` if the target exists.
  package static func merge(
    _ paths: [String], into target: String, limitOfConflicts limit: Int = 1_000,
    progress: @escaping (_ ledgersDone: Int) -> Void = { _ in }
  ) throws(LedgerError) -> Outcome {
    var status = stat()
    if lstat(target, &status) == 0 { throw LedgerError(target, .exists) }
    var sources: [Ledger] = []
    for path in paths { sources.append(try Ledger(path, access: .reading)) }
    for source in sources {
      for run in try source.runs() where try source.isAlive(run) {
        return .running(ledger: source.path, run: run.id)
      }
    }
    let merge = LedgerMerge(sources: sources, target: target, limit: limit, progress: progress)
    return try merge.run()
  }

  private func run() throws(LedgerError) -> Outcome {
    let temporary = target + "." + String(UInt64.random(in: .min ... .max), radix: 36)
    defer {
      for path in Ledger.files(of: temporary) + [temporary + "-journal"] {
        unlink(path)
      }
    }
    let outcome = try fill(temporary)
    if case .merged = outcome {
      guard link(temporary, target) == 0 || errno != EEXIST && rename(temporary, target) == 0 else {
        throw LedgerError(
          target, errno == EEXIST ? .exists : .cannotOpen(String(cString: strerror(errno))))
      }
    }
    return outcome
  }

  private func fill(_ path: String) throws(LedgerError) -> Outcome {
    let made = try Ledger(path, access: .creating)
    let outcome = try made.withSources(sources.map(\.realPath)) { database in
      var summary = Summary()
      for (index, source) in sources.enumerated() {
        let schema = "source\(index)"
        try makeMaps(schema, database)
        let (conflicts, total) = try conflicts(schema, source.path, database)
        if total > 0 { return Outcome.conflicts(conflicts, total: total) }
        summary.runs += try addRuns(schema, database)
        summary.shared += try addPasses(schema, database)
        progress(index + 1)
      }
      summary.passes = Int(try database.integer("SELECT count(*) FROM pass"))
      // A pass above `lastPassBefore` counts as added by its run and would be overwritten in place
      // when the run is resumed. After this no pass does.
      try database.execute(
        sql: "UPDATE run SET lastPassBefore = (SELECT coalesce(max(id), 0) FROM pass)")
      return Outcome.merged(summary)
    }
    made.endConnections()
    return outcome
  }

  // MARK: Mapping of numbers

  private func makeMaps(_ schema: String, _ database: Database) throws {
    for (table, column) in [("passType", "name"), ("certificate", "digest"), ("folder", "path")] {
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO main.\(table) (\(column)) SELECT \(column) FROM \(schema).\(table)
          ORDER BY id;
          DROP TABLE IF EXISTS temp.\(table)Map;
          CREATE TEMP TABLE \(table)Map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
          INSERT INTO \(table)Map SELECT s.id, m.id FROM \(schema).\(table) s
            JOIN main.\(table) m ON m.\(column) = s.\(column);
          """)
    }
    try database.execute(
      sql: """
        DROP TABLE IF EXISTS temp.runMap;
        CREATE TEMP TABLE runMap (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
        """)
  }

  private func addRuns(_ schema: String, _ database: Database) throws -> Int {
    let ids = try SQLStatement("SELECT id FROM \(schema).run ORDER BY id", on: database)
      .all { $0.integer(0) }
    for id in ids {
      let new = try SQLStatement(
        """
        INSERT INTO main.run (
          kind, passType, started, signingTime, ended, template, certificate, shard, shards,
          options, atEnd, issued, reissued, unchanged, rejected, attempt)
        SELECT
          kind, (SELECT new FROM passTypeMap WHERE old = passType), started, signingTime, ended,
          template, (SELECT new FROM certificateMap WHERE old = certificate), shard, shards,
          options, atEnd, issued, reissued, unchanged, rejected,
          (SELECT coalesce(max(attempt), 0) + 1 FROM main.run)
        FROM \(schema).run WHERE id = ?
        """, on: database, with: id
      ).insert()
      try SQLStatement("INSERT INTO runMap VALUES (?, ?)", on: database, with: id, new).run()
    }
    return ids.count
  }

  // MARK: Passes

  /// Returns SQL for the passes that are in both ledgers.
  private func both(_ schema: String) -> String {
    """
    \(schema).pass s JOIN passTypeMap t ON t.old = s.passType
    JOIN main.pass m ON m.passType = t.new AND m.serial = s.serial
    """
  }

  /// SQL for their difference, NULL if there is none. A pass that was only reserved was never
  /// issued and is not a conflict.
  private static let difference = """
    CASE
      WHEN m.serial <> s.serial COLLATE BINARY THEN 'spelling'
      WHEN m.state = 0 OR s.state = 0 THEN NULL
      WHEN nullif(m.token, '') <> nullif(s.token, '') THEN 'token'
      WHEN m.holderDigest <> s.holderDigest THEN 'holder'
      WHEN m.contentDigest IS NULL OR s.contentDigest IS NULL THEN
        CASE WHEN m.bundleDigest IS s.bundleDigest THEN NULL ELSE 'content' END
      WHEN m.contentDigest <> s.contentDigest THEN 'content'
    END
    """

  private func conflicts(
    _ schema: String, _ ledger: String, _ database: Database
  ) throws -> ([Conflict], total: Int) {
    let row = try SQLStatement(
      """
      SELECT s.serial, (SELECT name FROM main.passType WHERE id = t.new), \(Self.difference) AS d
      FROM \(both(schema)) WHERE d IS NOT NULL
      """, on: database)
    defer { row.reset() }
    var conflicts: [Conflict] = []
    var total = 0
    while try row.step() {
      total += 1
      guard conflicts.count < limit else { continue }
      conflicts.append(
        Conflict(
          passType: row.text(1), serial: row.text(0), ledger: ledger,
          difference: Conflict.Difference(rawValue: row.text(2)) ?? .content))
    }
    return (conflicts, total)
  }

  /// - Returns: the number of passes that were already in the new ledger.
  private func addPasses(_ schema: String, _ database: Database) throws -> Int {
    let shared = Int(try database.integer("SELECT count(*) FROM \(both(schema))"))
    // A pass that is replaced may have a token that its replacement lacks.
    try database.execute(
      sql: """
        CREATE TEMP TABLE tokenToKeep AS
        SELECT t.new AS passType, s.serial AS serial,
          coalesce(nullif(m.token, ''), nullif(s.token, '')) AS token
        FROM \(both(schema))
        WHERE (coalesce(m.token, '') = '') <> (coalesce(s.token, '') = '');
        DELETE FROM main.pass WHERE id IN (
          SELECT m.id FROM \(both(schema))
          WHERE s.state > m.state OR (s.state = m.state AND s.time > m.time));
        INSERT INTO main.pass (
          passType, serial, state, run, certificate, rowDigest, holderDigest, contentDigest,
          bundleDigest, bundleSize, folder, file, fileSize, entry, token, time)
        SELECT
          t.new, s.serial, s.state, (SELECT new FROM runMap WHERE old = s.run),
          (SELECT new FROM certificateMap WHERE old = s.certificate), s.rowDigest, s.holderDigest,
          s.contentDigest, s.bundleDigest, s.bundleSize,
          (SELECT new FROM folderMap WHERE old = s.folder), s.file, s.fileSize, s.entry, s.token,
          s.time
        FROM \(schema).pass s JOIN passTypeMap t ON t.old = s.passType
        WHERE NOT EXISTS (
          SELECT 1 FROM main.pass m WHERE m.passType = t.new AND m.serial = s.serial)
        ORDER BY s.id;
        UPDATE main.pass SET token = (
          SELECT token FROM tokenToKeep k
          WHERE pass.passType = k.passType AND pass.serial = k.serial)
        WHERE id IN (
          SELECT m.id FROM tokenToKeep k
          JOIN main.pass m ON m.passType = k.passType AND m.serial = k.serial);
        DROP TABLE tokenToKeep;
        """)
    return shared
  }
}

extension Ledger {
  /// Runs `body` in one transaction with other ledgers attached as `source0`, `source1` and so on.
  /// The transaction is committed only if the outcome is `merged`.
  fileprivate func withSources(
    _ paths: [String], _ body: (Database) throws -> LedgerMerge.Outcome
  ) throws(LedgerError) -> LedgerMerge.Outcome {
    try writingWithoutTransaction { database in
      for (index, path) in paths.enumerated() {
        try SQLStatement("ATTACH DATABASE ? AS source\(index)", on: database, with: path).run()
      }
      let outcome = try database.transaction(commits: Self.isMerged) { try body(database) }
      for index in paths.indices { try database.execute(sql: "DETACH DATABASE source\(index)") }
      // Copies the log into the database, because only that file is renamed afterwards.
      try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      return outcome
    }
  }

  private static func isMerged(_ outcome: LedgerMerge.Outcome) -> Bool {
    if case .merged = outcome { true } else { false }
  }
}

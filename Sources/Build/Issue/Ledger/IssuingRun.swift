// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// A run that is in progress. As long as this object exists, other processes see that its passes
/// are being written. When the process dies, for any reason, they see that too.
///
/// For each pass, `reserve` commits serial number and token, the caller writes the file, and
/// `finish` commits that the file exists. A pass that was reserved and never finished is not
/// issued. It keeps its token, and the next run can issue it.
package final class IssuingRun: Sendable {
  /// The result of `Ledger.begin`.
  struct Description: Sendable {
    let run: Int64
    let attempt: Int64
    let type: Int64
    let certificate: Int64
    let signingTime: Int64
    let countsAtEnd: Bool
    let lastPassBefore: Int64
    let last: Ledger.LastRun
  }

  /// The number of the run in the ledger, for `ledger.run(id)`.
  package var id: Int64 { description.run }
  /// The signing time in seconds since 1970. A resumed run keeps its earlier signing time.
  package var signingTime: Int64 { description.signingTime }

  private let ledger: Ledger
  private let description: Description
  private let locks: RunLocks

  init(_ ledger: Ledger, _ description: Description, locks: RunLocks) {
    self.ledger = ledger
    self.description = description
    self.locks = locks
  }

  deinit { locks.release(description.attempt) }

  // MARK: Reserving

  /// Reserves many passes in one transaction. Returns the outcomes in the order of the
  /// reservations.
  ///
  /// After that, serial numbers and tokens are committed and the files may be written. With
  /// hundreds at a time each costs a few microseconds.
  package func reserve(_ wanted: [Reservation]) throws(LedgerError) -> [ReserveOutcome] {
    try ledger.writing { database in
      var others = OtherRuns(own: description, locks: locks)
      let find = try SQLStatement(Ledger.passOfSerial, on: database)
      var outcomes: [ReserveOutcome] = []
      outcomes.reserveCapacity(wanted.count)
      for wish in wanted {
        let known = try ledger.pass(wish.serial, description.type, find, database)
        find.reset()
        if let known {
          outcomes.append(try reserve(wish, known, &others, database))
        } else {
          outcomes.append(.reserved(try insert(wish, database)))
        }
      }
      return outcomes
    }
  }

  private func reserve(
    _ wish: Reservation, _ known: LedgerPass, _ others: inout OtherRuns, _ database: Database
  ) throws -> ReserveOutcome {
    guard wish.serial.utf8.elementsEqual(known.serial.utf8) else {
      return .differsInCase(serial: known.serial)
    }
    if let other = try others.holder(of: known, database) {
      let content = try contentToBe(of: known, database)
      return .inOtherRun(
        run: other, sameContent: content != nil && content == wish.digests.content)
    }
    if case .fixed(let token) = wish.token, let old = known.token, token != old {
      return .otherToken(known)
    }
    if known.isTokenUnknown, case .ifNew = wish.token { return .unknownToken(known) }
    if known.state == .issued {
      if let holder = known.digests.holder, let other = wish.digests.holder, holder != other,
        !wish.allowsNewHolder
      {
        return .otherHolder(known)
      }
      let isUnchanged =
        known.digests.content != nil && known.digests.content == wish.digests.content
      if isUnchanged, !wish.evenIfUnchanged { return .unchanged(known) }
    }
    let token = known.token ?? wish.token.text
    // A template without a web service has no token to add, and does not delete one.
    let kept = token ?? (known.isTokenUnknown ? LedgerSchema.unknownToken : nil)
    // A pass that this run added and that is not issued yet is simply written again.
    if known.state == .reserved, known.id > description.lastPassBefore {
      try replace(known, wish, kept, database)
      return .reserved(
        Reserved(pass: known.id, token: token, isReissue: false, isInReissueTable: false))
    }
    try addReissue(known, wish, kept, database)
    return .reserved(
      Reserved(
        pass: known.id, token: token, isReissue: known.state == .issued, isInReissueTable: true))
  }

  private func insert(_ wish: Reservation, _ database: Database) throws -> Reserved {
    let statement = try SQLStatement(
      """
      INSERT INTO pass (
        passType, serial, state, run, hold, certificate, rowDigest, holderDigest, contentDigest,
        bundleDigest, bundleSize, folder, file, token, time)
      VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, zeroblob(32), 65536, 0, ?, ?, 4294967296)
      """, on: database)
    // Size, digest, path and time reserve the space that they will need. A record that grows splits
    // its page.
    statement.bind(description.type, at: 1)
    statement.bind(wish.serial, at: 2)
    statement.bind(description.run, at: 3)
    statement.bind(description.attempt, at: 4)
    statement.bind(description.certificate, at: 5)
    statement.bind(wish.digests.row, at: 6)
    statement.bind(wish.digests.holder, at: 7)
    statement.bind(wish.digests.content, at: 8)
    statement.bind(wish.expectedPath, at: 9)
    statement.bind(wish.token.text, at: 10)
    try statement.run()
    return Reserved(
      pass: database.lastInsertedRowID, token: wish.token.text, isReissue: false,
      isInReissueTable: false)
  }

  private func replace(
    _ known: LedgerPass, _ wish: Reservation, _ token: String?, _ database: Database
  ) throws {
    try SQLStatement(
      """
      UPDATE pass SET
        run = ?, hold = ?, certificate = ?, rowDigest = ?, holderDigest = ?, contentDigest = ?,
        bundleDigest = zeroblob(32), token = ?
      WHERE id = ?
      """, on: database, with: description.run, description.attempt, description.certificate,
      wish.digests.row, wish.digests.holder, wish.digests.content, token, known.id
    ).run()
  }

  private func addReissue(
    _ known: LedgerPass, _ wish: Reservation, _ token: String?, _ database: Database
  ) throws {
    try SQLStatement(
      "UPDATE pass SET hold = ?, token = ? WHERE id = ?", on: database, with: description.attempt,
      token,
      known.id
    ).run()
    try SQLStatement(
      """
      INSERT OR REPLACE INTO reissue (pass, hold, rowDigest, holderDigest, contentDigest)
      VALUES (?, ?, ?, ?, ?)
      """, on: database, with: known.id, description.attempt, wish.digests.row, wish.digests.holder,
      wish.digests.content
    ).run()
  }

  /// Returns the digest of the content that the pass has, or will have when its current run has
  /// finished it.
  private func contentToBe(of known: LedgerPass, _ database: Database) throws -> LedgerDigest? {
    let statement = try SQLStatement(
      "SELECT contentDigest FROM reissue WHERE pass = ? AND hold = ?", on: database, with: known.id,
      known.hold)
    defer { statement.reset() }
    return try statement.step() ? statement.digest(0) : known.digests.content
  }

  // MARK: Finishing

  /// Records written bundles in one transaction.
  ///
  /// After that, the passes are issued. If the run counts at its end, they are issued after `end`.
  package func finish(_ bundles: [IssuedBundle]) throws(LedgerError) {
    try ledger.writing { database in
      var folders: [String: Int64] = [:]
      for bundle in bundles {
        var folder: Int64?
        if let path = bundle.file?.folder {
          if let known = folders[path] {
            folder = known
          } else {
            folder = try LedgerNames.add(folder: path, database)
            folders[path] = folder
          }
        }
        try finish(bundle, folder: folder, database)
      }
    }
  }

  private func finish(_ bundle: IssuedBundle, folder: Int64?, _ database: Database) throws {
    let isBeside = bundle.pass.isInReissueTable
    let countsNow = !description.countsAtEnd
    let statement = try SQLStatement(
      isBeside && !countsNow ? Self.finishReissue : countsNow ? Self.finishNow : Self.finishLater,
      on: database)
    statement.bind(bundle.digest, at: 1)
    statement.bind(bundle.size, at: 2)
    statement.bind(folder, at: 3)
    statement.bind(bundle.file?.path, at: 4)
    let isWholeFile = bundle.file.map { $0.entry == nil && $0.size == bundle.size } ?? true
    statement.bind(isWholeFile ? nil : bundle.file?.size, at: 5)
    statement.bind(bundle.file?.entry, at: 6)
    statement.bind(bundle.time, at: 7)
    statement.bind(bundle.pass.pass, at: 8)
    statement.bind(description.attempt, at: 9)
    // Before the update sets `hold` to NULL, because this looks for it.
    if isBeside, countsNow { try applyReissue(bundle.pass.pass, database) }
    guard try statement.run() == 1 else {
      throw LedgerError(ledger.path, .lostHold(pass: bundle.pass.pass, run: description.run))
    }
  }

  private static let bundleColumns = """
    bundleDigest = ?1, bundleSize = ?2, folder = ?3, file = ?4, fileSize = ?5, entry = ?6, \
    time = ?7
    """
  private static let finishNow =
    "UPDATE pass SET state = 1, hold = NULL, \(bundleColumns) WHERE id = ?8 AND hold = ?9"
  private static let finishLater =
    "UPDATE pass SET \(bundleColumns) WHERE id = ?8 AND hold = ?9 AND state = 0"
  private static let finishReissue =
    "UPDATE reissue SET \(bundleColumns) WHERE pass = ?8 AND hold = ?9"

  private func applyReissue(_ pass: Int64, _ database: Database) throws {
    try SQLStatement(
      """
      UPDATE pass SET
        run = ?1, certificate = ?2,
        (rowDigest, holderDigest, contentDigest) =
          (SELECT rowDigest, holderDigest, contentDigest FROM reissue WHERE pass = ?3)
      WHERE id = ?3 AND hold = ?4
      """, on: database, with: description.run, description.certificate, pass, description.attempt
    ).run()
    try SQLStatement("DELETE FROM reissue WHERE pass = ?", on: database, with: pass).run()
  }

  /// Ends the run. It is not resumed after that, and passes that count at its end are now issued.
  ///
  /// For a tar or a pipe, call this after the end of the archive was flushed. It is one
  /// transaction, also for a million passes. It takes some microseconds per pass and little memory.
  package func end(_ counts: RunCounts, now: Int64) throws(LedgerError) {
    try ledger.writing { database in
      if description.countsAtEnd { try countAll(now, database) }
      try SQLStatement(
        "DELETE FROM reissue WHERE hold = ?", on: database, with: description.attempt
      ).run()
      let statement = try SQLStatement(
        """
        UPDATE run SET ended = ?, issued = ?, reissued = ?, unchanged = ?, rejected = ?
        WHERE id = ? AND attempt = ? AND ended IS NULL
        """, on: database, with: now, counts.issued, counts.reissued, counts.unchanged,
        counts.rejected,
        description.run, description.attempt)
      guard try statement.run() == 1 else {
        throw LedgerError(ledger.path, .noSuchRun(description.run))
      }
    }
  }

  private func countAll(_ now: Int64, _ database: Database) throws {
    // The time of issue is now, so that queries for passes since a time find these.
    try SQLStatement(
      """
      UPDATE pass SET state = 1, hold = NULL, time = ?3
      WHERE id > ?1 AND hold = ?2 AND state = 0 AND bundleDigest <> zeroblob(32)
      """, on: database, with: description.lastPassBefore, description.attempt, now
    ).run()
    try SQLStatement(
      """
      UPDATE pass SET
        state = 1, hold = NULL, run = ?1, certificate = ?2,
        time = ?4,
        (rowDigest, holderDigest, contentDigest, bundleDigest, bundleSize, folder, file, fileSize,
          entry) =
        (SELECT rowDigest, holderDigest, contentDigest, bundleDigest, bundleSize, folder, file,
          fileSize, entry FROM reissue WHERE reissue.pass = pass.id)
      WHERE hold = ?3
        AND id IN (SELECT pass FROM reissue WHERE hold = ?3 AND bundleDigest IS NOT NULL)
      """, on: database, with: description.run, description.certificate, description.attempt, now
    ).run()
  }
}

extension OfferedToken {
  var text: String? {
    switch self {
    case .none: nil
    case .ifNew(let token), .fixed(let token): token
    }
  }
}

/// The state of other runs, looked up once per run and transaction.
private struct OtherRuns {
  let ownRun: IssuingRun.Description
  let locks: RunLocks
  private var runs: [Int64: Bool] = [:]
  private var reservations: [Int64: Int64?] = [:]

  init(own: IssuingRun.Description, locks: RunLocks) {
    self.ownRun = own
    self.locks = locks
  }

  /// Returns the run of another living process that has reserved the pass, or that has issued it
  /// and is still in progress.
  mutating func holder(of pass: LedgerPass, _ database: Database) throws -> Int64? {
    if let hold = pass.hold, hold != ownRun.attempt, let run = try run(holding: hold, database) {
      return run
    }
    return try pass.run != ownRun.run && isGoing(pass.run, database) ? pass.run : nil
  }

  private mutating func run(holding hold: Int64, _ database: Database) throws -> Int64? {
    if let known = reservations[hold] { return known }
    var run: Int64?
    if try locks.isAlive(hold) {
      run = try SQLStatement(
        "SELECT id FROM run WHERE attempt = ? AND ended IS NULL", on: database, with: hold
      ).first { $0.integer(0) }
    }
    reservations[hold] = .some(run)
    return run
  }

  private mutating func isGoing(_ run: Int64, _ database: Database) throws -> Bool {
    if let known = runs[run] { return known }
    let isGoing =
      try SQLStatement(
        "SELECT attempt FROM run WHERE id = ? AND ended IS NULL", on: database, with: run
      ).first { try locks.isAlive($0.integer(0)) } ?? false
    runs[run] = isGoing
    return isGoing
  }
}

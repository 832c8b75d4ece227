// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// A finished bundle that another program made, or that was issued without a ledger.
package struct ImportedPass: Sendable {
  package var passType: String
  package var serial: String
  /// The authenticationToken in its pass.json, or nil if it has none.
  package var token: String?
  /// Whether it is unknown if the pass has a token, and which.
  package var isTokenUnknown: Bool
  /// The SHA-256 of the bundle. Nil for a folder with the files of a pass.
  package var bundle: LedgerDigest?
  /// The size of the bundle in bytes. Nil for a folder.
  package var bundleSize: Int64?
  /// The SHA-256 of its signing certificate, or nil if it contains none.
  package var certificate: LedgerDigest?
  /// The place of the file, or nil to record none.
  package var file: PlacedFile?
  /// The digest of its row as its issuer reported it, or nil if unknown. It is never the digest
  /// that passc makes of a row.
  package var row: LedgerDigest?
  /// Whether it was issued after the pass that the ledger has. Then it replaces another bundle.
  package var isReissued: Bool

  /// Creates a pass without checking anything.
  package init(
    passType: String, serial: String, token: String?, bundle: LedgerDigest?, bundleSize: Int64?,
    certificate: LedgerDigest?, file: PlacedFile?, row: LedgerDigest? = nil,
    isReissued: Bool = false, isTokenUnknown: Bool = false
  ) {
    self.passType = passType
    self.serial = serial
    self.token = token
    self.bundle = bundle
    self.bundleSize = bundleSize
    self.certificate = certificate
    self.file = file
    self.row = row
    self.isReissued = isReissued
    self.isTokenUnknown = isTokenUnknown
  }
}

package enum ImportOutcome: Hashable, Sendable {
  /// It is now recorded as issued.
  case imported
  /// The same pass was already recorded as issued.
  case alreadyRecorded(LedgerPass)
  /// The serial number was issued with another version or with another token.
  case conflict(LedgerPass)
  /// The ledger has a serial number that differs only in case.
  case differsInCase(LedgerPass)
  /// A running process has reserved it.
  case inRun(Int64)
}

/// Records finished passes, in one run per pass type identifier.
///
/// The digests of row and customer are not known. So the next `passc issue` treats such a pass as
/// changed and reissues it, with the same serial number and token.
package struct LedgerImporter {
  private let ledger: Ledger
  private let now: Int64
  /// The run for each pass type identifier in which something was recorded.
  private var runs: [Int64: Int64] = [:]

  /// Creates an importer.
  ///
  /// - Parameter now: the time of recording in seconds since 1970.
  package init(_ ledger: Ledger, now: Int64) {
    self.ledger = ledger
    self.now = now
  }

  /// Records passes in one transaction. Returns the outcomes in their order.
  package mutating func add(_ passes: [ImportedPass]) throws(LedgerError) -> [ImportOutcome] {
    let known = runs
    let now = now
    let ledger = ledger
    let (outcomes, runs) = try ledger.writing { database in
      var runs = known
      var outcomes: [ImportOutcome] = []
      for new in passes {
        outcomes.append(try ledger.add(new, &runs, now: now, database))
      }
      return (outcomes, runs)
    }
    self.runs = runs
    return outcomes
  }
}

extension Ledger {
  fileprivate func add(
    _ new: ImportedPass, _ runs: inout [Int64: Int64], now: Int64, _ database: Database
  ) throws -> ImportOutcome {
    let type = try LedgerNames.add(passType: new.passType, database)
    let find = try SQLStatement(Self.passOfSerial, on: database)
    let known = try pass(new.serial, type, find, database)
    find.reset()
    if let known, let obstacle = try obstacle(new, known, database) {
      guard case .alreadyRecorded = obstacle, known.isTokenUnknown, !new.isTokenUnknown else {
        return obstacle
      }
      try completeToken(new, known, database)
      return .imported
    }
    let run = try runs[type] ?? addRun(type, now: now, database)
    runs[type] = run
    try add(new, known, type: type, run: run, now: now, database)
    try SQLStatement("UPDATE run SET issued = issued + 1 WHERE id = ?", on: database, with: run)
      .run()
    return .imported
  }

  private func obstacle(
    _ new: ImportedPass, _ known: LedgerPass, _ database: Database
  ) throws -> ImportOutcome? {
    guard new.serial.utf8.elementsEqual(known.serial.utf8) else { return .differsInCase(known) }
    if let hold = known.hold, try locks.isAlive(hold) {
      return .inRun(known.run)
    }
    // A reserved token may already be in a file.
    if let token = known.token, let other = new.token, token != other { return .conflict(known) }
    guard known.state == .issued else { return nil }
    let isSame = known.bundle == new.bundle && known.bundle != nil
    if new.isReissued {
      // The same bytes may come from another row, or may have been moved.
      return isSame && known.digests.row == new.row && known.file?.fullPath == new.file?.fullPath
        ? .alreadyRecorded(known) : nil
    }
    return isSame ? .alreadyRecorded(known) : .conflict(known)
  }

  /// Adds token and certificate to a pass whose token was unknown, from the same bundle.
  private func completeToken(
    _ new: ImportedPass, _ known: LedgerPass, _ database: Database
  ) throws {
    let certificate = try new.certificate.map { try LedgerNames.add(certificate: $0, database) }
    try SQLStatement(
      "UPDATE pass SET token = ?, certificate = coalesce(?, certificate) WHERE id = ?",
      on: database, with: new.token, certificate, known.id
    ).run()
  }

  private func addRun(_ type: Int64, now: Int64, _ database: Database) throws -> Int64 {
    try SQLStatement(
      """
      INSERT INTO run (kind, passType, started, ended, attempt)
      VALUES ('import', ?, ?, ?, (SELECT coalesce(max(attempt), 0) + 1 FROM run))
      """, on: database, with: type, now, now
    ).insert()
  }

  private func add(
    _ new: ImportedPass, _ known: LedgerPass?, type: Int64, run: Int64, now: Int64,
    _ database: Database
  ) throws {
    let statement = try SQLStatement(
      """
      INSERT OR REPLACE INTO pass (
        id, passType, serial, state, run, certificate, bundleDigest, bundleSize, folder, file,
        fileSize, entry, token, time, rowDigest)
      VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, on: database)
    // Before the statement below, because these run their own statements.
    let certificate = try new.certificate.map { try LedgerNames.add(certificate: $0, database) }
    let folder = try new.file.map { try LedgerNames.add(folder: $0.folder, database) }
    let token =
      new.token ?? known?.token ?? (new.isTokenUnknown ? LedgerSchema.unknownToken : nil)
    statement.bind(
      known?.id, type, new.serial, run, certificate, new.bundle, new.bundleSize, folder,
      new.file?.path, new.file?.entry == nil ? nil : new.file?.size, new.file?.entry,
      token, now, new.row)
    try statement.run()
  }
}

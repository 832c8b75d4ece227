// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// A finished bundle somebody else has made, or that was issued without a ledger.
package struct ImportedPass: Sendable {
  /// The pass type identifier in its pass.json.
  package var passType: String
  /// The serial number in its pass.json.
  package var serial: String
  /// The authenticationToken in its pass.json; nil when it has none.
  package var token: String?
  /// Whether whoever issued it has not told if it has a token, and which.
  package var isTokenUnknown: Bool
  /// SHA-256 of the bundle and its size; nil for a folder with the files of a pass.
  package var bundle: LedgerDigest?
  /// How many bytes the bundle has; nil for a folder.
  package var bundleSize: Int64?
  /// SHA-256 of the certificate it is signed with; nil when none could be found in it.
  package var certificate: LedgerDigest?
  /// Where it is; nil when it is not to be recorded as a file.
  package var file: PlacedFile?
  /// What whoever issued it says it was made from; nil when nobody knows. Never the digest that
  /// passc itself makes of a row.
  package var row: LedgerDigest?
  /// It was issued after whatever the ledger has of its serial number: another bundle gives way.
  package var isReissued: Bool

  /// A pass as it was found, of which nothing is checked.
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

/// What came of importing a pass.
package enum ImportOutcome: Hashable, Sendable {
  /// It is recorded as issued now.
  case imported
  /// The very same is known as issued already.
  case known(LedgerPass)
  /// A pass of this serial is issued in another version, or with another token.
  case conflict(LedgerPass)
  /// The ledger has a serial that differs only in the case of letters.
  case differsInCase(LedgerPass)
  /// A process that is running has it in hand.
  case inRun(Int64)
}

/// Records passes that are finished, as one run per pass type.
///
/// What a row and its holder were is not known: the next `passc issue` takes such a pass for
/// changed and issues it again, with its serial and its token.
package struct LedgerImporter {
  private let ledger: Ledger
  private let now: Int64
  /// The run of each pass type, once something was recorded in it.
  private var runs: [Int64: Int64] = [:]

  /// An importer that has recorded nothing yet.
  ///
  /// - Parameter now: when the passes are recorded, in seconds since 1970.
  package init(_ ledger: Ledger, now: Int64) {
    self.ledger = ledger
    self.now = now
  }

  /// Records passes in one transaction; the outcomes are in their order.
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
      guard case .known = obstacle, known.isTokenUnknown, !new.isTokenUnknown else {
        return obstacle
      }
      try tell(new, known, database)
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
    // A token that was reserved may be in a file already.
    if let token = known.token, let other = new.token, token != other { return .conflict(known) }
    guard known.state == .issued else { return nil }
    let isSame = known.bundle == new.bundle && known.bundle != nil
    if new.isReissued {
      // The same bytes may have been made from other words, or lie elsewhere since.
      return isSame && known.digests.row == new.row && known.file?.fullPath == new.file?.fullPath
        ? .known(known) : nil
    }
    return isSame ? .known(known) : .conflict(known)
  }

  /// The very bundle of a pass whose token nobody had told: it tells token and certificate.
  private func tell(
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
    // Made first: they may use statements of their own.
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

// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension Ledger {
  /// Finds many serial numbers. Returns the passes in their order, nil for unknown ones.
  ///
  /// Safe to call from several threads at once. Look up hundreds at a time: each call is a
  /// transaction, and consecutive serial numbers are on the same page.
  package func find(
    _ serials: [String], passType: String
  ) throws(LedgerError) -> [LedgerPass?] {
    try reading { database in
      guard let type = try LedgerNames.find(passType: passType, database) else {
        return [LedgerPass?](repeating: nil, count: serials.count)
      }
      let statement = try SQLStatement(Self.passOfSerial, on: database)
      defer { statement.reset() }
      var found: [LedgerPass?] = []
      found.reserveCapacity(serials.count)
      for serial in serials {
        found.append(try pass(serial, type, statement, database))
        statement.reset()
      }
      return found
    }
  }

  /// Finds one serial number. Returns nil if the ledger does not have it.
  package func find(_ serial: String, passType: String) throws(LedgerError) -> LedgerPass? {
    try find([serial], passType: passType)[0]
  }

  /// Returns the number of issued passes with a pass type identifier.
  ///
  /// - Parameter shard: counts only passes whose last run had this shard. Nil for all.
  package func issuedCount(
    passType: String, shard: LedgerShard? = nil
  ) throws(LedgerError) -> Int {
    try reading { database in
      guard let type = try LedgerNames.find(passType: passType, database) else { return 0 }
      let ofShard = "AND run IN (SELECT id FROM run WHERE shard = ?2 AND shards = ?3)"
      let statement = try SQLStatement(
        "SELECT count(*) FROM pass WHERE passType = ?1 AND state = 1 \(shard == nil ? "" : ofShard)",
        on: database, with: type)
      if let shard {
        statement.bind(shard.index, at: 2)
        statement.bind(shard.count, at: 3)
      }
      return try statement.first { Int($0.integer(0)) } ?? 0
    }
  }

  /// The columns that `pass(from:)` reads, in its order.
  static let passColumns = """
    id, passType, serial, state, run, hold, certificate, rowDigest, holderDigest, contentDigest, \
    bundleDigest, bundleSize, folder, file, fileSize, entry, token, time
    """
  static let passOfSerial =
    "SELECT \(passColumns) FROM pass WHERE passType = ?1 AND serial = ?2"

  func pass(
    _ serial: String, _ type: Int64, _ statement: SQLStatement, _ database: Database
  ) throws -> LedgerPass? {
    statement.bind(type, at: 1)
    statement.bind(serial, at: 2)
    return try statement.step() ? try pass(from: statement, database) : nil
  }

  /// Returns the pass in the current row of a statement that selects `passColumns`.
  func pass(from row: SQLStatement, _ database: Database) throws -> LedgerPass {
    let size = row.integerOrNil(11)
    var file: PlacedFile?
    if let folder = row.integerOrNil(12), let path = row.textOrNil(13) {
      file = PlacedFile(
        folder: try names.folder(folder, database), path: path,
        size: row.integerOrNil(14) ?? size ?? 0, entry: row.textOrNil(15))
    }
    let token = row.textOrNil(16)
    let state = LedgerPass.State(rawValue: row.integer(3)) ?? .reserved
    return LedgerPass(
      id: row.integer(0), passType: try names.passType(row.integer(1), database),
      serial: row.text(2), state: state, run: row.integer(4), hold: row.integerOrNil(5),
      digests: PassDigests(row: row.digest(7), holder: row.digest(8), content: row.digest(9)),
      certificate: try row.integerOrNil(6).flatMap { try names.certificate($0, database) },
      bundle: state == .issued ? row.digest(10) : nil,
      bundleSize: state == .issued ? size : nil, file: state == .issued ? file : nil,
      token: token == LedgerSchema.unknownToken ? nil : token,
      isTokenUnknown: token == LedgerSchema.unknownToken, time: row.integer(17))
  }
}

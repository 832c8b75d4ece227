// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// A pass to compare with the ledger.
package struct SoughtPass: Sendable {
  /// The serial number, compared byte for byte.
  package var serial: String
  /// The digest of its content. With nil, for unknown content, the pass always counts as changed.
  package var content: LedgerDigest?
  /// The path of its file below the folder of the run.
  package var path: String

  package init(serial: String, content: LedgerDigest?, path: String) {
    self.serial = serial
    self.content = content
    self.path = path
  }
}

/// The conditions under which a pass of the ledger counts as the same.
package struct LedgerCriteria: Sendable {
  /// The place where the file must be.
  package enum FilePlace: Hashable, Sendable {
    /// No place: the pass is always written, as into an archive.
    case nowhere
    /// A separate file at the sought path below this folder.
    case below(String)
    /// A separate file at the recorded path.
    case recorded
    /// Any place. Files are not checked.
    case unasked
  }

  /// The pass type identifier of all sought passes.
  package var passType: String
  /// The required signing certificate, or nil for any.
  package var certificate: LedgerDigest?
  /// The place where the file must be for a pass to count as the same.
  package var place: FilePlace

  package init(passType: String, certificate: LedgerDigest?, place: FilePlace) {
    self.passType = passType
    self.certificate = certificate
    self.place = place
  }

  /// Returns whether the pass itself is the same, without checking its file.
  package func matches(_ pass: LedgerPass, for sought: SoughtPass) -> Bool {
    pass.state == .issued && sought.serial.utf8.elementsEqual(pass.serial.utf8)
      && sought.content != nil && sought.content == pass.digests.content
      && (certificate == nil || certificate == pass.certificate)
  }
}

/// The result of comparing a pass with the ledger.
package enum LedgerStatus: Sendable {
  /// The ledger has no pass with this serial number.
  case unknown
  /// The same pass. The caller still has to check its file.
  ///
  /// - size: the size of the file. Nil if none is recorded or files are not checked.
  /// - file: the place of the file, if it differs from the sought one.
  /// - bundle: the SHA-256 of the pass, and its size.
  case same(size: Int64?, file: PlacedFile?, bundle: LedgerDigest?, bundleSize: Int64?)
  /// Another pass with this serial number.
  case other(LedgerPass)
}

extension Ledger {
  /// Compares many passes with the ledger. Returns the results in their order.
  ///
  /// The result is the same as with `find` and `LedgerCriteria.holds`, but this is faster for a table
  /// with few changes. Nothing is copied of a pass that is the same, and passes that were issued in
  /// sequence are read in sequence without a look-up in the index.
  package func compare(
    _ sought: [SoughtPass], _ criteria: LedgerCriteria
  ) throws(LedgerError) -> [LedgerStatus] {
    try reading { database in
      guard var reader = try LedgerStatusReader(self, criteria, database) else {
        return [LedgerStatus](repeating: .unknown, count: sought.count)
      }
      defer { reader.end() }
      var standings: [LedgerStatus] = []
      standings.reserveCapacity(sought.count)
      for pass in sought { standings.append(try reader.status(of: pass)) }
      return standings
    }
  }
}

/// Compares many passes in one transaction.
private struct LedgerStatusReader {
  private let ledger: Ledger
  private let database: Database
  private let criteria: LedgerCriteria
  private let type: Int64
  private let certificate: Int64?
  private let folder: Int64?
  private let bySerial: SQLStatement
  private let byNumber: SQLStatement
  /// Continues after the last found pass. Often the next sought pass is there.
  private let following: SQLStatement
  private var isFollowing = false
  /// The number of times in a row that the next one was another pass.
  private var misses = 0

  /// The columns of `passColumns` that are compared, in the order of the record.
  private static let columns = """
    id, passType, serial, state, certificate, contentDigest, bundleDigest, bundleSize, folder, \
    file, fileSize, entry
    """
  private enum Column {
    static let id: Int32 = 0
    static let passType: Int32 = 1
    static let serial: Int32 = 2
    static let state: Int32 = 3
    static let certificate: Int32 = 4
    static let content: Int32 = 5
    static let bundle: Int32 = 6
    static let bundleSize: Int32 = 7
    static let folder: Int32 = 8
    static let file: Int32 = 9
    static let fileSize: Int32 = 10
    static let entry: Int32 = 11
  }
  /// After so many misses the table has another order than the ledger, and the index is used.
  private static let missLimit = 3

  /// Returns nil if the ledger has no pass with this pass type identifier.
  init?(_ ledger: Ledger, _ criteria: LedgerCriteria, _ database: Database) throws {
    guard let type = try LedgerNames.find(passType: criteria.passType, database) else {
      return nil
    }
    self.ledger = ledger
    self.database = database
    self.criteria = criteria
    self.type = type
    // No pass has the number -1. It represents a certificate or folder that is not recorded.
    certificate = try criteria.certificate.map {
      try LedgerNames.find(certificate: $0, database) ?? -1
    }
    folder =
      if case .below(let path) = criteria.place {
        try LedgerNames.find(folder: path, database) ?? -1
      } else {
        nil
      }
    bySerial = try SQLStatement(
      "SELECT \(Self.columns) FROM pass WHERE passType = ?1 AND serial = ?2", on: database)
    byNumber = try SQLStatement(
      "SELECT \(Ledger.passColumns) FROM pass WHERE id = ?1", on: database)
    following = try SQLStatement(
      "SELECT \(Self.columns) FROM pass WHERE id > ?1 ORDER BY id", on: database)
  }

  mutating func status(of sought: SoughtPass) throws -> LedgerStatus {
    var sought = sought
    if isFollowing {
      if try following.step() {
        if following.integer(Column.passType) == type,
          following.equals(&sought.serial, Column.serial)
        {
          misses = 0
          return try status(of: &sought, in: following)
        }
        misses += 1
      } else {
        misses = Self.missLimit
      }
      following.reset()
      isFollowing = false
    }
    bySerial.bind(type, at: 1)
    bySerial.bind(sought.serial, at: 2)
    defer { bySerial.reset() }
    guard try bySerial.step() else { return .unknown }
    if misses < Self.missLimit {
      following.bind(bySerial.integer(Column.id), at: 1)
      isFollowing = true
    }
    return try status(of: &sought, in: bySerial)
  }

  func end() { following.reset() }

  private func status(of sought: inout SoughtPass, in row: SQLStatement) throws -> LedgerStatus {
    guard matches(&sought, in: row) else {
      byNumber.bind(row.integer(Column.id), at: 1)
      defer { byNumber.reset() }
      return try byNumber.step() ? .other(ledger.pass(from: byNumber, database)) : .unknown
    }
    let isInPlace = row.isNull(Column.file) || row.equals(&sought.path, Column.file)
    var file: PlacedFile?
    var size: Int64?
    if let folder = row.integerOrNil(Column.folder) {
      size = row.integerOrNil(Column.fileSize) ?? row.integerOrNil(Column.bundleSize)
      if !isInPlace || criteria.place == .recorded {
        file = PlacedFile(
          folder: try ledger.names.folder(folder, database), path: row.text(Column.file),
          size: size ?? 0, entry: row.textOrNil(Column.entry))
      }
    }
    return .same(
      size: size, file: file, bundle: row.digest(Column.bundle),
      bundleSize: row.integerOrNil(Column.bundleSize))
  }

  /// Returns the result of `LedgerCriteria.holds` and of comparing the place, without copying the row.
  private func matches(_ sought: inout SoughtPass, in row: SQLStatement) -> Bool {
    guard row.integer(Column.state) == LedgerPass.State.issued.rawValue,
      let content = sought.content, row.equals(content, Column.content),
      row.equals(&sought.serial, Column.serial),
      certificate == nil || row.integerOrNil(Column.certificate) == certificate
    else { return false }
    switch criteria.place {
    case .nowhere: return false
    case .unasked: return true
    case .recorded:
      return !row.isNull(Column.folder) && !row.isNull(Column.file) && row.isNull(Column.entry)
    case .below:
      return row.integerOrNil(Column.folder) == folder && row.equals(&sought.path, Column.file)
        && row.isNull(Column.entry)
    }
  }
}

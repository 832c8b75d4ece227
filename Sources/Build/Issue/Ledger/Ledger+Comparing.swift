// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

/// A pass that is to be there, to be compared with what the ledger knows.
package struct SoughtPass: Sendable {
  /// The serial number the pass is to have, compared byte for byte.
  package var serial: String
  /// What it would be made from; nil when that cannot be told, so that it always counts as changed.
  package var content: LedgerDigest?
  /// Where its file would stand, below the folder of the run.
  package var path: String

  /// A pass with its serial number, what it would be made from, and where it would stand.
  package init(serial: String, content: LedgerDigest?, path: String) {
    self.serial = serial
    self.content = content
    self.path = path
  }
}

/// When a pass of the ledger is the one that is sought.
package struct Sameness: Sendable {
  /// Where its file may be.
  package enum Place: Hashable, Sendable {
    /// Nowhere: it is written in any case, as into an archive.
    case nowhere
    /// A file of its own, at the path that is sought below this folder.
    case below(String)
    /// A file of its own, wherever that was recorded.
    case recorded
    /// Anywhere or nowhere, nobody looks.
    case unasked
  }

  /// The pass type all sought passes have.
  package var passType: String
  /// The certificate it has to be signed with; nil when that does not matter.
  package var certificate: LedgerDigest?
  /// Where the file has to be for a pass to count as the same.
  package var place: Place

  /// What all sought passes are held against.
  package init(passType: String, certificate: LedgerDigest?, place: Place) {
    self.passType = passType
    self.certificate = certificate
    self.place = place
  }

  /// What is asked of the pass itself, its file apart.
  package func holds(_ pass: LedgerPass, for sought: SoughtPass) -> Bool {
    pass.state == .issued && sought.serial.utf8.elementsEqual(pass.serial.utf8)
      && sought.content != nil && sought.content == pass.digests.content
      && (certificate == nil || certificate == pass.certificate)
  }
}

/// What the ledger knows of a pass that is sought.
package enum Standing: Sendable {
  /// The ledger has no pass of this serial.
  case unknown
  /// It is the one that is sought. What is left is to look for its file.
  ///
  /// - size: of the file; nil where none is recorded or nobody looks.
  /// - file: where it is, when that is not where it is sought.
  /// - bundle: the SHA-256 of the pass, and its size.
  case same(size: Int64?, file: PlacedFile?, bundle: LedgerDigest?, bundleSize: Int64?)
  /// A pass of this serial that is not the one that is sought.
  case other(LedgerPass)
}

extension Ledger {
  /// Compares many passes with what the ledger knows, in their order.
  ///
  /// The same as `find` and `Sameness.holds`, for a table of which little has changed: of a pass
  /// that is the same nothing is copied, and passes that were issued one after the other are read
  /// one after the other, without a look into the index.
  package func compare(
    _ sought: [SoughtPass], _ sameness: Sameness
  ) throws(LedgerError) -> [Standing] {
    try reading { database in
      guard var reader = try StandingReader(self, sameness, database) else {
        return [Standing](repeating: .unknown, count: sought.count)
      }
      defer { reader.end() }
      var standings: [Standing] = []
      standings.reserveCapacity(sought.count)
      for pass in sought { standings.append(try reader.standing(of: pass)) }
      return standings
    }
  }
}

/// One transaction's look at many passes.
private struct StandingReader {
  private let ledger: Ledger
  private let database: Database
  private let sameness: Sameness
  private let type: Int64
  private let certificate: Int64?
  private let folder: Int64?
  private let bySerial: SQLStatement
  private let byNumber: SQLStatement
  /// Behind the pass that was found last there may be the next one.
  private let following: SQLStatement
  private var isFollowing = false
  /// How often in a row the next one was another one.
  private var misses = 0

  /// What is compared: the columns of `passColumns` that it takes, in the order of the record.
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
  /// Tables in another order than they were issued in are looked up in the index.
  private static let missLimit = 3

  /// Nil when the ledger has no pass of the type.
  init?(_ ledger: Ledger, _ sameness: Sameness, _ database: Database) throws {
    guard let type = try LedgerNames.find(passType: sameness.passType, database) else {
      return nil
    }
    self.ledger = ledger
    self.database = database
    self.sameness = sameness
    self.type = type
    // A number that no pass has stands for a certificate or folder nobody has recorded.
    certificate = try sameness.certificate.map {
      try LedgerNames.find(certificate: $0, database) ?? -1
    }
    folder =
      if case .below(let path) = sameness.place {
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

  mutating func standing(of sought: SoughtPass) throws -> Standing {
    var sought = sought
    if isFollowing {
      if try following.step() {
        if following.integer(Column.passType) == type,
          following.holds(&sought.serial, Column.serial)
        {
          misses = 0
          return try standing(of: &sought, in: following)
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
    return try standing(of: &sought, in: bySerial)
  }

  func end() { following.reset() }

  private func standing(of sought: inout SoughtPass, in row: SQLStatement) throws -> Standing {
    guard holds(&sought, in: row) else {
      byNumber.bind(row.integer(Column.id), at: 1)
      defer { byNumber.reset() }
      return try byNumber.step() ? .other(ledger.pass(from: byNumber, database)) : .unknown
    }
    let isInPlace = row.isNull(Column.file) || row.holds(&sought.path, Column.file)
    var file: PlacedFile?
    var size: Int64?
    if let folder = row.integerOrNil(Column.folder) {
      size = row.integerOrNil(Column.fileSize) ?? row.integerOrNil(Column.bundleSize)
      if !isInPlace || sameness.place == .recorded {
        file = PlacedFile(
          folder: try ledger.names.folder(folder, database), path: row.text(Column.file),
          size: size ?? 0, entry: row.textOrNil(Column.entry))
      }
    }
    return .same(
      size: size, file: file, bundle: row.digest(Column.bundle),
      bundleSize: row.integerOrNil(Column.bundleSize))
  }

  /// `Sameness.holds` and the place, on the bytes of the row.
  private func holds(_ sought: inout SoughtPass, in row: SQLStatement) -> Bool {
    guard row.integer(Column.state) == LedgerPass.State.issued.rawValue,
      let content = sought.content, row.holds(content, Column.content),
      row.holds(&sought.serial, Column.serial),
      certificate == nil || row.integerOrNil(Column.certificate) == certificate
    else { return false }
    switch sameness.place {
    case .nowhere: return false
    case .unasked: return true
    case .recorded:
      return !row.isNull(Column.folder) && !row.isNull(Column.file) && row.isNull(Column.entry)
    case .below:
      return row.integerOrNil(Column.folder) == folder && row.holds(&sought.path, Column.file)
        && row.isNull(Column.entry)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What decides whether a pass has changed and whose it is.
package struct PassDigests: Hashable, Sendable {
  /// SHA-256 of the row as it was read; nil when nobody knows, as for an imported bundle.
  package var row: LedgerDigest?
  /// SHA-256 of the columns that say who holds the pass; nil when no column does.
  package var holder: LedgerDigest?
  /// SHA-256 of everything the bundle is made from, the certificate apart; nil when nobody knows,
  /// as for an imported bundle, which then always counts as changed.
  package var content: LedgerDigest?

  /// Digests that were computed elsewhere, each nil where it is not known.
  package init(row: LedgerDigest?, holder: LedgerDigest?, content: LedgerDigest?) {
    self.row = row
    self.holder = holder
    self.content = content
  }
}

/// The file a bundle is in.
package struct PlacedFile: Hashable, Sendable {
  /// The folder of the whole output, written once per run: best absolute.
  package var folder: String
  /// The path of the file below the folder; absolute where it lies elsewhere.
  package var path: String
  /// How large the file is; where there is an `entry`, larger than the bundle.
  package var size: Int64
  /// The bundle's name inside, where the file is a .pkpasses or a tar; nil where it is the bundle.
  package var entry: String?

  /// A file below a folder; with an `entry` one that holds more than the bundle.
  package init(folder: String, path: String, size: Int64, entry: String? = nil) {
    self.folder = folder
    self.path = path
    self.size = size
    self.entry = entry
  }

  /// Where the file is: folder and path joined, or the path alone where it is absolute.
  package var fullPath: String {
    if folder.isEmpty || path.utf8.first == UInt8(ascii: "/") { return path }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + path : folder + "/" + path
  }

  /// Whether it lies in a store that is named by a URL, such as `s3://bucket/cards`, and not on a
  /// disk: a scheme of at least two letters, unlike the letter of a drive.
  package var isElsewhere: Bool { Self.scheme(of: fullPath) != nil }

  /// What stands before the first colon of a URL; nil for the path of a file.
  package static func scheme(of place: String) -> String? {
    guard let colon = place.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = place.utf8[..<colon]
    let isScheme =
      scheme.count >= 2
      && scheme.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
      }
    return isScheme ? String(place[..<colon]) : nil
  }
}

/// A pass as the ledger knows it.
package struct LedgerPass: Hashable, Sendable {
  /// How far a pass has come; the numbers stand in the database.
  package enum State: Int64, Sendable {
    /// Its serial and token are taken; whether a file stands is not known, so it does not count.
    case reserved = 0
    /// Its file is whole where the ledger says.
    case issued = 1
  }

  /// The ledger's own number for it.
  package let id: Int64
  /// The pass type identifier in its pass.json.
  package let passType: String
  /// As it was first recorded; a look-up finds it in any case of the ASCII letters.
  package let serial: String
  /// Whether it counts: issued does, reserved does not.
  package let state: State
  /// The run that issued it; while it is reserved, the run that reserved it.
  package let run: Int64
  /// The attempt that is about to write its file, which may be dead.
  let hold: Int64?
  /// What it was made from and whose it is, as far as that is known.
  package let digests: PassDigests
  /// SHA-256 of the certificate it was signed with; nil when nobody knows.
  package let certificate: LedgerDigest?
  /// SHA-256 of the bundle; nil while it is reserved, and for a folder that was imported.
  package let bundle: LedgerDigest?
  /// How many bytes the bundle has; nil while it is reserved, and for a folder that was imported.
  package let bundleSize: Int64?
  /// Where its file is; nil while it is reserved, and for what went through a pipe.
  package let file: PlacedFile?
  /// The authenticationToken. Show it only where somebody asked for tokens.
  package let token: String?
  /// Whether somebody else has issued it and has not told which token it has, or that it has none.
  package let isTokenUnknown: Bool
  /// When it was recorded, in seconds since 1970.
  package let time: Int64
}

/// One of several machines or processes that share the rows.
package struct LedgerShard: Hashable, Sendable {
  /// Which one it is, from 1.
  package let index: Int
  /// How many shards there are.
  package let count: Int

  /// A shard, `index` from 1 to `count`, which is not checked.
  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// The only shard of a run that issues every row.
  package static let whole = LedgerShard(index: 1, count: 1)
}

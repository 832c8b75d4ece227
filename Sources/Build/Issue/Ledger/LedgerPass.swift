// SPDX-License-Identifier: Apache-2.0

/// Digests that show whether a pass has changed and which customer it belongs to.
package struct PassDigests: Hashable, Sendable {
  /// The SHA-256 of the row. Nil if unknown, as for an imported bundle.
  package var row: LedgerDigest?
  /// The SHA-256 of the columns with "holder". Nil if there are none.
  package var holder: LedgerDigest?
  /// The SHA-256 of everything that the bundle is made from, except for the certificate. Nil if
  /// unknown, as for an imported bundle, which then always counts as changed.
  package var content: LedgerDigest?

  package init(row: LedgerDigest?, holder: LedgerDigest?, content: LedgerDigest?) {
    self.row = row
    self.holder = holder
    self.content = content
  }
}

/// The file of a bundle.
package struct PlacedFile: Hashable, Sendable {
  /// The folder of the whole output, stored once per run, preferably absolute.
  package var folder: String
  /// The path of the file below the folder. Absolute if the file is elsewhere.
  package var path: String
  /// The size of the file. With an `entry` it is larger than the bundle.
  package var size: Int64
  /// The bundle's name in a .pkpasses or tar file. Nil if the file is the bundle.
  package var entry: String?

  /// Creates the place of a file. With an `entry` the file contains more than the bundle.
  package init(folder: String, path: String, size: Int64, entry: String? = nil) {
    self.folder = folder
    self.path = path
    self.size = size
    self.entry = entry
  }

  /// The folder and path joined, or only the path if it is absolute.
  package var fullPath: String {
    if folder.isEmpty || path.utf8.first == UInt8(ascii: "/") { return path }
    return folder.utf8.last == UInt8(ascii: "/") ? folder + path : folder + "/" + path
  }

  /// Whether it is not on a disk but in a store with a URL, such as `s3://bucket/cards`. The scheme
  /// must have at least two letters, unlike a drive letter.
  package var isElsewhere: Bool { Self.scheme(of: fullPath) != nil }

  /// Returns the part of a URL before the first colon, or nil for the path of a file.
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

package struct LedgerPass: Hashable, Sendable {
  /// The state of a pass. The database contains these numbers.
  package enum State: Int64, Sendable {
    /// The serial number and token are reserved. The file may not exist, so the pass is not issued.
    case reserved = 0
    /// The file is complete at the recorded place.
    case issued = 1
  }

  package let id: Int64
  package let passType: String
  /// The serial number as first recorded. Look-ups ignore the case of ASCII letters.
  package let serial: String
  package let state: State
  /// The run that issued the pass or, before that, reserved it.
  package let run: Int64
  /// The attempt that is about to write the file. Its process may be dead.
  let hold: Int64?
  /// The digests, each nil if unknown.
  package let digests: PassDigests
  /// The SHA-256 of the signing certificate. Nil if unknown.
  package let certificate: LedgerDigest?
  /// The SHA-256 of the bundle. Nil for a reserved pass and for an imported folder.
  package let bundle: LedgerDigest?
  /// The size of the bundle in bytes. Nil for a reserved pass and for an imported folder.
  package let bundleSize: Int64?
  /// The place of the file. Nil for a reserved pass and for output to a pipe.
  package let file: PlacedFile?
  /// The authenticationToken. Print it only if the user asked for tokens.
  package let token: String?
  /// Whether another program issued it and it is unknown whether it has a token, and which.
  package let isTokenUnknown: Bool
  /// The time of recording in seconds since 1970.
  package let time: Int64
}

/// One of several machines or processes that share the rows.
package struct LedgerShard: Hashable, Sendable {
  /// The number of the shard, from 1.
  package let index: Int
  package let count: Int

  /// Creates a shard. It is not checked that `index` is from 1 to `count`.
  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }

  /// The only shard of a run that issues every row.
  package static let whole = LedgerShard(index: 1, count: 1)
}

// SPDX-License-Identifier: Apache-2.0

/// How much an archive from a stranger may hold; `--archive-limit NAME=N` sets one of them.
///
/// The defaults are generous: the largest published pass has 4 MB, and Wallet accepts bundles up to
/// 150 MB.
package struct ArchiveLimits: Hashable, Sendable {
  /// The most entries, including folders.
  package var entries = 4096
  /// The most bytes of all entries together, unpacked.
  package var totalSize = 160 << 20
  /// The most bytes of one entry, unpacked.
  package var entrySize = 64 << 20
  /// The most bytes that one packed byte may unpack to. It applies to entries over 1 MiB. It also
  /// applies to an archive that unpacks to more than `largestPass`, as a whole and in any stretch
  /// while unpacking.
  package var ratio = 200
  /// The longest path in bytes.
  package var nameLength = 255

  /// Creates the default limits.
  package init() {}

  /// The number of unpacked bytes that no pass exceeds. Larger archives are checked for
  /// decompression bombs while unpacking.
  static let largestPass = 20 << 20

  /// The names `--archive-limit` knows.
  package static let names = ["entries", "total-size", "entry-size", "ratio", "name-length"]

  /// Sets the limit of that name. Returns false if there is no such limit or the value is not
  /// positive.
  package mutating func set(_ name: String, to value: Int) -> Bool {
    guard value > 0 else { return false }
    switch name {
    case "entries": entries = value
    case "total-size": totalSize = value
    case "entry-size": entrySize = value
    case "ratio": ratio = value
    case "name-length": nameLength = value
    default: return false
    }
    return true
  }
}

// SPDX-License-Identifier: Apache-2.0

/// How much an archive from a stranger may hold; `--archive-limit NAME=N` sets one of them.
///
/// Generous: the largest published pass has 4 MB, and bundles of passes end at 150 MB.
package struct ArchiveLimits: Hashable, Sendable {
  /// How many entries, folders included.
  package var entries = 4096
  /// The sizes of all entries together, unpacked, in bytes.
  package var totalSize = 160 << 20
  /// The size of one entry, unpacked, in bytes.
  package var entrySize = 64 << 20
  /// How many bytes one packed byte may become. Asked of entries over 1 MiB, and of an archive that
  /// unpacks to more than any pass as a whole and on its way.
  package var ratio = 200
  /// The length of a path, in bytes.
  package var nameLength = 255

  /// The limits that hold unless the user sets others.
  package init() {}

  /// Larger than any pass: what holds more is looked at as a bomb would have to be.
  static let largestPass = 20 << 20

  /// The names `--archive-limit` knows.
  package static let names = ["entries", "total-size", "entry-size", "ratio", "name-length"]

  /// Sets the limit of that name; false when there is no such limit or the value is not positive.
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

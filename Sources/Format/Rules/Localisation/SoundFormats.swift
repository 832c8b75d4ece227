// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// What tables say for keys with format codes, where nothing can be said against any of it: rows
/// hardly ever change it.
struct SoundFormats: Sendable {
  /// The positions and values of the lines, by table.
  private let tables: [[(position: Int, value: String)]]

  /// Nil where a rule has to look at a line.
  init?(_ index: StringsIndex) {
    var tables: [[(position: Int, value: String)]] = []
    for table in index.tables {
      var lines: [(position: Int, value: String)] = []
      for position in table.formatPositions {
        let entry = table.table.entries[position]
        guard Self.isSound(entry) else { return nil }
        lines.append((position, entry.value))
      }
      tables.append(lines)
    }
    self.tables = tables
  }

  /// Whether the tables, which have the same keys, say the same.
  func fit(_ index: StringsIndex) -> Bool {
    guard tables.count == index.tables.count else { return false }
    for (place, lines) in tables.enumerated() {
      for (position, value) in lines
      where !index.tables[place].table.entries[position].value.hasBytes(of: value) {
        return false
      }
    }
    return true
  }

  /// One %@ and nothing else for a key that has some: neither lost nor odd.
  private static func isSound(_ entry: StringsTable.Entry) -> Bool {
    guard FormatCodes(entry.key).placeholders > 0 else { return true }
    let codes = FormatCodes(entry.value)
    return codes.placeholders == 1 && codes.other == nil
  }
}

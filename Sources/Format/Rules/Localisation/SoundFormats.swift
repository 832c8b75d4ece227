// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// The lines with format codes of all tables, if none of them has an error. Rows hardly ever change
/// these, so the next row can compare instead of parsing them.
struct SoundFormats: Sendable {
  /// The positions and values of the lines, by table.
  private let tables: [[(position: Int, value: String)]]

  /// Returns nil if a line has an error that a rule must report.
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

  /// Returns whether tables with the same keys have the same lines.
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

  /// Returns whether the value has exactly one %@ and no other code, if its key has a %@.
  private static func isSound(_ entry: StringsTable.Entry) -> Bool {
    guard FormatCodes(entry.key).placeholders > 0 else { return true }
    let codes = FormatCodes(entry.value)
    return codes.placeholders == 1 && codes.other == nil
  }
}

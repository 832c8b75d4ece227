// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassModel

/// The index of one row's tables serves the next row's, where only values differ.
struct StringsIndexTests {
  private static func table(
    _ language: String, _ lines: [(key: String, value: String)]
  ) -> StringsTable {
    StringsTable(
      language: language,
      entries: lines.enumerated().map { position, line in
        let origin = Origin(source: 1, offset: 10 * position)
        return .init(
          key: line.key, value: line.value, keyOrigin: origin,
          valueOrigin: origin.advanced(by: 5))
      }, varies: true)
  }

  private static let first = [
    table("de", [("NAME", "Name"), ("%@ left", "noch %@"), ("ONLY", "nur")]),
    table("fr", [("NAME", "Nom"), ("%@ left", "encore %@")]),
  ]

  /// Everything an index says.
  private static func told(_ index: StringsIndex) -> [String] {
    index.keys.map { "\($0.text) in \($0.tables) from \($0.origin.offset)" }
      + index.tables.flatMap { table in
        table.lines.map { "\(table.table.language) \($0.key): \($0.entry.value)" }
          + table.formats.map { "format \($0.key): \($0.entry.value)" }
          + table.missing.map { "missing \($0)" }
      } + ["NAME", "%@ left", "ONLY", "OTHER"].map { "\(index.number(of: $0) ?? -1)" }
  }

  @Test func otherValuesGiveTheIndexThatIsMadeAnew() throws {
    var next = Self.first
    next[0].entries[1].value = "nur noch %@"
    next[1].entries[0].value = ""
    let index = try #require(StringsIndex(next, like: StringsIndex(Self.first)))
    #expect(Self.told(index) == Self.told(StringsIndex(next)))
    #expect(Self.told(index) != Self.told(StringsIndex(Self.first)))
  }

  @Test func otherKeysPlacesOrTablesDoNotServe() {
    let known = StringsIndex(Self.first)
    var others: [[StringsTable]] = [Self.first.reversed(), [Self.first[0]], []]
    for change in 0..<4 {
      var next = Self.first
      switch change {
      case 0: next[0].entries[0].key = "NAMf"
      case 1: next[0].entries.swapAt(0, 1)
      case 2: next[1].entries.removeLast()
      default: next[1].entries.append(next[0].entries[2])
      }
      others.append(next)
    }
    for next in others {
      #expect(StringsIndex(next, like: known) == nil)
    }
  }
}

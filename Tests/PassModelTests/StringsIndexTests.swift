// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

@testable import PassModel

/// Tests that the index of one row's tables can be used for the next row if only values differ.
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

  private static func formats(of table: StringsIndex.Table) -> [String] {
    var reported: [String] = []
    table.forEachFormat { reported.append("format \($0): \($1.key) \($1.value)") }
    return reported
  }

  /// Returns everything that an index reports.
  private static func told(_ index: StringsIndex) -> [String] {
    var lacks: [String] = []
    index.forEachIncomplete(among: index.keys.map { _ in true }) {
      lacks.append("\($0.table.language) lacks \($2): \($1)")
    }
    return index.keys.map { "\($0.text) in \($0.tables) from \($0.origin.offset)" }
      + index.tables.flatMap { table in
        table.lines.map { "\(table.table.language) \($0.key): \($0.entry.value)" }
          + formats(of: table)
      } + lacks + ["NAME", "%@ left", "ONLY", "OTHER"].map { "\(index.number(of: $0) ?? -1)" }
  }

  @Test func otherValuesGiveTheIndexThatIsMadeAnew() throws {
    var next = Self.first
    next[0].set("nur noch %@", at: 1)
    next[1].set("", at: 0)
    let index = try #require(StringsIndex(next, like: StringsIndex(Self.first)))
    #expect(Self.told(index) == Self.told(StringsIndex(next)))
    #expect(Self.told(index) != Self.told(StringsIndex(Self.first)))
  }

  /// Returns tables that are not copies of the first.
  private static func anew(_ entries: [[StringsTable.Entry]]) -> [StringsTable] {
    zip(first, entries).map {
      StringsTable(language: $0.language, entries: $1, varies: true)
    }
  }

  @Test func tablesThatWereReadAnewServeToo() throws {
    let next = Self.anew(Self.first.map(\.entries))
    let index = try #require(StringsIndex(next, like: StringsIndex(Self.first)))
    #expect(Self.told(index) == Self.told(StringsIndex(next)))
  }

  @Test func otherKeysPlacesOrTablesDoNotServe() {
    let known = StringsIndex(Self.first)
    var others: [[StringsTable]] = [Self.first.reversed(), [Self.first[0]], []]
    for change in 0..<4 {
      var entries = Self.first.map(\.entries)
      switch change {
      case 0: entries[0][0].key = "NAMf"
      case 1: entries[0].swapAt(0, 1)
      case 2: entries[1].removeLast()
      default: entries[1].append(entries[0][2])
      }
      others.append(Self.anew(entries))
    }
    for next in others {
      #expect(StringsIndex(next, like: known) == nil)
    }
  }

  /// Once each table had a list of all missing keys, which took gigabytes for thousands of
  /// languages.
  @Test func whatTablesLackIsFoundInTimeThatGrowsWithTheirLines() {
    let keys = (0..<40_000).map { ("key \($0)", "v") }
    let tables = [Self.table("de", keys)] + (0..<250).map { Self.table("l\($0)", []) }
    var lacks: [Int] = []
    let time = ProcessorTime.ofThread {
      let index = StringsIndex(tables)
      index.forEachIncomplete(among: index.keys.map { _ in true }) { _, first, count in
        lacks.append(first.count + count)
      }
    }
    #expect(lacks == Array(repeating: 40_003, count: 250))
    #expect(time < .seconds(3))
  }

  @Test func onlyWantedKeysCountAsLacking() {
    let index = StringsIndex([
      Self.table("de", [("d", ""), ("c", ""), ("b", ""), ("a", ""), ("a", "")]),
      Self.table("fr", [("a", ""), ("x", "")]), Self.table("it", [("a", "")]),
    ])
    var reported: [String] = []
    index.forEachIncomplete(among: index.keys.map { $0.text != "c" }) { table, first, count in
      reported.append("\(table.table.language) \(count): \(first.map { index.keys[$0].text })")
    }
    #expect(reported == [#"de 1: ["x"]"#, #"fr 2: ["b", "d"]"#, #"it 3: ["b", "d", "x"]"#])
  }
}

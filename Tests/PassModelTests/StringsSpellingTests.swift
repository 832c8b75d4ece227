// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTesting
import Testing

@testable import PassModel

struct StringsSpellingTests {
  private static let texts = [
    "", "a", "Name", "Ünï", "\"", "\\", "line\nbreak", "\u{7F}", "🎟️", "%@ points", "e\u{301}",
  ]

  @Test func givesTheFileOfTheTableWithTheValuesInIt() {
    var random = SplitMix64(seed: 5)
    for round in 0..<2_000 {
      var table = StringsTable(
        language: "de",
        entries: (0..<Int.random(in: 0...6, using: &random)).map { _ in
          StringsTable.Entry(
            key: Self.texts.randomElement(using: &random) ?? "",
            value: Self.texts.randomElement(using: &random) ?? "", keyOrigin: .none,
            valueOrigin: .none)
        })
      let changing = table.entries.indices.filter { _ in Bool.random(using: &random) }
      let spelling = StringsSpelling(table, changing: changing)
      let values = changing.map { _ in Self.texts.randomElement(using: &random) ?? "" }
      for (entry, value) in zip(changing, values) { table.set(value, at: entry) }
      #expect(spelling.bytes(with: values) == StringsFile.bytes(of: table), "round \(round)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassBuild
@testable import passc

/// The table of the guesses of `passc init --from` in terminals of different widths.
struct GuessTextTests {
  private static let lines = [
    TableGuess.Line(
      subject: "会員番号", guess: "serial number, text",
      reason: "every row has another value, and by its header", place: "columns.serial"),
    TableGuess.Line(
      subject: "Valid until (please write day.month.year)",
      guess: "end of validity, date dd/MM/yyyy HH:mm:ss",
      reason: "by its header, every cell is a date; a day is over 12", place: "columns.expires"),
  ]

  private static func rows(_ width: Int) -> [String] {
    GuessText(width: width).text(of: lines).split(separator: "\n").map(String.init)
  }

  @Test func aWideTerminalHasOneLineForAGuess() {
    let rows = Self.rows(160)
    #expect(rows.count == 3)
    #expect(rows[0].hasPrefix("Column ") && rows[0].contains("Because"))
    let place = rows.map { row in
      row.firstRange(of: "columns.").map { TextWidth.columns(of: String(row[..<$0.lowerBound])) }
    }
    #expect(place[1] == place[2] && place[1] != nil)
  }

  @Test(arguments: [40, 60, 80, 100])
  func narrowTerminalsHaveTheReasonBelow(_ width: Int) {
    let rows = Self.rows(width)
    #expect(rows.allSatisfy { TextWidth.columns(of: $0) <= width }, "\(rows)")
    #expect(!rows[0].contains("Because") && rows[1].contains("会員番号"))
    let text = rows.joined().split(separator: " ").joined(separator: " ")
    #expect(text.contains("every row has another value, and by its header"))
    #expect(width < 80 || text.contains("columns.expires"))
  }
}

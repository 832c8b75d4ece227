// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassReport

/// The table of what `passc init --from` guessed, for lines of a given width.
///
/// On a wide terminal each guess is one line. Otherwise the reason is on a line below.
struct GuessText {
  /// The number of columns of the terminal.
  let width: Int

  private static let gap = 2
  /// The most columns of a header in narrow lines, so that the other cells have room.
  private static let headerLimit = 24

  /// Returns the table with its headings.
  func text(of lines: [TableGuess.Line]) -> String {
    let rows =
      [["Column", "Taken for", "Because", "Change it in"]]
      + lines.map { [$0.subject, $0.guess, $0.reason, $0.place] }
    let printable = rows.map { $0.map { TextWriter.printable($0) } }
    let whole = printable.map { Self.line($0, Self.widths(of: printable)) }
    if whole.allSatisfy({ TextWidth.columns(of: $0) <= width }) {
      return whole.map { $0 + "\n" }.joined()
    }
    return narrow(printable)
  }

  private func narrow(_ rows: [[String]]) -> String {
    let cells = rows.map { [$0[0], $0[1], $0[3]] }
    var widths = Self.widths(of: cells)
    widths[0] = min(widths[0], Self.headerLimit)
    // The widest cell gets shorter until a line fits.
    while widths.reduce(2 * Self.gap, +) > width, let widest = widths.max(), widest > 8,
      let index = widths.firstIndex(of: widest)
    {
      widths[index] -= 1
    }
    let margin = String(repeating: " ", count: widths[0] + Self.gap)
    var text = ""
    for (index, row) in cells.enumerated() {
      // A line with one long cell may still fit.
      let whole = Self.line(row, widths)
      let fits = TextWidth.columns(of: whole) <= width
      text += fits ? whole : Self.line(zip(row, widths).map { Self.cut($0, to: $1) }, widths)
      text += "\n"
      // The heading "Because" needs no line.
      guard index > 0 else { continue }
      for part in wrapped(rows[index][2], to: width - margin.count) { text += margin + part + "\n" }
    }
    return text
  }

  private func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      guard let last = lines.last, TextWidth.columns(of: last + " " + word) <= width else {
        lines.append(String(word))
        continue
      }
      lines[lines.count - 1] = last + " " + word
    }
    return lines
  }

  private static func widths(of rows: [[String]]) -> [Int] {
    (rows.first ?? []).indices.map { column in
      rows.map { TextWidth.columns(of: $0[column]) }.max() ?? 0
    }
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      line += cell
      guard index < cells.count - 1 else { continue }
      line += String(
        repeating: " ", count: max(0, widths[index] - TextWidth.columns(of: cell)) + gap)
    }
    return line
  }

  private static func cut(_ text: String, to width: Int) -> String {
    guard TextWidth.columns(of: text) > width else { return text }
    var short = text
    while !short.isEmpty, TextWidth.columns(of: short) >= width { short.removeLast() }
    return short + "…"
  }
}

// SPDX-License-Identifier: Apache-2.0

/// How excerpts are shown.
package struct ExcerptStyle: Sendable {
  /// How many columns a line may have.
  package var width: Int
  /// Whether cells of tables are shown; CI logs are often public.
  package var showsCells: Bool

  /// Excerpts for a terminal, or for a file with lines of 80 columns.
  package init(width: Int = 80, showsCells: Bool = true) {
    self.width = width
    self.showsCells = showsCells
  }

  /// The two lines of an excerpt: the text, and a mark under the place. nil if it is not shown.
  ///
  /// - Parameter printable: makes control characters visible.
  func lines(
    of excerpt: SourceExcerpt, number: Int, printable: (String) -> String
  ) -> (margin: String, text: String, mark: String)? {
    guard showsCells || !excerpt.isCell else { return nil }
    let label = excerpt.label.map { Self.label(printable($0)) } ?? ""
    let margin = "  \(number) | "
    let room = width - TextWidth.columns(of: margin) - TextWidth.columns(of: label)
    guard room >= 12 else { return nil }
    var line = Line(excerpt, printable)
    line.truncate(to: excerpt.isCell ? min(room, SourceExcerpt.cellLimit) : room)
    let (text, start, length) = line.shown
    let blanks = String(repeating: " ", count: TextWidth.columns(of: label) + start)
    return (margin, label + text, blanks + String(repeating: "^", count: max(1, length)))
  }

  private static func label(_ name: String) -> String {
    TextWidth.columns(of: name) <= SourceExcerpt.cellLimit ? name + ": " : ""
  }
}

/// The characters of an excerpt with their columns.
private struct Line {
  private struct Unit {
    let text: String
    let columns: Int
  }

  private var units: [Unit] = []
  /// The marked units.
  private var mark = 0..<0
  private var isCut: (before: Bool, after: Bool)

  init(_ excerpt: SourceExcerpt, _ printable: (String) -> String) {
    isCut = excerpt.isCut
    var column = 0
    func append(_ bytes: ArraySlice<UInt8>, to units: inout [Unit]) {
      for character in Self.characters(bytes) {
        // An escaped character is one unit, so that it is shown whole or not at all.
        let text =
          character == "\t"
          ? String(repeating: " ", count: 4 - column % 4) : printable(character)
        let columns = TextWidth.columns(of: text)
        units.append(Unit(text: text, columns: columns))
        column += columns
      }
    }
    append(excerpt.text[..<excerpt.marked.lowerBound], to: &units)
    let first = units.count
    append(excerpt.text[excerpt.marked], to: &units)
    mark = first..<units.count
    append(excerpt.text[excerpt.marked.upperBound...], to: &units)
  }

  /// The characters of bytes; those that are not UTF-8 as `\xE9`.
  private static func characters(_ bytes: ArraySlice<UInt8>) -> [String] {
    if let text = String(validating: bytes, as: UTF8.self) { return text.map { String($0) } }
    var characters: [String] = []
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = bytes.startIndex
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        characters.append(String(Unicode.UTF8.decode(encoded)))
        position += encoded.count
      case .error(let length):
        for byte in bytes[position..<min(position + length, bytes.endIndex)] {
          characters.append("\\x" + String(byte, radix: 16, uppercase: true))
        }
        position += length
      case .emptyInput: return characters
      }
    }
  }

  private func columns(_ range: Range<Int>) -> Int {
    units[range].reduce(0) { $0 + $1.columns }
  }

  /// Cuts to a width so that the beginning of the mark stays, with `…` for what is cut.
  mutating func truncate(to width: Int) {
    var start = 0
    let ends = (isCut.before ? 1 : 0) + (isCut.after ? 1 : 0)
    if columns(units.indices) + ends <= width { return }
    // As much of the mark as fits next to a third of the line before it.
    let wanted = max(1, min(columns(mark), width * 2 / 3))
    var left = columns(0..<mark.lowerBound)
    let fits = left + wanted + ends + 1 <= width
    while start < mark.lowerBound, !fits, left > width / 3 - 1 {
      left -= units[start].columns
      start += 1
    }
    var used = start > 0 || isCut.before ? 1 : 0
    var end = start
    while end < units.count {
      let isLast = end == units.count - 1 && !isCut.after
      guard used + units[end].columns + (isLast ? 0 : 1) <= width else { break }
      used += units[end].columns
      end += 1
    }
    isCut = (start > 0 || isCut.before, end < units.count || isCut.after)
    units = Array(units[start..<end])
    mark =
      min(
        max(mark.lowerBound - start, 0), units.count)..<min(
        max(mark.upperBound - start, 0), units.count)
  }

  /// The text, and the beginning and length of the mark in columns.
  var shown: (text: String, start: Int, length: Int) {
    let before = isCut.before ? "…" : ""
    let text = before + units.map(\.text).joined() + (isCut.after ? "…" : "")
    return (text, (isCut.before ? 1 : 0) + columns(0..<mark.lowerBound), columns(mark))
  }
}

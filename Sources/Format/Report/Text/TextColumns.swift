// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// A writer of text in columns of a terminal. It escapes control characters of untrusted text and
/// wraps long lines.
package struct TextColumns {
  /// The width of a line in columns.
  package let width: Int
  private let colour: Bool
  /// The text so far.
  package private(set) var text = ""

  /// Creates an empty text.
  ///
  /// - Parameters:
  ///   - width: the width of a line in columns.
  ///   - colour: whether to use ANSI escape sequences for styles.
  package init(width: Int = 80, colour: Bool = false) {
    self.width = width
    self.colour = colour
  }

  /// A style. The raw value is its ANSI code.
  package enum Style: String {
    case bold = "1"
    case dim = "2"
    case good = "32"
    case bad = "31"
    case doubtful = "33"
  }

  /// Returns the text between the escape sequences of a style. Without colour, style or content it
  /// returns the text unchanged.
  package func styled(_ text: String, _ style: Style?) -> String {
    guard colour, let style, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }

  /// Adds a paragraph, wrapped at `width`.
  package mutating func line(_ content: String = "", _ style: Style? = nil) {
    for line in Self.wrapped(content, width: width) { text += styled(line, style) + "\n" }
  }

  /// Adds a line that is already wrapped and escaped.
  package mutating func raw(_ content: String) { text += content + "\n" }

  /// Adds a blank line and a heading.
  package mutating func heading(_ title: String) { text += "\n" + styled(title, .bold) + "\n" }

  /// Adds a name and a text next to it. Further lines of the text are aligned with the first.
  package mutating func entry(
    _ name: String, _ content: String, nameWidth: Int = 14, style: Style? = nil
  ) {
    let start = 2 + nameWidth + 2
    let name = Self.padded(TextWriter.printable(name), to: nameWidth)
    for (index, line) in Self.wrapped(content, width: max(20, width - start)).enumerated() {
      let margin =
        index == 0
        ? "  " + styled(name, .dim) + "  " : String(repeating: " ", count: start)
      text += margin + styled(line, style) + "\n"
    }
  }

  /// Returns the text padded with spaces to a width in columns. A wider text stays unchanged.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - columns(of: text)))
  }

  /// Returns the text aligned right in a width in columns, for numbers.
  package static func right(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns(of: text))) + text
  }

  /// Returns the text cut to a width in columns, with `…` if it was cut.
  package static func truncated(_ text: String, to width: Int) -> String {
    guard columns(of: text) > width else { return text }
    var result = ""
    var used = 0
    for character in text {
      let next = columns(of: String(character))
      if used + next > width - 1 { break }
      result.append(character)
      used += next
    }
    return result + "…"
  }

  // MARK: Wrapping

  /// The most characters of one text that are shown. `--format json` has all of them.
  private static let limit = 2_000

  /// Returns the lines of a text with control characters and line breaks escaped, broken at spaces.
  /// A word that is too long is broken anywhere. If the text has more than 2,000 characters, the
  /// last line contains the number of the others.
  package static func wrapped(_ text: String, width: Int) -> [String] {
    // Counted by scalars, because Swift counts a carriage return and a newline as one character.
    let count = text.unicodeScalars.count
    let shown = count > limit ? String(text.unicodeScalars.prefix(limit)) : text
    var lines = filled(TextWriter.printable(shown), width: width)
    if count > limit { lines.append("(and \(count - limit) more characters)") }
    return lines
  }

  private static func filled(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      var word = String(word)
      var columns = columns(of: word)
      if used + 1 + columns > width, used > 0 {
        lines.append(line)
        (line, used) = ("", 0)
      }
      while columns > width {
        let (head, tail) = split(word, at: width)
        lines.append(head)
        word = tail
        columns = self.columns(of: word)
      }
      line += line.isEmpty && used == 0 ? word : " " + word
      used = self.columns(of: line)
    }
    lines.append(line)
    return lines
  }

  /// Splits a word. The first part has at least one character, so that the caller's loop ends.
  private static func split(_ word: String, at width: Int) -> (String, String) {
    var used = 0
    var index = word.startIndex
    while index < word.endIndex {
      let columns = columns(of: String(word[index]))
      if used + columns > width, index > word.startIndex { break }
      used += columns
      index = word.index(after: index)
    }
    return (String(word[..<index]), String(word[index...]))
  }

  // MARK: Columns of a terminal

  /// How many columns of a terminal a text takes, as far as terminals agree.
  package static func columns(of text: String) -> Int { TextWidth.columns(of: text) }
}

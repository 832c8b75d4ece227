// SPDX-License-Identifier: Apache-2.0

/// The fonts texts are set with, and what was shaped with them so far. Safe from every thread.
package final class FontSet: Sendable {
  /// Where letters may come from.
  package enum Source: String, Sendable, CaseIterable {
    /// Inter, and Noto for Arabic and Hebrew: the same on every machine.
    case pinned
    /// Those, and for characters they lack whatever is installed.
    case system
  }

  /// Opens the fonts.
  ///
  /// - Parameter folders: where the pinned files may lie, the first that has one wins.
  package init(_ source: Source, folders: [String] = []) throws(FontFault) {}

  /// The most characters of a text that are looked at; the rest is cut.
  package static let limitInCharacters = 10_000

  /// A text on one line as long as it gets. Line breaks become blanks.
  package func line(_ text: String, _ style: TextStyle) -> TextLine {
    line(text, style, within: .infinity)
  }

  /// A text on one line of at most a width: what is too long ends with an ellipsis.
  package func line(_ text: String, _ style: TextStyle, within width: Double) -> TextLine {
    TextLine(
      words: text, style: style, width: min(width, Double(text.count) * 0.55 * style.size),
      ink: nil, isRightToLeft: false, isCut: false, missing: [], glyphs: [])
  }

  /// A text broken into at most so many lines of a width; what does not fit ends with an
  /// ellipsis. Line breaks of the text break.
  package func lines(
    _ text: String, _ style: TextStyle, within width: Double, atMost limit: Int
  ) -> TextBlock {
    TextBlock(lines: [line(text, style, within: width)])
  }

  /// How long a text gets on one line.
  package func width(_ text: String, _ style: TextStyle) -> Double { line(text, style).width }
}

/// Why there are no fonts.
package struct FontFault: Error, Sendable, CustomStringConvertible {
  /// The fault in a sentence.
  package let description: String
}

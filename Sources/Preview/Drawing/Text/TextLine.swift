// SPDX-License-Identifier: Apache-2.0

/// One line of text as positioned glyphs.
package struct TextLine: Sendable {
  /// A glyph at a position.
  package struct Glyph: Sendable {
    let face: FontFace
    let number: UInt32
    /// Distance from the left end of the baseline in points, y downward.
    let position: Point
  }

  /// The text that is drawn, in reading order, with an ellipsis if it was cut.
  package let words: String
  package let style: TextStyle
  /// Width in points.
  package let width: Double
  /// Box of the glyphs relative to the left end of the baseline, or nil if they draw nothing.
  package let ink: Rect?
  /// Whether the base direction is right to left.
  package let isRightToLeft: Bool
  /// Whether text was cut at the end.
  package let isCut: Bool
  /// Characters that no available font has. The font's box is drawn for them.
  package let missing: [Unicode.Scalar]
  /// Whether an emoji is drawn in the colour of the text, because no colour font has it.
  package let hasMonochromeEmoji: Bool
  /// The glyphs from left to right.
  let glyphs: [Glyph]
}

/// Text on one or more lines.
package struct TextBlock: Sendable {
  /// The lines from top to bottom.
  package let lines: [TextLine]
  /// Whether text was cut at the end.
  package var isCut: Bool { lines.last?.isCut ?? false }
  package var width: Double { lines.reduce(0) { max($0, $1.width) } }
}

// SPDX-License-Identifier: Apache-2.0

/// One line of text as glyphs at their places.
package struct TextLine: Sendable {
  /// A glyph of a face at a place.
  package struct Glyph: Sendable {
    let face: FontFace
    let number: UInt32
    /// From the left end of the line on the baseline, in points, y downward.
    let place: Point
  }

  /// The words that are drawn, an ellipsis at a cut included, in the order they are read.
  package let words: String
  /// How they are set.
  package let style: TextStyle
  /// How far the line goes.
  package let width: Double
  /// What its glyphs cover, from its left end on the baseline; nil when they cover nothing.
  package let ink: Rect?
  /// Whether it is read from right to left.
  package let isRightToLeft: Bool
  /// Whether something of the text is missing at its end.
  package let isCut: Bool
  /// The characters no font at hand has: the font's box is drawn for them.
  package let missing: [Unicode.Scalar]
  /// The glyphs from left to right.
  let glyphs: [Glyph]
}

/// A text on one or more lines.
package struct TextBlock: Sendable {
  /// The lines from top to bottom.
  package let lines: [TextLine]
  /// Whether something of the text is missing at its end.
  package var isCut: Bool { lines.last?.isCut ?? false }
  /// The width of the widest line.
  package var width: Double { lines.reduce(0) { max($0, $1.width) } }
}

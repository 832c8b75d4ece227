// SPDX-License-Identifier: Apache-2.0

/// How heavy letters are.
package enum FontWeight: String, Sendable, Hashable, CaseIterable {
  case light, regular, medium, semibold, bold, heavy
}

/// Which way a line is read.
package enum TextDirection: String, Sendable, Hashable {
  /// As its first strong character says.
  case natural
  /// From left to right, as in Latin.
  case leftToRight
  /// From right to left, as in Arabic and Hebrew.
  case rightToLeft
}

/// How a text is set.
package struct TextStyle: Sendable, Hashable {
  /// How heavy its letters are.
  package var weight: FontWeight
  /// Its size in points, as the device counts it for San Francisco.
  package var size: Double
  /// The language as a BCP 47 tag, which decides between forms of letters; nil when unknown.
  package var language: String?
  /// Which way it is read.
  package var direction: TextDirection

  /// A weight and a size.
  package init(
    _ weight: FontWeight, _ size: Double, language: String? = nil,
    direction: TextDirection = .natural
  ) {
    self.weight = weight
    self.size = size
    self.language = language
    self.direction = direction
  }

  /// San Francisco's distance from the top of a line to the baseline; layout goes by it, whatever
  /// font is drawn.
  package var ascender: Double { 0.952 * size }
  /// San Francisco's distance from the baseline to the bottom of a line.
  package var descender: Double { 0.241 * size }
  /// San Francisco's height of capital letters.
  package var capHeight: Double { 0.7046 * size }
  /// The height of a line, rounded up to a third of a point, the device's pixel.
  package var lineHeight: Double { (1.193 * size * 3 - 1e-9).rounded(.up) / 3 }

  /// The same style in another size.
  package func with(size: Double) -> TextStyle {
    var style = self
    style.size = size
    return style
  }
}

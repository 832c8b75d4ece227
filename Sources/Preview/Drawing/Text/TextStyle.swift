// SPDX-License-Identifier: Apache-2.0

package enum FontWeight: String, Sendable, Hashable, CaseIterable {
  case light, regular, medium, semibold, bold, heavy
}

/// The base direction of text.
package enum TextDirection: String, Sendable, Hashable {
  /// The direction of the first strong character.
  case natural
  /// Left to right, as in Latin.
  case leftToRight
  /// Right to left, as in Arabic and Hebrew.
  case rightToLeft
}

/// Weight, size, language and direction of text.
package struct TextStyle: Sendable, Hashable {
  package var weight: FontWeight
  /// Size in points, as the device counts it for San Francisco.
  package var size: Double
  /// Language as a BCP 47 tag, which selects forms of letters, or nil if unknown.
  package var language: String?
  /// Base direction.
  package var direction: TextDirection

  package init(
    _ weight: FontWeight, _ size: Double, language: String? = nil,
    direction: TextDirection = .natural
  ) {
    self.weight = weight
    self.size = size
    self.language = language
    self.direction = direction
  }

  /// Distance from the top of a line to the baseline in San Francisco. Layout uses it for every
  /// font.
  package var ascender: Double { 0.952 * size }
  /// Line height rounded up to a third of a point, which is the device's pixel.
  package var lineHeight: Double { (1.193 * size * 3 - 1e-9).rounded(.up) / 3 }

  /// Returns the style with another size.
  package func with(size: Double) -> TextStyle {
    var style = self
    style.size = size
    return style
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel

/// The colours of a card that fit a background.
struct StarterPalette {
  let background: StarterColour
  /// The lower end of the gradient behind the symbol.
  let shade: StarterColour
  /// The colour of values: white or black, whichever has more contrast.
  let foreground: StarterColour
  let label: StarterColour

  init(_ colour: PassColour) {
    let background = StarterColour(
      UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue))
    let black = StarterColour(0x000000)
    let isDark = StarterColour.white.contrast(with: background) >= black.contrast(with: background)
    let foreground = isDark ? StarterColour.white : black
    // Away from the foreground, so that text on the gradient keeps its contrast.
    shade = background.mixed(0.4, with: isDark ? black : .white)
    // A softer colour for labels, as long as they stay easy to read.
    label =
      [0.3, 0.2, 0.1].map { foreground.mixed($0, with: background) }
      .first { $0.contrast(with: background) >= 4.5 } ?? foreground
    self.background = background
    self.foreground = foreground
  }
}

extension StarterColour {
  /// Returns the blend with a part of another colour, from 0 to 1.
  fileprivate func mixed(_ share: Double, with other: StarterColour) -> StarterColour {
    func part(_ one: Double, _ two: Double) -> UInt32 {
      UInt32((one * (1 - share) + two * share).rounded())
    }
    return StarterColour(
      part(red, other.red) << 16 | part(green, other.green) << 8 | part(blue, other.blue))
  }

  /// Returns the contrast ratio of WCAG, from 1 to 21.
  fileprivate func contrast(with other: StarterColour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private var luminance: Double {
    func linear(_ part: Double) -> Double {
      let value = part / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDrawing
import PassModel

/// The colours of a card.
struct FacePalette {
  var background: Colour
  /// Colour of values.
  var foreground: Colour
  /// Colour of labels.
  var label: Colour
  /// Colour of the text on a strip.
  var onStrip: Colour

  init(_ face: PassFace, hasStrip: Bool, hasBackgroundImage: Bool) {
    let given = face.colour("foregroundColor").map { Colour($0) }
    let labelGiven = face.colour("labelColor").map { Colour($0) }
    if hasBackgroundImage {
      // The image covers backgroundColor. White is readable on most images.
      background = .black
      foreground = given ?? .white
      label = labelGiven ?? .white
    } else {
      background = face.colour("backgroundColor").map { Colour($0) } ?? .white
      foreground = given ?? .black
      label = labelGiven ?? Self.automaticLabel(on: background, foreground)
    }
    let strip = face.colour("stripColor").map { Colour($0) }
    onStrip = hasStrip ? strip ?? .white : foreground
  }

  /// Returns black, which is the default of the device, unless its contrast is too low.
  private static func automaticLabel(on background: Colour, _ foreground: Colour) -> Colour {
    guard Colour.black.contrast(with: background) < 3 else { return .black }
    return foreground.mixed(0.6, over: background)
  }
}

extension Colour {
  init(_ colour: PassColour) {
    self.init(red: colour.red, green: colour.green, blue: colour.blue)
  }

  /// Relative luminance of WCAG, 0 to 1.
  var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast ratio of WCAG, 1 to 21.
  func contrast(with other: Colour) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Returns the blend with another colour behind. `share` is the opacity of this one.
  func mixed(_ share: Double, over other: Colour) -> Colour {
    func part(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) * share + Double(b) * (1 - share)).rounded())
    }
    return Colour(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// Returns the colour with each component multiplied, at most white.
  func brightened(_ factor: Double) -> Colour {
    func part(_ value: UInt8) -> UInt8 { UInt8(min(255, (Double(value) * factor).rounded())) }
    return Colour(red: part(red), green: part(green), blue: part(blue))
  }
}

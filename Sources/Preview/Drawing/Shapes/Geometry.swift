// SPDX-License-Identifier: Apache-2.0

/// A point on a page, in points, y downward.
package struct Point: Sendable, Hashable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// An axis-parallel rectangle in points, y downward. Width and height are not negative.
package struct Rect: Sendable, Hashable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  package var midX: Double { x + width / 2 }

  /// Returns the rectangle moved.
  package func moved(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// Returns the rectangle with the margins removed on every side, or added if they are negative.
  package func inset(x dx: Double, y dy: Double) -> Rect {
    Rect(
      x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }

  /// Returns the smallest rectangle around both.
  package func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// An sRGB colour with alpha.
package struct Colour: Sendable, Hashable {
  /// Red from 0 to 255.
  package var red: UInt8
  /// Green from 0 to 255.
  package var green: UInt8
  /// Blue from 0 to 255.
  package var blue: UInt8
  /// Opacity from 0 to 1.
  package var alpha: Double

  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates a grey from 0 (black) to 255 (white).
  package init(grey: UInt8, alpha: Double = 1) {
    self.init(red: grey, green: grey, blue: grey, alpha: alpha)
  }

  package static let black = Colour(grey: 0)
  package static let white = Colour(grey: 255)

  /// Returns the colour with another opacity.
  package func with(alpha: Double) -> Colour {
    Colour(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// `#` and six hex digits, without the opacity.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = [UInt8(ascii: "#")]
    for part in [red, green, blue] {
      text.append(digits[Int(part >> 4)])
      text.append(digits[Int(part & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The fill of an area.
package enum Paint: Sendable, Hashable {
  case colour(Colour)
  /// A linear gradient between two points of the page. The first and last colour continue outside.
  case gradient(from: Point, to: Point, stops: [GradientStop])
}

/// A colour at a position of a gradient.
package struct GradientStop: Sendable, Hashable {
  /// Position from 0 to 1.
  package var offset: Double
  package var colour: Colour

  package init(_ place: Double, _ colour: Colour) {
    self.offset = place
    self.colour = colour
  }
}

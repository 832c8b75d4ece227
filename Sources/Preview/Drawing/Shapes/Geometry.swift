// SPDX-License-Identifier: Apache-2.0

/// A place on a page in points, y downward.
package struct Point: Sendable, Hashable {
  /// The distance from the left edge.
  package var x: Double
  /// The distance from the top edge.
  package var y: Double

  /// The place of two distances.
  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle in points, y downward.
package struct Rect: Sendable, Hashable {
  /// The left edge.
  package var x: Double
  /// The top edge.
  package var y: Double
  /// The width, not negative.
  package var width: Double
  /// The height, not negative.
  package var height: Double

  /// A rectangle of its top left corner and its size.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  package var maxX: Double { x + width }
  /// The bottom edge.
  package var maxY: Double { y + height }
  /// Half way between left and right.
  package var midX: Double { x + width / 2 }
  /// Half way between top and bottom.
  package var midY: Double { y + height / 2 }

  /// The rectangle moved.
  package func moved(x dx: Double, y dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// The rectangle made smaller on every side; larger with negative distances.
  package func inset(x dx: Double, y dy: Double) -> Rect {
    Rect(
      x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }

  /// The smallest rectangle around both.
  package func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

/// A colour to draw with.
package struct Colour: Sendable, Hashable {
  /// The red part, from 0 to 255.
  package var red: UInt8
  /// The green part, from 0 to 255.
  package var green: UInt8
  /// The blue part, from 0 to 255.
  package var blue: UInt8
  /// How much it hides what is behind, from 0 to 1.
  package var alpha: Double

  /// A colour of its parts.
  package init(red: UInt8, green: UInt8, blue: UInt8, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A grey, 0 black to 255 white.
  package init(grey: UInt8, alpha: Double = 1) {
    self.init(red: grey, green: grey, blue: grey, alpha: alpha)
  }

  /// Opaque black.
  package static let black = Colour(grey: 0)
  /// Opaque white.
  package static let white = Colour(grey: 255)

  /// The same colour, hiding as much as given.
  package func with(alpha: Double) -> Colour {
    Colour(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// The six digits of the colour after `#`, without its alpha.
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

/// What an area is filled with.
package enum Paint: Sendable, Hashable {
  /// One colour.
  case colour(Colour)
  /// Colours along a line between two points of the page; the first and last go on outside.
  case gradient(from: Point, to: Point, stops: [GradientStop])
}

/// A colour at a place of a gradient.
package struct GradientStop: Sendable, Hashable {
  /// The place, from 0 to 1.
  package var place: Double
  /// The colour there.
  package var colour: Colour

  /// A colour at a place from 0 to 1.
  package init(_ place: Double, _ colour: Colour) {
    self.place = place
    self.colour = colour
  }
}

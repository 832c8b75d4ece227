// SPDX-License-Identifier: Apache-2.0

import PassDrawing

/// Heights and outlines of cards, in points.
enum CardShape {
  static func height(_ style: PreviewStyle, width: Double) -> Double {
    switch style {
    case .posterEventTicket, .posterGeneric: 448 * width / 358
    case .boardingPass, .coupon, .eventTicket, .generic, .storeCard, .semanticBoardingPass:
      tallest(width: width)
    }
  }

  /// Returns the height of the classic styles, which are higher than posters.
  static func tallest(width: Double) -> Double { 503 + 57 * growth(width: width) }

  /// Widest card with the layout of small phones. It was measured on a screen of 402 points.
  private static let widestSmall = 361.0
  /// Width of the large card that was measured, on a screen of 430 points.
  private static let large = 396.0

  /// Returns how far a card is on the way from the small layout, 0, to that of the large card, 1.
  private static func growth(width: Double) -> Double {
    max(0, (width - widestSmall) / (large - widestSmall))
  }

  /// Returns the place of a line that is at `y` on a small card. The header is 5 points higher on
  /// the large card, and the strip 8.
  static func y(_ y: Double, width: Double) -> Double {
    let header = min(y, 60) / 60 * 5
    let strip = max(0, min(y, 204) - 60) / 144 * 8
    return y + (header + strip) * growth(width: width)
  }

  /// Returns whether heights of a card are inferred, because only a store card of 396 points was
  /// measured.
  static func isInferred(_ style: PreviewStyle, width: Double) -> Bool {
    width > widestSmall && (width != large || style != .storeCard)
  }

  /// Returns the outline of a card.
  static func outline(_ style: PreviewStyle, width: Double) -> Path {
    let box = Rect(x: 0, y: 0, width: width, height: height(style, width: width))
    switch style {
    case .boardingPass: return notched(box)
    case .coupon: return scalloped(box)
    case .eventTicket, .posterEventTicket:
      return withCutOut(box, radius: style == .eventTicket ? 0 : 10)
    case .generic, .storeCard, .semanticBoardingPass, .posterGeneric:
      return .rectangle(box, radius: 10)
    }
  }

  private static let quarter = Double.pi / 2

  /// Returns the outline of a boarding pass, with a half circle cut from each side.
  private static func notched(_ box: Rect) -> Path {
    let (radius, notch) = (10.0, 4.5)
    let y = Self.y(126.3, width: box.width)
    var path = Path()
    path.move(radius, 0)
    path.arc(
      centre: Point(box.maxX - radius, radius), radius: radius, from: -quarter, to: 0)
    path.arc(centre: Point(box.maxX, y), radius: notch, from: -quarter, to: -3 * quarter)
    path.arc(
      centre: Point(box.maxX - radius, box.maxY - radius), radius: radius, from: 0, to: quarter)
    path.arc(
      centre: Point(radius, box.maxY - radius), radius: radius, from: quarter, to: 2 * quarter)
    path.arc(centre: Point(0, y), radius: notch, from: quarter, to: -quarter)
    path.arc(centre: Point(radius, radius), radius: radius, from: 2 * quarter, to: 3 * quarter)
    path.close()
    return path
  }

  /// Returns the outline of a coupon, with half circles cut from the top and bottom.
  private static func scalloped(_ box: Rect) -> Path {
    let (pitch, radius) = (5.0, 2.2)
    let count = Int(box.width / pitch)
    let first = (box.width - Double(count) * pitch) / 2 + pitch / 2
    var path = Path()
    path.move(0, 0)
    for index in 0..<count {
      let centre = Point(first + Double(index) * pitch, 0)
      path.arc(centre: centre, radius: radius, from: 2 * quarter, to: 0)
    }
    path.line(box.maxX, 0)
    path.line(box.maxX, box.maxY)
    for index in (0..<count).reversed() {
      let centre = Point(first + Double(index) * pitch, box.maxY)
      path.arc(centre: centre, radius: radius, from: 0, to: -2 * quarter)
    }
    path.line(0, box.maxY)
    path.close()
    return path
  }

  /// Returns the outline of a ticket, with a circle segment cut from the top.
  private static func withCutOut(_ box: Rect, radius: Double) -> Path {
    // The chord is 64 points long, and the segment is 16.8 points deep.
    let (circle, above, reach) = (38.876, 22.076, 0.966894)
    var path = Path()
    path.move(radius, 0)
    path.arc(
      centre: Point(box.midX, -above), radius: circle, from: quarter + reach, to: quarter - reach)
    guard radius > 0 else {
      path.line(box.maxX, 0)
      path.line(box.maxX, box.maxY)
      path.line(0, box.maxY)
      path.close()
      return path
    }
    path.arc(centre: Point(box.maxX - radius, radius), radius: radius, from: -quarter, to: 0)
    path.arc(
      centre: Point(box.maxX - radius, box.maxY - radius), radius: radius, from: 0, to: quarter)
    path.arc(
      centre: Point(radius, box.maxY - radius), radius: radius, from: quarter, to: 2 * quarter)
    path.arc(centre: Point(radius, radius), radius: radius, from: 2 * quarter, to: 3 * quarter)
    path.close()
    return path
  }
}

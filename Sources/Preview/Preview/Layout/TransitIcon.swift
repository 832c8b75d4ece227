// SPDX-License-Identifier: Apache-2.0

import PassDrawing

/// The icons between the two ends of a journey. They are our own drawings.
enum TransitIcon: String, CaseIterable {
  case air = "PKTransitTypeAir"
  case train = "PKTransitTypeTrain"
  case bus = "PKTransitTypeBus"
  case boat = "PKTransitTypeBoat"
  case generic = "PKTransitTypeGeneric"

  /// Width and height in points.
  var size: (width: Double, height: Double) {
    switch self {
    case .air: (36, 36)
    case .train: (28, 41)
    case .bus: (36, 38.5)
    case .boat: (35, 41)
    case .generic: (36, 30.5)
    }
  }

  /// Whether it points along the journey and is mirrored in languages read from right to left.
  var pointsForward: Bool { self == .air || self == .generic }

  /// Outline from its top left corner, for the even-odd fill rule.
  var path: Path {
    switch self {
    case .air: Self.aeroplane
    case .train: Self.tram
    case .bus: Self.coach
    case .boat: Self.ship
    case .generic: Self.arrow
    }
  }

  /// A corner of an outline. Its curve starts and ends `cut` points away from it.
  private typealias Corner = (x: Double, y: Double, cut: Double)

  /// An aeroplane from above, with its nose to the right.
  private static var aeroplane: Path {
    let upper: [Corner] = [
      (36, 14.3, 5.6), (23.2, 14.3, 1.6), (11.2, 0, 1.6), (7.6, 0, 1), (13.6, 14.6, 0.3),
      (5.5, 15.4, 0.3), (2.1, 9.2, 0.9), (0, 9.2, 0.6),
    ]
    return rounded(withLower(upper, height: 36))
  }

  /// A tram from the front, on rails.
  private static var tram: Path {
    let body: [Corner] = [
      (14, -0.2, 6), (3.1, 0.5, 5.2), (0, 12, 5), (0, 33.6, 5.2), (5.7, 33.6, 0.3), (1.6, 41, 0.9),
      (4.6, 41, 0.9), (5.8, 38.9, 0.3),
    ]
    let window: [Corner] = [(14, 7.9, 6), (4.3, 8.5, 1.9), (3.2, 22.3, 1.9), (14, 22.8, 6)]
    let sleepers: [Corner] = [(8.6, 33.6, 0.2), (7.1, 36.6, 0.2)]
    var path = rounded(withRight(body, width: 28))
    path.add(.rectangle(Rect(x: 8.8, y: 2.9, width: 10.4, height: 2.2), radius: 1.1))
    path.add(rounded(withRight(window, width: 28)))
    path.add(.circle(centre: Point(6.3, 28), radius: 2.35))
    path.add(.circle(centre: Point(21.7, 28), radius: 2.35))
    path.add(rounded(withRight(sleepers, width: 28)))
    return path
  }

  /// A bus from the front, with mirrors.
  private static var coach: Path {
    let body: [Corner] = [
      (18, -0.3, 9), (2.3, 0.8, 3.6), (2.3, 6.2, 0.3), (0, 6.2, 1.8), (0, 15.5, 1.8),
      (2.3, 15.5, 0.3), (2.3, 38.5, 2.1), (8.6, 38.5, 2.1), (8.6, 33.4, 0.3), (18, 34, 2),
    ]
    let window: [Corner] = [(18, 3, 8), (5.3, 3.8, 2), (5.3, 22.6, 2), (18, 23.6, 8)]
    var path = rounded(withRight(body, width: 36))
    path.add(rounded(withRight(window, width: 36)))
    path.add(.circle(centre: Point(8, 27.8), radius: 2.3))
    path.add(.circle(centre: Point(28, 27.8), radius: 2.3))
    path.add(.rectangle(Rect(x: 12.9, y: 26.3, width: 10.2, height: 2.9), radius: 1.45))
    return path
  }

  /// A ship from the front, over a wave.
  private static var ship: Path {
    let bridge: [Corner] = [
      (17.5, 11.3, 3), (5, 16.8, 0.2), (6.8, 3.5, 2.6), (10.9, 3.5, 0.3), (10.9, 0, 2.2),
    ]
    let hull: [Corner] = [
      (17.5, 13.7, 4), (-0.9, 21.9, 2.8), (5.4, 34.4, 0.3), (9.4, 32.3, 3), (17.5, 37.7, 3.4),
    ]
    var path = rounded(withRight(bridge, width: 35))
    path.add(.rectangle(Rect(x: 9.6, y: 6.2, width: 6.8, height: 4), radius: 0.8))
    path.add(.rectangle(Rect(x: 18.6, y: 6.2, width: 6.8, height: 4), radius: 0.8))
    path.add(rounded(withRight(hull, width: 35)))
    path.add(wave)
    return path
  }

  /// A band 2.4 points wide, with two crests and round ends.
  private static var wave: Path {
    var path = Path()
    path.move(1.2, 38.4)
    path.curve(Point(5, 38.4), Point(5.8, 35.6), to: Point(9.5, 35.6))
    path.curve(Point(13.2, 35.6), Point(13.8, 38.5), to: Point(17.5, 38.5))
    path.curve(Point(21.2, 38.5), Point(21.8, 35.6), to: Point(25.5, 35.6))
    path.curve(Point(29.2, 35.6), Point(30, 38.4), to: Point(33.8, 38.4))
    path.curve(Point(35.4, 38.4), Point(35.4, 40.8), to: Point(33.8, 40.8))
    path.curve(Point(29, 40.8), Point(28.4, 38), to: Point(25.5, 38))
    path.curve(Point(22.6, 38), Point(22, 41), to: Point(17.5, 41))
    path.curve(Point(13, 41), Point(12.4, 38), to: Point(9.5, 38))
    path.curve(Point(6.6, 38), Point(6, 40.8), to: Point(1.2, 40.8))
    path.curve(Point(-0.4, 40.8), Point(-0.4, 38.4), to: Point(1.2, 38.4))
    path.close()
    return path
  }

  /// A bold arrow to the right.
  private static var arrow: Path {
    let upper: [Corner] = [
      (0, 8.9, 3.6), (17.7, 8.9, 0.3), (17.7, -2.1, 4.6), (36.6, 15.25, 1.4),
    ]
    return rounded(withLower(upper, height: 30.5))
  }

  /// Returns the left half of an outline with its mirrored right half. Corners on the axis stay
  /// single.
  private static func withRight(_ half: [Corner], width: Double) -> [Corner] {
    var corners = half
    for corner in half.reversed() where corner.x != width / 2 {
      corners.append((width - corner.x, corner.y, corner.cut))
    }
    return corners
  }

  /// Returns the upper half of an outline with its mirrored lower half.
  private static func withLower(_ half: [Corner], height: Double) -> [Corner] {
    var corners = half
    for corner in half.reversed() where corner.y != height / 2 {
      corners.append((corner.x, height - corner.y, corner.cut))
    }
    return corners
  }

  /// Returns a closed outline with rounded corners.
  private static func rounded(_ corners: [Corner]) -> Path {
    var path = Path()
    for (index, corner) in corners.enumerated() {
      let last = corners[(index + corners.count - 1) % corners.count]
      let start = position(near: corner, toward: last)
      let end = position(near: corner, toward: corners[(index + 1) % corners.count])
      if index == 0 { path.move(start.x, start.y) } else { path.line(start.x, start.y) }
      path.curve(control(start, corner), control(end, corner), to: end)
    }
    path.close()
    return path
  }

  /// Returns where the curve of a corner ends on a side, at most in the middle of the side.
  private static func position(near corner: Corner, toward other: Corner) -> Point {
    let (x, y) = (other.x - corner.x, other.y - corner.y)
    let length = (x * x + y * y).squareRoot()
    let part = min(corner.cut / length, 0.5)
    return Point(corner.x + x * part, corner.y + y * part)
  }

  /// Returns the control point between the end of a curve and its corner, about as for an arc.
  private static func control(_ end: Point, _ corner: Corner) -> Point {
    Point(end.x + (corner.x - end.x) * 0.55, end.y + (corner.y - end.y) * 0.55)
  }
}

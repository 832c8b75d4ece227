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

  /// An aeroplane from above, with its nose to the right.
  private static var aeroplane: Path {
    var path = Path()
    path.move(36, 18)
    path.curve(Point(36, 16.1), Point(33.2, 15.2), to: Point(30, 15.2))
    path.line(22.6, 15.2)
    path.line(13.6, 0)
    path.line(9.6, 0)
    path.line(14.4, 15.2)
    path.line(7.2, 15.6)
    path.line(3.4, 10.4)
    path.line(0, 10.4)
    path.line(2.2, 18)
    path.line(0, 25.6)
    path.line(3.4, 25.6)
    path.line(7.2, 20.4)
    path.line(14.4, 20.8)
    path.line(9.6, 36)
    path.line(13.6, 36)
    path.line(22.6, 20.8)
    path.line(30, 20.8)
    path.curve(Point(33.2, 20.8), Point(36, 19.9), to: Point(36, 18))
    path.close()
    return path
  }

  /// A tram from the front, on rails.
  private static var tram: Path {
    var path = Path.rectangle(Rect(x: 0, y: 3, width: 28, height: 30), radius: 6)
    path.add(.rectangle(Rect(x: 9, y: 0, width: 10, height: 2), radius: 1))
    path.add(.rectangle(Rect(x: 4, y: 8, width: 20, height: 12), radius: 2))
    path.add(.circle(centre: Point(7, 26.5), radius: 2.3))
    path.add(.circle(centre: Point(21, 26.5), radius: 2.3))
    for points in [
      [(5.6, 34.2), (8.8, 34.2), (4.2, 41.0), (0.6, 41.0)],
      [(19.2, 34.2), (22.4, 34.2), (27.4, 41.0), (23.8, 41.0)],
      [(8.4, 36.6), (19.6, 36.6), (20.8, 38.6), (7.2, 38.6)],
    ] {
      path.add(polygon(points))
    }
    return path
  }

  /// A bus from the front.
  private static var coach: Path {
    var path = Path.rectangle(Rect(x: 3, y: 0, width: 30, height: 34), radius: 5)
    path.add(.rectangle(Rect(x: 7, y: 7, width: 22, height: 14), radius: 2))
    path.add(.rectangle(Rect(x: 11, y: 2.4, width: 14, height: 2.2), radius: 1.1))
    path.add(.circle(centre: Point(9.5, 27.5), radius: 2.4))
    path.add(.circle(centre: Point(26.5, 27.5), radius: 2.4))
    path.add(.rectangle(Rect(x: 0, y: 9, width: 2.2, height: 8), radius: 1.1))
    path.add(.rectangle(Rect(x: 33.8, y: 9, width: 2.2, height: 8), radius: 1.1))
    path.add(.rectangle(Rect(x: 6.5, y: 34.6, width: 5, height: 3.9), radius: 1.4))
    path.add(.rectangle(Rect(x: 24.5, y: 34.6, width: 5, height: 3.9), radius: 1.4))
    return path
  }

  /// The bow of a ship over waves.
  private static var ship: Path {
    var path = polygon([(16.2, 0), (18.8, 0), (18.8, 5), (16.2, 5)])
    path.add(polygon([(9, 5.6), (26, 5.6), (26, 14.2), (17.5, 10.8), (9, 14.2)]))
    path.move(17.5, 12.8)
    path.line(32.4, 18.8)
    path.curve(Point(31.6, 24), Point(29.6, 28.6), to: Point(26.8, 32))
    path.curve(Point(24, 30), Point(21.6, 30), to: Point(18.4, 32.4))
    path.line(17.5, 33)
    path.line(16.6, 32.4)
    path.curve(Point(13.4, 30), Point(11, 30), to: Point(8.2, 32))
    path.curve(Point(5.4, 28.6), Point(3.4, 24), to: Point(2.6, 18.8))
    path.close()
    for y in [34.0, 38.2] { path.add(wave(y)) }
    return path
  }

  private static func wave(_ y: Double) -> Path {
    var path = Path()
    path.move(0, y)
    for x in stride(from: 0.0, to: 34, by: 17.5) {
      path.curve(Point(x + 3, y), Point(x + 4, y + 2), to: Point(x + 8.75, y + 1.2))
      path.curve(Point(x + 12, y), Point(x + 14, y), to: Point(x + 17.5, y))
    }
    path.line(35, y + 1.6)
    for x in stride(from: 35.0, to: 1, by: -17.5) {
      path.curve(Point(x - 3.5, y + 1.6), Point(x - 5.5, y + 1.6), to: Point(x - 8.75, y + 2.8))
      path.curve(Point(x - 13.5, y + 3.6), Point(x - 14.5, y + 1.6), to: Point(x - 17.5, y + 1.6))
    }
    path.close()
    return path
  }

  /// A bold arrow to the right.
  private static var arrow: Path {
    polygon([
      (0, 9.6), (19, 9.6), (19, 0), (36, 15.25), (19, 30.5), (19, 20.9), (0, 20.9),
    ])
  }

  private static func polygon(_ points: [(Double, Double)]) -> Path {
    var path = Path()
    for (index, point) in points.enumerated() {
      if index == 0 { path.move(point.0, point.1) } else { path.line(point.0, point.1) }
    }
    path.close()
    return path
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Lines and curves around an area, in points.
package struct Path: Sendable, Hashable {
  /// One step of a path.
  package enum Step: Sendable, Hashable {
    /// Starts a new subpath.
    case move(Point)
    /// A straight line.
    case line(Point)
    /// A cubic curve with two control points.
    case curve(Point, Point, to: Point)
    /// A line back to the start of the subpath.
    case close
  }

  package private(set) var steps: [Step] = []

  package init() {}

  package mutating func move(_ x: Double, _ y: Double) { steps.append(.move(Point(x, y))) }
  package mutating func line(_ x: Double, _ y: Double) { steps.append(.line(Point(x, y))) }
  package mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    steps.append(.curve(first, second, to: end))
  }
  package mutating func close() { steps.append(.close) }
  package mutating func add(_ other: Path) { steps += other.steps }

  /// Adds an arc, connected by a line to the current point or as a new subpath.
  ///
  /// - Parameters:
  ///   - start: the start angle in radians. 0 is right, and positive angles go down.
  ///   - end: the end angle. The arc goes from one number to the other, without modulo.
  package mutating func arc(
    centre: Point, radius: Double, from start: Double, to end: Double, isNewLine: Bool = false
  ) {
    // With at most a quarter per curve, the error is below 0.03 % of the radius.
    let parts = max(1, Int((abs(end - start) / (Double.pi / 2)).rounded(.up)))
    let step = (end - start) / Double(parts)
    let reach = 4 / 3 * Trigonometry.tangent(step / 4) * radius
    var (cosine, sine) = (Trigonometry.cosine(start), Trigonometry.sine(start))
    var from = Point(centre.x + radius * cosine, centre.y + radius * sine)
    steps.append(isNewLine || steps.isEmpty ? .move(from) : .line(from))
    for part in 1...parts {
      let first = Point(from.x - reach * sine, from.y + reach * cosine)
      let angle = start + Double(part) * step
      (cosine, sine) = (Trigonometry.cosine(angle), Trigonometry.sine(angle))
      let to = Point(centre.x + radius * cosine, centre.y + radius * sine)
      steps.append(.curve(first, Point(to.x + reach * sine, to.y - reach * cosine), to: to))
      from = to
    }
  }

  /// Returns the outline of a rectangle, with rounded corners if the radius is not 0.
  package static func rectangle(_ box: Rect, radius: Double = 0) -> Path {
    var path = Path()
    let radius = min(radius, box.width / 2, box.height / 2)
    guard radius > 0 else {
      path.move(box.x, box.y)
      path.line(box.maxX, box.y)
      path.line(box.maxX, box.maxY)
      path.line(box.x, box.maxY)
      path.close()
      return path
    }
    let quarter = Double.pi / 2
    for (x, y, start) in [
      (box.maxX - radius, box.y + radius, -quarter), (box.maxX - radius, box.maxY - radius, 0),
      (box.x + radius, box.maxY - radius, quarter), (box.x + radius, box.y + radius, 2 * quarter),
    ] {
      path.arc(centre: Point(x, y), radius: radius, from: start, to: start + quarter)
    }
    path.close()
    return path
  }

  package static func circle(centre: Point, radius: Double) -> Path {
    var path = Path()
    path.arc(centre: centre, radius: radius, from: 0, to: 2 * Double.pi)
    path.close()
    return path
  }

  /// Returns the path with every point transformed by `place`.
  package func mapped(_ place: (Point) -> Point) -> Path {
    var path = Path()
    path.steps = steps.map {
      switch $0 {
      case .move(let point): .move(place(point))
      case .line(let point): .line(place(point))
      case .curve(let first, let second, let end):
        .curve(place(first), place(second), to: place(end))
      case .close: .close
      }
    }
    return path
  }

  /// Returns the path scaled around the origin, then moved.
  package func placed(scale: Double, x: Double, y: Double) -> Path {
    mapped { Point($0.x * scale + x, $0.y * scale + y) }
  }

  /// Returns the path mirrored at a vertical line.
  package func mirrored(aroundX x: Double) -> Path {
    mapped { Point(2 * x - $0.x, $0.y) }
  }

  /// Box of all points including control points, or nil if the path is empty.
  package var bounds: Rect? {
    var box: (Double, Double, Double, Double)?
    func extend(_ point: Point) {
      guard let old = box else {
        box = (point.x, point.y, point.x, point.y)
        return
      }
      box = (
        min(old.0, point.x), min(old.1, point.y), max(old.2, point.x), max(old.3, point.y)
      )
    }
    for step in steps {
      switch step {
      case .move(let point), .line(let point): extend(point)
      case .curve(let first, let second, let end):
        extend(first)
        extend(second)
        extend(end)
      case .close: break
      }
    }
    return box.map { Rect(x: $0.0, y: $0.1, width: $0.2 - $0.0, height: $0.3 - $0.1) }
  }
}

/// Sine and cosine as series, because those of C libraries differ in the last bit between machines.
enum Trigonometry {
  static func sine(_ angle: Double) -> Double { cosine(angle - Double.pi / 2) }

  static func cosine(_ angle: Double) -> Double {
    let turns = (angle / (2 * Double.pi)).rounded()
    let x = angle - turns * 2 * Double.pi
    var (term, sum) = (1.0, 1.0)
    for n in 1...16 {
      term *= -x * x / Double((2 * n - 1) * 2 * n)
      sum += term
    }
    return sum
  }

  static func tangent(_ angle: Double) -> Double { sine(angle) / cosine(angle) }
}

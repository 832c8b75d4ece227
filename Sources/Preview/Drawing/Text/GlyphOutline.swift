// SPDX-License-Identifier: Apache-2.0

/// The outline of a glyph in em, y downward from the baseline.
struct GlyphOutline: Sendable {
  let path: Path
  /// Box of the outline, or nil if it is empty.
  let ink: Rect?

  init(_ path: Path) {
    self.path = path
    var box = InkBox()
    var last = Point(0, 0)
    for step in path.steps {
      switch step {
      case .move(let point): last = point
      case .line(let point):
        box.extend(last)
        box.extend(point)
        last = point
      case .curve(let first, let second, let end):
        box.extend(curveFrom: last, first, second, to: end)
        last = end
      case .close: break
      }
    }
    ink = box.rect
  }
}

/// A bounding box of points, lines and curves.
struct InkBox {
  private var minX = Double.infinity
  private var minY = Double.infinity
  private var maxX = -Double.infinity
  private var maxY = -Double.infinity

  /// The box, or nil if nothing was added.
  var rect: Rect? {
    minX <= maxX ? Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) : nil
  }

  mutating func extend(_ point: Point) {
    minX = min(minX, point.x)
    maxX = max(maxX, point.x)
    minY = min(minY, point.y)
    maxY = max(maxY, point.y)
  }

  mutating func extend(_ box: Rect) {
    extend(Point(box.x, box.y))
    extend(Point(box.maxX, box.maxY))
  }

  /// Adds a curve by its extreme points, because its control points may be far outside.
  mutating func extend(curveFrom start: Point, _ first: Point, _ second: Point, to end: Point) {
    extend(start)
    extend(end)
    let box = Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    let isInside = [first, second].allSatisfy {
      $0.x >= box.x && $0.x <= box.maxX && $0.y >= box.y && $0.y <= box.maxY
    }
    if isInside { return }
    let places =
      Self.turns(start.x, first.x, second.x, end.x) + Self.turns(start.y, first.y, second.y, end.y)
    for t in places {
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      extend(
        Point(
          a * start.x + b * first.x + c * second.x + d * end.x,
          a * start.y + b * first.y + c * second.y + d * end.y))
    }
  }

  /// Returns where a coordinate of a curve has its extremes, as parameters from 0 to 1.
  private static func turns(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
    let a = -p0 + 3 * p1 - 3 * p2 + p3
    let b = 2 * (p0 - 2 * p1 + p2)
    let c = p1 - p0
    let roots: [Double]
    if abs(a) < 1e-12 {
      roots = abs(b) < 1e-12 ? [] : [-c / b]
    } else {
      let under = b * b - 4 * a * c
      if under < 0 { return [] }
      let root = under.squareRoot()
      roots = [(-b + root) / (2 * a), (-b - root) / (2 * a)]
    }
    return roots.filter { $0 > 0 && $0 < 1 }
  }
}

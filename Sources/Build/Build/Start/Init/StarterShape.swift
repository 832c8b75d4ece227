// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A plane figure, given by the distance of a point from its edge, which is negative inside.
indirect enum StarterShape {
  case circle(x: Double, y: Double, radius: Double)
  case box(x: Double, y: Double, halfWidth: Double, halfHeight: Double, radius: Double)
  /// A thick line with round ends.
  case line(from: (Double, Double), to: (Double, Double), radius: Double)
  case polygon([(Double, Double)])
  case union([StarterShape])
  case intersection(StarterShape, StarterShape)
  case difference(StarterShape, StarterShape)
  /// Turned about the origin, clockwise on the screen, in degrees.
  case turned(StarterShape, Double)
  /// Scaled first, then moved.
  case placed(StarterShape, x: Double, y: Double, scale: Double)

  /// Returns the outline of a circle.
  static func ring(x: Double, y: Double, radius: Double, width: Double) -> StarterShape {
    .difference(
      .circle(x: x, y: y, radius: radius + width / 2),
      .circle(x: x, y: y, radius: radius - width / 2))
  }

  /// Returns a leaf: the intersection of two circles of this radius, `length` long, upright,
  /// centred on the origin.
  static func leaf(length: Double, radius: Double) -> StarterShape {
    let offset = (radius * radius - length * length / 4).squareRoot()
    return .intersection(
      .circle(x: -offset, y: 0, radius: radius), .circle(x: offset, y: 0, radius: radius))
  }

  func distance(_ x: Double, _ y: Double) -> Double {
    switch self {
    case .circle(let cx, let cy, let radius):
      return length(x - cx, y - cy) - radius
    case .box(let cx, let cy, let halfWidth, let halfHeight, let radius):
      let dx = abs(x - cx) - halfWidth + radius
      let dy = abs(y - cy) - halfHeight + radius
      return length(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius
    case .line(let from, let to, let radius):
      return distanceToSegment(x, y, from, to) - radius
    case .polygon(let corners): return distanceToPolygon(x, y, corners)
    case .union(let shapes):
      return shapes.reduce(.infinity) { min($0, $1.distance(x, y)) }
    case .intersection(let a, let b): return max(a.distance(x, y), b.distance(x, y))
    case .difference(let a, let b): return max(a.distance(x, y), -b.distance(x, y))
    case .turned(let shape, let degrees):
      let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      return shape.distance(x * c + y * s, y * c - x * s)
    case .placed(let shape, let dx, let dy, let scale):
      return shape.distance((x - dx) / scale, (y - dy) / scale) * scale
    }
  }

  private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  private func distanceToSegment(
    _ x: Double, _ y: Double, _ from: (Double, Double), _ to: (Double, Double)
  ) -> Double {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1)
    let along = ((x - from.0) * dx + (y - from.1) * dy) / max(dx * dx + dy * dy, 1e-12)
    let t = min(max(along, 0), 1)
    return length(x - from.0 - t * dx, y - from.1 - t * dy)
  }

  private func distanceToPolygon(
    _ x: Double, _ y: Double, _ corners: [(Double, Double)]
  ) -> Double {
    var nearest = Double.infinity
    var isInside = false
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      nearest = min(nearest, distanceToSegment(x, y, corner, next))
      // The ray from the point to the right crosses this edge.
      if (corner.1 > y) != (next.1 > y),
        x < corner.0 + (y - corner.1) / (next.1 - corner.1) * (next.0 - corner.0)
      {
        isInside.toggle()
      }
    }
    return isInside ? -nearest : nearest
  }
}

/// A colour with components from 0 to 255.
struct StarterColour {
  var red: Double
  var green: Double
  var blue: Double

  /// Creates a colour from `0xRRGGBB`.
  init(_ hex: UInt32) {
    red = Double(hex >> 16 & 255)
    green = Double(hex >> 8 & 255)
    blue = Double(hex & 255)
  }

  static let white = StarterColour(0xFFFFFF)

  /// The colour in the syntax of pass.json.
  var text: String { "rgb(\(Int(red)), \(Int(green)), \(Int(blue)))" }
}

/// An image with antialiased drawing. Sizes are in points.
struct StarterCanvas {
  private let width: Int
  private let height: Int
  private let scale: Double
  private var pixels: [UInt8]

  /// Creates a transparent canvas. Width and height are in points.
  init(width: Int, height: Int, scale: Int) {
    self.width = width * scale
    self.height = height * scale
    self.scale = Double(scale)
    pixels = [UInt8](repeating: 0, count: self.width * self.height * 4)
  }

  /// Fills everything with a gradient from top to bottom. Rows of one colour compress well.
  mutating func fill(from start: StarterColour, to end: StarterColour) {
    for y in 0..<height {
      let t = Double(y) / Double(max(height - 1, 1))
      let row: [UInt8] = [
        UInt8((start.red + (end.red - start.red) * t).rounded()),
        UInt8((start.green + (end.green - start.green) * t).rounded()),
        UInt8((start.blue + (end.blue - start.blue) * t).rounded()), 255,
      ]
      for index in stride(from: y * width * 4, to: (y + 1) * width * 4, by: 4) {
        for offset in 0..<4 { pixels[index + offset] = row[offset] }
      }
    }
  }

  /// Draws a shape given in points.
  mutating func draw(_ shape: StarterShape, _ paint: StarterColour, opacity: Double = 1) {
    for y in 0..<height {
      var x = 0
      while x < width {
        let distance = scale * shape.distance((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale)
        // No edge is nearer than this distance, so the pixels up to there are all outside or all
        // inside.
        let run = min(max(Int(min(abs(distance), 4096) - 0.5), 1), width - x)
        let coverage = min(max(0.5 - distance, 0), 1) * opacity
        if coverage > 0 {
          for index in x..<x + run { blend(paint, coverage, at: (y * width + index) * 4) }
        }
        x += run
      }
    }
  }

  /// Blends a colour over a pixel that may be transparent.
  private mutating func blend(_ paint: StarterColour, _ coverage: Double, at index: Int) {
    let under = Double(pixels[index + 3]) / 255
    let alpha = coverage + under * (1 - coverage)
    for (offset, value) in [paint.red, paint.green, paint.blue].enumerated() {
      let old = Double(pixels[index + offset])
      let mixed = (value * coverage + old * under * (1 - coverage)) / alpha
      pixels[index + offset] = UInt8(min(max(mixed.rounded(), 0), 255))
    }
    pixels[index + 3] = UInt8((alpha * 255).rounded())
  }

  var png: [UInt8] { StarterPNGEncoder.bytes(width: width, height: height, rgba: pixels) }
}

// SPDX-License-Identifier: Apache-2.0

/// Writes display lists as PNG: the same bytes always with the same libraries.
package struct PNGWriter: Sendable {
  /// Pixels a point.
  package var scale: Int

  /// The most pixels of a page: a back of 500 fields at three pixels a point has some 100 million.
  package static let limitInPixels = 150_000_000

  /// A writer of one scale, from 1 to 3.
  package init(scale: Int = 2) { self.scale = scale }

  /// The page as a PNG.
  package func bytes(of list: DisplayList) throws(DrawingFault) -> [UInt8] {
    let width = Int((min(list.width, 1e6) * Double(scale)).rounded(.up))
    let height = Int((min(list.height, 1e6) * Double(scale)).rounded(.up))
    guard width > 0, height > 0, width * height <= Self.limitInPixels, height < 1 << 15 else {
      throw DrawingFault(
        description: "an image of \(width) x \(height) pixels is too large to draw")
    }
    let canvas = try Canvas(width: width, height: height, scale: scale)
    canvas.draw(list.items)
    return try canvas.png()
  }
}

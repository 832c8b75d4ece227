// SPDX-License-Identifier: Apache-2.0

/// A writer of display lists as PNG. The bytes are reproducible with the same libraries.
package struct PNGWriter: Sendable {
  /// Pixels per point, from 1 to 3.
  package var scale: Int

  /// Maximum pixels of a page. A back with 500 fields has about 100 million, at three pixels per
  /// point.
  package static let limitInPixels = 150_000_000

  package init(scale: Int = 2) { self.scale = scale }

  /// Returns the page as a PNG.
  package func bytes(of list: DisplayList) throws(DrawingError) -> [UInt8] {
    let width = Int((min(list.width, 1e6) * Double(scale)).rounded(.up))
    let height = Int((min(list.height, 1e6) * Double(scale)).rounded(.up))
    guard width > 0, height > 0, width * height <= Self.limitInPixels, height < 1 << 15 else {
      throw DrawingError(
        description: "an image of \(width) x \(height) pixels is too large to draw")
    }
    let canvas = try Canvas(width: width, height: height, scale: scale)
    canvas.draw(list.items)
    return try canvas.png()
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A writer of one PNG from pages stacked from top to bottom. Only one page is in memory at a time.
package final class PNGBands {
  private let file: PNGStream
  private let width: Int
  private let height: Int
  private let scale: Int
  /// Top of the next page in points.
  private var position = 0.0
  private var rowsWritten = 0

  /// Maximum height in pixels, which is also a limit of image viewers.
  package static let limitInPixels = 1 << 20

  /// Creates a PNG with a size in points.
  ///
  /// - Parameters:
  ///   - scale: pixels per point, from 1 to 3.
  ///   - write: receives the parts of the file in order.
  package init(
    width: Double, height: Double, scale: Int,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    let limit = Double(Self.limitInPixels)
    self.width = Int((min(width * Double(scale), limit + 1)).rounded(.up))
    self.height = Int((min(height * Double(scale), limit + 1)).rounded(.up))
    self.scale = scale
    guard self.width > 0, self.height > 0, self.width < 1 << 15, self.height <= Self.limitInPixels
    else {
      throw DrawingError(
        description: "an image of \(self.width) x \(self.height) pixels is too large")
    }
    file = try PNGStream(width: self.width, height: self.height, write: write)
  }

  /// Draws a page of the full width below the others.
  package func add(_ list: DisplayList) throws {
    position += list.height
    let end = min(height, Int((position * Double(scale)).rounded()))
    guard end > rowsWritten else { return }
    let canvas = try Canvas(width: width, height: end - rowsWritten, scale: scale)
    canvas.draw(list.items)
    let rows = end - rowsWritten
    try canvas.withPixels { words in try file.add(rows: rows, of: words) }.get()
    rowsWritten = end
  }

  /// Finishes the file. Rows without a page are transparent.
  package func finish() throws {
    let empty = [UInt32](repeating: 0, count: width)
    while rowsWritten < height {
      try empty.withUnsafeBufferPointer { try file.add(rows: 1, of: $0) }
      rowsWritten += 1
    }
    try file.finish()
  }
}

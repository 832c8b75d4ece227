// SPDX-License-Identifier: Apache-2.0

/// Writes one PNG from pages that lie one below the other, of which only one is in memory at a
/// time.
package final class PNGBands {
  private let file: PNGStream
  private let width: Int
  private let height: Int
  private let scale: Int
  /// Where the next page begins, in points.
  private var place = 0.0
  private var rowsWritten = 0

  /// The most pixels along a side; viewers of pictures go no further either.
  package static let limitInPixels = 1 << 20

  /// Begins a PNG of a size in points.
  ///
  /// - Parameters:
  ///   - scale: pixels a point, from 1 to 3.
  ///   - write: takes the file piece by piece.
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
      throw DrawingFault(
        description: "an image of \(self.width) x \(self.height) pixels is too large")
    }
    file = try PNGStream(width: self.width, height: self.height, write: write)
  }

  /// Draws a page below those that were added; of the full width, and as high as it is.
  package func add(_ list: DisplayList) throws {
    place += list.height
    let end = min(height, Int((place * Double(scale)).rounded()))
    guard end > rowsWritten else { return }
    let canvas = try Canvas(width: width, height: end - rowsWritten, scale: scale)
    canvas.draw(list.items)
    let rows = end - rowsWritten
    try canvas.withPixels { words in try file.add(rows: rows, of: words) }.get()
    rowsWritten = end
  }

  /// Ends the file; rows no page covered let through what is behind.
  package func finish() throws {
    let empty = [UInt32](repeating: 0, count: width)
    while rowsWritten < height {
      try empty.withUnsafeBufferPointer { try file.add(rows: 1, of: $0) }
      rowsWritten += 1
    }
    try file.finish()
  }
}

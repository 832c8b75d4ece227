// SPDX-License-Identifier: Apache-2.0

/// Lightness of a placed image at one pixel per point. It finds busy areas, on which text is hard
/// to read.
package struct LightnessMap: Sendable {
  /// Side of the squares that are compared, in points: about the size of a small letter.
  private static let side = 12
  /// Distance from one square to the next, in points.
  private static let step = 6
  /// The most that lightness may vary within a calm square: a fifth of 255.
  private static let calm: UInt8 = 51

  private let origin: Point
  private let width: Int
  private let height: Int
  /// Lightness of each pixel from 0 (black) to 255 (white), row by row.
  private let values: [UInt8]

  /// Measures the visible part of an image.
  ///
  /// - Parameter ground: the colour behind transparent pixels.
  package init(_ image: PlacedImage, over ground: Colour) {
    let box = image.visible
    origin = Point(box.x, box.y)
    width = max(1, Int(box.width.rounded()))
    height = max(1, Int(box.height.rounded()))
    let pixels = PlacedPixels.render(
      image.picture, seen: image.visibleSource, width: width, height: height)
    let behind = Self.lightness(UInt32(ground.red), UInt32(ground.green), UInt32(ground.blue))
    values = pixels.words.map { word in
      // The channels are multiplied by alpha.
      let own = Self.lightness(word >> 16 & 0xFF, word >> 8 & 0xFF, word & 0xFF)
      return UInt8(min(255, own + behind * (255 - (word >> 24)) / 255))
    }
  }

  /// Returns the weighted sum of the channels as in `Picture.meanLightness`, from 0 to 255.
  private static func lightness(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
    (54 * red + 183 * green + 19 * blue + 128) >> 8
  }

  /// Returns the share of an area that is busy, from 0 to 1.
  ///
  /// Overlapping squares cover the area. A square is busy if its lightness varies by more than
  /// `calm`, without its lightest and darkest 20th, which are noise and hairlines. Gradients and
  /// soft shapes are calm. So are patterns that are finer than a point, because they blend into one
  /// tone on a phone.
  ///
  /// - Parameter area: an area of the page. Only its part on the image counts.
  package func busyShare(of area: Rect) -> Double {
    let columns = Self.squares(from: area.x - origin.x, length: area.width, limit: width)
    let rows = Self.squares(from: area.y - origin.y, length: area.height, limit: height)
    guard !columns.isEmpty, !rows.isEmpty else { return 0 }
    var busy = 0
    for row in rows {
      for column in columns where isBusy(row, column) { busy += 1 }
    }
    return Double(busy) / Double(rows.count * columns.count)
  }

  /// Returns the sides of the squares along one axis. The last one ends with the area.
  private static func squares(from start: Double, length: Double, limit: Int) -> [Range<Int>] {
    let low = Int(min(max(0, start.rounded(.down)), Double(limit)))
    let high = Int(min(max(0, (start + length).rounded(.up)), Double(limit)))
    guard low < high else { return [] }
    guard high - low > side else { return [low..<high] }
    var squares = stride(from: low, to: high - side, by: step).map { $0..<$0 + side }
    squares.append(high - side..<high)
    return squares
  }

  private func isBusy(_ rows: Range<Int>, _ columns: Range<Int>) -> Bool {
    var inside: [UInt8] = []
    inside.reserveCapacity(rows.count * columns.count)
    var (darkest, lightest) = (UInt8.max, UInt8.min)
    for row in rows {
      for value in values[row * width + columns.lowerBound..<row * width + columns.upperBound] {
        darkest = min(darkest, value)
        lightest = max(lightest, value)
        inside.append(value)
      }
    }
    // Nearly every square of a calm image ends here.
    guard lightest - darkest > Self.calm else { return false }
    inside.sort()
    let cut = inside.count / 20
    return inside[inside.count - 1 - cut] - inside[cut] > Self.calm
  }
}

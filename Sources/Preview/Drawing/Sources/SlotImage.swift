// SPDX-License-Identifier: Apache-2.0

package import PassModel

/// An image of a slot in one scale, made of a source. All computing is in whole numbers or in sums
/// and quotients of doubles, so every machine gets the same pixels.
package struct SlotImage: Sendable {
  /// How the source gets into the shape of the slot.
  package enum Form: Sendable, Hashable {
    /// The whole source without transparent edges.
    case fitted
    /// A part of the source that fills the slot.
    case cropped
    /// The whole source in the middle of the slot, on a colour.
    case padded(PassColour)
    /// The whole source, cropped to a ratio from 2:3 to 3:2.
    case limited
  }

  /// A slot with its size in points, and the point of the source that a crop keeps, in thousandths.
  package struct Slot: Sendable {
    let form: Form
    let width: Int
    let height: Int
    let focus: (x: Int, y: Int)

    package init(form: Form, width: Int, height: Int, focus: (x: Int, y: Int)) {
      self.form = form
      self.width = width
      self.height = height
      self.focus = focus
    }
  }

  /// How often a pixel of the source is repeated in each direction, 1 if it is not enlarged.
  package let enlargement: Double
  let pixels: Pixels

  package var width: Int { pixels.width }
  package var height: Int { pixels.height }

  /// Draws a source. Throws if nothing of it is visible.
  package init(
    _ source: SourceImage, _ slot: Slot, scale: Int
  ) throws(SourceImage.SourceError) {
    guard let bounds = source.visibleBounds else { throw .invisible }
    let visible = Rect(
      x: Double(bounds.x), y: Double(bounds.y), width: Double(bounds.width),
      height: Double(bounds.height))
    let box = (width: Double(slot.width * scale), height: Double(slot.height * scale))
    let drawn: Pixels
    let seen: Rect
    switch slot.form {
    case .fitted:
      seen = visible
      // Without the pixels around it, an enlarged edge would fade.
      drawn = Self.fitted(source.pixels.part(bounds), Self.whole(bounds), box)
    case .limited:
      let ratio = min(max(visible.width / visible.height, 2.0 / 3), 1.5)
      seen = Self.part(of: visible, ratio: ratio, source, slot.focus)
      drawn = Self.fitted(source.pixels, seen, box)
    case .cropped:
      seen = Self.part(of: visible, ratio: box.width / box.height, source, slot.focus)
      drawn = Resampler.resample(
        source.pixels, seen, width: slot.width * scale, height: slot.height * scale)
    case .padded(let colour):
      let plan = PaddedIcon(source, bounds, colour)
      seen = plan.isCropped ? Self.part(of: visible, ratio: 1, source, slot.focus) : visible
      let inner = box.width * (plan.hasMargin ? 0.75 : 1)
      let mark = Self.fitted(source.pixels, seen, (inner, inner))
      drawn = Self.placed(
        mark, on: plan.colour, width: slot.width * scale, height: slot.height * scale)
    }
    pixels = drawn
    // The decoded pixels may be fewer than those of the file.
    let across = seen.width * Double(source.width) / Double(source.pixels.width)
    let mark = Self.markSize(slot.form, seen, drawn)
    enlargement = max(1, mark / across)
  }

  private static func whole(_ bounds: (x: Int, y: Int, width: Int, height: Int)) -> Rect {
    Rect(x: 0, y: 0, width: Double(bounds.width), height: Double(bounds.height))
  }

  /// The width of the drawn source in the image.
  private static func markSize(_ form: Form, _ seen: Rect, _ drawn: Pixels) -> Double {
    guard case .padded = form else { return Double(drawn.width) }
    let side = Double(drawn.width)
    return seen.width >= seen.height ? side : side * seen.width / seen.height
  }

  /// Scales a part so that it is as large as the box allows.
  private static func fitted(
    _ pixels: Pixels, _ seen: Rect, _ box: (width: Double, height: Double)
  ) -> Pixels {
    let factor = min(box.width / seen.width, box.height / seen.height)
    func side(_ length: Double, _ limit: Double) -> Int {
      Int(min(max(1, (length * factor).rounded()), max(1, limit.rounded(.down))))
    }
    return Resampler.resample(
      pixels, seen, width: side(seen.width, box.width), height: side(seen.height, box.height))
  }

  /// Returns the largest part with a ratio of width to height, as near to the focus as possible.
  private static func part(
    of visible: Rect, ratio: Double, _ source: SourceImage, _ focus: (x: Int, y: Int)
  ) -> Rect {
    let width = min(visible.width, visible.height * ratio)
    let height = min(visible.height, visible.width / ratio)
    func start(_ thousandths: Int, _ whole: Int, _ length: Double, _ low: Double, _ all: Double)
      -> Double
    {
      let middle = Double(thousandths) * Double(whole) / 1000
      return min(max(middle - length / 2, low), low + all - length)
    }
    return Rect(
      x: start(focus.x, source.pixels.width, width, visible.x, visible.width),
      y: start(focus.y, source.pixels.height, height, visible.y, visible.height),
      width: width, height: height)
  }

  private static func placed(
    _ mark: Pixels, on colour: PassColour, width: Int, height: Int
  ) -> Pixels {
    let ground =
      0xFF00_0000 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
    var words = [UInt32](repeating: ground, count: width * height)
    let (left, top) = ((width - mark.width) / 2, (height - mark.height) / 2)
    for y in 0..<mark.height {
      for x in 0..<mark.width {
        let word = mark.words[y * mark.width + x]
        let rest = 255 - (word >> 24)
        // Rounded division by 255, as in `Pixels`.
        func part(_ shift: UInt32) -> UInt32 {
          let product = (ground >> shift & 0xFF) * rest + 128
          return min(255, (word >> shift & 0xFF) + (product + product >> 8) >> 8) << shift
        }
        words[(top + y) * width + left + x] = 0xFF00_0000 | part(16) | part(8) | part(0)
      }
    }
    return Pixels(width: width, height: height, words: words)
  }

  /// Returns the image as a PNG without metadata.
  package func png() throws(DrawingError) -> [UInt8] {
    try PNGEncoder.encode(pixels, effort: .small)
  }
}

extension Pixels {
  /// Returns a part of the image.
  fileprivate func part(_ bounds: (x: Int, y: Int, width: Int, height: Int)) -> Pixels {
    guard bounds.width < width || bounds.height < height else { return self }
    var part: [UInt32] = []
    part.reserveCapacity(bounds.width * bounds.height)
    for y in bounds.y..<(bounds.y + bounds.height) {
      let start = y * width + bounds.x
      part += words[start..<(start + bounds.width)]
    }
    return Pixels(width: bounds.width, height: bounds.height, words: part)
  }
}

/// The way a source becomes a square icon.
private struct PaddedIcon {
  /// The colour around the source.
  let colour: PassColour
  let hasMargin: Bool
  /// Whether the square is a part of the source.
  let isCropped: Bool

  init(
    _ source: SourceImage, _ bounds: (x: Int, y: Int, width: Int, height: Int),
    _ background: PassColour
  ) {
    let pixels = source.pixels
    let colours = SourceColours(source)
    let isSquare = abs(bounds.width - bounds.height) * 50 <= max(bounds.width, bounds.height)
    var solid = 0
    for y in bounds.y..<(bounds.y + bounds.height) {
      let start = y * pixels.width + bounds.x
      for word in pixels.words[start..<(start + bounds.width)] where word >> 24 >= 200 {
        solid += 1
      }
    }
    // An app's icon with round corners fills its square.
    let isFull = solid * 10 >= bounds.width * bounds.height * 9
    if isFull, isSquare {
      (colour, hasMargin, isCropped) = (colours.edge ?? background, false, false)
    } else if colours.isOpaque {
      (colour, hasMargin, isCropped) = (colours.edge ?? background, false, colours.edge == nil)
    } else {
      (colour, hasMargin, isCropped) = (background, true, false)
    }
  }
}

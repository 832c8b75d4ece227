// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// Images scaled to the pixels that a page needs, from the cache if possible.
enum PlacedPixels {
  /// Returns a part of an image at a new size.
  ///
  /// - Parameters:
  ///   - seen: the part, in pixels of the original file.
  ///   - width: the new width in pixels.
  ///   - height: the new height in pixels.
  ///   - blur: the sigma of a blur in new pixels, 0 for none.
  static func render(
    _ picture: Picture, seen: Rect, width: Int, height: Int, blur: Double = 0
  ) -> Pixels {
    let key = Renditions.Key(source: seen, width: width, height: height, blur: blur)
    return picture.renditions.pixels(key) { make(picture, key) }
  }

  private static func make(_ picture: Picture, _ key: Renditions.Key) -> Pixels {
    // Decoded images may be smaller than their files.
    let (width, height) = (Double(picture.pixels.width), Double(picture.pixels.height))
    let across = width / Double(picture.widthInPixels)
    let down = height / Double(picture.heightInPixels)
    let source = Rect(
      x: key.source.x * across, y: key.source.y * down, width: key.source.width * across,
      height: key.source.height * down)
    guard key.blur > 0 else {
      return Resampler.resample(picture.pixels, source, width: key.width, height: key.height)
    }
    // A blur is computed on a smaller image, with a sigma of 5, which is enough to look smooth.
    let factor = max(1, key.blur / 5)
    let (small, low) = (
      max(1, Int((Double(key.width) / factor).rounded())),
      max(1, Int((Double(key.height) / factor).rounded()))
    )
    let coarse = Resampler.resample(picture.pixels, source, width: small, height: low)
    let blurred = Resampler.blurred(coarse, sigma: key.blur / factor)
    return Resampler.resample(
      blurred, Rect(x: 0, y: 0, width: Double(small), height: Double(low)), width: key.width,
      height: key.height)
  }

  /// Returns the same as a PNG in base64.
  static func base64(
    _ picture: Picture, seen: Rect, width: Int, height: Int, blur: Double = 0
  ) throws(DrawingError) -> [UInt8] {
    let key = Renditions.Key(source: seen, width: width, height: height, blur: blur)
    return try picture.renditions.file(key) { () throws(DrawingError) -> [UInt8] in
      let pixels = make(picture, key)
      return Array(Base64.encode(try PNGEncoder.encode(pixels, effort: .small)).utf8)
    }
  }
}

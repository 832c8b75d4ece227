// SPDX-License-Identifier: Apache-2.0

import PassModel

/// A decoded file, to be scaled into images of a pass.
package struct SourceImage: Sendable {
  /// The size in the file, in pixels, after turning it as its metadata says.
  package let width: Int
  package let height: Int
  /// Whether the colours of the file are for print.
  package let isCMYK: Bool
  /// The pixels, possibly fewer than in the file.
  let pixels: Pixels

  /// The reason why a file cannot be used.
  package enum SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    case unknownKind(String?)
    case tooLarge(width: Int, height: Int)
    case damaged(String)
    case invisible

    package var description: String {
      switch self {
      case .unknownKind(let name?): "is a \(name) file, expected PNG, JPEG or SVG"
      case .unknownKind(nil): "is not an image, expected PNG, JPEG or SVG"
      case .tooLarge(let width, let height):
        "is \(width) x \(height) pixels, expected at most \(limitInPixels / 1_000_000) million "
          + "pixels and \(limitOfSide) on a side"
      case .damaged(let reason): "cannot be decoded: \(reason)"
      case .invisible: "has no visible pixels"
      }
    }
  }

  /// The maximum number of pixels: decoding needs eight bytes for each.
  private static let limitInPixels = 50_000_000
  private static let limitOfSide = 20_000

  /// Makes an image of pixels in cairo's format: a word for each with alpha, red, green and blue
  /// from the highest byte down, and premultiplied alpha.
  package init?(width: Int, height: Int, words: [UInt32]) {
    guard width > 0, height > 0, words.count == width * height else { return nil }
    (self.width, self.height, isCMYK) = (width, height, false)
    pixels = Pixels(width: width, height: height, words: words)
  }

  private init(width: Int, height: Int, isCMYK: Bool, pixels: Pixels) {
    self.width = width
    self.height = height
    self.isCMYK = isCMYK
    self.pixels = pixels
  }

  /// Decodes a PNG or a JPEG.
  ///
  /// - Parameter largest: the largest side of the images to make, in pixels. A JPEG of several
  ///   times that size is decoded smaller, which is faster and gives the same bytes everywhere.
  package static func read(
    _ bytes: [UInt8], largest: Int
  ) throws(SourceError) -> SourceImage {
    let kind = ImageKind.recognised(bytes)
    switch kind {
    case .png:
      guard let decoder = PNGDecoder(bytes) else { throw .damaged("not enough memory") }
      let size = try size(of: decoder)
      let pixels = try decoded(decoder, size)
      return SourceImage(
        width: size.width, height: size.height, isCMYK: false, pixels: pixels)
    case .jpeg:
      guard let decoder = JPEGDecoder(bytes) else { throw .damaged("not enough memory") }
      let size = try size(of: decoder)
      decoder.maxScannedPixels = 10 * limitInPixels
      decoder.reduce(toAtLeast: largest)
      let stored = decoder.reduced(width: size.width, height: size.height)
      let orientation = JPEGOrientation.read(bytes)
      let pixels = try decoded(decoder, stored).turned(orientation)
      let swaps = orientation >= 5
      return SourceImage(
        width: swaps ? size.height : size.width, height: swaps ? size.width : size.height,
        isCMYK: decoder.isCMYK, pixels: pixels)
    default: throw .unknownKind(kind?.rawValue)
    }
  }

  private static func size(
    of decoder: some ImageDecoder
  ) throws(SourceError) -> (width: Int, height: Int) {
    switch decoder.size() {
    case .failure(let error): throw reason(error)
    case .success(let size):
      let (pixels, isHuge) = size.width.multipliedReportingOverflow(by: size.height)
      guard size.width > 0, size.height > 0, !isHuge, pixels <= limitInPixels,
        max(size.width, size.height) <= limitOfSide
      else { throw .tooLarge(width: size.width, height: size.height) }
      return size
    }
  }

  private static func decoded(
    _ decoder: some ImageDecoder, _ size: (width: Int, height: Int)
  ) throws(SourceError) -> Pixels {
    switch decoder.pixels(width: size.width, height: size.height) {
    case .success(let pixels): return pixels
    case .failure(let error): throw reason(error)
    }
  }

  private static func reason(_ error: PictureReader.ImageError) -> SourceError {
    if case .damaged(let reason) = error { return .damaged(reason) }
    return .damaged("\(error)")
  }

  /// The part with visible pixels, or nil if there are none. An alpha of less than 8 of 255 does
  /// not count, because editors leave such edges.
  var visibleBounds: (x: Int, y: Int, width: Int, height: Int)? {
    var (left, right, top, bottom) = (pixels.width, -1, pixels.height, -1)
    pixels.words.withUnsafeBufferPointer { words in
      for y in 0..<pixels.height {
        let start = y * pixels.width
        guard
          let first = (0..<pixels.width).first(where: { words[start + $0] >> 24 >= 8 }),
          let last = (0..<pixels.width).last(where: { words[start + $0] >> 24 >= 8 })
        else { continue }
        left = min(left, first)
        right = max(right, last)
        top = min(top, y)
        bottom = y
      }
    }
    return right < 0 ? nil : (left, top, right - left + 1, bottom - top + 1)
  }

  /// The share of the width and of the height that is visible, the larger of both, in percent.
  package var visiblePercentage: Int {
    guard let bounds = visibleBounds else { return 0 }
    return max(100 * bounds.width / pixels.width, 100 * bounds.height / pixels.height)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassModel
import Synchronization

/// A decoder for untrusted images, with limits and a cache. It can be used from any thread.
package final class PictureReader: Sendable {
  /// Limits for decoding.
  package struct Limits: Sendable {
    /// Maximum width and height in pixels.
    package var side = 4096
    /// Maximum pixels of an image.
    package var pixels = 16_000_000
    /// Maximum bytes of decoded images in the cache. The oldest are removed first.
    package var kept = 128 << 20

    package init() {}
  }

  /// The rest of what may be decoded for one pass.
  package struct Budget: Sendable {
    /// Bytes of pixels, four per pixel.
    package var bytes = 128 << 20

    package init() {}
  }

  /// The reason why an image is not drawn.
  package enum ImageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is neither PNG nor JPEG.
    case unknownKind
    /// The image has more pixels than allowed.
    case tooLarge(width: Int, height: Int)
    /// The other images of the pass used up the budget.
    case overBudget
    /// The decoder failed with this message.
    case damaged(String)

    /// The reason, without the name of the file.
    package var description: String {
      switch self {
      case .unknownKind: "is neither PNG nor JPEG"
      case .tooLarge(let width, let height): "is \(width) x \(height) pixels, which is too large"
      case .overBudget: "exceeds the limit of 128 MB of pixels for all images of a pass"
      case .damaged(let words): "cannot be decoded: \(words)"
      }
    }
  }

  private struct CachedImage {
    var pictures: [String: Result<Picture, ImageError>] = [:]
    var order: [String] = []
    var bytes = 0
  }

  private let limits: Limits
  private let cached = Mutex<CachedImage>(CachedImage())

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// Decodes an image, or returns it from the cache.
  ///
  /// - Parameter budget: the budget of the pass. A cached image costs as much as a new one, so that
  ///   the result does not depend on earlier passes.
  package func read(_ bytes: [UInt8], budget: inout Budget) -> Result<Picture, ImageError> {
    let decoder: (any ImageDecoder)?
    switch ImageKind.recognised(bytes) {
    case .png: decoder = PNGDecoder(bytes)
    case .jpeg: decoder = JPEGDecoder(bytes)
    default: return .failure(.unknownKind)
    }
    guard let decoder else { return .failure(.damaged("not enough memory")) }
    let size: (width: Int, height: Int)
    switch decoder.size() {
    case .success(let found): size = found
    case .failure(let refusal): return .failure(refusal)
    }
    let (pixels, isHuge) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.width > 0, size.height > 0, !isHuge, size.width <= limits.side,
      size.height <= limits.side, pixels <= limits.pixels
    else { return .failure(.tooLarge(width: size.width, height: size.height)) }
    guard pixels * 4 <= budget.bytes else { return .failure(.overBudget) }
    budget.bytes -= pixels * 4
    let digest = Digest.sha256Hex(bytes)
    if let known = cached.withLock({ $0.pictures[digest] }) { return known }
    let result = decoder.pixels(width: size.width, height: size.height).map { decoded in
      var shown = decoded
      while shown.width > Self.maxDisplayed || shown.height > Self.maxDisplayed {
        shown = shown.halved()
      }
      return Picture(
        widthInPixels: size.width, heightInPixels: size.height, digest: digest, pixels: shown)
    }
    store(result, digest)
    return result
  }

  /// Decodes an image that does not belong to a pass.
  package func read(_ bytes: [UInt8]) -> Result<Picture, ImageError> {
    var budget = Budget()
    return read(bytes, budget: &budget)
  }

  /// Maximum width and height that are kept. The widest card has 1224 pixels, at three per point.
  private static let maxDisplayed = 2048

  private func store(_ result: Result<Picture, ImageError>, _ digest: String) {
    let size: Int
    switch result {
    case .success(let picture): size = picture.pixels.words.count * 4
    case .failure: size = 256
    }
    cached.withLock {
      guard $0.pictures.updateValue(result, forKey: digest) == nil else { return }
      $0.order.append(digest)
      $0.bytes += size
      while $0.bytes > limits.kept, $0.order.count > 1 {
        let old = $0.pictures.removeValue(forKey: $0.order.removeFirst())
        switch old {
        case .success(let picture): $0.bytes -= picture.pixels.words.count * 4
        case .failure: $0.bytes -= 256
        case nil: break
        }
      }
    }
  }
}

/// A decoder for one file.
protocol ImageDecoder {
  /// Returns the size from the header, before anything is decoded.
  func size() -> Result<(width: Int, height: Int), PictureReader.ImageError>
  /// Decodes the pixels. The size must be that of the header.
  func pixels(width: Int, height: Int) -> Result<Pixels, PictureReader.ImageError>
}

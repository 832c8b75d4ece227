// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassModel
import Synchronization

/// Decodes images of strangers, each once, within limits. Safe from every thread.
package final class PictureReader: Sendable {
  /// What an image may cost.
  package struct Limits: Sendable {
    /// Pixels along one side.
    package var side = 4096
    /// Pixels of one image.
    package var pixels = 16_000_000
    /// Bytes of decoded images the reader keeps for the next pass; the oldest go first.
    package var kept = 128 << 20

    /// The limits every preview has.
    package init() {}
  }

  /// How much one pass may still decode.
  package struct Budget: Sendable {
    /// Bytes of pixels, four for each.
    package var bytes = 128 << 20

    /// The budget of a fresh pass.
    package init() {}
  }

  /// Why an image is not drawn.
  package enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither PNG nor JPEG.
    case unknownKind
    /// More pixels than allowed.
    case tooLarge(width: Int, height: Int)
    /// The images of the pass before it used up what a pass may decode.
    case overBudget
    /// What is wrong with the file, in words.
    case damaged(String)

    /// The reason in words, without the file's name.
    package var description: String {
      switch self {
      case .unknownKind: "is neither PNG nor JPEG"
      case .tooLarge(let width, let height): "is \(width) x \(height) pixels, which is too large"
      case .overBudget: "exceeds the limit of 128 MB of pixels for all images of a pass"
      case .damaged(let words): "cannot be decoded: \(words)"
      }
    }
  }

  private struct Kept {
    var pictures: [String: Result<Picture, Refusal>] = [:]
    var order: [String] = []
    var bytes = 0
  }

  private let limits: Limits
  private let kept = Mutex<Kept>(Kept())

  /// A reader that has read nothing.
  package init(limits: Limits = Limits()) { self.limits = limits }

  /// The image in the bytes of a file.
  ///
  /// - Parameter budget: what the pass may still decode; what is known costs as much, so that a
  ///   pass looks the same whatever was read before.
  package func read(_ bytes: [UInt8], budget: inout Budget) -> Result<Picture, Refusal> {
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
    if let known = kept.withLock({ $0.pictures[digest] }) { return known }
    let result = decoder.pixels(width: size.width, height: size.height).map { decoded in
      var shown = decoded
      while shown.width > Self.mostShown || shown.height > Self.mostShown { shown = shown.halved() }
      return Picture(
        widthInPixels: size.width, heightInPixels: size.height, digest: digest, pixels: shown)
    }
    keep(result, digest)
    return result
  }

  /// The image in the bytes of a file, outside of any pass.
  package func read(_ bytes: [UInt8]) -> Result<Picture, Refusal> {
    var budget = Budget()
    return read(bytes, budget: &budget)
  }

  /// No page shows more along a side: the widest card has 1224 pixels at three a point.
  private static let mostShown = 2048

  private func keep(_ result: Result<Picture, Refusal>, _ digest: String) {
    let size: Int
    switch result {
    case .success(let picture): size = picture.pixels.words.count * 4
    case .failure: size = 256
    }
    kept.withLock {
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

/// A decoder that has not decoded yet.
protocol ImageDecoder {
  /// What the header says.
  func size() -> Result<(width: Int, height: Int), PictureReader.Refusal>
  /// The pixels, of which there are as many as the header says.
  func pixels(width: Int, height: Int) -> Result<Pixels, PictureReader.Refusal>
}

// SPDX-License-Identifier: Apache-2.0

/// Decodes images of strangers, each once, within limits. Safe from every thread.
package final class PictureReader: Sendable {
  /// What an image may cost.
  package struct Limits: Sendable {
    /// Pixels along one side.
    package var side = 4096
    /// Pixels of one image.
    package var pixels = 16_000_000
    /// Bytes of decoded images the reader keeps; the oldest go first.
    package var kept = 256 << 20

    /// The limits every preview has.
    package init() {}
  }

  /// Why an image is not drawn.
  package enum Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither PNG nor JPEG.
    case unknownKind
    /// More pixels than allowed.
    case tooLarge(width: Int, height: Int)
    /// What is wrong with the file, in words.
    case damaged(String)

    /// The reason in words, without the file's name.
    package var description: String {
      switch self {
      case .unknownKind: "is neither PNG nor JPEG"
      case .tooLarge(let width, let height): "is \(width) x \(height) pixels, which is too large"
      case .damaged(let words): words
      }
    }
  }

  /// A reader with nothing read.
  package init(limits: Limits = Limits()) {}

  /// The image in the bytes of a file.
  package func read(_ bytes: [UInt8]) -> Result<Picture, Refusal> { .failure(.unknownKind) }
}

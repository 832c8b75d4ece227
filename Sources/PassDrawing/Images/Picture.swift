// SPDX-License-Identifier: Apache-2.0

/// A decoded image. Copies share their pixels.
package struct Picture: Sendable, Hashable {
  /// The width of the decoded image.
  package var widthInPixels: Int { pixels.width }
  /// The height of the decoded image.
  package var heightInPixels: Int { pixels.height }
  /// The SHA-256 of the file it was read from, in hex digits: what caches and lists know it by.
  package let digest: String
  let pixels: Pixels

  /// Whether both were read from the same bytes.
  package static func == (left: Picture, right: Picture) -> Bool { left.digest == right.digest }

  /// Feeds the digest.
  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// Rows of pixels, four bytes each: red, green, blue, alpha, not multiplied.
final class Pixels: Sendable {
  let width: Int
  let height: Int
  let bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A decoded image. Copies share their pixels.
package struct Picture: Sendable, Hashable {
  /// The width of the image in its file.
  package let widthInPixels: Int
  /// The height of the image in its file.
  package let heightInPixels: Int
  /// The SHA-256 of the file it was read from, in hex digits: what caches and lists know it by.
  package let digest: String
  /// The decoded pixels, fewer than in the file where no page shows as many.
  let pixels: Pixels
  /// What was made of the pixels for one size and place.
  let renditions = Renditions()

  /// Whether both were read from the same bytes.
  package static func == (left: Picture, right: Picture) -> Bool { left.digest == right.digest }

  /// Feeds the digest.
  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  /// The mean lightness of what is seen of the picture, from 0 black to 1 white.
  package var meanLightness: Double { pixels.meanLightness }
}

/// Rows of pixels as cairo has them: alpha, red, green, blue in one number from its highest byte
/// down, the colours multiplied with alpha.
final class Pixels: Sendable {
  let width: Int
  let height: Int
  let words: [UInt32]

  init(width: Int, height: Int, words: [UInt32]) {
    self.width = width
    self.height = height
    self.words = words
  }

  /// From bytes red, green, blue, alpha, not multiplied.
  convenience init(width: Int, height: Int, rgba: [UInt8]) {
    let count = width * height
    let words = [UInt32](unsafeUninitializedCapacity: count) { words, written in
      rgba.withUnsafeBufferPointer { bytes in
        for index in 0..<count {
          let (red, green) = (UInt32(bytes[4 &* index]), UInt32(bytes[4 &* index &+ 1]))
          let (blue, alpha) = (UInt32(bytes[4 &* index &+ 2]), UInt32(bytes[4 &* index &+ 3]))
          // Division by 255 to the nearest, without a division; 255 leaves a colour as it is.
          func part(_ colour: UInt32) -> UInt32 {
            let product = colour &* alpha &+ 128
            return (product &+ product >> 8) >> 8
          }
          words[index] = alpha << 24 | part(red) << 16 | part(green) << 8 | part(blue)
        }
      }
      written = count
    }
    self.init(width: width, height: height, words: words)
  }

  /// Bytes red, green, blue, alpha, not multiplied.
  var rgba: [UInt8] { words.withUnsafeBufferPointer { Pixels.rgba(of: $0) } }

  /// Bytes red, green, blue, alpha, not multiplied, of as many words.
  static func rgba(of words: UnsafeBufferPointer<UInt32>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: words.count * 4) { bytes, written in
      bytes.withMemoryRebound(to: UInt32.self) { out in
        for index in 0..<words.count {
          let word = words[index]
          let alpha = word >> 24
          // Nearly every pixel of a card is one or the other: red and blue change places.
          if alpha == 255 || alpha == 0 {
            let outer = word >> 16 & 0xFF | (word & 0xFF) << 16
            out[index] = (word & 0xFF00_FF00 | outer).littleEndian
            continue
          }
          func part(_ shift: UInt32) -> UInt32 {
            min(255, ((word >> shift & 0xFF) &* 255 &+ alpha / 2) / alpha)
          }
          out[index] = (part(16) | part(8) << 8 | part(0) << 16 | alpha << 24).littleEndian
        }
      }
      written = words.count * 4
    }
  }

  /// Every second row and column has become the mean of four pixels.
  func halved() -> Pixels {
    let (newWidth, newHeight) = (max(1, width / 2), max(1, height / 2))
    let words = [UInt32](unsafeUninitializedCapacity: newWidth * newHeight) { out, written in
      self.words.withUnsafeBufferPointer { words in
        for y in 0..<newHeight {
          let (upper, lower) = (2 * y * width, min(2 * y + 1, height - 1) * width)
          for x in 0..<newWidth {
            let (left, right) = (2 * x, min(2 * x + 1, width - 1))
            let (first, second) = (words[upper + left], words[upper + right])
            let (third, fourth) = (words[lower + left], words[lower + right])
            // Two bytes of a word at a time, with room for sums between them.
            let mask: UInt32 = 0xFF00FF
            var odd: UInt32 = 0x20002
            odd &+= first & mask
            odd &+= second & mask
            odd &+= third & mask
            odd &+= fourth & mask
            var even: UInt32 = 0x20002
            even &+= first >> 8 & mask
            even &+= second >> 8 & mask
            even &+= third >> 8 & mask
            even &+= fourth >> 8 & mask
            out[y * newWidth + x] = (odd >> 2 & 0xFF00FF) | (even >> 2 & 0xFF00FF) << 8
          }
        }
      }
      written = newWidth * newHeight
    }
    return Pixels(width: newWidth, height: newHeight, words: words)
  }

  var meanLightness: Double {
    var (sum, weight) = (0.0, 0.0)
    for index in stride(from: 0, to: words.count, by: max(1, words.count / 4096)) {
      let word = words[index]
      let parts = (Double(word >> 16 & 0xFF), Double(word >> 8 & 0xFF), Double(word & 0xFF))
      sum += 0.2126 * parts.0 + 0.7152 * parts.1 + 0.0722 * parts.2
      weight += Double(word >> 24)
    }
    return weight > 0 ? sum / weight : 1
  }
}

/// What was made of a picture, so that the next page has it at once.
final class Renditions: Sendable {
  struct Key: Hashable {
    let source: Rect
    let width: Int
    let height: Int
    let blur: Double
  }

  private let pixels = Mutex<[(key: Key, pixels: Pixels)]>([])
  private let files = Mutex<[(key: Key, text: [UInt8])]>([])
  /// A front, a back and a sheet at once; who needs more works for it.
  private static let kept = 4

  func pixels(_ key: Key, make: () -> Pixels) -> Pixels {
    if let known = pixels.withLock({ $0.first { $0.key == key } }) { return known.pixels }
    let made = make()
    pixels.withLock {
      if $0.count >= Self.kept { $0.removeFirst() }
      $0.append((key, made))
    }
    return made
  }

  /// The same as base64 of a PNG.
  func file(_ key: Key, make: () throws(DrawingFault) -> [UInt8]) throws(DrawingFault) -> [UInt8] {
    if let known = files.withLock({ $0.first { $0.key == key } }) { return known.text }
    let made = try make()
    files.withLock {
      if $0.count >= Self.kept { $0.removeFirst() }
      $0.append((key, made))
    }
    return made
  }
}

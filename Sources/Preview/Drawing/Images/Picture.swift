// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A decoded image. Copies share the pixels.
package struct Picture: Sendable, Hashable {
  /// Width of the image in its file.
  package let widthInPixels: Int
  /// Height of the image in its file.
  package let heightInPixels: Int
  /// SHA-256 of the file in hex. It identifies the image in caches and display lists.
  package let digest: String
  /// The decoded pixels, possibly smaller than in the file. See `PictureReader.maxDisplayed`.
  let pixels: Pixels
  /// Cache of scaled versions of this image.
  let renditions = Renditions()

  /// Returns whether both images come from the same bytes.
  package static func == (left: Picture, right: Picture) -> Bool { left.digest == right.digest }

  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  /// The mean lightness of the visible pixels, from 0 (black) to 1 (white).
  package var meanLightness: Double { pixels.meanLightness }
}

/// Pixels in cairo's format: alpha, red, green and blue from the highest byte down, with
/// premultiplied alpha.
final class Pixels: Sendable {
  let width: Int
  let height: Int
  let words: [UInt32]

  init(width: Int, height: Int, words: [UInt32]) {
    self.width = width
    self.height = height
    self.words = words
  }

  /// Converts bytes in the order red, green, blue, alpha, without premultiplied alpha.
  convenience init(width: Int, height: Int, rgba: [UInt8]) {
    let count = width * height
    let words = [UInt32](unsafeUninitializedCapacity: count) { words, written in
      rgba.withUnsafeBufferPointer { bytes in
        for index in 0..<count {
          let (red, green) = (UInt32(bytes[4 &* index]), UInt32(bytes[4 &* index &+ 1]))
          let (blue, alpha) = (UInt32(bytes[4 &* index &+ 2]), UInt32(bytes[4 &* index &+ 3]))
          // Rounded division by 255 without a division. Exact for alpha 255.
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

  /// Bytes in the order red, green, blue, alpha, without premultiplied alpha.
  var rgba: [UInt8] { words.withUnsafeBufferPointer { Pixels.rgba(of: $0) } }

  /// Converts words in cairo's format to bytes in the order red, green, blue, alpha, without
  /// premultiplied alpha.
  static func rgba(of words: UnsafeBufferPointer<UInt32>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: words.count * 4) { bytes, written in
      bytes.withMemoryRebound(to: UInt32.self) { out in
        for index in 0..<words.count {
          let word = words[index]
          let alpha = word >> 24
          // Nearly every pixel of a card is opaque or transparent. Then only red and blue are
          // swapped.
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

  /// Returns the image at half the size. Each pixel is the mean of four.
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
            // Adds two channels of a word at a time. The bytes between them take the carry.
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

/// A cache of scaled versions of one image. It can be used from any thread. Two threads may make
/// the same version twice.
final class Renditions: Sendable {
  struct Key: Hashable {
    let source: Rect
    let width: Int
    let height: Int
    let blur: Double
  }

  private let pixels = Mutex<[(key: Key, pixels: Pixels)]>([])
  private let files = Mutex<[(key: Key, text: [UInt8])]>([])
  /// Enough for a front, a back and a sheet. Others are made again.
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

  /// Returns the PNG of a version as base64.
  func file(_ key: Key, make: () throws(DrawingError) -> [UInt8]) throws(DrawingError) -> [UInt8] {
    if let known = files.withLock({ $0.first { $0.key == key } }) { return known.text }
    let made = try make()
    files.withLock {
      if $0.count >= Self.kept { $0.removeFirst() }
      $0.append((key, made))
    }
    return made
  }
}

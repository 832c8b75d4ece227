// SPDX-License-Identifier: Apache-2.0

package import PassModel

/// The colours of a source, to compare them with the background of a pass.
package struct SourceColours: Sendable {
  /// A colour of visible pixels, and how many there are.
  private struct Share {
    var red = 0
    var green = 0
    var blue = 0
    var weight = 0

    var colour: PassColour {
      func mean(_ sum: Int) -> UInt8 { UInt8(clamping: (sum + weight / 2) / max(1, weight)) }
      return PassColour(red: mean(red), green: mean(green), blue: mean(blue))
    }
  }

  /// Whether no pixel is transparent.
  package let isOpaque: Bool
  /// The colour of all edges of an opaque source, or nil if they differ.
  package let edge: PassColour?
  /// The colours of visible pixels in steps of 8, the most frequent ones first.
  private let shares: [(colour: PassColour, weight: Int)]

  package init(_ source: SourceImage) {
    let pixels = source.pixels
    isOpaque = !pixels.words.contains { $0 >> 24 != 255 }
    edge = isOpaque ? Self.edge(of: pixels) : nil
    var found = [Share](repeating: Share(), count: 1 << 15)
    // Every pixel of a small image, about 500,000 of a large one.
    let step = max(1, pixels.words.count / 500_000)
    for index in stride(from: 0, to: pixels.words.count, by: step) {
      let word = pixels.words[index]
      let alpha = Int(word >> 24)
      guard alpha >= 64 else { continue }
      func level(_ shift: UInt32) -> Int {
        min(255, (Int(word >> shift & 0xFF) * 255 + alpha / 2) / alpha)
      }
      let (red, green, blue) = (level(16), level(8), level(0))
      let place = (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
      found[place].red += red
      found[place].green += green
      found[place].blue += blue
      found[place].weight += 1
    }
    shares = found.filter { $0.weight > 0 }.map { ($0.colour, $0.weight) }
      .sorted { $0.weight > $1.weight }
  }

  private static func edge(of pixels: Pixels) -> PassColour? {
    let (width, height) = (pixels.width, pixels.height)
    let first = pixels.words[0]
    func isNear(_ word: UInt32) -> Bool {
      [16, 8, 0].allSatisfy { (shift: UInt32) in
        abs(Int(word >> shift & 0xFF) - Int(first >> shift & 0xFF)) <= 12
      }
    }
    let isSame =
      (0..<width).allSatisfy {
        isNear(pixels.words[$0]) && isNear(pixels.words[(height - 1) * width + $0])
      }
      && (0..<height).allSatisfy {
        isNear(pixels.words[$0 * width]) && isNear(pixels.words[$0 * width + width - 1])
      }
    guard isSame else { return nil }
    return PassColour(
      red: UInt8(first >> 16 & 0xFF), green: UInt8(first >> 8 & 0xFF), blue: UInt8(first & 0xFF))
  }

  /// Returns the percentage of the visible pixels with at least this contrast to a background.
  package func percentage(on background: PassColour, contrast: Double) -> Int {
    let all = shares.reduce(0) { $0 + $1.weight }
    let good = shares.reduce(0) {
      $0 + ($1.colour.contrast(with: background) >= contrast ? $1.weight : 0)
    }
    return all == 0 ? 100 : good * 100 / all
  }

  /// A background that fits: the colour around an opaque source, otherwise a shade or tint of its
  /// most frequent colour on which nine tenths of it are easy to see.
  package var background: PassColour {
    if let edge { return edge }
    // Grey says less about a brand than a colour, so it counts less.
    let brand = shares.prefix(64).max {
      $0.weight * (20 + $0.colour.saturation) < $1.weight * (20 + $1.colour.saturation)
    }
    guard let brand = brand?.colour else { return PassColour(red: 255, green: 255, blue: 255) }
    let black = PassColour(red: 0, green: 0, blue: 0)
    let white = PassColour(red: 255, green: 255, blue: 255)
    let neutral = [PassColour(red: 28, green: 28, blue: 30), white]
    let tinted =
      [30, 50, 65, 80].map { brand.mixed($0, with: black) }
      + [85, 92].map { brand.mixed($0, with: white) }
    let candidates = brand.saturation < 15 ? neutral : tinted + neutral
    let rated = candidates.map { ($0, percentage(on: $0, contrast: 3)) }
    return (rated.first { $0.1 >= 90 } ?? rated.max { $0.1 < $1.1 })?.0 ?? white
  }
}

extension PassColour {
  /// The difference of the largest and the smallest part, in percent of the largest.
  fileprivate var saturation: Int {
    let (high, low) = (Int(max(red, green, blue)), Int(min(red, green, blue)))
    return high == 0 ? 0 : (high - low) * 100 / high
  }

  fileprivate func mixed(_ percent: Int, with other: PassColour) -> PassColour {
    func part(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Int(one) * (100 - percent) + Int(two) * percent + 50) / 100)
    }
    return PassColour(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue))
  }

  /// Returns the contrast ratio of WCAG 2, from 1 to 21.
  package func contrast(with other: PassColour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)]
      + 0.0722 * Self.linear[Int(blue)]
  }

  /// The linear value of each level of sRGB.
  private static let linear: [Double] = (0...255).map { level in
    let value = Double(level) / 255
    return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055)
  }

  /// Returns the power with the exponent 2.4. The C library's `pow` may differ in the last bit.
  private static func power(_ base: Double) -> Double {
    let square = base * base
    let fourth = square * square
    let twelfth = fourth * fourth * fourth
    // The fifth root by Newton's method. The start is above it, so it converges.
    var root = 1.0
    for _ in 0..<60 {
      let other = root * root * root * root
      root -= (other * root - twelfth) / (5 * other)
    }
    return root
  }
}

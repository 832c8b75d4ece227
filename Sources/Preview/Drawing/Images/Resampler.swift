// SPDX-License-Identifier: Apache-2.0

/// Scaling and blurring with integers, so that every machine gets the same pixels.
enum Resampler {
  /// The weights of neighbouring pixels in a line for one new pixel. They add up to `one`.
  private struct Taps {
    let first: Int
    let weights: [UInt32]
  }

  private static let one: UInt32 = 1 << 16

  /// Scales a part of an image.
  ///
  /// A new pixel is the mean of the pixels it covers, or interpolated if the image becomes larger.
  /// `source` is in pixels of the image and may have fractions.
  static func resample(_ pixels: Pixels, _ source: Rect, width: Int, height: Int) -> Pixels {
    let isWhole =
      source
      == Rect(
        x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height))
    if isWhole, width == pixels.width, height == pixels.height { return pixels }
    let columns = taps(from: source.x, length: source.width, limit: pixels.width, count: width)
    let rows = taps(from: source.y, length: source.height, limit: pixels.height, count: height)
    let firstRow = rows.map(\.first).min() ?? 0
    let endRow = rows.map { $0.first + $0.weights.count }.max() ?? 0
    // Scales each row to the new width, then each column to the new height.
    let narrow = [UInt32](unsafeUninitializedCapacity: width * max(0, endRow - firstRow)) {
      out, written in
      pixels.words.withUnsafeBufferPointer { words in
        for row in firstRow..<endRow {
          let start = row * pixels.width
          for x in 0..<width {
            let tap = columns[x]
            out[written + x] = mix(tap, words, at: start + tap.first, step: 1)
          }
          written += width
        }
      }
    }
    let words = [UInt32](unsafeUninitializedCapacity: width * height) { out, written in
      narrow.withUnsafeBufferPointer { narrow in
        for row in rows {
          let start = (row.first - firstRow) * width
          for x in 0..<width { out[written + x] = mix(row, narrow, at: start + x, step: width) }
          written += width
        }
      }
    }
    return Pixels(width: width, height: height, words: words)
  }

  @inline(__always)
  private static func mix(
    _ taps: Taps, _ words: UnsafeBufferPointer<UInt32>, at start: Int, step: Int
  ) -> UInt32 {
    var (alpha, red, green, blue) = (one / 2, one / 2, one / 2, one / 2)
    var place = start
    for weight in taps.weights {
      let word = words[place]
      alpha &+= (word >> 24) &* weight
      red &+= (word >> 16 & 0xFF) &* weight
      green &+= (word >> 8 & 0xFF) &* weight
      blue &+= (word & 0xFF) &* weight
      place &+= step
    }
    return (alpha >> 16) << 24 | (red >> 16) << 16 | (green >> 16) << 8 | blue >> 16
  }

  private static func taps(
    from start: Double, length: Double, limit: Int, count: Int
  ) -> [Taps] {
    let step = length / Double(count)
    return (0..<count).map { index in
      var weights: [(place: Int, weight: Double)] = []
      if step >= 1 {
        let (low, high) = (start + Double(index) * step, start + Double(index + 1) * step)
        for place in Int(
          low.rounded(.down))..<max(Int(low.rounded(.down)) + 1, Int(high.rounded(.up)))
        {
          let covered = min(high, Double(place + 1)) - max(low, Double(place))
          if covered > 1e-9 { weights.append((place, covered)) }
        }
      } else {
        let middle = start + (Double(index) + 0.5) * step - 0.5
        let low = middle.rounded(.down)
        weights = [(Int(low), 1 - (middle - low)), (Int(low) + 1, middle - low)]
      }
      // Outside the image the edge pixels are repeated.
      let first = min(max(weights.first?.place ?? 0, 0), limit - 1)
      let last = min(max(weights.last?.place ?? 0, 0), limit - 1)
      let total = weights.reduce(0) { $0 + $1.weight }
      var whole = [UInt32](repeating: 0, count: last - first + 1)
      for (place, weight) in weights {
        whole[min(max(place, first), last) - first] +=
          UInt32((weight / total * Double(one)).rounded(.down))
      }
      // The largest weight gets what rounding lost, so that a flat area keeps its colour.
      let lost = one - min(one, whole.reduce(0, +))
      if let largest = whole.indices.max(by: { whole[$0] < whole[$1] }) { whole[largest] += lost }
      return Taps(first: first, weights: whole)
    }
  }

  /// Blurs an image with three box blurs, which approximates a Gaussian.
  static func blurred(_ pixels: Pixels, sigma: Double) -> Pixels {
    // Three boxes of this radius have the variance of the Gaussian.
    let radius = Int((((12 * sigma * sigma / 3 + 1).squareRoot() - 1) / 2).rounded())
    guard radius > 0 else { return pixels }
    var words = pixels.words
    for _ in 0..<3 {
      words = boxed(words, lines: pixels.height, along: pixels.width, radius: radius)
      words = boxed(words, lines: pixels.width, along: pixels.height, radius: radius)
    }
    return Pixels(width: pixels.width, height: pixels.height, words: words)
  }

  /// Blurs along each line with a box. The result is transposed, so a second call blurs the other
  /// direction.
  private static func boxed(
    _ words: [UInt32], lines: Int, along: Int, radius: Int
  ) -> [UInt32] {
    let count = UInt32(2 * radius + 1)
    return [UInt32](unsafeUninitializedCapacity: words.count) { out, written in
      words.withUnsafeBufferPointer { words in
        for line in 0..<lines {
          let start = line * along
          var sum = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
          func word(_ place: Int) -> UInt32 { words[start + min(max(place, 0), along - 1)] }
          func add(_ word: UInt32) {
            sum.0 &+= word >> 24
            sum.1 &+= word >> 16 & 0xFF
            sum.2 &+= word >> 8 & 0xFF
            sum.3 &+= word & 0xFF
          }
          func subtract(_ word: UInt32) {
            sum.0 &-= word >> 24
            sum.1 &-= word >> 16 & 0xFF
            sum.2 &-= word >> 8 & 0xFF
            sum.3 &-= word & 0xFF
          }
          for place in -radius...radius { add(word(place)) }
          for place in 0..<along {
            func mean(_ sum: UInt32) -> UInt32 { (sum + count / 2) / count }
            out[place * lines + line] =
              mean(sum.0) << 24 | mean(sum.1) << 16 | mean(sum.2) << 8 | mean(sum.3)
            subtract(word(place - radius))
            add(word(place + radius + 1))
          }
        }
      }
      written = words.count
    }
  }
}

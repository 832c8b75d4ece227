// SPDX-License-Identifier: Apache-2.0

import PassModel

/// Writes PNG files with 8 bits per channel, filtered by row, compressed with deflate's fixed
/// codes.
///
/// This is enough for drawn images, in which neighbouring pixels are often equal. It does not use
/// zlib, whose output differs between versions, so that the same command writes the same files
/// everywhere.
enum StarterPNGEncoder {
  /// Returns the PNG of pixels in rows of RGBA. It has no alpha channel if every pixel is opaque.
  static func bytes(width: Int, height: Int, rgba: [UInt8]) -> [UInt8] {
    let isOpaque = !stride(from: 3, to: rgba.count, by: 4).contains { rgba[$0] != 255 }
    let channels = isOpaque ? 3 : 4
    var filtered: [UInt8] = []
    filtered.reserveCapacity(height * (width * channels + 1))
    var last = [UInt8](repeating: 0, count: width * channels)
    for y in 0..<height {
      var row: [UInt8] = []
      row.reserveCapacity(width * channels)
      for pixel in stride(from: y * width * 4, to: (y + 1) * width * 4, by: 4) {
        row += rgba[pixel..<pixel + channels]
      }
      filtered += bestFilter(row, after: last, channels: channels)
      last = row
    }
    return PNGFile.bytes(
      width: width, height: height, bitDepth: 8, colour: isOpaque ? .rgb : .rgbWithAlpha,
      zlib: Deflate.zlib(filtered))
  }

  /// Returns the row filtered by Sub or Up, whichever gives smaller numbers. Both turn repeated
  /// pixels into zeros.
  private static func bestFilter(
    _ row: [UInt8], after last: [UInt8], channels: Int
  ) -> [UInt8] {
    var sub: [UInt8] = [1]
    var up: [UInt8] = [2]
    sub.reserveCapacity(row.count + 1)
    up.reserveCapacity(row.count + 1)
    var sums = (sub: 0, up: 0)
    for index in row.indices {
      let left = index < channels ? 0 : row[index - channels]
      let a = row[index] &- left
      let b = row[index] &- last[index]
      sub.append(a)
      up.append(b)
      sums.sub += abs(Int(Int8(bitPattern: a)))
      sums.up += abs(Int(Int8(bitPattern: b)))
    }
    return sums.sub < sums.up ? sub : up
  }
}

/// Deflate (RFC 1951) in one block of fixed codes. Matches are found with a table of the last
/// position of every three bytes.
private struct Deflate {
  private var out: [UInt8] = []
  private var bits: UInt32 = 0
  private var count: UInt32 = 0

  /// Returns a zlib stream (RFC 1950).
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var deflate = Deflate()
    deflate.out = [0x78, 0x9C]
    deflate.pack(bytes)
    return deflate.out + PNGFile.adler32(bytes)
  }

  private mutating func pack(_ bytes: [UInt8]) {
    write(1, 1)  // the last block
    write(1, 2)  // fixed codes
    var lastPlace = [Int32](repeating: -1, count: 1 << 15)
    var index = 0
    while index < bytes.count {
      var length = 0
      var distance = 0
      if index + 3 <= bytes.count {
        let hash = Self.hash(bytes, index)
        let place = Int(lastPlace[hash])
        lastPlace[hash] = Int32(index)
        if place >= 0, index - place <= 32_768 {
          length = Self.matchLength(bytes, place, index)
          distance = index - place
        }
      }
      if length >= 3 {
        writeLength(length)
        writeDistance(distance)
        // Positions inside a long match are rarely needed again, so they are not recorded.
        index += length
      } else {
        writeSymbol(Int(bytes[index]))
        index += 1
      }
    }
    writeSymbol(256)
    if count > 0 { write(0, 8 - count % 8) }
  }

  private static func hash(_ bytes: [UInt8], _ index: Int) -> Int {
    let value =
      UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
    return Int((value &* 0x9E37_79B1) >> 17)
  }

  private static func matchLength(_ bytes: [UInt8], _ place: Int, _ index: Int) -> Int {
    let limit = min(258, bytes.count - index)
    var length = 0
    while length < limit, bytes[place + length] == bytes[index + length] { length += 1 }
    return length
  }

  // MARK: Codes, RFC 1951, 3.2.5 and 3.2.6

  private static let lengths: [(base: Int, extra: UInt32)] = [
    (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0), (11, 1), (13, 1), (15, 1),
    (17, 1), (19, 2), (23, 2), (27, 2), (31, 2), (35, 3), (43, 3), (51, 3), (59, 3), (67, 4),
    (83, 4), (99, 4), (115, 4), (131, 5), (163, 5), (195, 5), (227, 5), (258, 0),
  ]

  private mutating func writeLength(_ length: Int) {
    let code = Self.lengths.lastIndex { $0.base <= length } ?? 0
    writeSymbol(257 + code)
    write(UInt32(length - Self.lengths[code].base), Self.lengths[code].extra)
  }

  private mutating func writeDistance(_ distance: Int) {
    // From 5 on there are two codes for every power of two.
    var code = distance - 1
    var extra = 0
    if code >= 4 {
      extra = Int.bitWidth - code.leadingZeroBitCount - 2
      code = 2 * extra + (code >> extra)
    }
    writeReversed(UInt32(code), 5)
    write(UInt32((distance - 1) & ((1 << extra) - 1)), UInt32(extra))
  }

  private mutating func writeSymbol(_ symbol: Int) {
    switch symbol {
    case 0..<144: writeReversed(UInt32(0x30 + symbol), 8)
    case 144..<256: writeReversed(UInt32(0x190 + symbol - 144), 9)
    case 256..<280: writeReversed(UInt32(symbol - 256), 7)
    default: writeReversed(UInt32(0xC0 + symbol - 280), 8)
    }
  }

  /// Codes are written with their first bit first, numbers with their last bit first.
  private mutating func writeReversed(_ code: UInt32, _ length: UInt32) {
    var reversed: UInt32 = 0
    for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
    write(reversed, length)
  }

  private mutating func write(_ value: UInt32, _ length: UInt32) {
    bits |= value << count
    count += length
    while count >= 8 {
      out.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }
}

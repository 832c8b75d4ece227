// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics

/// PNG files made by hand, valid or invalid.
struct RawPNG {
  var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Writes a header, by default with eight bits and four channels.
  init(width: UInt32, height: UInt32, depth: UInt8 = 8, colours: UInt8 = 6) {
    add("IHDR", Self.big(width) + Self.big(height) + [depth, colours, 0, 0, 0])
  }

  /// Returns an image of these pixels: red, green, blue, alpha.
  static func image(width: Int, height: Int, _ pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
    var png = RawPNG(width: UInt32(width), height: UInt32(height))
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows += pixel(x, y) }
    }
    png.addPixels(rows)
    png.add("IEND", [])
    return png.bytes
  }

  mutating func add(_ kind: String, _ body: [UInt8], hasWrongSum: Bool = false) {
    let checked = Array(kind.utf8) + body
    bytes += Self.big(UInt32(body.count)) + checked
    bytes += Self.big(CRC32.of(checked) ^ (hasWrongSum ? 1 : 0))
  }

  /// Adds rows with their filters, without compression.
  mutating func addPixels(_ rows: [UInt8], hasWrongSum: Bool = false) {
    add("IDAT", Self.stored(rows), hasWrongSum: hasWrongSum)
  }

  /// Returns a zlib stream without compression.
  static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var place = 0
    repeat {
      let count = min(65535, data.count - place)
      let isLast = place + count == data.count
      stream += [isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
      stream += [UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      stream += data[place..<(place + count)]
      place += count
    } while place < data.count
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in data {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return stream + big(high << 16 | low)
  }

  static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
  }
}

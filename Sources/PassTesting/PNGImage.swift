// SPDX-License-Identifier: Apache-2.0

import PassValues

/// Makes PNG files without a compressor: their data is one stored deflate stream.
package enum PNGImage {
  /// A white image of that size in pixels, one bit a pixel.
  package static func plain(width: Int, height: Int) -> [UInt8] {
    var rows: [UInt8] = []
    let row = [UInt8(0)] + [UInt8](repeating: 0xFF, count: (width + 7) / 8)
    rows.reserveCapacity(row.count * height)
    for _ in 0..<height { rows += row }
    return signature
      + chunk("IHDR", bigEndian(width) + bigEndian(height) + [1, 0, 0, 0, 0])
      + chunk("IDAT", zlibStored(rows))
      + chunk("IEND", [])
  }

  /// The eight bytes every PNG begins with.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// One chunk with its length and checksum.
  package static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(CRC32.of(body)))
  }

  private static func zlibStored(_ content: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65_535, content.count)
      let length = UInt16(end - start)
      out.append(end == content.count ? 1 : 0)
      for value in [length, ~length] { out += [UInt8(value & 255), UInt8(value >> 8)] }
      out += content[start..<end]
      start = end
    } while start < content.count
    return out + bigEndian(Int(adler32(content)))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }
}

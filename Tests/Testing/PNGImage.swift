// SPDX-License-Identifier: Apache-2.0

import PassModel

/// A writer of PNG files without compression. The data are one stored deflate stream.
package enum PNGImage {
  /// Returns a white image of a size in pixels, with one bit per pixel.
  package static func plain(width: Int, height: Int) -> [UInt8] {
    var rows: [UInt8] = []
    let row = [UInt8(0)] + [UInt8](repeating: 0xFF, count: (width + 7) / 8)
    rows.reserveCapacity(row.count * height)
    for _ in 0..<height { rows += row }
    return PNGFile.bytes(
      width: width, height: height, bitDepth: 1, colour: .grey, zlib: zlibStored(rows))
  }

  /// Returns an image of a size in pixels.
  ///
  /// - Parameter pixel: returns the colour at a column and row as red, green and blue.
  package static func drawn(
    width: Int, height: Int, _ pixel: (Int, Int) -> (UInt8, UInt8, UInt8)
  ) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((3 * width + 1) * height)
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        let (red, green, blue) = pixel(x, y)
        rows.append(red)
        rows.append(green)
        rows.append(blue)
      }
    }
    return PNGFile.bytes(
      width: width, height: height, bitDepth: 8, colour: .rgb, zlib: zlibStored(rows))
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
    return out + PNGFile.adler32(content)
  }
}

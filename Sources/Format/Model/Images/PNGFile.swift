// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A writer of PNG files from chunks (ISO/IEC 15948).
package enum PNGFile {
  /// Returns a PNG file of pixel rows in a zlib stream.
  package static func bytes(
    width: Int, height: Int, bitDepth: UInt8, colour: PNGHeader.Colour, zlib: [UInt8]
  ) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [bitDepth, colour.rawValue, 0, 0, 0]
    return PNGHeader.signature + chunk("IHDR", header) + chunk("IDAT", zlib) + chunk("IEND", [])
  }

  /// Returns a chunk with its length and checksum.
  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(CRC32.of(body)))
  }

  /// Returns the last bytes of a zlib stream (RFC 1950): the Adler-32 checksum of the unpacked
  /// bytes.
  package static func adler32(_ bytes: [UInt8]) -> [UInt8] {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return bigEndian(Int(b << 16 | a))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

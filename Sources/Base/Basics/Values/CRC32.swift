// SPDX-License-Identifier: Apache-2.0

/// The checksum of zip entries and PNG chunks (ISO 3309, reflected polynomial 0xEDB88320).
///
/// Four words of eight bytes are processed at once, each with a separate sum. The sums do not
/// depend on each other, so this is faster than zlib, most of all for small files.
package enum CRC32 {
  /// Eight tables of 256 values. Table `k` has the value of each byte followed by `k` zero bytes.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let previous = tables[index - 256]
      tables[index] = (previous >> 8) ^ tables[Int(previous & 255)]
    }
    return tables
  }()

  /// The same tables followed by 24 more zero bytes, for the other three words.
  private static let distantTables: [UInt32] = tables.map { value in
    var value = value
    for _ in 0..<24 { value = (value >> 8) ^ tables[Int(value & 255)] }
    return value
  }

  package static func of(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { of($0) }
  }

  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      distantTables.withUnsafeBufferPointer { distantTables in
        guard let near = tables.baseAddress, let far = distantTables.baseAddress,
          let start = bytes.baseAddress
        else { return 0 }
        return sum(start, bytes.count, ~0, near, far)
      }
    }
  }

  private static func sum(
    _ bytes: UnsafeRawPointer, _ count: Int, _ before: UInt32, _ near: UnsafePointer<UInt32>,
    _ far: UnsafePointer<UInt32>
  ) -> UInt32 {
    var start = bytes
    var rest = count
    var crc = before
    if rest >= 64 {
      var (a, b, c, d) = (crc, UInt32(0), UInt32(0), UInt32(0))
      while rest >= 64 {
        a = fold(word(start, 0) ^ UInt64(a), far)
        b = fold(word(start, 8) ^ UInt64(b), far)
        c = fold(word(start, 16) ^ UInt64(c), far)
        d = fold(word(start, 24) ^ UInt64(d), far)
        start += 32
        rest -= 32
      }
      // Merges the four sums with the next four words. At least 32 bytes are left here.
      crc = fold(word(start, 0) ^ UInt64(a), near)
      crc = fold(word(start, 8) ^ UInt64(crc ^ b), near)
      crc = fold(word(start, 16) ^ UInt64(crc ^ c), near)
      crc = fold(word(start, 24) ^ UInt64(crc ^ d), near)
      start += 32
      rest -= 32
    }
    while rest >= 8 {
      crc = fold(word(start, 0) ^ UInt64(crc), near)
      start += 8
      rest -= 8
    }
    while rest > 0 {
      let byte = start.load(as: UInt8.self)
      crc = (crc >> 8) ^ near[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
      start += 1
      rest -= 1
    }
    return ~crc
  }

  /// Returns eight bytes as a little-endian number.
  @inline(__always)
  private static func word(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Processes eight bytes with eight tables.
  @inline(__always)
  private static func fold(_ bytes: UInt64, _ table: UnsafePointer<UInt32>) -> UInt32 {
    let a = table[7 * 256 + Int(bytes & 255)] ^ table[6 * 256 + Int(bytes >> 8 & 255)]
    let b = table[5 * 256 + Int(bytes >> 16 & 255)] ^ table[4 * 256 + Int(bytes >> 24 & 255)]
    let c = table[3 * 256 + Int(bytes >> 32 & 255)] ^ table[2 * 256 + Int(bytes >> 40 & 255)]
    let d = table[256 + Int(bytes >> 48 & 255)] ^ table[Int(bytes >> 56)]
    return (a ^ b) ^ (c ^ d)
  }
}

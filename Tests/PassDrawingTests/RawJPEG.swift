// SPDX-License-Identifier: Apache-2.0

/// JPEG files made by hand: blocks of one colour next to each other.
enum RawJPEG {
  /// Returns a baseline JPEG, 8 pixels high and 8 wide for each block.
  ///
  /// - Parameters:
  ///   - blocks: the level of each component, from 0 to 255.
  ///   - segments: bytes after the first marker, such as metadata.
  static func image(_ blocks: [[UInt8]], segments: [UInt8] = []) -> [UInt8] {
    let count = UInt8(blocks[0].count)
    var bytes: [UInt8] = [0xFF, 0xD8] + segments
    // Quantization by 8, so that a level is the mean of a block.
    bytes += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    let components: [UInt8] = (1...count).flatMap { [UInt8]([$0, 0x11, 0]) }
    bytes += segment(0xC0, [8, 0, 8, 0, UInt8(8 * blocks.count), count] + components)
    // Nine codes of four bits for the length of a difference, one of one bit for the end of a block.
    let lengths: [UInt8] = [0, 0, 0, 9] + [UInt8](repeating: 0, count: 12)
    bytes += segment(0xC4, [0x00] + lengths + Array(0...8))
    bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    let tables: [UInt8] = (1...count).flatMap { [UInt8]([$0, 0]) }
    bytes += segment(0xDA, [count] + tables + [0, 63, 0])
    return bytes + pixels(blocks) + [0xFF, 0xD9]
  }

  static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    let length = body.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + body
  }

  /// Returns metadata with an orientation.
  static func exif(orientation: UInt8) -> [UInt8] {
    let tiff: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
      + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
    return segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff)
  }

  /// The segment of Adobe's programs. The last byte is the conversion of colours: none.
  static let adobe = segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])

  private static func pixels(_ blocks: [[UInt8]]) -> [UInt8] {
    var bits: [Bool] = []
    func add(_ value: Int, _ length: Int) {
      for bit in (0..<length).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    var last = [Int](repeating: 0, count: blocks[0].count)
    for block in blocks {
      for (index, level) in block.enumerated() {
        let difference = Int(level) - 128 - last[index]
        last[index] = Int(level) - 128
        let length = Int.bitWidth - abs(difference).leadingZeroBitCount
        add(length, 4)
        add(difference < 0 ? difference + (1 << length) - 1 : difference, length)
        add(0, 1)
      }
    }
    while bits.count % 8 != 0 { bits.append(true) }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
    return bytes
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A font with the image of one emoji, in the format of Noto Color Emoji.
package enum ColourFont {
  /// Returns a folder with the font, under the name of the pinned one. It has `character` alone,
  /// which is 1.2 em wide and has an image of 1 x 1 em on the baseline.
  ///
  /// - Parameter png: an image of `side` x `side` pixels.
  package static func folder(
    _ character: Unicode.Scalar, png: [UInt8], side: UInt8
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder().keptToTheEnd()
    try folder.add("NotoColorEmoji.ttf", bytes(character, png: png, side: side))
    return folder
  }

  private static func bytes(_ character: Unicode.Scalar, png: [UInt8], side: UInt8) -> [UInt8] {
    let tables = [("CBDT", imageData(png, side))] + otherTables(character.value, png.count, side)
    var directory = joined(four(0x10000), two(UInt16(tables.count)), zeros(6))
    var bodies: [UInt8] = []
    let start = 12 + 16 * tables.count
    for (name, body) in tables {
      directory += Array(name.utf8)
      directory += joined(four(0), four(UInt32(start + bodies.count)), four(UInt32(body.count)))
      bodies += body
      bodies += zeros((4 - body.count % 4) % 4)
    }
    return directory + bodies
  }

  private static func imageData(_ png: [UInt8], _ side: UInt8) -> [UInt8] {
    // Metrics of the image (height, width, bearings, advance), then its length and bytes.
    joined(two(3), two(0), [side, side, 0, side, side], four(UInt32(png.count)), png)
  }

  private static func otherTables(
    _ code: UInt32, _ length: Int, _ side: UInt8
  ) -> [(String, [UInt8])] {
    // One table of one glyph, at offset 8 of the index, with images of format 17.
    let index = joined(
      two(1), two(1), four(8), two(1), two(17), four(4), four(0), four(UInt32(9 + length)))
    let size = joined(
      four(56), four(UInt32(index.count)), four(1), four(0), zeros(24), two(1), two(1),
      [side, side, 32, 1])
    return [
      ("CBLC", joined(two(3), two(0), four(1), size, index)),
      (
        "cmap",
        joined(
          two(0), two(1), two(3), two(10), four(12), two(12), two(0), four(28), four(0), four(1),
          four(code), four(code), four(1))
      ),
      (
        "head",
        joined(
          four(0x10000), zeros(8), four(0x5F0F_3CF5), two(0), two(1000), zeros(20), two(1000),
          two(1000), two(0), two(8), two(2), zeros(4))
      ),
      (
        "hhea",
        joined(
          four(0x10000), two(800), two(0xFF38), two(0), two(1200), zeros(6), two(1), zeros(14),
          two(2))
      ), ("hmtx", joined(two(500), two(0), two(1200), two(0))),
      ("maxp", joined(four(0x5000), two(2))),
    ]
  }

  private static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

  private static func two(_ number: UInt16) -> [UInt8] {
    [UInt8(number >> 8), UInt8(number & 0xFF)]
  }

  private static func four(_ number: UInt32) -> [UInt8] {
    joined(two(UInt16(number >> 16)), two(UInt16(number & 0xFFFF)))
  }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

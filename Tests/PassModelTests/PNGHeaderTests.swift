// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

@testable import PassModel

/// Computes the checksum bit by bit, as in the text of the standard.
private func slowCRC(_ bytes: [UInt8]) -> UInt32 {
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
  }
  return ~crc
}

private func word(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
}

private func chunk(_ name: String, _ data: [UInt8] = []) -> [UInt8] {
  let body = Array(name.utf8) + data
  return word(UInt32(data.count)) + body + word(slowCRC(body))
}

private func header(
  _ width: UInt32, _ height: UInt32, depth: UInt8 = 8, colour: UInt8 = 6
) -> [UInt8] {
  chunk("IHDR", word(width) + word(height) + [depth, colour, 0, 0, 0])
}

private let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
private let pixels = chunk("IDAT", [0x78, 0x01] + Array(0...20))
private let sound = signature + header(38, 29) + pixels + chunk("IEND")

private func faults(_ bytes: [UInt8]) -> [PNGHeader.Problem.Kind]? {
  try? PNGHeader.read(bytes).get().errors.map(\.kind)
}

struct PNGHeaderTests {
  @Test func readsSizeAndColour() throws {
    let png = try PNGHeader.read(sound).get()
    #expect(png.widthInPixels == 38)
    #expect(png.heightInPixels == 29)
    #expect(png.bitDepth == 8)
    #expect(png.colour == .rgbWithAlpha)
    #expect(png.errors.isEmpty)
    #expect(!png.isAnimated)
    #expect(png.trailingBytes == 0)
  }

  @Test func namesEveryFault() throws {
    var broken = sound
    broken[signature.count + 25 + 10] ^= 1
    #expect(faults(broken) == [.checksum("IDAT")])
    #expect(faults(sound.dropLast(3)) == [.truncated])
    #expect(faults(sound.dropLast(12)) == [.truncated])
    #expect(faults(signature + header(1, 1) + chunk("IEND")) == [.withoutPixels])
    #expect(
      faults(signature + header(1, 1) + chunk("QUUX") + pixels + chunk("IEND"))
        == [.unknownCriticalChunk("QUUX")])
    #expect(
      faults(signature + chunk("CgBI", [0, 0, 0, 0]) + header(1, 1) + pixels + chunk("IEND"))
        == [.applesVariant])
    #expect(faults(signature + header(1, 1) + chunk("tEXt") + pixels + chunk("IEND")) == [])
    #expect(try PNGHeader.read(sound + [1, 2, 3]).get().trailingBytes == 3)
    let animated = signature + header(1, 1) + chunk("acTL") + pixels + chunk("IEND")
    #expect(try PNGHeader.read(animated).get().isAnimated)
  }

  /// Once these were accepted, although no program can draw them.
  @Test func pixelsAreCompressedAndEnough() {
    func image(_ data: [UInt8], width: UInt32 = 38, apples: [UInt8] = []) -> [UInt8] {
      signature + apples + header(width, 38) + chunk("IDAT", data) + chunk("IEND")
    }
    #expect(faults(image(Array("xxxx".utf8))) == [.notCompressed])
    #expect(faults(image([0x78])) == [.notCompressed])
    #expect(faults(image([])) == [.notCompressed])
    // A window that is too large, a dictionary, an invalid block type.
    for start: [UInt8] in [[0x88, 0x1C, 1], [0x78, 0xBB, 1], [0x78, 0x01, 7]] {
      #expect(faults(image(start + [1, 0, 0, 0, 0])) == [.notCompressed])
    }
    for level: [UInt8] in [
      [0x78, 0x01], [0x78, 0x5E], [0x78, 0x9C], [0x78, 0xDA], [0x08, 0x1D],
    ] {
      #expect(faults(image(level + [1, 0, 0, 0, 0])) == [])
    }
    #expect(faults(image([0x78, 0x9C, 3, 0], width: 3_000)) == [.tooFewPixels])
    // Splitting it into two chunks makes no difference.
    let cut = chunk("IDAT", [0x78]) + chunk("IDAT", [0x9C, 1, 0, 0, 0])
    #expect(faults(signature + header(8, 8) + cut + chunk("IEND")) == [])
    let variant = chunk("CgBI", [0, 0, 0, 0])
    #expect(faults(image([3, 0, 0], apples: variant)) == [.applesVariant])
  }

  /// Once this was accepted, although no program can draw it.
  @Test func pixelsOfAPaletteNeedOneBeforeThem() {
    let start = signature + header(1, 1, colour: 3)
    let palette = chunk("PLTE", [1, 2, 3])
    let end = chunk("IEND")
    #expect(faults(start + pixels + end) == [.withoutPalette])
    #expect(faults(start + pixels + palette + end) == [.withoutPalette])
    #expect(faults(start + palette + pixels + end) == [])
    #expect(faults(signature + header(1, 1) + pixels + end) == [])
  }

  @Test func refusesWhatIsNoPNG() {
    func refusal(_ bytes: [UInt8]) -> PNGHeader.PNGError? {
      guard case .failure(let refusal) = PNGHeader.read(bytes) else { return nil }
      return refusal
    }
    #expect(refusal([0xFF, 0xD8, 0xFF, 0xE0]) == .notPNG(.jpeg))
    #expect(refusal(Array("RIFF....WEBPVP8 ".utf8)) == .notPNG(.webp))
    #expect(refusal(Array("GIF89a".utf8)) == .notPNG(.gif))
    #expect(refusal(Array("%PDF-1.7".utf8)) == .notPNG(.pdf))
    #expect(refusal([0, 0, 0, 32] + Array("ftypavif".utf8)) == .notPNG(.avif))
    #expect(refusal(Array("<?xml version=\"1.0\"?><svg>".utf8)) == .notPNG(.svg))
    #expect(refusal([]) == .notPNG(nil))
    #expect(refusal(Array("hello".utf8)) == .notPNG(nil))
    #expect(refusal([0x3F, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A]) == .damagedByTextTransfer)
    #expect(refusal(signature) == .invalidHeader("no chunks"))
    #expect(refusal(signature + pixels) == .invalidHeader("no IHDR chunk at the start"))
    #expect(refusal(signature + header(0, 1)) == .invalidHeader("size 0 x 1"))
    #expect(
      refusal(signature + header(1, 1, depth: 16, colour: 3))
        == .invalidHeader("colour type 3 with 16 bits"))
  }

  @Test func neverTrapsOnDamagedImages() {
    var random = SplitMix64(seed: 0xF1A5)
    var refused = 0
    for round in 0..<20_000 {
      var bytes = sound
      if round % 3 == 0 {
        bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      } else {
        for _ in 0..<3 {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.byte()
        }
      }
      if case .failure = PNGHeader.read(bytes) { refused += 1 }
      _ = ImageKind.recognised(bytes)
    }
    // Both results must occur often, or the test is meaningless.
    #expect((1_000...19_000).contains(refused), "\(refused)")
  }
}

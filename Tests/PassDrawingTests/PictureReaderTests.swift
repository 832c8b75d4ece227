// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

@testable import PassDrawing

/// Tests of untrusted images: decoded within limits or rejected with a reason, never a trap.
struct PictureReaderTests {
  typealias Refusal = PictureReader.ImageError

  private static func refusal(_ bytes: [UInt8]) -> Refusal? {
    if case .failure(let refusal) = PictureReader().read(bytes) { return refusal }
    return nil
  }

  @Test func decodesPixelsAndTheirAlpha() throws {
    let png = RawPNG.image(width: 2, height: 1) { x, _ in
      x == 0 ? [255, 128, 0, 255] : [9, 9, 9, 0]
    }
    let picture = try PictureReader().read(png).get()
    #expect(picture.widthInPixels == 2 && picture.heightInPixels == 1)
    #expect(picture.pixels.words == [0xFFFF_8000, 0])
    #expect(picture.pixels.rgba == [255, 128, 0, 255, 0, 0, 0, 0])
  }

  @Test func refusesAnImageByItsHeaderBeforeItCostsAnything() {
    var png = RawPNG(width: 8000, height: 8000)
    png.add("IDAT", [])
    var refused: Refusal?
    let time = ProcessorTime.ofThread { refused = Self.refusal(png.bytes) }
    #expect(refused == .tooLarge(width: 8000, height: 8000))
    #expect(time < .milliseconds(50))
  }

  @Test(arguments: [
    (UInt32(100_000), UInt32(100_000)), (4097, 1), (1, 4097), (4096, 4096), (0, 5), (5, 0),
    (UInt32.max, UInt32.max),
  ])
  func refusesSizesBeyondTheLimits(_ width: UInt32, _ height: UInt32) {
    var png = RawPNG(width: width, height: height)
    png.addPixels([0])
    png.add("IEND", [])
    #expect(Self.refusal(png.bytes) == .tooLarge(width: Int(width), height: Int(height)))
  }

  @Test func refusesAFileThatEndsAnywhere() throws {
    let whole = RawPNG.image(width: 8, height: 8) { x, y in [UInt8(x), UInt8(y), 0, 255] }
    for count in 0..<(whole.count - 12) {
      // Without the last bytes, the pixel stream may still be complete.
      if case .success(let picture) = PictureReader().read(Array(whole[..<count])) {
        #expect(picture.pixels.words.count == 64, "of \(count) bytes")
        #expect(count > whole.count - 24, "\(count) bytes are enough")
      }
    }
  }

  @Test func neverTrapsWhereABitIsTurned() throws {
    let whole = RawPNG.image(width: 8, height: 8) { x, y in [UInt8(x), UInt8(y), 0, 255] }
    let reader = PictureReader()
    for bit in 0..<(whole.count * 8) {
      var bytes = whole
      bytes[bit / 8] ^= 1 << (bit % 8)
      if case .success(let picture) = reader.read(bytes) {
        #expect(picture.pixels.words.count > 0)
      }
    }
  }

  @Test func showsAnImageWithAWrongSum() throws {
    var png = RawPNG(width: 1, height: 1)
    png.addPixels([0, 1, 2, 3, 255], hasWrongSum: true)
    png.add("IEND", [])
    #expect(try PictureReader().read(png.bytes).get().pixels.rgba == [1, 2, 3, 255])
  }

  @Test func isNotHeldUpByTextThatUnpacksToMuch() throws {
    var png = RawPNG(width: 1, height: 1)
    let bomb =
      Array("Comment".utf8) + [0, 0] + RawPNG.stored([UInt8](repeating: 65, count: 4 << 20))
    for _ in 0..<20 { png.add("zTXt", bomb) }
    png.addPixels([0, 1, 2, 3, 255])
    png.add("IEND", [])
    let bytes = png.bytes
    let time = ProcessorTime.ofThread { _ = PictureReader().read(bytes) }
    #expect(time < .seconds(2))
  }

  @Test func decodesNoMoreThanOnePassMayHave() throws {
    let png = RawPNG.image(width: 100, height: 100) { _, _ in [1, 2, 3, 255] }
    let reader = PictureReader()
    var budget = PictureReader.Budget()
    budget.bytes = 100_000
    #expect(throws: Never.self) { try reader.read(png, budget: &budget).get() }
    // A cached image uses the same budget, so that a pass does not depend on earlier ones.
    #expect(throws: Never.self) { try reader.read(png, budget: &budget).get() }
    #expect(throws: Refusal.overBudget) { try reader.read(png, budget: &budget).get() }
  }

  @Test func keepsFewerPixelsThanNoPageShows() throws {
    let png = RawPNG.image(width: 4000, height: 3) { x, _ in [x < 2000 ? 255 : 0, 0, 0, 255] }
    let picture = try PictureReader().read(png).get()
    #expect(picture.widthInPixels == 4000 && picture.heightInPixels == 3)
    #expect(picture.pixels.width == 2000 && picture.pixels.height == 1)
    #expect(picture.pixels.words.first == 0xFFFF_0000)
    #expect(picture.pixels.words.last == 0xFF00_0000)
  }

  /// 32 x 16 progressive pixels: red at the top left, blue at the bottom right.
  static let jpeg =
    Data(
      base64Encoded: """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsj
        HBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo
        KCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wgARCAAQACADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA
        AAX/xAAWAQEBAQAAAAAAAAAAAAAAAAAABwX/2gAMAwEAAhADEAAAAYmNQhArMwF+TU8QKzMB/8QAFBABAAAAAAAA
        AAAAAAAAAAAAMP/aAAgBAQABBQIP/8QAFBEBAAAAAAAAAAAAAAAAAAAAMP/aAAgBAwEBPwEP/8QAFBEBAAAAAAAA
        AAAAAAAAAAAAMP/aAAgBAgEBPwEP/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQAGPwIP/8QAFBABAAAAAAAA
        AAAAAAAAAAAAMP/aAAgBAQABPyEP/9oADAMBAAIAAwAAABC2S2T/xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAED
        AQE/EA//xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAECAQE/EA//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEB
        AAE/EA//2Q==
        """, options: .ignoreUnknownCharacters
    ).map(Array.init) ?? []

  @Test func decodesAJPEGUnderWhateverName() throws {
    let picture = try PictureReader().read(Self.jpeg).get()
    #expect(picture.widthInPixels == 32 && picture.heightInPixels == 16)
    let (first, last) = (picture.pixels.words.first ?? 0, picture.pixels.words.last ?? 0)
    #expect(first >> 16 & 255 > 200 && first & 255 < 60)
    #expect(last >> 16 & 255 < 60 && last & 255 > 200)
  }

  @Test func refusesAJPEGOfMoreScansThanAnybodyMeans() {
    // Repeats its last scan.
    let scan = Array(Self.jpeg.dropLast(2).suffix(60))
    guard let start = scan.indices.last(where: { scan[$0...].starts(with: [0xFF, 0xDA]) }) else {
      Issue.record("there is no scan")
      return
    }
    var bytes = Array(Self.jpeg.dropLast(2))
    for _ in 0..<200 { bytes += scan[start...] }
    bytes += [0xFF, 0xD9]
    #expect(Self.refusal(bytes)?.description.contains("scans") == true)
  }

  @Test func takesNoTrapFromATornJPEG() {
    let reader = PictureReader()
    for count in 3..<Self.jpeg.count { _ = reader.read(Array(Self.jpeg[..<count])) }
    for place in 3..<Self.jpeg.count {
      var bytes = Self.jpeg
      bytes[place] ^= 0xFF
      _ = reader.read(bytes)
    }
  }

  @Test(arguments: [[], Array("GIF89a".utf8), Array("<svg xmlns=''/>".utf8), [0, 1, 2]])
  func refusesEveryOtherKind(_ bytes: [UInt8]) {
    #expect(Self.refusal(bytes) == .unknownKind)
  }

  @Test func leavesAnEvenAreaEvenWhateverItsSize() {
    let word: UInt32 = 0xFF12_3456
    let pixels = Pixels(width: 37, height: 23, words: Array(repeating: word, count: 37 * 23))
    let source = Rect(x: 1.3, y: 0.7, width: 30.1, height: 20.9)
    for (width, height) in [(1, 1), (5, 90), (100, 7), (37, 23)] {
      let made = Resampler.resample(pixels, source, width: width, height: height)
      #expect(made.words.count == width * height)
      #expect(Set(made.words) == [word])
      #expect(Set(Resampler.blurred(made, sigma: 3).words) == [word])
    }
  }

  @Test func writesNothingOfAFileButItsPixels() throws {
    var png = RawPNG(width: 2, height: 2)
    png.add("tEXt", Array("Comment\0TOPSECRET-METADATA".utf8))
    png.addPixels([0] + [UInt8](repeating: 255, count: 8) + [0] + [UInt8](repeating: 9, count: 8))
    png.add("IEND", [])
    let file = png.bytes + Array("POLYGLOT<script>".utf8)
    let picture = try PictureReader().read(file).get()
    var list = DisplayList(width: 20, height: 20)
    list.add(
      .image(
        PlacedImage(picture, in: Rect(x: 0, y: 0, width: 20, height: 20), fit: .stretched)))
    let svg = String(decoding: try SVGWriter().bytes(of: list), as: UTF8.self)
    let start = try #require(svg.range(of: "base64,"))
    let text = svg[start.upperBound...].prefix { $0 != "\"" }
    let embedded = try #require(Data(base64Encoded: String(text)))
    for word in ["TOPSECRET", "POLYGLOT", "Comment"] {
      #expect(embedded.range(of: Data(word.utf8)) == nil)
    }
    let again = try PictureReader().read(Array(embedded)).get()
    #expect(again.pixels.words == picture.pixels.words)
  }
}

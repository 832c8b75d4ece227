// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

@testable import PassDrawing

/// Tests of emoji in colour. The font is made here and has one emoji, a red square.
struct EmojiTests {
  private static func fonts(_ character: Unicode.Scalar = "😀") throws -> FontSet {
    let png = RawPNG.image(width: 20, height: 20) { _, _ in [255, 0, 0, 255] }
    let folder = try ColourFont.folder(character, png: png, side: 20)
    return try FontSet(.pinned, folders: [folder.path])
  }

  private let style = TextStyle(.regular, 20)

  @Test func drawsAnEmojiAsAnImageInItsPlace() throws {
    let line = try Self.fonts().line("a😀b", style)
    #expect(line.missing.isEmpty && !line.hasMonochromeEmoji && line.glyphs.count == 3)
    let text = PlacedText(line, at: Point(10, 30), colour: .black)
    let image = try #require(text.images.first)
    #expect(text.images.count == 1)
    // The image is 1 em wide and high, and its lower edge is on the baseline.
    #expect(abs(image.box.width - 20) < 0.01 && abs(image.box.height - 20) < 0.01)
    #expect(abs(image.box.maxY - 30) < 0.01, "\(image.box)")
    let ink = try #require(text.ink)
    #expect(ink.y <= image.box.y + 0.01 && ink.maxX > image.box.maxX)
  }

  @Test func keepsTheColourInPNGAndSVG() throws {
    var list = DisplayList(width: 40, height: 40)
    list.add(
      .text(PlacedText(try Self.fonts().line("😀", style), at: Point(10, 30), colour: .black)))
    let png = try PNGWriter(scale: 1).bytes(of: list)
    let pixels = try PictureReader().read(png).get().pixels
    #expect(pixels.words[20 * 40 + 20] == 0xFFFF_0000, "the middle is red")
    let outlines = String(decoding: try SVGWriter().bytes(of: list), as: UTF8.self)
    #expect(outlines.components(separatedBy: "<image").count == 2)
    #expect(outlines.contains(" href=\"data:image/png;base64,"))
    let live = String(decoding: try SVGWriter(text: .live).bytes(of: list), as: UTF8.self)
    #expect(live.contains("😀") && !live.contains("<image"))
  }

  @Test(arguments: [
    ("\u{2708}", true), ("\u{2708}\u{FE0F}", true), ("\u{2708}\u{FE0E}", true), ("a", false),
    ("\u{2708}\u{200D}\u{2708}", true),
  ])
  func showsSignsAsEmojiWhereNoTextFontHasThem(_ words: String, _ isImage: Bool) throws {
    let line = try Self.fonts("\u{2708}").line(words, style)
    let text = PlacedText(line, at: Point(0, 0), colour: .black)
    #expect(text.images.isEmpty != isImage && line.missing.isEmpty)
  }

  /// The selector chooses between a sign of Inter and an emoji.
  @Test(arguments: [("\u{A9}", 0), ("\u{A9}\u{FE0E}", 0), ("\u{A9}\u{FE0F}", 1)])
  func followsTheSelector(_ words: String, _ count: Int) throws {
    let line = try Self.fonts("\u{A9}").line(words, style)
    #expect(PlacedText(line, at: Point(0, 0), colour: .black).images.count == count)
  }

  /// Inter has U+2B1C, which is an emoji on a phone.
  @Test func saysThatAnEmojiIsMonochrome() throws {
    let fonts = try Self.fonts()
    #expect(fonts.line("\u{2B1C}", style).hasMonochromeEmoji)
    #expect(!fonts.line("\u{2B1C}\u{FE0E}", style).hasMonochromeEmoji)
    #expect(!fonts.line("abc 1 \u{A9}", style).hasMonochromeEmoji)
    #expect(try !Self.fonts("\u{2B1C}").line("\u{2B1C}", style).hasMonochromeEmoji)
  }

  @Test func ignoresAFontWithoutImages() throws {
    let inter = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"
    #expect(FontFace(path: inter, isColoured: true) == nil)
  }
}

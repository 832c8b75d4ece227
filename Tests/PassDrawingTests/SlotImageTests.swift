// SPDX-License-Identifier: Apache-2.0

import PassModel
import PassTesting
import Testing

@testable import PassDrawing

/// Tests of images made from one source: size, part, colours, and the kinds of files.
struct SlotImageTests {
  private static let red: [UInt8] = [200, 0, 0, 255]
  private static let clear: [UInt8] = [0, 0, 0, 0]
  private static let blue = PassColour(red: 0, green: 0, blue: 200)

  private static func source(_ png: [UInt8]) throws -> SourceImage {
    try SourceImage.read(png, largest: 1344)
  }

  private static func image(
    _ png: [UInt8], _ form: SlotImage.Form, _ width: Int, _ height: Int, scale: Int = 1,
    focus: (x: Int, y: Int) = (500, 500)
  ) throws -> SlotImage {
    try SlotImage(
      source(png), SlotImage.Slot(form: form, width: width, height: height, focus: focus),
      scale: scale)
  }

  @Test func aLogoLosesItsTransparentEdgesAndKeepsItsShape() throws {
    let png = RawPNG.image(width: 100, height: 60) { x, y in
      (20..<80).contains(x) && (20..<40).contains(y) ? Self.red : Self.clear
    }
    for scale in 1...3 {
      let image = try Self.image(png, .fitted, 160, 50, scale: scale)
      // 60 x 20 pixels are three times as wide as high.
      #expect(image.width == 150 * scale && image.height == 50 * scale)
      #expect(image.pixels.words.allSatisfy { $0 == 0xFFC8_0000 })
    }
    #expect(try Self.image(png, .fitted, 160, 50, scale: 3).enlargement == 7.5)
    #expect(try Self.image(png, .fitted, 12, 4).enlargement == 1)
  }

  @Test(arguments: [((0, 500), UInt32(0xFFC8_0000)), ((1000, 500), 0xFF00_00C8)])
  func aCropKeepsTheFocus(_ focus: (x: Int, y: Int), _ colour: UInt32) throws {
    let png = RawPNG.image(width: 90, height: 30) { x, _ in x < 45 ? Self.red : [0, 0, 200, 255] }
    let image = try Self.image(png, .cropped, 10, 10, focus: focus)
    #expect(image.width == 10 && image.height == 10)
    #expect(image.pixels.words.allSatisfy { $0 == colour })
  }

  @Test(arguments: [(90, 30, 90, 60), (30, 90, 60, 90), (80, 60, 90, 68), (50, 50, 90, 90)])
  func aThumbnailHasARatioThatAppleDocuments(
    _ width: Int, _ height: Int, _ newWidth: Int, _ newHeight: Int
  ) throws {
    let png = RawPNG.image(width: width, height: height) { _, _ in Self.red }
    let image = try Self.image(png, .limited, 90, 90)
    #expect(image.width == newWidth && image.height == newHeight)
  }

  @Test func anIconWithTransparentPartsIsDrawnOnTheBackground() throws {
    let wide = RawPNG.image(width: 40, height: 10) { x, y in
      x < 39 || y > 0 ? Self.red : Self.clear
    }
    let image = try Self.image(wide, .padded(Self.blue), 38, 38)
    #expect(image.width == 38 && image.height == 38)
    #expect(image.pixels.words.allSatisfy { $0 >> 24 == 255 })
    #expect(image.pixels.words[0] == 0xFF00_00C8)
    #expect(image.pixels.words[19 * 38 + 19] == 0xFFC8_0000)
    // A square without transparent pixels is used as it is.
    let square = RawPNG.image(width: 40, height: 40) { _, _ in Self.red }
    let plain = try Self.image(square, .padded(Self.blue), 38, 38)
    #expect(plain.pixels.words.allSatisfy { $0 == 0xFFC8_0000 })
  }

  @Test func aSourceWithoutVisiblePixelsIsAnError() throws {
    let png = RawPNG.image(width: 4, height: 4) { _, _ in Self.clear }
    #expect(throws: SourceImage.SourceError.invisible) { try Self.image(png, .fitted, 10, 10) }
  }

  @Test func inkBecomesLightInBothSpellings() throws {
    // Half of the paper is covered in cyan.
    let plain = RawJPEG.image([[128, 0, 0, 0]])
    let adobe = RawJPEG.image([[127, 255, 255, 255]], segments: RawJPEG.adobe)
    for jpeg in [plain, adobe] {
      let source = try Self.source(jpeg)
      #expect(source.isCMYK && source.width == 8)
      let word = source.pixels.words[0]
      #expect(word >> 24 == 255 && word & 0xFFFF == 0xFFFF)
      #expect(abs(Int(word >> 16 & 0xFF) - 127) <= 1, "\(word)")
    }
  }

  @Test(arguments: 1...8)
  func aPhotoIsTurnedAsTheCameraSays(_ orientation: UInt8) throws {
    let jpeg = RawJPEG.image([[0], [255]], segments: RawJPEG.exif(orientation: orientation))
    let source = try Self.source(jpeg)
    let isUpright = orientation < 5
    #expect(source.width == (isUpright ? 16 : 8) && source.height == (isUpright ? 8 : 16))
    // The first column of the stored image is black. It is at the left, right, top or bottom.
    let first = source.pixels.words[0] & 0xFF
    #expect(first == ([1, 4, 5, 6].contains(orientation) ? 0 : 255))
  }

  @Test func truncatedMetadataDoesNotTrap() {
    let jpeg = RawJPEG.image([[0], [255]], segments: RawJPEG.exif(orientation: 6))
    for count in 0..<80 { #expect((1...8).contains(JPEGOrientation.read(Array(jpeg[..<count])))) }
  }

  @Test func aBombIsRejectedByItsHeader() {
    var png = RawPNG(width: 30_000, height: 30_000)
    png.add("IDAT", [])
    #expect(throws: SourceImage.SourceError.tooLarge(width: 30_000, height: 30_000)) {
      try Self.source(png.bytes)
    }
    #expect(throws: SourceImage.SourceError.unknownKind("PDF")) {
      try Self.source(Array("%PDF-1.7".utf8))
    }
  }

  @Test func theBackgroundFitsTheLogo() throws {
    let framed = RawPNG.image(width: 20, height: 20) { x, y in
      (5..<15).contains(x) && (5..<15).contains(y) ? Self.red : [0, 0, 200, 255]
    }
    #expect(SourceColours(try Self.source(framed)).background == Self.blue)
    for pixel in [Self.red, [255, 255, 255, 255], [0, 0, 0, 255], [250, 220, 0, 255]] {
      let logo = RawPNG.image(width: 20, height: 20) { x, _ in x < 10 ? pixel : Self.clear }
      let colours = SourceColours(try Self.source(logo))
      #expect(colours.percentage(on: colours.background, contrast: 3) == 100, "\(pixel)")
    }
  }

  @Test func contrastIsThatOfTheStandard() {
    let white = PassColour(red: 255, green: 255, blue: 255)
    let black = PassColour(red: 0, green: 0, blue: 0)
    let grey = PassColour(red: 118, green: 118, blue: 118)
    #expect(abs(white.contrast(with: black) - 21) < 0.001)
    #expect(abs(white.contrast(with: grey) - 4.54) < 0.01)
  }
}

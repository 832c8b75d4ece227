// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDrawing
import PassModel
import PassTesting
import Testing

@testable import PassDrawing
@testable import PassPreview

/// Compares every style with files that a reviewer can read and look at.
struct StyleGoldenTests {
  @Test func everyStyleHasASample() throws {
    var styles: Set<PreviewStyle> = []
    for sample in StyleSamples.all {
      styles.insert(try Sample.face(sample.json, sample.settings).style)
    }
    #expect(styles == Set(PreviewStyle.allCases))
  }

  /// Text as text elements, so that a line of the golden file is a line of the card.
  @Test(arguments: StyleSamples.names) func writesTheSameSVG(_ name: String) throws {
    let sample = try #require(StyleSamples.named(name))
    var text = ""
    for (side, list) in try StyleSamples.lists(sample) {
      let svg = try SVGWriter(text: .live).bytes(of: list)
      #expect(svg == (try SVGWriter(text: .live).bytes(of: list)), "the same bytes twice")
      text +=
        "<!-- \(side.rawValue) -->\n" + Self.withoutPixels(String(decoding: svg, as: UTF8.self))
    }
    let difference = Golden.difference(of: text, from: "\(name).svg")
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// The outlines of letters, which are the default.
  @Test func writesTheSameOutlines() throws {
    let sample = try #require(StyleSamples.named("storeCard-expired"))
    let list = try #require(try StyleSamples.lists(sample).first).1
    let svg = String(decoding: try SVGWriter().bytes(of: list), as: UTF8.self)
    let difference = Golden.difference(of: svg, from: "outlines.svg")
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Returns the SVG without the bytes of images, which depend on the version of zlib. The PNG
  /// files compare the pixels.
  private static func withoutPixels(_ svg: String) -> String {
    svg.replacing(/base64,[A-Za-z0-9+\/=]+/, with: "base64,PIXELS")
  }

  /// Sizes must be equal. At most 0.3 % of the pixels may differ by more than 24 of 255 in a
  /// channel, and none in a barcode.
  @Test(arguments: StyleSamples.names) func drawsTheSamePNG(_ name: String) throws {
    let sample = try #require(StyleSamples.named(name))
    let list = try #require(try StyleSamples.lists(sample).first).1
    let png = try PNGWriter(scale: 1).bytes(of: list)
    #expect(png == (try PNGWriter(scale: 1).bytes(of: list)), "the same bytes twice")
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Goldens/\(name).png")
    let known = (try? Data(contentsOf: file)).map(Array.init)
    if known == nil || ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try Data(png).write(to: file)
      try #require(known != nil, "the golden \(name).png was missing; look at it and commit it")
      return
    }
    let before = try PictureReader().read(try #require(known)).get().pixels
    let now = try PictureReader().read(png).get().pixels
    try #require(before.width == now.width && before.height == now.height)
    let codes = Drawn(list: list, diagnostics: []).flat.compactMap { item -> Rect? in
      if case .barcode(let barcode) = item.shape { return barcode.box }
      return nil
    }
    var wrong = 0
    for index in now.words.indices where Self.differ(before.words[index], now.words[index]) {
      wrong += 1
      let place = Point(Double(index % now.width) + 0.5, Double(index / now.width) + 0.5)
      let isCode = codes.contains {
        $0.x < place.x && place.x < $0.maxX && $0.y < place.y && place.y < $0.maxY
      }
      try #require(!isCode as Bool, "a module at \(place) is another")
    }
    #expect(Double(wrong) <= 0.003 * Double(now.words.count), "\(wrong) pixels differ")
  }

  private static func differ(_ left: UInt32, _ right: UInt32) -> Bool {
    func part(_ word: UInt32, _ shift: UInt32) -> Int { Int(word >> shift & 255) }
    for shift: UInt32 in [0, 8, 16, 24] where abs(part(left, shift) - part(right, shift)) > 24 {
      return true
    }
    return false
  }

  @Test func keepsNoOldGoldens() {
    let used = StyleSamples.names.flatMap { ["\($0).svg", "\($0).png"] } + ["outlines.svg"]
    #expect(Golden.unused(except: used).isEmpty)
  }
}

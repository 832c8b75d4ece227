// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDiagnostics
import PassDrawing
import PassTesting
import Testing

@testable import PassPreview

/// Tests of the note about text on busy parts of a strip.
struct BusyStripTests {
  /// Tone of a pixel from 0 (black) to 1 (white).
  private typealias Tone = (_ x: Int, _ y: Int) -> Double

  /// Returns a grey strip at one pixel per point, as wide as the default card.
  private static func strip(_ tone: Tone) -> [UInt8] {
    PNGImage.drawn(width: 358, height: 144) { x, y in
      let grey = UInt8(min(255, max(0, (tone(x, y) * 255).rounded())))
      return (grey, grey, grey)
    }
  }

  private static func card(
    _ value: String = "Paula Wendisch", label: String = "Member", style: String = "storeCard"
  ) -> String {
    """
    {"\(style)": {"primaryFields": [{"key": "a", "label": "\(label)", "value": "\(value)"}],
      "secondaryFields": [{"key": "b", "label": "Level", "value": "Gold"}]}}
    """
  }

  private static func notes(
    _ json: String, _ files: [String: [UInt8]],
    _ change: (inout PreviewSettings) -> Void = { _ in }
  ) throws -> [String] {
    try Sample.front(json, files: files, change).diagnostics
      .filter { $0.code == "preview.strip.busy" }.map(\.message)
  }

  // MARK: Pictures

  private static func checkerboard(_ side: Int) -> [UInt8] {
    strip { x, y in (x / side + y / side).isMultiple(of: 2) ? 0.1 : 0.9 }
  }

  /// Leaves of many sizes and tones, from edge to edge below `top`.
  private static func foliage(below top: Int = 0) -> [UInt8] {
    var random = SplitMix64(seed: 41)
    let leaves = (0..<900).map { _ in
      (
        x: Double.random(in: 0...358, using: &random),
        y: Double.random(in: Double(top) + 8...144, using: &random),
        radius: Double.random(in: 3...8, using: &random),
        tone: Double.random(in: 0.1...0.8, using: &random)
      )
    }
    var tones = [Double](repeating: 0.25, count: 358 * 144)
    for leaf in leaves {
      for y in max(0, Int(leaf.y - leaf.radius))..<max(0, min(144, Int(leaf.y + leaf.radius))) {
        for x in max(0, Int(leaf.x - leaf.radius))..<min(358, Int(leaf.x + leaf.radius)) {
          let (dx, dy) = (Double(x) - leaf.x, 2 * (Double(y) - leaf.y))
          if dx * dx + dy * dy < leaf.radius * leaf.radius { tones[y * 358 + x] = leaf.tone }
        }
      }
    }
    return strip { x, y in tones[y * 358 + x] }
  }

  /// Grain of a photo: each pixel differs from the tone by up to `amount`.
  private static func grain(_ amount: Double, _ tone: @escaping Tone) -> [UInt8] {
    var random = SplitMix64(seed: 7)
    let noise = (0..<358 * 144).map { _ in Double.random(in: -amount...amount, using: &random) }
    return strip { x, y in tone(x, y) + noise[y * 358 + x] }
  }

  /// Large white letters on a dark colour, as in a logo.
  private static func lettering() throws -> [UInt8] {
    var list = DisplayList(width: 358, height: 144)
    list.add(
      .rectangle(
        Rect(x: 0, y: 0, width: 358, height: 144), .colour(Colour(red: 20, green: 40, blue: 90))))
    for (row, y) in [40.0, 70, 100].enumerated() {
      let line = Sample.kit.fonts.line(
        "GRAND OPENING SALE \(row)", TextStyle(.semibold, 30, language: "en"), within: 340)
      list.add(.text(PlacedText(line, at: Point(10, y), colour: .white)))
    }
    return try PNGWriter(scale: 1).bytes(of: list)
  }

  static let calm: [(name: String, strip: [UInt8])] = [
    ("one colour", strip { _, _ in 0.3 }),
    ("a gradient down", strip { _, y in Double(y) / 144 }),
    ("a gradient across", strip { x, _ in Double(x) / 358 }),
    ("a slanted gradient", strip { x, y in Double(x + y) / 502 }),
    ("grain on a gradient", grain(0.05) { x, _ in 0.2 + Double(x) / 716 }),
    ("soft clouds", strip { x, y in 0.6 + 0.25 * sin(Double(x) / 29) * cos(Double(y) / 23) }),
    ("dim rays", strip { x, y in (x + y) / 30 % 2 == 0 ? 0.15 : 0.25 }),
    ("a calm upper part", foliage(below: 106)),
    ("a bright frame", strip { x, y in x < 6 || x > 351 || y < 6 || y > 137 ? 1 : 0.2 }),
  ]

  @Test(arguments: calm.map(\.name))
  func saysNothingAboutCalmStrips(_ name: String) throws {
    let strip = try #require(Self.calm.first { $0.name == name }).strip
    #expect(try Self.notes(Self.card(), ["strip.png": strip]) == [])
    let ticket = Self.card("A Concert", style: "eventTicket")
    // A ticket shows the middle of the strip.
    if name != "a calm upper part" {
      #expect(try Self.notes(ticket, ["strip.png": strip]) == [])
    }
  }

  @Test(arguments: ["storeCard", "coupon", "eventTicket"])
  func namesTextOnABusyStripOfEveryStyle(_ style: String) throws {
    let strips = [
      Self.checkerboard(4), Self.checkerboard(16), Self.checkerboard(40), Self.foliage(),
      try Self.lettering(), Self.grain(0.5) { _, _ in 0.5 },
      // A horizon between dark land and a bright sky crosses the letters.
      Self.strip { _, y in y < 60 ? 0.9 : 0.1 },
    ]
    for (index, strip) in strips.enumerated() {
      let found = try Self.notes(Self.card(style: style), ["strip.png": strip])
      #expect(found.count == 1, "strip \(index)")
      #expect(found.first?.contains(#""Paula Wendisch""#) == true, "strip \(index): \(found)")
      #expect(found.first?.contains("on a busy part of strip.png") == true, "\(found)")
    }
  }

  /// A phone shows a pattern finer than a point as one tone.
  @Test func ignoresPatternsThatAreTooFineToSee() throws {
    let strip = PNGImage.drawn(width: 1074, height: 432) { x, y in
      (x + y).isMultiple(of: 2) ? (0, 0, 0) : (255, 255, 255)
    }
    #expect(try Self.notes(Self.card(), ["strip@3x.png": strip]) == [])
  }

  @Test func aStripIsAsBusyAtEveryScale() throws {
    for scale in 1...3 {
      let strip = PNGImage.drawn(width: 358 * scale, height: 144 * scale) { x, y in
        (x / scale / 8 + y / scale / 8).isMultiple(of: 2) ? (20, 20, 20) : (235, 235, 235)
      }
      let name = scale == 1 ? "strip.png" : "strip@\(scale)x.png"
      #expect(try Self.notes(Self.card(), [name: strip]).count == 1, "\(name)")
    }
  }

  // MARK: Where the text is

  @Test func onlyThePartUnderTheTextCounts() throws {
    // Leaves in the right half alone.
    let leaves = Self.checkerboard(6)
    let half = PNGImage.drawn(width: 358, height: 144) { x, y in
      x > 200 && (x / 6 + y / 6).isMultiple(of: 2) ? (250, 250, 250) : (30, 60, 40)
    }
    #expect(try Self.notes(Self.card("Ada"), ["strip.png": half]) == [])
    #expect(
      try Self.notes(Self.card("Paula Wendisch"), ["strip.png": half]).first?.hasPrefix(
        #""Paula Wendisch" is on a busy part of strip.png, "#) == true)
    #expect(
      try Self.notes(Self.card("Ada"), ["strip.png": leaves]).first?.hasPrefix(
        #""Ada" and "Member" are on a busy part of strip.png, "#) == true)
    // Without text nothing can be hard to read.
    #expect(try Self.notes(#"{"storeCard": {}}"#, ["strip.png": leaves]) == [])
  }

  @Test func oneBrightObjectUnderTheLastLettersIsEnough() throws {
    let strip = Self.strip { x, y in
      let (dx, dy) = (Double(x - 310), Double(y - 50))
      return dx * dx + dy * dy < 26 * 26 ? 0.9 : 0.1
    }
    #expect(try Self.notes(Self.card("Paula Wendisch"), ["strip.png": strip]).count == 1)
    #expect(try Self.notes(Self.card("Ada"), ["strip.png": strip]) == [])
  }

  @Test func eachLanguageHasItsOwnTextAndStrip() throws {
    let half = PNGImage.drawn(width: 358, height: 144) { x, y in
      x > 200 && (x / 6 + y / 6).isMultiple(of: 2) ? (250, 250, 250) : (30, 60, 40)
    }
    let words = [
      "en.lproj/pass.strings": Array(#""Club" = "Club";"#.utf8),
      "de.lproj/pass.strings": Array(#""Club" = "Stammkundenkarte";"#.utf8),
    ]
    func notes(_ files: [String: [UInt8]], _ language: String) throws -> Int {
      try Self.notes(Self.card("Club"), files.merging(words) { $1 }) { $0.language = language }
        .count
    }
    #expect(try notes(["strip.png": half], "en") == 0)
    #expect(try notes(["strip.png": half], "de") == 1)
    let own = [
      "en.lproj/strip.png": Self.foliage(), "de.lproj/strip.png": Self.strip { _, _ in 0 },
    ]
    #expect(try notes(own, "en") == 1)
    #expect(try notes(own, "de") == 0)
  }

  @Test func darkModeAndWidthChangeNothingOnAStripThatIsBusyAllOver() throws {
    for width in [343.0, 358, 396, 408] {
      for isDark in [false, true] {
        let found = try Self.notes(Self.card(), ["strip.png": Self.foliage()]) {
          $0.width = width
          $0.isDark = isDark
        }
        #expect(found.count == 1)
      }
    }
  }

  @Test func transparentPartsShowTheCard() throws {
    // White bars with transparent gaps, which a white card fills.
    let strip = try Self.cutOut(Colour.white)
    #expect(try Self.notes(Self.card(), ["strip.png": strip]) == [])
    let dark = Self.card().replacing(
      "{\"storeCard\"", with: "{\"backgroundColor\": \"rgb(0, 0, 0)\", \"storeCard\"")
    #expect(try Self.notes(dark, ["strip.png": strip]).count == 1)
  }

  /// Returns bars of a colour with transparent gaps.
  private static func cutOut(_ colour: Colour) throws -> [UInt8] {
    var list = DisplayList(width: 358, height: 144)
    for x in stride(from: 0.0, to: 358, by: 16) {
      list.add(.rectangle(Rect(x: x, y: 0, width: 8, height: 144), .colour(colour)))
    }
    return try PNGWriter(scale: 1).bytes(of: list)
  }

  @Test func damagedAndTinyStripsAreNoTrap() throws {
    let files = ["strip.png": Array(Self.foliage().prefix(2000))]
    #expect(try Self.notes(Self.card(), files) == [])
    for (width, height) in [(1, 1), (1, 144), (3000, 1), (2, 4000)] {
      let strip = PNGImage.drawn(width: width, height: height) { x, y in
        (x + y).isMultiple(of: 2) ? (0, 0, 0) : (255, 255, 255)
      }
      _ = try Self.notes(Self.card(), ["strip.png": strip])
    }
  }
}

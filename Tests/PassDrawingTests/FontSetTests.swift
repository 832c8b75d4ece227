// SPDX-License-Identifier: Apache-2.0

import PassTesting
import Testing

@testable import PassDrawing

/// Tests of lines: cut, broken, and in both directions.
struct FontSetTests {
  let style = TextStyle(.regular, 16)

  @Test func cutsALineWithAnEllipsisWithinItsWidth() throws {
    let fonts = try Fonts.pinned()
    for width in stride(from: 20.0, to: 160, by: 3.7) {
      let line = fonts.line("A rather long value", style, within: width)
      #expect(line.width <= width + 1e-6)
      #expect(line.isCut == (line.words != "A rather long value"))
      #expect(!line.isCut || line.words.hasSuffix("…"))
      #expect(!line.words.contains(" …"))
    }
    #expect(fonts.line("A", style, within: 0).words == "…")
    #expect(!fonts.line("", style, within: 0).isCut)
  }

  /// Large letters have negative spacing, so the sum of letters is longer than the line.
  @Test func isNeverLongerThanAllowedWhateverTheSpacing() throws {
    let fonts = try Fonts.pinned()
    for size in stride(from: 8.0, to: 70, by: 3) {
      for weight in FontWeight.allCases {
        let style = TextStyle(weight, size)
        let whole = fonts.width("Value 123", style)
        for part in [0.02, 0.3, 0.5, 1] {
          let line = fonts.line("Value 123", style, within: whole - part)
          #expect(line.isCut && line.width <= whole - part + 1e-5)
        }
        #expect(!fonts.line("Value 123", style, within: whole).isCut)
      }
    }
  }

  @Test func breaksBetweenWordsAndWithinThoseThatAreTooLong() throws {
    let fonts = try Fonts.pinned()
    let block = fonts.lines(
      "one two three", style, within: fonts.width("one two", style), atMost: 5)
    #expect(block.lines.map(\.words) == ["one two", "three"])
    let long = fonts.lines("aaaaaaaaaaaaaaaaaaaa", style, within: 60, atMost: 9)
    #expect(long.lines.map(\.words).joined() == "aaaaaaaaaaaaaaaaaaaa")
    #expect(long.lines.count > 2 && long.lines.allSatisfy { $0.width <= 60.001 })
    let cut = fonts.lines("one two three four five six", style, within: 60, atMost: 2)
    #expect(cut.lines.count == 2 && cut.isCut)
    #expect(cut.lines.last?.words.hasSuffix("…") == true)
    let hard = fonts.lines("a\r\nb\u{2028}c\n\nd", style, within: 200, atMost: 9)
    #expect(hard.lines.map(\.words) == ["a", "b", "c", "", "d"])
    #expect(fonts.lines("日本語の文字列", style, within: 70, atMost: 9).lines.count > 1)
  }

  @Test func saysThatMoreParagraphsWouldFollow() throws {
    let block = try Fonts.pinned().lines("a\nb\nc", style, within: 200, atMost: 2)
    #expect(block.lines.map(\.words) == ["a", "b…"])
    #expect(block.isCut)
  }

  @Test func readsArabicAndHebrewFromTheRight() throws {
    let fonts = try Fonts.pinned()
    for text in ["שלום", "مرحبا"] {
      let line = fonts.line(text, style)
      #expect(line.isRightToLeft && line.missing.isEmpty && line.glyphs.count >= 4)
    }
    // Digits keep their order: 1 is left of 2.
    let mixed = fonts.line("שלום 12", style)
    let left = fonts.line("12", style)
    #expect(mixed.glyphs.first?.number == left.glyphs.first?.number)
    let forced = fonts.line("abc", TextStyle(.regular, 16, direction: .rightToLeft))
    #expect(forced.isRightToLeft)
    #expect(fonts.line("שלום abc", style, within: 40).words.hasSuffix("…"))
  }

  @Test(arguments: [
    ("a\u{202E}bc", "a\u{202E}bc\u{202C}"), ("\u{2066}x", "\u{2066}x\u{2069}"),
    ("x\u{202C}y\u{2069}", "xy"), ("\u{202E}a\nb", "\u{202E}a\u{202C}\nb"),
    ("\u{2067}\u{202E}a\u{2069}b", "\u{2067}\u{202E}a\u{202C}\u{2069}b"),
    ("a\u{0}\u{8}b\tc", "ab c"), ("soft\u{AD}hyphen", "softhyphen"),
  ])
  func keepsDirectionalMarksInPairsAndControlsOut(_ text: String, _ expected: String) {
    #expect(Array(DrawnText.cleanText(of: text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func showsAnOverrideWithinItsOwnTextOnly() throws {
    let fonts = try Fonts.pinned()
    let plain = fonts.line("abc", style).glyphs.map(\.number)
    let turned = fonts.line("\u{202E}abc", style).glyphs.map(\.number)
    #expect(turned == plain.reversed())
    // A cut inside the override closes it.
    let cut = fonts.line("\u{202E}abcdefghijklmnop", style, within: 60)
    #expect(cut.words.unicodeScalars.last == "\u{202C}" || cut.words.hasSuffix("…"))
    #expect(DrawnText.cleanText(of: cut.words) == cut.words)
  }

  @Test func namesCharactersNoFontHasAndTheirPackage() throws {
    let line = try Fonts.pinned().line("a日ก", style)
    #expect(line.missing == ["日", "ก"])
    #expect(FontAdvice.package(for: "日") == "fonts-noto-cjk")
    #expect(FontAdvice.package(for: "😀") == "fonts-noto-color-emoji")
    #expect(FontAdvice.package(for: "❤") == "fonts-noto-color-emoji")
    #expect(FontAdvice.package(for: "🂡") == "fonts-symbola")
    #expect(FontAdvice.package(for: "ก") == "fonts-noto-core")
    #expect(FontAdvice.package(for: "\u{E000}") == nil)
    #expect(line.glyphs.count == 3, "the font's box is drawn")
  }

  @Test func looksAtTenThousandCharactersInLinearTime() throws {
    let fonts = try Fonts.pinned()
    let texts = [
      String(repeating: "Lorem ipsum ", count: 2000), String(repeating: "W", count: 20_000),
      String(repeating: "مرحبا", count: 4000), "a" + String(repeating: "\u{301}", count: 20_000),
      String(repeating: "\u{202E}x", count: 10_000), String(repeating: "👨‍👩‍👧", count: 5000),
      String(repeating: " ", count: 20_000), String(repeating: "\n", count: 20_000),
    ]
    for text in texts {
      let time = ProcessorTime.ofThread {
        let line = fonts.line(text, style, within: 328)
        #expect(line.width <= 328.001)
        let block = fonts.lines(text, style, within: 328, atMost: 2)
        #expect(block.lines.count <= 2 && block.width <= 328.001)
        _ = fonts.width(text, style)
      }
      // The limit is for a debug build.
      #expect(time < .seconds(2), "\(text.prefix(12))")
    }
  }

  @Test func growsInProportionButForItsSpacing() throws {
    let fonts = try Fonts.pinned()
    let (small, large) = (TextStyle(.regular, 26), TextStyle(.regular, 52))
    #expect(abs(fonts.width("Value", small) * 2 - fonts.width("Value", large)) < 1e-6)
  }

  /// A device draws light letters with 8 to 10 % more ink than Inter Light.
  @Test(.enabled(if: LightInk.hasVariableFont, "needs the Debian package fonts-inter-variable"))
  func drawsLightLettersWithTheInkOfTheDevice() throws {
    let light = try Fonts.pinned().primary(.light)
    let plain = try #require(
      FontFace(
        path: "/usr/share/fonts/opentype/inter/Inter-Light.otf", scale: light.scale,
        isSpaced: true))
    let growth = try #require(LightInk.area(of: light)) / #require(LightInk.area(of: plain))
    #expect((1.08...1.10).contains(growth), "\(growth)")
  }

  @Test func saysWhereItLookedForFonts() {
    #expect(throws: Never.self) { try FontSet(.pinned, folders: ["/nowhere"]) }
    #expect(FontFace(path: "/nowhere/Inter.otf") == nil)
    #expect(FontFace(path: #filePath) == nil)
  }
}

/// The ink of letters.
private enum LightInk {
  static let hasVariableFont = (try? FontSet(.pinned))?.primary(.light).name != "Inter-Light.otf"

  private static let letters = Array("JaneRoeNewtownExplorers2020Gold".unicodeScalars.map(\.value))

  /// Returns the area of some letters in square em, or nil if they cannot be shaped.
  static func area(of face: FontFace) -> Double? {
    face.shape(
      letters, letters.indices, script: 0x4C61_746E, isRightToLeft: false, language: nil
    )?.reduce(0) { $0 + abs(area(of: face.outline(of: $1.glyph).path)) }
  }

  /// Returns the area of a path by Green's theorem, with curves as ten lines.
  private static func area(of path: Path) -> Double {
    var (sum, start, last) = (0.0, Point(0, 0), Point(0, 0))
    func draw(to point: Point) {
      sum += (last.x * point.y - point.x * last.y) / 2
      last = point
    }
    for step in path.steps {
      switch step {
      case .move(let point): (start, last) = (point, point)
      case .line(let point): draw(to: point)
      case .curve(let first, let second, let end):
        let begin = last
        for part in 1...10 {
          let t = Double(part) / 10
          let u = 1 - t
          let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          draw(
            to: Point(
              a * begin.x + b * first.x + c * second.x + d * end.x,
              a * begin.y + b * first.y + c * second.y + d * end.y))
        }
      case .close: draw(to: start)
      }
    }
    return sum
  }
}

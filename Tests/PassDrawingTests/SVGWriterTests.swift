// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import PassDrawing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Tests that SVG contains only shapes and text, whatever the text is (injection).
struct SVGWriterTests {
  static let hostile = [
    "</text></svg><script>alert(1)</script>", "\" onload=\"alert(1)", "' onclick='x",
    "<![CDATA[x]]>", "]]>", "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>&x;",
    "javascript:alert(1)", "&#x3c;script&#x3e;", "\u{202C}\u{2069}closed",
    "\u{0}\u{8}\u{B}\u{1F}\u{7F}\u{85}" + noncharacter(0xFFFE), "\u{202E}\u{2066}open",
    "a" + noncharacter(0xFDD0) + "b" + noncharacter(0x1FFFF),
    "<foreignObject><iframe src=\"http://example.org\"/></foreignObject>", "--><use href=\"//x\"/>",
    "url(http://example.org)", "{{ value }}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
  ]

  /// Returns a character that literals cannot contain.
  private static func noncharacter(_ code: UInt32) -> String {
    Unicode.Scalar(code).map { String(Character($0)) } ?? ""
  }

  /// Returns a page on which every text is the given one.
  private static func page(_ words: String) throws -> DisplayList {
    let fonts = try Fonts.pinned()
    var list = DisplayList(width: 100, height: 50)
    list.title = words
    list.summary = [words, words]
    list.language = words
    let style = TextStyle(.regular, 12, language: words)
    let text = PlacedText(fonts.line(words, style), at: Point(5, 20), colour: .black)
    list.add(
      .clip(
        .rectangle(Rect(x: 0, y: 0, width: 100, height: 50), radius: 3),
        [
          DisplayItem(.text(text), role: words),
          DisplayItem(.opacity(0.5, [DisplayItem(.text(text), role: words)])),
          DisplayItem(.group([DisplayItem(.text(text))]), role: words),
          DisplayItem(
            .rectangle(
              Rect(x: 1, y: 1, width: 5, height: 5),
              .gradient(
                from: Point(0, 0), to: Point(0, 9),
                stops: [GradientStop(0, .black), GradientStop(1, .white.with(alpha: 0.5))]))),
        ]), role: words)
    return list
  }

  @Test(arguments: hostile, SVGWriter.TextForm.allCases)
  func isOnlyShapesAndWordsWhateverTheWords(_ words: String, _ form: SVGWriter.TextForm) throws {
    let bytes = try SVGWriter(text: form).bytes(of: Self.page(words), idPrefix: words)
    let found = try MarkupReader.read(bytes)
    let elements: Set<String> = [
      "svg", "title", "desc", "g", "rect", "path", "image", "text", "clipPath", "linearGradient",
      "stop",
    ]
    #expect(found.elements.isSubset(of: elements), "\(found.elements.subtracting(elements))")
    for attribute in found.attributes {
      #expect(!attribute.hasPrefix("on") && attribute != "style")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    // Images of emoji are the only links.
    let images = text.components(separatedBy: " href=\"data:image/png;base64,").count
    #expect(text.components(separatedBy: " href=\"").count == images)
    let links = text.components(separatedBy: "=\"http").count - 1
    #expect(links == 1, "the name space alone")
    #expect(!text.contains("<!") && !text.contains("<?"))
    #expect(found.title == DrawnText.cleanText(of: words))
  }

  @Test func writesNumbersInHundredthsAndNothingElse() {
    let numbers: [(Double, String)] = [
      (0, "0"), (-0.001, "0"), (1, "1"), (1.005, "1"), (0.1, "0.1"), (-12.345, "-12.35"),
      (12.3, "12.3"), (1e300, "1000000000"), (-.infinity, "-1000000000"), (.nan, "0"),
      (0.05, "0.05"), (99.999, "100"),
    ]
    for (number, expected) in numbers {
      var text: [UInt8] = []
      DecimalText.append(number, to: &text)
      #expect(String(decoding: text, as: UTF8.self) == expected)
    }
  }

  @Test func keepsIdsOfSeveralPagesApart() throws {
    let list = try Self.page("words")
    let one = try SVGWriter().bytes(of: list, isElement: true, idPrefix: "a-")
    let two = try SVGWriter().bytes(of: list, isElement: true, idPrefix: "b-")
    let ids = (try MarkupReader.read(one)).ids + (try MarkupReader.read(two)).ids
    #expect(ids.count > 4)
    #expect(Set(ids).count == ids.count)
  }

  @Test func writesTheSameBytesAlways() throws {
    for words in Self.hostile {
      let list = try Self.page(words)
      let other = try {
        let fonts = try FontSet(.pinned)
        var list = try Self.page(words)
        list.add(
          .text(
            PlacedText(
              fonts.line(words, TextStyle(.bold, 11)), at: Point(1, 40), colour: .white)))
        return list
      }()
      #expect(try SVGWriter().bytes(of: list) == SVGWriter().bytes(of: Self.page(words)))
      #expect(try SVGWriter().bytes(of: other).count >= SVGWriter().bytes(of: list).count)
      for scale in 1...3 {
        let png = try PNGWriter(scale: scale).bytes(of: list)
        #expect(try png == PNGWriter(scale: scale).bytes(of: Self.page(words)))
      }
      #expect(ListWriter.bytes(of: list) == ListWriter.bytes(of: try Self.page(words)))
    }
  }

  @Test func writesBandsAsTheyWouldLookInOnePage() throws {
    let page = try Self.page("words")
    var file: [UInt8] = []
    let bands = try PNGBands(width: 100, height: 160, scale: 2) { file += $0 }
    for _ in 0..<3 { try bands.add(page) }
    try bands.finish()
    let whole = try PictureReader().read(file).get().pixels
    let one = try PictureReader().read(PNGWriter(scale: 2).bytes(of: page)).get().pixels
    #expect(whole.width == 200 && whole.height == 320)
    let count = one.words.count
    for band in 0..<3 {
      #expect(Array(whole.words[(band * count)..<((band + 1) * count)]) == one.words)
    }
    #expect(Set(whole.words[(3 * count)...]) == [0])
  }

  @Test func passesOnThatNothingMoreCanBeWritten() throws {
    struct Full: Error {}
    #expect(throws: Full.self) {
      let bands = try PNGBands(width: 100, height: 50, scale: 1) { _ in throw Full() }
      try bands.add(Self.page("words"))
      try bands.finish()
    }
    #expect(throws: DrawingError.self) {
      try PNGBands(width: 100, height: 2e6, scale: 1) { _ in }
    }
  }

  @Test func givesNoPNGOfAPageTooLargeToBeDrawn() {
    let list = DisplayList(width: 400, height: 1e9)
    #expect(throws: DrawingError.self) { try PNGWriter(scale: 3).bytes(of: list) }
    #expect(throws: DrawingError.self) {
      try PNGWriter(scale: 1).bytes(of: DisplayList(width: 0, height: 0))
    }
  }

  @Test func hasNoMetadataInAPNG() throws {
    let png = try PNGWriter(scale: 2).bytes(of: Self.page("words"))
    var kinds: [String] = []
    var place = 8
    while place + 8 <= png.count {
      let length = png[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
      kinds.append(String(decoding: png[(place + 4)..<(place + 8)], as: UTF8.self))
      place += 12 + length
    }
    #expect(Set(kinds) == ["IHDR", "IDAT", "IEND"])
    let picture = try PictureReader().read(png).get()
    #expect(picture.widthInPixels == 200 && picture.heightInPixels == 100)
    // The corner is rounded, so its first pixel is transparent.
    #expect(picture.pixels.words.first == 0)
  }
}

/// Elements and attributes of a document, read by an XML parser.
private final class MarkupReader: NSObject, XMLParserDelegate {
  var elements: Set<String> = []
  var attributes: Set<String> = []
  var ids: [String] = []
  var title = ""
  private var isInTitle = false

  static func read(_ bytes: [UInt8]) throws -> MarkupReader {
    let reader = MarkupReader()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = reader
    parser.shouldResolveExternalEntities = false
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.insert(element)
    self.attributes.formUnion(attributes.keys)
    if let id = attributes["id"] { ids.append(id) }
    isInTitle = element == "title"
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    isInTitle = false
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    if isInTitle { title += characters }
  }
}

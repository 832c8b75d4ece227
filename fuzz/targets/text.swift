// SPDX-License-Identifier: Apache-2.0

@testable import PassDrawing

private let fonts = try? FontSet(.pinned)

/// Lays out untrusted text. The first bytes select weight, size, direction and width. The rest is
/// the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let fonts else { fatalError("there are no fonts") }
  let input = Input(start, count)
  guard input.bytes.count > 4 else { return 0 }
  let choice = input.bytes[..<4].map(Int.init)
  let directions: [TextDirection] = [.natural, .leftToRight, .rightToLeft]
  let style = TextStyle(
    FontWeight.allCases[choice[0] % FontWeight.allCases.count], 1 + Double(choice[1] % 80),
    direction: directions[choice[2] % 3])
  let width = Double(choice[3]) * 2
  let text = String(decoding: input.bytes[4...], as: UTF8.self)

  let words = DrawnText.cleanText(of: text)
  expect(DrawnText.cleanText(of: words) == words, "what is clean stays as it is")
  let line = fonts.line(text, style, within: width)
  expect(
    line.width <= width + 1e-3 || line.words.unicodeScalars.count <= 1, "a line is no longer")
  check(line)
  let whole = fonts.line(text, style)
  expect(abs(whole.width - fonts.width(text, style)) < 1e-6, "a width is that of the line")
  check(whole)
  let block = fonts.lines(text, style, within: max(width, 2 * style.size), atMost: 3)
  expect(block.lines.count <= 3, "no more lines than allowed")
  for line in block.lines { check(line) }

  var list = DisplayList(width: 400, height: 100)
  list.title = text
  list.language = text
  list.add(.text(PlacedText(line, at: Point(5, 50), colour: .black)), role: text)
  guard let svg = try? SVGWriter(text: .live).bytes(of: list) else { fatalError("no SVG") }
  let marks = svg.count { $0 == UInt8(ascii: "<") }
  expect(marks <= 6, "no element but ours")
  return 0
}

private func check(_ line: TextLine) {
  expect(line.width.isFinite && line.width >= 0, "a line has a length")
  if let ink = line.ink {
    expect(ink.x.isFinite && ink.width.isFinite && ink.height.isFinite, "ink has a box")
    expect(ink.width >= 0 && ink.height >= 0, "the box is none inside out")
  }
  for glyph in line.glyphs {
    expect(glyph.position.x.isFinite && glyph.position.y.isFinite, "a glyph has a place")
  }
}

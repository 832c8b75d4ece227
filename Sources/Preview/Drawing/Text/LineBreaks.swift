// SPDX-License-Identifier: Apache-2.0

/// Rules for line breaks.
enum LineBreaks {
  /// Returns the first line of text, with the spaces at its end, if `count` characters fit.
  ///
  /// It ends between words, or within a word that is longer than the line. It is never empty.
  static func firstLine(
    of text: ArraySlice<Unicode.Scalar>, atMost count: Int
  ) -> ArraySlice<Unicode.Scalar> {
    var end = text.startIndex + count
    // Spaces at the end may extend past the edge.
    while end < text.endIndex, text[end] == " " { end += 1 }
    if end > text.startIndex + count { return text[..<end] }
    var place = end
    while place > text.startIndex {
      if place < text.endIndex, mayBreak(text[place - 1], text[place]) { return text[..<place] }
      place -= 1
    }
    let whole = wholeCharacters(of: Array(text.prefix(count + 1)), atMost: count)
    return text.prefix(max(1, whole))
  }

  /// Returns `count`, or the next smaller number that does not split a grapheme.
  static func wholeCharacters(of text: [Unicode.Scalar], atMost count: Int) -> Int {
    guard count > 0, count < text.count else { return max(0, min(count, text.count)) }
    // Far enough back for any real grapheme. Limits the time.
    let start = max(0, count - 64)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text[start..<min(text.count, count + 16)])
    var place = start
    for character in String(view) {
      let next = place + character.unicodeScalars.count
      if next > count { return place > start || start == 0 ? place : count }
      place = next
    }
    return count
  }

  private static func mayBreak(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Bool {
    switch left {
    case " ", "\u{200B}", "\u{3000}": return right != " "
    case "-", "\u{2010}", "\u{2013}", "\u{2014}": return right.properties.isAlphabetic
    default: break
    }
    return (isIdeograph(left) && !isClosing(right)) || (isIdeograph(right) && !isOpening(left))
  }

  private static func isIdeograph(_ character: Unicode.Scalar) -> Bool {
    switch character.value {
    case 0x2E80...0x2FFF, 0x3005...0x3007, 0x3021...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  private static func isOpening(_ character: Unicode.Scalar) -> Bool {
    switch character.properties.generalCategory {
    case .openPunctuation, .initialPunctuation: true
    default: false
    }
  }

  /// Returns whether a line must not begin with a character.
  private static func isClosing(_ character: Unicode.Scalar) -> Bool {
    switch character.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .nonspacingMark, .spacingMark:
      true
    default: character == "\u{30FC}" || character == "\u{2026}"
    }
  }
}

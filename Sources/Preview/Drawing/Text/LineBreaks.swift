// SPDX-License-Identifier: Apache-2.0

/// Where a line may end.
enum LineBreaks {
  /// The first line of a text of which so many characters fit, the blanks at its end included: it
  /// ends between words, or within one that is longer than the line; never empty.
  static func firstLine(
    of text: ArraySlice<Unicode.Scalar>, atMost count: Int
  ) -> ArraySlice<Unicode.Scalar> {
    var end = text.startIndex + count
    // A blank that no longer fits may still hang over the edge.
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

  /// The number, or the next smaller one, that does not tear what is read as one character.
  static func wholeCharacters(of text: [Unicode.Scalar], atMost count: Int) -> Int {
    guard count > 0, count < text.count else { return max(0, min(count, text.count)) }
    // Far enough back for any character somebody means.
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

  /// Whether a character never begins a line.
  private static func isClosing(_ character: Unicode.Scalar) -> Bool {
    switch character.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation, .nonspacingMark, .spacingMark:
      true
    default: character == "\u{30FC}" || character == "\u{2026}"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Text of a stranger as it may be drawn: no control characters but line breaks, directional
/// marks in pairs, no longer than anybody reads.
package enum DrawnText {
  /// The most characters of a text that are looked at.
  package static let limitInCharacters = 10_000

  /// The characters that are drawn, each kind of line break as `\n`, and whether some are missing
  /// at the end.
  static func cleaned(_ text: String) -> (scalars: [Unicode.Scalar], isCut: Bool) {
    var result: [Unicode.Scalar] = []
    var marks = DirectionMarks()
    var wasReturn = false
    var count = 0
    for scalar in text.unicodeScalars {
      if count == limitInCharacters {
        marks.closeAll(into: &result)
        return (result, true)
      }
      count += 1
      defer { wasReturn = scalar == "\r" }
      switch scalar.value {
      case 0x0A where wasReturn: break
      case 0x0A...0x0D, 0x85, 0x2028, 0x2029:
        // Marks end with their paragraph.
        marks.closeAll(into: &result)
        result.append("\n")
      case 0x09: result.append(" ")
      case 0..<0x20, 0x7F..<0xA0: break
      // Hyphens that show only at a break, noncharacters, language tags.
      case 0xAD, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB, 0xE0001: break
      case let value where value & 0xFFFE == 0xFFFE: break
      default: if !marks.take(scalar, into: &result) { result.append(scalar) }
      }
    }
    marks.closeAll(into: &result)
    return (result, false)
  }

  /// A part of a cleaned text with every mark in it closed, and none that closes nothing.
  static func balanced(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var marks = DirectionMarks()
    for scalar in text where !marks.take(scalar, into: &result) { result.append(scalar) }
    marks.closeAll(into: &result)
    return result
  }

  /// A text as it is drawn, for words beside the picture; line breaks are kept.
  package static func words(of text: String) -> String {
    var words = String.UnicodeScalarView()
    words.append(contentsOf: cleaned(text).scalars)
    return String(words)
  }
}

/// The directional embeddings, overrides and isolates that are open.
private struct DirectionMarks {
  /// The marks that close what is open, the innermost last.
  private var open: [Unicode.Scalar] = []
  private static let pop: Unicode.Scalar = "\u{202C}"
  private static let popIsolate: Unicode.Scalar = "\u{2069}"
  /// Unicode's algorithm ignores what lies deeper.
  private static let deepest = 60

  /// Writes a mark where it has an effect; false for every other character.
  mutating func take(_ scalar: Unicode.Scalar, into text: inout [Unicode.Scalar]) -> Bool {
    switch scalar.value {
    case 0x202A, 0x202B, 0x202D, 0x202E, 0x2066...0x2068:
      if open.count < Self.deepest {
        open.append(scalar.value < 0x2066 ? Self.pop : Self.popIsolate)
        text.append(scalar)
      }
    case 0x202C:
      if open.last == Self.pop {
        open.removeLast()
        text.append(scalar)
      }
    case 0x2069:
      // Closes the embeddings within as well.
      guard let start = open.lastIndex(of: Self.popIsolate) else { return true }
      while open.count > start { text.append(open.removeLast()) }
    default: return false
    }
    return true
  }

  mutating func closeAll(into text: inout [Unicode.Scalar]) {
    while let mark = open.popLast() { text.append(mark) }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Untrusted text made safe to draw: without control characters except line breaks, with
/// directional marks balanced, and with limited length.
package enum DrawnText {
  /// Maximum number of Unicode scalars of a string that are drawn.
  package static let limitInCharacters = 10_000

  /// Returns the scalars to draw, with each kind of line break as a line feed, and whether the
  /// string was cut.
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
        // Directional marks end with their paragraph.
        marks.closeAll(into: &result)
        result.append("\n")
      case 0x09: result.append(" ")
      case 0..<0x20, 0x7F..<0xA0: break
      // Soft hyphens, byte order marks, noncharacters, language tags.
      case 0xAD, 0xFDD0...0xFDEF, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001: break
      case let value where value & 0xFFFE == 0xFFFE: break
      default: if !marks.append(scalar, into: &result) { result.append(scalar) }
      }
    }
    marks.closeAll(into: &result)
    return (result, false)
  }

  /// Returns a part of cleaned text with its directional marks balanced.
  static func balanced(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var marks = DirectionMarks()
    for scalar in text where !marks.append(scalar, into: &result) { result.append(scalar) }
    marks.closeAll(into: &result)
    return result
  }

  /// Returns text as it is drawn, for text outside the image. Line breaks are kept.
  package static func cleanText(of text: String) -> String {
    var words = String.UnicodeScalarView()
    words.append(contentsOf: cleaned(text).scalars)
    return String(words)
  }
}

/// The directional embeddings, overrides and isolates that are open.
private struct DirectionMarks {
  /// The marks that close what is open, innermost last.
  private var open: [Unicode.Scalar] = []
  private static let pop: Unicode.Scalar = "\u{202C}"
  private static let popIsolate: Unicode.Scalar = "\u{2069}"
  /// The limit of depth. Unicode's algorithm ignores marks below about this depth.
  private static let deepest = 60

  /// Appends a directional mark if it has an effect. Returns false for every other character.
  mutating func append(_ scalar: Unicode.Scalar, into text: inout [Unicode.Scalar]) -> Bool {
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
      // This mark also closes the embeddings inside the isolate.
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

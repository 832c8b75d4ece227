// SPDX-License-Identifier: Apache-2.0

/// Untrusted strings of a pass made safe to draw.
enum PassText {
  /// Maximum number of Unicode scalars that are drawn, so that shaping is bounded.
  static let limit = 10_000

  /// Returns text without control characters except line breaks, with directional marks balanced,
  /// and cut to `limit`.
  static func cleaned(_ text: String) -> String {
    if isPlain(text) { return text }
    var result = String.UnicodeScalarView()
    // Closing marks for what is open: U+202C for an override or embedding, U+2069 for an isolate.
    var open: [Unicode.Scalar] = []
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { break }
      switch scalar.value {
      case 0x0D, 0x2028, 0x2029, 0x85:
        // A CR is dropped, because an LF usually follows.
        if scalar.value != 0x0D { result.append("\n") }
        continue
      case 0x0A: result.append("\n")
      case 0x09: result.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF, 0xFEFF: continue
      case 0x202A, 0x202B, 0x202D, 0x202E:
        guard open.count < 32 else { continue }
        open.append("\u{202C}")
        result.append(scalar)
      case 0x2066, 0x2067, 0x2068:
        guard open.count < 32 else { continue }
        open.append("\u{2069}")
        result.append(scalar)
      case 0x202C, 0x2069:
        guard open.last == scalar else { continue }
        open.removeLast()
        result.append(scalar)
      default: result.append(scalar)
      }
      count += 1
    }
    result.append(contentsOf: open.reversed())
    return String(result)
  }

  /// Returns whether the text is printable ASCII within the limit, as nearly all text is.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= limit && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Returns the text before the first line break, because a value on the front has one line.
  static func firstLine(_ text: String) -> (text: String, isAll: Bool) {
    guard let end = text.firstIndex(of: "\n") else { return (text, true) }
    let rest = text[end...].drop(while: { $0 == "\n" || $0 == " " })
    return (String(text[..<end]), rest.isEmpty)
  }
}

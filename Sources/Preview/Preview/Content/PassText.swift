// SPDX-License-Identifier: Apache-2.0

/// Texts of strangers, made fit for drawing.
enum PassText {
  /// How many characters of a text are drawn at most: shaping stays linear.
  static let limit = 10_000

  /// The text without control characters other than line breaks, its directional marks closed, and
  /// no longer than what is drawn of it.
  static func cleaned(_ text: String) -> String {
    if isPlain(text) { return text }
    var result = String.UnicodeScalarView()
    // What is open: an override or embedding, ended by U+202C, or an isolate, ended by U+2069.
    var open: [Unicode.Scalar] = []
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else { break }
      switch scalar.value {
      case 0x0D, 0x2028, 0x2029, 0x85:
        // Of CR LF the second is enough.
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

  /// Printable ASCII of ordinary length, as nearly every text is.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= limit && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// What stands before the first line break; a value on the front has one line.
  static func firstLine(_ text: String) -> (text: String, isAll: Bool) {
    guard let end = text.firstIndex(of: "\n") else { return (text, true) }
    let rest = text[end...].drop(while: { $0 == "\n" || $0 == " " })
    return (String(text[..<end]), rest.isEmpty)
  }
}

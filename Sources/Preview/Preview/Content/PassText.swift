// SPDX-License-Identifier: Apache-2.0

import PassDrawing

/// Untrusted strings of a pass made safe to draw.
enum PassText {
  /// Returns text as it is drawn: each kind of line break is a line feed, and the text is cut to
  /// `DrawnText.limitInCharacters`.
  static func cleaned(_ text: String) -> String {
    isPlain(text) ? text : DrawnText.cleanText(of: text)
  }

  /// Returns whether the text is printable ASCII within the limit, as nearly all text is.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= DrawnText.limitInCharacters
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  /// Returns the text before the first line break, because a value on the front has one line.
  static func firstLine(_ text: String) -> (text: String, isAll: Bool) {
    guard let end = text.firstIndex(of: "\n") else { return (text, true) }
    let rest = text[end...].drop(while: { $0 == "\n" || $0 == " " })
    return (String(text[..<end]), rest.isEmpty)
  }
}

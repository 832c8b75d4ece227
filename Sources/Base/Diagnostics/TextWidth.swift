// SPDX-License-Identifier: Apache-2.0

/// The width of text in a terminal, as far as terminals agree.
package enum TextWidth {
  /// How many columns a text takes.
  package static func columns(of text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// How many columns a character takes.
  package static func columns(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x80 { return 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch first.value {
    // Han, Kana, Hangul, full-width forms, flags, emoji: two columns each.
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x1F300...0x1FAFF,
      0x20000...0x3FFFD:
      return 2
    default:
      let isEmoji =
        first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
      return isEmoji ? 2 : 1
    }
  }
}

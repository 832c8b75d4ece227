// SPDX-License-Identifier: Apache-2.0

/// Advice on where to get characters that no available font has.
package enum FontAdvice {
  /// The Debian package of the font for emoji. Unlike the others, it is one of the pinned fonts.
  package static let emoji = "fonts-noto-color-emoji"

  /// Returns the Debian package of a font with a character, or nil if there is none. That is so for
  /// private and unassigned characters.
  package static func package(for character: Unicode.Scalar) -> String? {
    if character.value >= 0x231A, character.properties.isEmoji { return emoji }
    switch character.properties.generalCategory {
    case .unassigned, .privateUse, .surrogate, .control: return nil
    default: break
    }
    switch character.value {
    case 0x2E80...0x312F, 0x3130...0x318F, 0x3190...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1B000...0x1B16F, 0x1F200...0x1F2FF,
      0x20000...0x3FFFF:
      return "fonts-noto-cjk"
    case 0x1F000...0x1F1FF, 0x1F300...0x1FAFF: return "fonts-symbola"
    default: return "fonts-noto-core"
    }
  }
}

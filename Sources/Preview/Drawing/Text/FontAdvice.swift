// SPDX-License-Identifier: Apache-2.0

/// Where characters come from that no font at hand has.
package enum FontAdvice {
  /// The Debian package with a font of outlines for a character; nil when there is none, as for
  /// private characters and those that are not assigned.
  package static func package(for character: Unicode.Scalar) -> String? {
    switch character.properties.generalCategory {
    case .unassigned, .privateUse, .surrogate, .control: return nil
    default: break
    }
    switch character.value {
    case 0x2E80...0x312F, 0x3130...0x318F, 0x3190...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1B000...0x1B16F, 0x1F200...0x1F2FF,
      0x20000...0x3FFFF:
      return "fonts-noto-cjk"
    // The colours of fonts-noto-color-emoji are pixels; these are outlines.
    case 0x1F000...0x1F1FF, 0x1F300...0x1FAFF: return "fonts-symbola"
    default: return character.properties.isEmojiPresentation ? "fonts-symbola" : "fonts-noto-core"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import CFontconfig

/// Fonts that fontconfig knows.
enum InstalledFonts {
  /// Returns the outline font that fontconfig prefers for a character, or nil if none has it.
  static func face(for character: Unicode.Scalar, isBold: Bool) -> FontFace? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    guard let characters = FcCharSetCreate() else { return nil }
    defer { FcCharSetDestroy(characters) }
    guard FcCharSetAddChar(characters, character.value) != 0,
      FcPatternAddCharSet(pattern, "charset", characters) != 0,
      FcPatternAddBool(pattern, "scalable", 1) != 0, FcPatternAddBool(pattern, "color", 0) != 0,
      FcPatternAddInteger(pattern, "weight", isBold ? 200 : 80) != 0,
      "sans-serif".withCString({ name in
        name.withMemoryRebound(to: FcChar8.self, capacity: 11) {
          FcPatternAddString(pattern, "family", $0)
        }
      }) != 0,
      FcConfigSubstitute(nil, pattern, FcMatchPattern) != 0
    else { return nil }
    FcDefaultSubstitute(pattern)
    var outcome = FcResultMatch
    guard let found = FcFontSort(nil, pattern, 1, nil, &outcome) else { return nil }
    defer { FcFontSetDestroy(found) }
    for index in 0..<Int(found.pointee.nfont) {
      guard let font = found.pointee.fonts[index], let file = file(of: font, character) else {
        continue
      }
      if let face = FontFace(path: file.path, index: file.index), face.has(character) {
        return face
      }
    }
    return nil
  }

  /// Returns the file of a font if it has outlines and the character.
  private static func file(
    of font: OpaquePointer, _ character: Unicode.Scalar
  ) -> (path: String, index: Int)? {
    var characters: OpaquePointer?
    var isScalable: FcBool = 0
    var isColoured: FcBool = 0
    var path: UnsafeMutablePointer<FcChar8>?
    var index: Int32 = 0
    guard FcPatternGetCharSet(font, "charset", 0, &characters) == FcResultMatch,
      FcCharSetHasChar(characters, character.value) != 0,
      FcPatternGetBool(font, "scalable", 0, &isScalable) == FcResultMatch, isScalable != 0,
      FcPatternGetString(font, "file", 0, &path) == FcResultMatch, let path
    else { return nil }
    // Fonts with coloured bitmaps have no outlines.
    if FcPatternGetBool(font, "color", 0, &isColoured) == FcResultMatch, isColoured != 0 {
      return nil
    }
    if FcPatternGetInteger(font, "index", 0, &index) != FcResultMatch { index = 0 }
    // The upper 16 bits select an instance of a variable font.
    return (String(cString: path), Int(index & 0xFFFF))
  }
}

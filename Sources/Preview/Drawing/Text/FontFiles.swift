// SPDX-License-Identifier: Apache-2.0

/// A pinned font file and how it is drawn.
struct PinnedFont: Hashable, Sendable {
  let name: String
  let kind: Kind
  /// Weight on the scale of CSS, for a variable font.
  var weight: Float?

  enum Kind: Hashable, Sendable {
    /// Inter, which is drawn as large and as wide as San Francisco.
    case inter
    /// A font for scripts that Inter does not have.
    case script
    /// A font of colour images.
    case emoji
  }
}

/// The pinned font files and the folders to look in.
struct FontFiles: Sendable {
  let folders: [String]

  /// Folders of Debian's fonts-inter, fonts-inter-variable, fonts-noto-core and
  /// fonts-noto-color-emoji, and of Homebrew's casks for all users.
  private static let usual = [
    "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/inter-vf",
    "/usr/share/fonts/truetype/noto", "/Library/Fonts",
  ]

  init(folders: [String]) { self.folders = folders + Self.usual }

  /// Inter's capitals are 0.7273 em high, San Francisco's 0.7046.
  private static let interScale = 0.969

  func open(_ font: PinnedFont) -> FontFace? {
    for folder in folders {
      if let face = face(font, path: folder + "/" + font.name) { return face }
    }
    return nil
  }

  private func face(_ font: PinnedFont, path: String) -> FontFace? {
    switch font.kind {
    case .inter:
      FontFace(path: path, scale: Self.interScale, isSpaced: true, weight: font.weight)
    case .script: FontFace(path: path)
    case .emoji: FontFace(path: path, isColoured: true)
    }
  }

  /// Weight of light letters. Their ink is 9 % more than that of Inter Light, as on a device.
  static let lightWeight: Float = 328

  /// Regular Inter, without which nothing is drawn.
  static let regular = PinnedFont(name: "Inter-Regular.otf", kind: .inter)

  /// Returns the files of Inter in a weight, the best first.
  static func inter(_ weight: FontWeight) -> [PinnedFont] {
    switch weight {
    case .light:
      // The variable font, under its names in version 4.0 and from 4.1 on.
      [
        PinnedFont(name: "Inter-roman.var.ttf", kind: .inter, weight: lightWeight),
        PinnedFont(name: "InterVariable.ttf", kind: .inter, weight: lightWeight),
        PinnedFont(name: "Inter-Light.otf", kind: .inter),
      ]
    case .regular: [regular]
    case .medium: [PinnedFont(name: "Inter-Medium.otf", kind: .inter)]
    case .semibold: [PinnedFont(name: "Inter-SemiBold.otf", kind: .inter)]
    case .bold: [PinnedFont(name: "Inter-Bold.otf", kind: .inter)]
    case .heavy: [PinnedFont(name: "Inter-ExtraBold.otf", kind: .inter)]
    }
  }

  /// Returns the files for scripts that Inter does not have.
  static func scripts(_ weight: FontWeight) -> [PinnedFont] {
    let suffix = weight.isBold ? "Bold" : "Regular"
    return ["NotoSansArabic", "NotoSansHebrew"].map {
      PinnedFont(name: "\($0)-\(suffix).ttf", kind: .script)
    }
  }

  /// The font of colour emoji.
  static let emoji = PinnedFont(name: "NotoColorEmoji.ttf", kind: .emoji)
}

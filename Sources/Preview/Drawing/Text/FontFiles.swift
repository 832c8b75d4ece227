// SPDX-License-Identifier: Apache-2.0

/// The pinned font files and the folders to look in.
struct FontFiles: Sendable {
  let folders: [String]

  /// Folders of Debian's fonts-inter and fonts-noto-core, and of Homebrew's casks for all users.
  private static let usual = [
    "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/noto", "/Library/Fonts",
  ]

  init(folders: [String]) { self.folders = folders + Self.usual }

  /// Inter's capitals are 0.7273 em high, San Francisco's 0.7046.
  private static let interScale = 0.969

  func open(_ name: String, isInter: Bool) -> FontFace? {
    for folder in folders {
      if let face = FontFace(
        path: folder + "/" + name, scale: isInter ? Self.interScale : 1, isSpaced: isInter)
      {
        return face
      }
    }
    return nil
  }

  /// Returns the file name of Inter in a weight.
  static func inter(_ weight: FontWeight) -> String {
    switch weight {
    case .light: "Inter-Light.otf"
    case .regular: "Inter-Regular.otf"
    case .medium: "Inter-Medium.otf"
    case .semibold: "Inter-SemiBold.otf"
    case .bold: "Inter-Bold.otf"
    case .heavy: "Inter-ExtraBold.otf"
    }
  }

  /// Returns the file names for scripts that Inter does not have.
  static func beside(_ weight: FontWeight) -> [String] {
    weight.isBold
      ? ["NotoSansArabic-Bold.ttf", "NotoSansHebrew-Bold.ttf"]
      : ["NotoSansArabic-Regular.ttf", "NotoSansHebrew-Regular.ttf"]
  }
}

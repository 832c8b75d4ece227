// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassModel

/// What a template packs without being told, and which of the rest was likely meant to be packed.
enum PackingRule {
  /// Whether something of that name, were it a file in the folder, would be read or packed.
  static func isWanted(_ path: String) -> Bool {
    PackableFile(path: path) != nil || path == "template.json"
  }

  /// Whether it is an image with a name Wallet knows, at the top or in a language folder.
  static func isImage(_ path: String) -> Bool {
    if case .image = PackableFile(path: path) { true } else { false }
  }

  /// Returns the path with the name that Wallet knows, if the file is an image whose name differs
  /// from it only in upper and lower case.
  static func inLowerCase(_ path: String) -> String? {
    let name = FilePath.lastComponent(path)
    let known = "\(path.dropLast(name.count))\(name.lowercased())"
    return known != path && isImage(known) ? known : nil
  }

  /// The language of a `<language>.lproj/pass.strings`, else nil.
  static func languageOfStrings(_ path: String) -> String? {
    if case .strings(let language) = PackableFile(path: path) { language } else { nil }
  }

  /// The known name a file's name was likely meant to be.
  static func nearestName(to path: String) -> String? {
    PackableFile.nearestName(
      to: FilePath.lastComponent(path), isLocalized: path.utf8.contains(UInt8(ascii: "/")))
  }

  /// Why a file or folder of translations is left out that was likely meant to be packed; nil when
  /// it is packed or holds something else.
  ///
  /// - Parameter path: a file at the top or in a language folder, or a folder at the top.
  static func strayTranslation(_ path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 1 {
      let ending = path.contains(".") ? String(path.split(separator: ".").last ?? "") : ""
      let folded = ending.lowercased()
      if ending != "lproj", folded == "lproj" || NearestName.of(folded, among: ["lproj"]) != nil {
        return "the folder of a language ends in .lproj"
      }
      return path.lowercased() == "pass.strings"
        ? "move it into a folder such as de.lproj" : nil
    }
    guard parts.count == 2, parts[0].hasSuffix(".lproj"),
      LanguageTag.language(ofFolder: parts[0]) == nil,
      parts[1] == "pass.strings" || ImageSlot.slot(forFileName: parts[1]) != nil
    else { return nil }
    return "\(parts[0]) does not name a language as de.lproj and pt-BR.lproj do"
  }

  /// Whether a file that is not packed deserves a word: an image, or nearly a known name.
  static func isLikelyMeant(_ path: String) -> Bool {
    let name = FilePath.lastComponent(path)
    let beside = ["template.json", "tooling.json"] + PackageKind.pass.seal
    if name.hasPrefix(".") || beside.contains(path) { return false }
    let images = [
      "png", "jpg", "jpeg", "gif", "webp", "heic", "pdf", "svg", "tif", "tiff", "bmp",
    ]
    return images.contains(FilePath.extension(name).lowercased()) || nearestName(to: path) != nil
  }
}

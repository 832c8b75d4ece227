// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassModel

/// Decides which files a template packs without `include`, and which others were probably meant to
/// be packed.
enum PackingRule {
  /// Returns whether a file with that name would be read or packed.
  static func isWanted(_ path: String) -> Bool {
    PackableFile(path: path) != nil || path == "template.json"
  }

  /// Returns whether it is an image with a name that Wallet uses, at the top or in a language
  /// folder.
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

  /// Returns the language of a `<language>.lproj/pass.strings`, or nil.
  static func languageOfStrings(_ path: String) -> String? {
    if case .strings(let language) = PackableFile(path: path) { language } else { nil }
  }

  /// Returns a known name that is similar to the file's name.
  static func nearestName(to path: String) -> String? {
    PackableFile.nearestName(
      to: FilePath.lastComponent(path), isLocalized: path.utf8.contains(UInt8(ascii: "/")))
  }

  /// Returns why a translation that was probably meant to be packed is not packed. Nil if it is
  /// packed or is something else.
  ///
  /// - Parameter path: a file at the top or in a language folder, or a folder at the top.
  static func misplacedTranslationReason(_ path: String) -> String? {
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

  /// Returns whether to report a file that is not packed: an image, or a file with a name similar
  /// to a known one.
  static func isLikelyMeant(_ path: String) -> Bool {
    let name = FilePath.lastComponent(path)
    let beside = ["template.json", "google.json", "tooling.json"] + PackageKind.pass.signatureFiles
    if name.hasPrefix(".") || beside.contains(path) { return false }
    let images = [
      "png", "jpg", "jpeg", "gif", "webp", "heic", "pdf", "svg", "tif", "tiff", "bmp",
    ]
    return images.contains(FilePath.extension(name).lowercased()) || nearestName(to: path) != nil
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// What a path inside a package is, as far as Wallet looks for it.
///
/// A template packs these and nothing else unless it says so.
package enum PackableFile: Sendable {
  case passJSON
  case personalizationJSON
  case image(ImageSlot, ImageSlot.Scale, language: String?)
  case strings(language: String)

  /// Reads a path relative to the package, `/` between its parts; nil when Wallet looks for no
  /// such file.
  package init?(path: String) {
    if let known = Self.topLevel[path] {
      self = known
      return
    }
    guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")),
      let language = LanguageTag.language(ofFolder: String(path[..<slash]))
    else { return nil }
    let name = String(path[path.utf8.index(after: slash)...])
    if name == "pass.strings" {
      self = .strings(language: language)
    } else {
      guard let image = ImageSlot.slot(forFileName: name) else { return nil }
      self = .image(image.slot, image.scale, language: language)
    }
  }

  // Every rule about files asks for each file of each pass; a look-up costs a tenth of splitting.
  private static let topLevel: [String: PackableFile] = {
    var files: [String: PackableFile] = [
      "pass.json": .passJSON, "personalization.json": .personalizationJSON,
    ]
    for slot in ImageSlot.allCases {
      for scale in ImageSlot.Scale.allCases {
        files[slot.fileName(scale)] = .image(slot, scale, language: nil)
      }
    }
    return files
  }()

  /// The name a file that is not packed was probably meant to have: `icon@2x.png` for
  /// `Icon@2X.png`.
  ///
  /// - Parameter isLocalized: it lies in a language's folder.
  package static func nearestName(to fileName: String, isLocalized: Bool = false) -> String? {
    let known = isLocalized ? localizedNames : topLevelNames
    // A wrong scale or extension is nearer to the right image than the letters say.
    if let dot = fileName.lastIndex(of: "."), let stem = scaledStem(fileName[..<dot]),
      known.contains(stem + ".png"), stem + ".png" != fileName
    {
      return stem + ".png"
    }
    return NearestName.of(fileName, among: known)
  }

  private static let imageNames = ImageSlot.allCases.flatMap { slot in
    ImageSlot.Scale.allCases.map { slot.fileName($0) }
  }
  private static let localizedNames = ["pass.strings"] + imageNames
  private static let topLevelNames = ["pass.json", "personalization.json"] + imageNames

  /// `Icon@2X` as `icon@2x`, `icon@1x` as `icon`; nil when no slot is named that way.
  private static func scaledStem(_ stem: Substring) -> String? {
    let parts = stem.split(separator: "@", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2,
      let slot = ImageSlot.allCases.first(where: {
        $0.rawValue.lowercased() == first.lowercased()
      })
    else { return nil }
    guard parts.count == 2 else { return slot.rawValue }
    switch parts[1].lowercased() {
    case "1x": return slot.rawValue
    case "2x", "2": return slot.rawValue + "@2x"
    case "3x", "3": return slot.rawValue + "@3x"
    default: return nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// A file in a package that Wallet reads, by its path.
///
/// A template packs only these files unless its settings say otherwise.
package enum PackableFile: Sendable {
  case passJSON
  case personalizationJSON
  case image(ImageSlot, ImageSlot.Scale, language: String?)
  case strings(language: String)

  /// Reads a path relative to the package with `/` between its parts. Returns nil if Wallet reads
  /// no such file.
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

  // Every rule about files calls this for each file of each pass. A lookup takes a tenth of the
  // time of splitting the path.
  private static let topLevel: [String: PackableFile] = {
    var files: [String: PackableFile] = [
      PackageKind.pass.document: .passJSON, "personalization.json": .personalizationJSON,
    ]
    for slot in ImageSlot.allCases {
      for scale in ImageSlot.Scale.allCases {
        files[slot.fileName(scale)] = .image(slot, scale, language: nil)
      }
    }
    return files
  }()

  /// Returns the name that a file which is not packed probably should have, such as `icon@2x.png`
  /// for `Icon@2X.png`.
  ///
  /// - Parameter isLocalized: whether it is in the folder of a language.
  package static func nearestName(to fileName: String, isLocalized: Bool = false) -> String? {
    let known = isLocalized ? localizedNames : topLevelNames
    // If only scale or extension is wrong, the image is known. The edit distance might prefer
    // another one.
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
  private static let topLevelNames =
    [PackageKind.pass.document, "personalization.json"] + imageNames

  /// Returns `icon@2x` for `Icon@2X` and `icon` for `icon@1x`, or nil if there is no such image.
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

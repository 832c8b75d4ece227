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
    if let image = imageName(meantBy: fileName), known.contains(image) { return image }
    return NearestName.of(fileName, among: known)
  }

  private static let imageNames = ImageSlot.allCases.flatMap { slot in
    ImageSlot.Scale.allCases.map { slot.fileName($0) }
  }
  private static let localizedNames = ["pass.strings"] + imageNames
  private static let topLevelNames =
    [PackageKind.pass.document, "personalization.json"] + imageNames

  /// Returns the image that a file name means if only its scale, its extension or the mark of a copy
  /// is wrong: `icon@2x.png` for `Icon-2X.png`, `icon@2x.png.png` and `icon@2x (1).png`. Returns nil
  /// if it is an image's own name.
  package static func imageName(meantBy fileName: String) -> String? {
    guard fileName.utf8.count <= 60, let dot = fileName.lastIndex(of: ".") else { return nil }
    var stem = fileName[..<dot].lowercased()[...]
    for ending in extensions where stem.hasSuffix(ending) { stem = stem.dropLast(ending.count) }
    guard let image = scaledStem(withoutCopyMark(stem)) else { return nil }
    return image + ".png" == fileName ? nil : image + ".png"
  }

  /// Returns whether a file name has the mark of a second copy, as in `icon (1).png`.
  package static func isCopy(_ fileName: String) -> Bool {
    guard let dot = fileName.lastIndex(of: ".") else { return false }
    let stem = fileName[..<dot].lowercased()[...]
    return withoutCopyMark(stem) != stem
  }

  private static let extensions = [".png", ".jpg", ".jpeg"]

  /// Removes what browsers and file managers add to the name of a second copy.
  private static func withoutCopyMark(_ stem: Substring) -> Substring {
    var stem = stem
    if stem.last == ")", let open = stem.lastIndex(of: "("),
      stem[open...].dropFirst().dropLast().allSatisfy(\.isNumber)
    {
      stem = stem[..<open]
    }
    for mark in ["copy", "kopie", "copie", "copia"] where stem.hasSuffix(mark) {
      stem = stem.dropLast(mark.count)
    }
    while let last = stem.last, last == " " || last == "-" { stem = stem.dropLast() }
    return stem
  }

  /// Returns `icon@2x` for `icon-2x` and `icon` for `icon@1x`, or nil if there is no such image.
  ///
  /// - Parameter stem: a name without extension in lower case.
  private static func scaledStem(_ stem: Substring) -> String? {
    var name = stem
    while let last = name.last, last == ")" || last == "]" { name = name.dropLast() }
    var scale = ""
    for (ending, suffix) in scales where name.hasSuffix(ending) {
      name = name.dropLast(2)
      scale = suffix
      break
    }
    while let last = name.last, "@-_ .([".contains(last) { name = name.dropLast() }
    return ImageSlot.allCases.first { $0.rawValue.lowercased() == name }
      .map { $0.rawValue + scale }
  }

  private static let scales = [
    ("1x", ""), ("2x", "@2x"), ("3x", "@3x"), ("@1", ""), ("@2", "@2x"), ("@3", "@3x"),
  ]
}

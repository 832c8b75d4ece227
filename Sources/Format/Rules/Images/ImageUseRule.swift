// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about images that Wallet does not show.
struct ImageUseRule: Rule {
  private static let png = Example.Content.png(width: 1125, height: 432)
  private static let storeCard =
    #"{"generic": null, "storeCard": {"primaryFields": [{"key": "p", "value": "1"}]}}"#
  private static let eventTicket =
    #"{"generic": null, "eventTicket": {"primaryFields": [{"key": "p", "value": "1"}]}}"#

  static let notShown = Finding(
    "image.slot.notShown", .warning, effect: .ignored,
    why: """
      Each style shows its own images. Coupons, store cards and (in older documents) event tickets \
      show strip. Generic passes and event tickets show thumbnail. Boarding passes show footer, \
      and event tickets show background. Wallet never shows the others.
      """,
    help: "leave the image out, or use a style that shows it",
    source: .documented("Wallet Passes: images; Human Interface Guidelines: Wallet"),
    wrong: """
      gym.pass/  pass.json with "storeCard"  icon@2x.png  thumbnail@2x.png
      """,
    right: """
      gym.pass/  pass.json with "storeCard"  icon@2x.png  strip@2x.png
      """,
    bad: [
      .with("strip@3x.png", png), .with("footer@3x.png", .png(width: 858, height: 45)),
      .with("background@2x.png", .png(width: 360, height: 440)),
      .with("artwork@3x.png", .png(width: 1074, height: 1344)),
      .with("personalizationLogo@2x.png", .png(width: 300, height: 80)),
      Example(
        [.patch(storeCard), .file("thumbnail@2x.png", .png(width: 180, height: 180))],
        file: "thumbnail@2x.png"),
      .with("de.lproj/strip@2x.png", .png(width: 750, height: 288)),
    ],
    good: [
      .with("thumbnail@2x.png", .png(width: 180, height: 180)),
      Example([.patch(storeCard), .file("strip@3x.png", png)]),
      Example([.patch(eventTicket), .file("strip@3x.png", png)]),
    ])

  static let besidesStrip = Finding(
    "image.strip.besideOthers", .warning, effect: .ignored,
    why: """
      An event ticket shows either a strip, or a background and a thumbnail. If it has a strip, \
      Wallet does not show the other two.
      """,
    help: "leave out the strip, or the background and the thumbnail",
    source: .documented("Wallet Developer Guide: event tickets"),
    wrong: """
      strip@2x.png        750 x 196 pixels
      background@2x.png   360 x 440 pixels
      """,
    right: """
      background@2x.png   360 x 440 pixels
      """,
    bad: [
      Example(
        [
          .patch(eventTicket), .file("strip@3x.png", png),
          .file("background@2x.png", .png(width: 360, height: 440)),
        ], file: "background@2x.png"),
      Example(
        [
          .patch(eventTicket), .file("strip@3x.png", png),
          .file("thumbnail@2x.png", .png(width: 180, height: 180)),
        ], file: "thumbnail@2x.png"),
    ],
    good: [
      Example([
        .patch(eventTicket), .file("background@2x.png", .png(width: 360, height: 440)),
        .file("thumbnail@2x.png", .png(width: 180, height: 180)),
      ])
    ])

  static let misspelt = Finding(
    "image.name.misspelt", .warning, effect: .ignored,
    why: """
      Wallet finds images by their exact names, including capital letters. It ignores icon@1x.png, \
      Logo.png, logo2x.png and the second copy icon (1).png.
      """,
    help: "rename the file to the expected name",
    source: .documented("Wallet Passes: images"),
    wrong: """
      Logo@3x.png   240 x 150 pixels
      """,
    right: """
      logo@3x.png   240 x 150 pixels
      """,
    bad: [
      Example(
        [.remove("logo@3x.png"), .file("Logo@3x.png", .png(width: 240, height: 150))],
        file: "Logo@3x.png"),
      .with("thumbnial@2x.png", .png(width: 180, height: 180)),
      Example(
        [.remove("icon.png"), .file("icon@1x.png", .png(width: 38, height: 38))],
        file: "icon@1x.png"),
      .with("thumbnail.jpg", .bytes([0xFF, 0xD8, 0xFF, 0xE0])),
      .with("thumbnail2x.png", .png(width: 180, height: 180)),
      .with("thumbnail-2x.png", .png(width: 180, height: 180)),
      .with("thumbnail.png.png", .png(width: 90, height: 90)),
      .with("icon (1).png", .png(width: 38, height: 38)),
    ],
    good: [
      .with("logo-old.png", .png(width: 80, height: 50)),
      .with("holder.png", .png(width: 80, height: 50)),
      .with("Logo@3x.png", .png(width: 240, height: 150)),
    ])

  static let inFolder = Finding(
    "image.folder.notRead", .warning, effect: .ignored,
    why: """
      Wallet reads images at the top of the pass and in folders such as en.lproj. It ignores those \
      in other folders. passc reports a folder once.
      """,
    help: "move the images to the top of the pass, or into the folder of a language",
    source: .documented("Wallet Passes: images; localizing a pass"),
    wrong: """
      gym.pass/  pass.json  images/thumbnail.png  images/thumbnail@2x.png
      """,
    right: """
      gym.pass/  pass.json  thumbnail.png  thumbnail@2x.png
      """,
    bad: [
      .with("images/thumbnail@2x.png", .png(width: 180, height: 180)),
      Example(
        [
          .file("images/thumbnail.png", .png(width: 90, height: 90)),
          .file("images/thumbnail@2x.png", .png(width: 180, height: 180)),
        ], file: "images/thumbnail.png"),
      .with("en.lproj/images/thumbnail@2x.png", .png(width: 180, height: 180)),
    ],
    good: [
      .with("thumbnail@2x.png", .png(width: 180, height: 180)),
      .with("photos/holder.png", .png(width: 180, height: 180)),
      // The image at the top is the one that Wallet shows.
      .with("originals/logo.png", .png(width: 160, height: 50)),
    ], echoes: [.sameFile(ManifestContentRule.unlisted)])

  var findings: [Finding] { [Self.notShown, Self.besidesStrip, Self.misspelt, Self.inFolder] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let images = PackagedImage.all(of: pass)
    let styles = PassStyle.styles(of: pass.document)
    checkNames(pass, images, &report)
    // Without a style Wallet shows nothing, which another rule reports.
    guard !styles.isEmpty else { return }
    let schemes = StyleScheme.schemes(of: pass.document)
    var seen: Set<ImageSlot> = []
    // A logo is always accepted, because it is for the older style that a poster should also have.
    for image in images where !seen.contains(image.slot) {
      let slot = image.slot
      if slot == .personalizationLogo {
        if pass.file("personalization.json") != nil { continue }
        seen.insert(slot)
        report(
          Self.notShown, "\(image.file.path) is shown only with personalization.json",
          at: image.file)
      } else if slot != .logo, !styles.contains(where: { slot.isShown(in: $0, schemes) }) {
        seen.insert(slot)
        report(
          Self.notShown,
          "\(image.file.path) is not shown by a pass of style "
            + styles.map(\.rawValue).joined(separator: " or "), at: image.file)
      }
    }
    if styles == [.eventTicket], !schemes.contains(.posterEventTicket) {
      checkStrip(images, &report)
    }
  }

  /// Reports each image once, at its first file.
  private func checkStrip(_ images: [PackagedImage], _ report: inout Report) {
    guard images.contains(where: { $0.slot == .strip }) else { return }
    for slot in [ImageSlot.background, .thumbnail] {
      guard let image = images.first(where: { $0.slot == slot }) else { continue }
      report(
        Self.besidesStrip, "\(image.file.path) is not shown in a pass with a strip", at: image.file)
    }
  }

  private func checkNames(
    _ pass: PassPackage, _ images: [PackagedImage], _ report: inout Report
  ) {
    let others = pass.filesExceptDocument.filter { $0.kind == nil }
    guard !others.isEmpty else { return }
    let hasIcon = IconRule.hasIcon(pass)
    let paths = Set(pass.filesExceptDocument.map(\.path))
    checkFolders(others, paths, hasIcon: hasIcon, &report)
    for file in others {
      let parts = file.path.split(separator: "/")
      guard let name = parts.last.map(String.init), !UnexpectedFilesRule.isUnexpected(file.path),
        ImageKind.recognised(file.bytes) != nil,
        let near = PackableFile.nearestName(to: name, isLocalized: parts.count == 2),
        let slot = ImageSlot.slot(forFileName: near)?.slot,
        PackableFile.imageName(meantBy: name) == near || Self.isMisspelt(name, slot),
        parts.count == 1 || parts.count == 2 && parts[0].hasSuffix(".lproj")
      else { continue }
      let path = (parts.dropLast().map(String.init) + [near]).joined(separator: "/")
      // The image is also there under its right name, or its absence already has a diagnostic.
      if slot == .icon && !hasIcon { continue }
      if paths.contains(path) {
        guard PackableFile.isCopy(name) else { continue }
        report(
          Self.misspelt, "Wallet shows \(path), not its copy \(file.path)", at: file,
          help: "keep one of the two, with the name \(near)")
        continue
      }
      let isPNG = ImageKind.recognised(file.bytes) == .png
      report(
        Self.misspelt, "Wallet does not know an image \(file.path), expected \(near)", at: file,
        help: isPNG ? nil : "convert the image to PNG and save it as \(near)")
    }
  }
}

extension ImageUseRule {
  /// Reports images in folders where Wallet does not look, at the first file of each folder.
  ///
  /// - Parameters:
  ///   - others: the files that Wallet does not read.
  ///   - paths: the paths of all files.
  private func checkFolders(
    _ others: [PackagedFile], _ paths: Set<String>, hasIcon: Bool, _ report: inout Report
  ) {
    var folders: [Substring: (first: PackagedFile, name: String, count: Int)] = [:]
    for file in others {
      guard let slash = file.path.lastIndex(of: "/"), !UnexpectedFilesRule.isUnexpected(file.path),
        ImageKind.recognised(file.bytes) != nil
      else { continue }
      let folder = file.path[..<slash]
      let written = String(file.path[slash...].dropFirst())
      let isKnown = ImageSlot.slot(forFileName: written) != nil
      let isLanguage = folder.hasSuffix(".lproj") && !folder.contains("/")
      guard !isLanguage,
        let name = isKnown ? written : PackableFile.imageName(meantBy: written),
        !paths.contains(name)
      else { continue }
      // The missing icon has a diagnostic, which names the folder.
      if !hasIcon, IconRule.names.contains(name) { continue }
      folders[folder] = (
        folders[folder]?.first ?? file, folders[folder]?.name ?? name,
        (folders[folder]?.count ?? 0) + 1
      )
    }
    for (folder, found) in folders.sorted(by: { $0.key < $1.key })
    where hasIcon || !IconRule.names.contains(where: { paths.contains("\(folder)/\($0)") }) {
      let more = found.count > 1 ? " and \(counted(found.count - 1, "other image")) there" : ""
      report(
        Self.inFolder,
        "Wallet does not read \(found.first.path)\(more), expected \(found.name) at the top",
        at: found.first)
    }
  }

  /// Returns whether the letters before scale and extension differ from those of the image in at
  /// most one. A looser comparison would report `holder.png` as a misspelt footer.
  private static func isMisspelt(_ name: String, _ slot: ImageSlot) -> Bool {
    let stem = name.lowercased().prefix { $0 != "@" && $0 != "." }
    let meant = slot.rawValue.lowercased()
    guard stem.first == meant.first else { return false }
    var left = Array(meant)
    var surplus = 0
    for letter in stem {
      if let index = left.firstIndex(of: letter) { left.remove(at: index) } else { surplus += 1 }
    }
    return max(surplus, left.count) <= 1
  }
}

extension ImageSlot {
  fileprivate func isShown(in style: PassStyle, _ schemes: [StyleScheme]) -> Bool {
    switch showing(in: style, schemes: schemes) {
    case .shown, .listed: true
    case .notShown: false
    }
  }
}

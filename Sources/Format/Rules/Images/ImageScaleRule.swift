// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Rule about the scales of an image.
struct ImageScaleRule: Rule {
  private static let guidelines = Basis.documented("Human Interface Guidelines: Wallet")

  static let icon = Finding(
    "image.icon.scaleMissing", .warning, effect: .style,
    why: """
      Today's iPhones have two or three pixels per point and enlarge a smaller icon. No phone in use \
      needs icon.png itself, so you can leave it out.
      """,
    help: "add icon@2x.png with 76 x 76 pixels, and icon@3x.png with 114 x 114 pixels",
    source: guidelines,
    wrong: """
      icon.png      38 x 38 pixels
      """,
    right: """
      icon.png      38 x 38 pixels
      icon@2x.png   76 x 76 pixels
      icon@3x.png   114 x 114 pixels
      """,
    bad: [
      Example([.remove("icon@2x.png")], file: "icon.png"),
      Example([.remove("icon@2x.png"), .remove("icon@3x.png")], file: "icon.png"),
    ],
    good: [.without("icon.png")], echoes: [.damagedScales])

  static let iconLargest = Finding(
    "image.icon.largestMissing", .note, effect: .style,
    why: """
      If there is no larger icon, iPhones with three pixels per point enlarge icon@2x.png. Four in \
      five authentic passes have no larger one. An icon.png with 87 or more pixels is large enough \
      for all iPhones, even if it is the only one.
      """,
    help: "add icon@3x.png with 114 x 114 pixels",
    source: guidelines,
    wrong: """
      icon.png      38 x 38 pixels
      icon@2x.png   76 x 76 pixels
      """,
    right: """
      icon.png      38 x 38 pixels
      icon@2x.png   76 x 76 pixels
      icon@3x.png   114 x 114 pixels
      """,
    bad: [
      Example([.remove("icon@3x.png")], file: "icon.png"),
      Example([.remove("icon.png"), .remove("icon@3x.png")], file: "icon@2x.png"),
      Example(
        [
          .remove("icon@2x.png"), .remove("icon@3x.png"),
          .file("icon.png", .png(width: 400, height: 400)),
        ], file: "icon.png"),
    ],
    good: [.without("icon.png")], echoes: [.damagedScales], formerly: [icon.code])

  static let onlyOne = Finding(
    "image.scale.onlyOne", .note, effect: .style,
    why: "Today's phones enlarge an image that has one pixel per point, so people see its pixels.",
    help: "add the same image at @2x and @3x",
    source: guidelines,
    wrong: """
      logo.png      160 x 50 pixels
      """,
    right: """
      logo.png      160 x 50 pixels
      logo@2x.png   320 x 100 pixels
      logo@3x.png   480 x 150 pixels
      """,
    bad: [Example([.remove("logo@2x.png"), .remove("logo@3x.png")], file: "logo.png")],
    good: [.without("logo@3x.png"), Example([.remove("logo.png"), .remove("logo@3x.png")])],
    echoes: [.damagedScales])

  var findings: [Finding] { [Self.icon, Self.iconLargest, Self.onlyOne] }
  let checksOnlyFiles = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for family in PackagedImage.families(of: pass) {
      guard let first = family.first else { continue }
      let scales = family.map(\.scale)
      if first.slot == .icon {
        Self.checkIcon(family, &report)
      } else if scales == [.one] {
        report(
          Self.onlyOne, "\(first.file.path) has no larger scale, expected @2x and @3x",
          at: first.file)
      }
    }
  }

  /// The pixels that the largest scale of an icon needs: 29 points, the smaller of the two sizes
  /// that Apple documents.
  private static let sideOfLargest = 29 * ImageSlot.Scale.three.rawValue

  private static func checkIcon(_ family: [PackagedImage], _ report: inout Report) {
    guard let first = family.first else { return }
    let scales = family.map(\.scale)
    let missing = [ImageSlot.Scale.two, .three].filter { !scales.contains($0) }
    guard !missing.isEmpty else { return }
    let names = missing.map { ImageSlot.icon.fileName($0) }
    let sizes = missing.map { scale in
      let side = 38 * scale.rawValue
      return "\(ImageSlot.icon.fileName(scale)) with \(side) x \(side) pixels"
    }
    let isEnough =
      scales == [.one]
      && first.sizeInPixels.map { min($0.width, $0.height) >= sideOfLargest } ?? false
    report(
      missing.contains(.two) && !isEnough ? icon : iconLargest,
      "the icon lacks \(names.joined(separator: " and "))", at: first.file,
      help: "add " + sizes.joined(separator: " and "))
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Which scales an image comes in.
struct ImageScaleRule: Rule {
  private static let guidelines = Basis.documented("Human Interface Guidelines: Wallet")

  static let icon = Finding(
    "image.icon.scaleMissing", .warning, effect: .style,
    why: """
      Today's iPhones have screens of two and three pixels to a point, and enlarge the icon of \
      another scale. icon.png alone serves no phone that still runs; without it nothing is lost.
      """,
    help: "add icon@2x.png with 76 x 76 pixels and icon@3x.png with 114 x 114", source: guidelines,
    bad: [
      Example([.remove("icon@3x.png")], file: "icon.png"),
      Example([.remove("icon@2x.png")], file: "icon.png"),
      Example([.remove("icon@2x.png"), .remove("icon@3x.png")], file: "icon.png"),
    ],
    good: [.without("icon.png")], echoes: [.damagedScales])

  static let onlyOne = Finding(
    "image.scale.onlyOne", .note, effect: .style,
    why: "Today's phones enlarge an image of one pixel to a point, and the holder sees its pixels.",
    help: "add the same image at @2x and @3x", source: guidelines,
    bad: [Example([.remove("logo@2x.png"), .remove("logo@3x.png")], file: "logo.png")],
    good: [.without("logo@3x.png"), Example([.remove("logo.png"), .remove("logo@3x.png")])],
    echoes: [.damagedScales])

  var findings: [Finding] { [Self.icon, Self.onlyOne] }
  let judgesFilesAlone = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for family in PackagedImage.families(of: pass) {
      guard let first = family.first else { continue }
      let scales = family.map(\.scale)
      if first.slot == .icon {
        let missing = [ImageSlot.Scale.two, .three].filter { !scales.contains($0) }
        if missing.isEmpty { continue }
        let names = missing.map { ImageSlot.icon.fileName($0) }
        report(
          Self.icon, "the icon lacks \(names.joined(separator: " and "))", at: first.file)
      } else if scales == [.one] {
        report(
          Self.onlyOne, "\(first.file.path) comes in no larger scale, expected @2x and @3x",
          at: first.file)
      }
    }
  }
}

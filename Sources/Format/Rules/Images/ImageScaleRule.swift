// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Which scales an image comes in.
struct ImageScaleRule: Rule {
  private static let guidelines = Basis.documented("Human Interface Guidelines: Wallet")

  static let icon = Finding(
    "image.icon.scaleMissing", .warning, effect: .style,
    why: """
      Today's iPhones have screens of two and three pixels to a point, and scale the icon of \
      another scale. icon.png alone serves no phone that still runs; without it nothing is lost.
      """,
    help: "add icon@2x.png with 76 x 76 pixels, and icon@3x.png with 114 x 114 where it is missing",
    source: guidelines,
    bad: [
      Example([.remove("icon@2x.png")], file: "icon.png"),
      Example([.remove("icon@2x.png"), .remove("icon@3x.png")], file: "icon.png"),
    ],
    good: [.without("icon.png")], echoes: [.damagedScales])

  static let iconLargest = Finding(
    "image.icon.largestMissing", .note, effect: .style,
    why: """
      iPhones with three pixels to a point enlarge icon@2x.png for want of a larger one. Four of \
      five authentic passes are like that, and nobody minds.
      """,
    help: "add icon@3x.png with 114 x 114 pixels", source: guidelines,
    bad: [
      Example([.remove("icon@3x.png")], file: "icon.png"),
      Example([.remove("icon.png"), .remove("icon@3x.png")], file: "icon@2x.png"),
    ],
    good: [.without("icon.png")], echoes: [.damagedScales], formerly: [icon.code])

  static let onlyOne = Finding(
    "image.scale.onlyOne", .note, effect: .style,
    why: "Today's phones enlarge an image of one pixel to a point, and the holder sees its pixels.",
    help: "add the same image at @2x and @3x", source: guidelines,
    bad: [Example([.remove("logo@2x.png"), .remove("logo@3x.png")], file: "logo.png")],
    good: [.without("logo@3x.png"), Example([.remove("logo.png"), .remove("logo@3x.png")])],
    echoes: [.damagedScales])

  var findings: [Finding] { [Self.icon, Self.iconLargest, Self.onlyOne] }
  let judgesFilesAlone = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for family in PackagedImage.families(of: pass) {
      guard let first = family.first else { continue }
      let scales = family.map(\.scale)
      if first.slot == .icon {
        Self.checkIcon(scales, at: first.file, &report)
      } else if scales == [.one] {
        report(
          Self.onlyOne, "\(first.file.path) comes in no larger scale, expected @2x and @3x",
          at: first.file)
      }
    }
  }
  private static func checkIcon(
    _ scales: [ImageSlot.Scale], at place: some Placed, _ report: inout Report
  ) {
    let missing = [ImageSlot.Scale.two, .three].filter { !scales.contains($0) }
    guard !missing.isEmpty else { return }
    let names = missing.map { ImageSlot.icon.fileName($0) }
    let sizes = missing.map { scale in
      let side = 38 * scale.rawValue
      return "\(ImageSlot.icon.fileName(scale)) with \(side) x \(side) pixels"
    }
    report(
      missing.contains(.two) ? icon : iconLargest,
      "the icon lacks \(names.joined(separator: " and "))", at: place,
      help: "add " + sizes.joined(separator: " and "))
  }
}

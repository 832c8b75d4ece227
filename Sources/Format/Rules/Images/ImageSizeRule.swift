// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// How many pixels an image has, against what the documents ask for.
///
/// Wallet scales and crops; no size makes it refuse a pass.
struct ImageSizeRule: Rule {
  private static let guidelines = Basis.documented("Human Interface Guidelines: Wallet")
  private static let storeCard =
    #"{"generic": null, "storeCard": {"primaryFields": [{"key": "p", "value": "1"}]}}"#

  /// A store card with a strip in one scale.
  private static func strip(_ name: String, _ width: Int, _ height: Int) -> Example {
    Example(
      [.patch(storeCard), .file(name, .png(width: width, height: height))], file: name)
  }
  /// The logo in one scale only, at that size.
  private static func logo(_ width: Int, _ height: Int) -> Example {
    Example(
      [
        .remove("logo.png"), .remove("logo@2x.png"),
        .file("logo@3x.png", .png(width: width, height: height)),
      ], file: "logo@3x.png")
  }
  private static func icon(_ side: Int, _ more: [Example.Change] = []) -> Example {
    Example(
      [.file("icon@2x.png", .png(width: side, height: side))] + more, file: "icon@2x.png")
  }

  static let large = Finding(
    "image.size.large", .note, effect: .style,
    why: """
      Wallet scales it down or crops it; the pixels only make the pass larger. Three of four \
      authentic passes have such an image.
      """,
    help: "scale the image to the size the slot has", source: guidelines,
    bad: [logo(700, 150), strip("strip@3x.png", 1500, 576), icon(120)],
    good: [logo(480, 150), strip("strip@3x.png", 1125, 432), strip("strip@3x.png", 1126, 433)])

  static let small = Finding(
    "image.size.small", .warning, effect: .style,
    why: """
      Wallet enlarges it to fill its place, and the holder sees its pixels. Where the documents \
      disagree on a size, the smallest one counts.
      """,
    help: "export the image again at the size the slot has", source: guidelines,
    bad: [strip("strip@3x.png", 375, 144), strip("strip@2x.png", 320, 84), icon(29)],
    good: [strip("strip@3x.png", 1125, 294), strip("strip@2x.png", 640, 168), icon(58)])

  static let notSquare = Finding(
    "image.icon.notSquare", .warning, effect: .style,
    why: "The place of the icon is square; Wallet crops or distorts another shape.",
    help: "put the icon on a square of 38, 76 and 114 pixels", source: guidelines,
    bad: [
      Example(
        [
          .file("icon.png", .png(width: 38, height: 30)),
          .file("icon@2x.png", .png(width: 76, height: 60)),
          .file("icon@3x.png", .png(width: 114, height: 90)),
        ], file: "icon.png")
    ],
    good: [icon(76), Example([.file("icon@3x.png", .png(width: 114, height: 113))])])

  static let aspect = Finding(
    "image.scale.aspect", .warning, effect: .style,
    why: """
      The scales of one image are the same picture in different sizes; with another shape phones \
      show different parts of it.
      """,
    help: "export all scales from one original", source: .convention("one image, several scales"),
    bad: [
      Example([.file("logo@2x.png", .png(width: 320, height: 100))], file: "logo@2x.png"),
      Example([.file("icon@3x.png", .png(width: 114, height: 100))], file: "icon@3x.png"),
    ],
    good: [
      Example([.file("logo@2x.png", .png(width: 161, height: 100))]),
      Example([.file("icon.png", .png(width: 29, height: 29))]),
    ])

  var findings: [Finding] { [Self.large, Self.small, Self.notSquare, Self.aspect] }
  let judgesFilesAlone = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for family in PackagedImage.families(of: pass) {
      let sized = family.compactMap { image in image.sizeInPixels.map { (image, $0) } }
      guard let (first, base) = sized.first else { continue }
      for (image, size) in sized { checkSize(image, size, &report) }
      for (image, size) in sized.dropFirst() where !Self.haveOneShape(base, size) {
        report(
          Self.aspect,
          "\(image.file.path) is \(size.width) x \(size.height), another shape than "
            + "\(first.file.path) with \(base.width) x \(base.height)", at: image.file)
      }
      if first.slot == .icon, abs(base.width - base.height) > max(1, 3 * base.width / 100) {
        report(
          Self.notSquare, "\(first.file.path) is \(base.width) x \(base.height), expected a square",
          at: first.file)
      }
    }
  }

  private func checkSize(
    _ image: PackagedImage, _ size: (width: Int, height: Int), _ report: inout Report
  ) {
    let scale = image.scale.rawValue
    let known = image.slot.sizes.map { advised in
      (
        width: advised.width.lowerBound * scale...advised.width.upperBound * scale,
        height: advised.height.lowerBound * scale...advised.height.upperBound * scale
      )
    }
    guard let widest = known.map(\.width.upperBound).max(),
      let highest = known.map(\.height.upperBound).max(),
      let narrowest = known.map(\.width.lowerBound).min(),
      let lowest = known.map(\.height.lowerBound).min()
    else { return }
    let found = "\(image.file.path) is \(size.width) x \(size.height) pixels"
    // A pixel more comes from rounding.
    if size.width > widest + scale || size.height > highest + scale {
      report(Self.large, "\(found), expected at most \(widest) x \(highest)", at: image.file)
    } else if lowest > scale, size.width * 10 < narrowest * 9 || size.height * 10 < lowest * 9 {
      // Less than nine tenths of the smallest size any document names; slots that only have an
      // upper limit begin at one point.
      report(Self.small, "\(found), expected at least \(narrowest) x \(lowest)", at: image.file)
    }
  }

  /// Whether two sizes are one shape, a pixel or three in a hundred apart.
  static func haveOneShape(
    _ a: (width: Int, height: Int), _ b: (width: Int, height: Int)
  ) -> Bool {
    let (large, small) = a.width >= b.width ? (a, b) : (b, a)
    let height = Double(small.height) * Double(large.width) / Double(small.width)
    let pixel = Double(large.width) / Double(small.width)
    return abs(height - Double(large.height)) <= max(pixel, 0.03 * Double(large.height), 1)
  }
}

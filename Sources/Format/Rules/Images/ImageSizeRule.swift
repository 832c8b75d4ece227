// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Rule about the size of an image in pixels, compared with the documents.
///
/// Wallet scales and crops images and does not reject a pass because of a size.
struct ImageSizeRule: Rule {
  private static let guidelines = Basis.documented("Human Interface Guidelines: Wallet")
  private static let storeCard =
    #"{"generic": null, "storeCard": {"primaryFields": [{"key": "p", "value": "1"}]}}"#

  /// Returns an example of a store card with a strip in one scale.
  private static func strip(_ name: String, _ width: Int, _ height: Int) -> Example {
    Example(
      [.patch(storeCard), .file(name, .png(width: width, height: height))], file: name)
  }
  /// Returns an example with the logo in one scale and that size.
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
      Wallet scales a larger image down or crops it, so the extra pixels only make the pass \
      larger. Three in four authentic passes have such an image.
      """,
    help: "scale the image down to the expected size",
    source: guidelines,
    wrong: """
      logo@3x.png   700 x 150 pixels
      """,
    right: """
      logo@3x.png   480 x 150 pixels
      """,
    bad: [logo(700, 150), strip("strip@3x.png", 1500, 576), icon(120)],
    good: [logo(480, 150), strip("strip@3x.png", 1125, 432), strip("strip@3x.png", 1126, 433)])

  static let oversized = Finding(
    "image.size.oversized", .warning, effect: .style,
    why: """
      The image is more than twice as wide or as high as the largest one that a phone shows (@3x). \
      It makes every pass larger, and Wallet scales it down each time. It is often the original \
      that was never scaled.
      """,
    help: "scale the image down with passc images",
    source: guidelines,
    wrong: """
      logo.png   1200 x 1200 pixels
      """,
    right: """
      logo.png      50 x 50 pixels
      logo@2x.png   100 x 100 pixels
      logo@3x.png   150 x 150 pixels
      """,
    bad: [logo(1200, 1200), strip("strip@3x.png", 2300, 882), icon(229)],
    good: [logo(480, 150), strip("strip@3x.png", 1125, 432), icon(76)])

  static let small = Finding(
    "image.size.small", .warning, effect: .style,
    why: """
      Wallet enlarges a smaller image to fill its place, so people see its pixels. If Apple's \
      documents disagree on a size, passc uses the smallest one. It reports images below three \
      fifths of that size, because images in Apple's own samples are nearly as small. It reports \
      each image once, whatever its scales and languages.
      """,
    help: "export the image again in the expected size",
    source: guidelines,
    wrong: """
      icon@2x.png   29 x 29 pixels
      """,
    right: """
      icon@2x.png   76 x 76 pixels
      """,
    bad: [
      strip("strip@3x.png", 375, 144), strip("strip@2x.png", 320, 84), icon(29),
      Example(
        [
          .patch(storeCard), .file("strip.png", .png(width: 125, height: 48)),
          .file("strip@2x.png", .png(width: 250, height: 96)),
        ], file: "strip.png"),
    ],
    good: [
      strip("strip@3x.png", 1125, 294), strip("strip@2x.png", 640, 168), icon(58),
      // Sizes of Apple's sample passes.
      Example([
        .file("thumbnail.png", .png(width: 45, height: 45)),
        .file("thumbnail@2x.png", .png(width: 180, height: 180)),
      ]),
    ])

  static let notSquare = Finding(
    "image.icon.notSquare", .warning, effect: .style,
    why: "The place of the icon is square, so Wallet crops or distorts any other shape.",
    help: "export the icon as squares of 38, 76 and 114 pixels",
    source: guidelines,
    wrong: """
      icon.png      38 x 30 pixels
      icon@2x.png   76 x 60 pixels
      icon@3x.png   114 x 90 pixels
      """,
    right: """
      icon.png      38 x 38 pixels
      icon@2x.png   76 x 76 pixels
      icon@3x.png   114 x 114 pixels
      """,
    bad: [
      Example(
        [
          .file("icon.png", .png(width: 38, height: 30)),
          .file("icon@2x.png", .png(width: 76, height: 60)),
          .file("icon@3x.png", .png(width: 114, height: 90)),
        ], file: "icon.png"),
      // The squares that the help names are large enough too.
      Example(
        [
          .file("icon.png", .png(width: 24, height: 21)),
          .file("icon@2x.png", .png(width: 48, height: 42)),
          .file("icon@3x.png", .png(width: 72, height: 63)),
        ], file: "icon.png"),
    ],
    good: [icon(76), Example([.file("icon@3x.png", .png(width: 114, height: 113))])])

  static let aspect = Finding(
    "image.scale.aspect", .warning, effect: .style,
    why: """
      All scales of an image show the same content in different sizes. If their shapes differ, \
      phones show different parts of it. It is only a note if just the image without @2x or @3x \
      differs, because no phone in use shows that one.
      """,
    help: "export all scales from one original",
    source: .convention("one image, several scales"),
    wrong: """
      logo@2x.png   320 x 100 pixels
      logo@3x.png   360 x 150 pixels
      """,
    right: """
      logo@2x.png   320 x 100 pixels
      logo@3x.png   480 x 150 pixels
      """,
    bad: [
      Example([.file("logo@2x.png", .png(width: 320, height: 100))], file: "logo@2x.png"),
      Example([.file("icon@3x.png", .png(width: 114, height: 100))], file: "icon@3x.png"),
      Example([.file("logo.png", .png(width: 110, height: 50))], file: "logo.png"),
      Example(
        [
          .remove("logo@3x.png"), .file("logo.png", .png(width: 110, height: 50)),
          .file("logo@2x.png", .png(width: 124, height: 100)),
        ], file: "logo.png"),
    ],
    good: [
      Example([.file("logo@2x.png", .png(width: 161, height: 100))]),
      Example([.file("icon.png", .png(width: 29, height: 29))]),
    ])

  var findings: [Finding] { [Self.large, Self.oversized, Self.small, Self.notSquare, Self.aspect] }
  let checksOnlyFiles = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    var small: Set<ImageSlot> = []
    for family in PackagedImage.families(of: pass) {
      let sized = family.compactMap { image in
        image.sizeInPixels.map { (image: image, size: $0) }
      }
      guard let (first, base) = sized.first else { continue }
      let isIcon = first.slot == .icon
      let isSquare = abs(base.width - base.height) <= max(1, 3 * base.width / 100)
      // The help on the shape of an icon, or on its missing scales, has the right sizes.
      if !isIcon || isSquare && family.map(\.scale) != [.one] {
        for (image, size) in sized { checkSize(image, size, pass, &small, &report) }
      }
      Self.checkShapes(sized, &report)
      if isIcon, !isSquare {
        report(
          Self.notSquare, "\(first.file.path) is \(base.width) x \(base.height), expected a square",
          at: first.file)
      }
    }
  }

  /// Compares the shapes of all scales with the smallest one. If only the image at @1x differs, it
  /// reports that image.
  private static func checkShapes(
    _ sized: [(image: PackagedImage, size: (width: Int, height: Int))], _ report: inout Report
  ) {
    guard let first = sized.first else { return }
    let others = sized.dropFirst().filter { !haveOneShape(first.size, $0.size) }
    guard let other = others.first else { return }
    func difference(
      _ image: PackagedImage, _ size: (width: Int, height: Int), from other: PackagedImage,
      _ otherSize: (width: Int, height: Int)
    ) -> String {
      "\(image.file.path) is \(size.width) x \(size.height), another shape than "
        + "\(other.file.path) with \(otherSize.width) x \(otherSize.height)"
    }
    if first.image.scale == .one, others.count == sized.count - 1,
      others.allSatisfy({ haveOneShape(other.size, $0.size) })
    {
      return report(
        aspect, difference(first.image, first.size, from: other.image, other.size),
        at: first.image.file, severity: .note)
    }
    for (image, size) in others {
      report(
        aspect, difference(image, size, from: first.image, first.size), at: image.file)
    }
  }

  private func checkSize(
    _ image: PackagedImage, _ size: (width: Int, height: Int), _ pass: PassPackage,
    _ small: inout Set<ImageSlot>, _ report: inout Report
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
    let largest = (width: widest / scale * 3, height: highest / scale * 3)
    if size.width > 2 * largest.width || size.height > 2 * largest.height {
      return report(
        Self.oversized, "\(found), expected at most \(widest) x \(highest)", at: image.file,
        help: Self.command(for: image, pass))
    }
    // One more pixel may come from rounding.
    if size.width > widest + scale || size.height > highest + scale {
      report(Self.large, "\(found), expected at most \(widest) x \(highest)", at: image.file)
    } else if lowest > scale, size.width * 5 < narrowest * 3 || size.height * 5 < lowest * 3,
      small.insert(image.slot).inserted
    {
      // The limit is three fifths of the smallest documented size: a background in Apple's samples
      // has 62 percent of it. Images with only an upper limit have sizes from one point.
      report(Self.small, "\(found), expected at least \(narrowest) x \(lowest)", at: image.file)
    }
  }

  /// Returns help with the command that scales an image of a template. Nil for a finished pass.
  private static func command(for image: PackagedImage, _ pass: PassPackage) -> String? {
    guard pass.origin == .template else { return nil }
    let language = image.language.map { "\($0).lproj/" } ?? ""
    let name = language + image.slot.rawValue
    return "write \"sources\": { \"\(name)\": \"art/original.png\" } into template.json, then run: "
      + "passc images"
  }

  /// Returns whether two sizes have the same aspect ratio, within one pixel or three percent.
  static func haveOneShape(
    _ a: (width: Int, height: Int), _ b: (width: Int, height: Int)
  ) -> Bool {
    let (large, small) = a.width >= b.width ? (a, b) : (b, a)
    let height = Double(small.height) * Double(large.width) / Double(small.width)
    let pixel = Double(large.width) / Double(small.width)
    return abs(height - Double(large.height)) <= max(pixel, 0.03 * Double(large.height), 1)
  }
}

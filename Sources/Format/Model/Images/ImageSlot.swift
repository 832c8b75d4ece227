// SPDX-License-Identifier: Apache-2.0

/// A kind of image in a pass, with the name of its file.
package enum ImageSlot: String, Sendable, CaseIterable {
  case icon, logo, primaryLogo, secondaryLogo, strip, thumbnail, background, artwork, footer
  case venueMap, personalizationLogo

  /// The pixels per point: the `@2x` in a file name.
  package enum Scale: Int, Sendable, CaseIterable, Comparable {
    case one = 1
    case two
    case three

    /// The part between name and extension.
    package var suffix: String { self == .one ? "" : "@\(rawValue)x" }

    package static func < (a: Scale, b: Scale) -> Bool { a.rawValue < b.rawValue }
  }

  /// A size that Apple documents, in points.
  package struct Size: Sendable, Hashable {
    /// The accepted widths in points.
    package let width: ClosedRange<Int>
    /// The accepted heights in points.
    package let height: ClosedRange<Int>

    init(_ width: ClosedRange<Int>, _ height: ClosedRange<Int>) {
      self.width = width
      self.height = height
    }

    init(_ width: Int, _ height: Int) { self.init(width...width, height...height) }
  }

  /// The documented sizes. If the documents disagree, any of them is accepted.
  ///
  /// It is empty if no document has a size. Wallet scales and crops other sizes and does not reject
  /// the pass.
  package var sizes: [Size] {
    switch self {
    // The guidelines of 2026 have 38, the archived reference 29.
    case .icon: [Size(38, 38), Size(29, 29)]
    case .logo: [Size(1...160, 1...50)]
    case .primaryLogo: [Size(1...126, 1...30)]
    case .secondaryLogo: [Size(1...135, 1...12)]
    // The current documents have one size. The archived reference has three, and three more for
    // devices before iPhone 6.
    case .strip:
      [
        Size(375, 144), Size(375, 123), Size(375, 98), Size(320, 123), Size(320, 110),
        Size(320, 84),
      ]
    // Ratios from 2:3 to 3:2 within 90 by 90.
    case .thumbnail: [Size(60...90, 60...90)]
    case .background: [Size(180, 220), Size(343, 503), Size(345, 505)]
    case .artwork: [Size(358, 448)]
    // The guidelines have 268, also as a limit. Three authentic passes are far below both.
    case .footer: [Size(1...286, 1...15)]
    case .venueMap: []
    case .personalizationLogo: [Size(1...150, 1...40)]
    }
  }

  /// The documentation about an image in a style.
  package enum Showing: Sendable {
    case shown
    /// Only the archived reference lists it.
    case listed
    case notShown
  }

  /// Returns whether a pass of that style shows the image if it is drawn in one of those schemes.
  package func showing(in style: PassStyle, schemes: [StyleScheme] = []) -> Showing {
    switch (self, style) {
    case (.icon, _): .shown
    case (.logo, .posterGeneric): .notShown
    case (.logo, _): .shown
    case (.footer, .boardingPass): .shown
    case (.strip, .coupon), (.strip, .storeCard): .shown
    case (.strip, .eventTicket): .listed
    case (.thumbnail, .eventTicket), (.thumbnail, .generic): .shown
    case (.background, .eventTicket): .shown
    case (.primaryLogo, .posterGeneric), (.artwork, .posterGeneric): .shown
    case (.primaryLogo, .boardingPass): schemes.contains(.semanticBoardingPass) ? .shown : .notShown
    case (.primaryLogo, .eventTicket), (.secondaryLogo, .eventTicket), (.artwork, .eventTicket),
      (.venueMap, .eventTicket):
      schemes.contains(.posterEventTicket) ? .shown : .notShown
    // The sign-up sheet shows it for every style.
    case (.personalizationLogo, _): .shown
    default: .notShown
    }
  }

  /// Returns the file name for a scale, such as `strip@2x.png`.
  package func fileName(_ scale: Scale) -> String { "\(rawValue)\(scale.suffix).png" }

  /// Returns the image and scale of a file name without folders, or nil if Wallet knows no such
  /// image.
  ///
  /// Names are compared exactly: `Icon.png` is not an icon.
  package static func slot(forFileName name: String) -> (slot: ImageSlot, scale: Scale)? {
    guard name.hasSuffix(".png") else { return nil }
    var stem = name.dropLast(4)
    var scale = Scale.one
    for candidate in [Scale.two, .three] where stem.hasSuffix(candidate.suffix) {
      stem = stem.dropLast(candidate.suffix.count)
      scale = candidate
      break
    }
    // Design tools write `icon@1x.png`. Wallet does not look for it.
    return ImageSlot(rawValue: String(stem)).map { ($0, scale) }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A place for an image in a pass, named after its file.
package enum ImageSlot: String, Sendable, CaseIterable {
  case icon, logo, primaryLogo, secondaryLogo, strip, thumbnail, background, artwork, footer
  case venueMap, personalizationLogo

  /// How many pixels a point has: the `@2x` in a file's name.
  package enum Scale: Int, Sendable, CaseIterable, Comparable {
    case one = 1
    case two
    case three

    /// What stands between name and extension.
    package var suffix: String { self == .one ? "" : "@\(rawValue)x" }

    package static func < (a: Scale, b: Scale) -> Bool { a.rawValue < b.rawValue }
  }

  /// A size some document asks for, in points.
  package struct Size: Sendable, Hashable {
    /// The widths in points that are right, one alone or from a smallest to a largest.
    package let width: ClosedRange<Int>
    /// The heights in points that are right, one alone or from a smallest to a largest.
    package let height: ClosedRange<Int>

    init(_ width: ClosedRange<Int>, _ height: ClosedRange<Int>) {
      self.width = width
      self.height = height
    }

    init(_ width: Int, _ height: Int) { self.init(width...width, height...height) }
  }

  /// The sizes the documents name; where they disagree any of them will do.
  ///
  /// Empty for an image no document gives a size for. Wallet scales and crops what differs, it
  /// does not refuse the pass.
  package var sizes: [Size] {
    switch self {
    // The guidelines of 2026 say 38, the archived reference 29.
    case .icon: [Size(38, 38), Size(29, 29)]
    case .logo: [Size(1...160, 1...50)]
    case .primaryLogo: [Size(1...126, 1...30)]
    case .secondaryLogo: [Size(1...135, 1...12)]
    // One size today; the archived reference had three, and three more before iPhone 6.
    case .strip:
      [
        Size(375, 144), Size(375, 123), Size(375, 98), Size(320, 123), Size(320, 110),
        Size(320, 84),
      ]
    // 2:3 to 3:2 within 90 by 90.
    case .thumbnail: [Size(60...90, 60...90)]
    case .background: [Size(180, 220), Size(343, 503), Size(345, 505)]
    case .artwork: [Size(358, 448)]
    // The guidelines say 268: a limit like this one, and three authentic passes stay far below both.
    case .footer: [Size(1...286, 1...15)]
    case .venueMap: []
    case .personalizationLogo: [Size(1...150, 1...40)]
    }
  }

  /// What the documents say about an image and a style.
  package enum Showing: Sendable {
    case shown
    /// Only the archived reference lists it.
    case listed
    case notShown
  }

  /// Whether a pass of that style, drawn in one of those schemes, shows it.
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
    // The sheet of a sign-up, whatever the style.
    case (.personalizationLogo, _): .shown
    default: .notShown
    }
  }

  /// The file of that scale: `strip@2x.png`.
  package func fileName(_ scale: Scale) -> String { "\(rawValue)\(scale.suffix).png" }

  /// What a file name without folders stands for; nil when Wallet knows no such image.
  ///
  /// Names are compared as they are spelled: `Icon.png` names no slot.
  package static func slot(forFileName name: String) -> (slot: ImageSlot, scale: Scale)? {
    guard name.hasSuffix(".png") else { return nil }
    var stem = name.dropLast(4)
    var scale = Scale.one
    for candidate in [Scale.two, .three] where stem.hasSuffix(candidate.suffix) {
      stem = stem.dropLast(candidate.suffix.count)
      scale = candidate
      break
    }
    // `icon@1x.png` is a spelling of designers' tools that Wallet does not look for.
    return ImageSlot(rawValue: String(stem)).map { ($0, scale) }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassJSON
package import PassModel
package import PassTemplate

/// The images that `passc images` makes for a style, each with its source and shape.
package struct ImagePlan: Sendable {
  /// The images of one slot, in three scales.
  package struct Item: Sendable {
    package let source: ImageSource
    /// The slot of the images. It differs from that of the source if they are derived from it.
    package let slot: ImageSlot
    package let shape: ImageShape

    /// Whether the slot uses the source of another slot.
    package var isDerived: Bool { slot != source.slot }
    /// The name in `.passc-images.json`: `logo`, or `de.lproj/logo`.
    package var name: String { ImageSource.name(of: slot, in: source.language) }

    /// Returns the path in the template for a scale.
    package func fileName(_ scale: ImageSlot.Scale) -> String {
      (source.language.map { "\($0).lproj/" } ?? "") + slot.fileName(scale)
    }
  }

  package let items: [Item]
  /// The sources whose images a pass of this style does not show.
  package let unused: [ImageSource]

  /// Plans the images of a pass.
  ///
  /// - Parameters:
  ///   - sources: one for each slot and language.
  ///   - document: pass.json, with its style.
  ///   - hasPersonalization: whether the template has personalization.json, whose form shows a
  ///     logo.
  ///   - background: the colour behind an icon, or nil for that of the pass.
  package init(
    _ sources: [ImageSource], document: JSONValue, hasPersonalization: Bool,
    background: PassColour? = nil
  ) {
    let styles = PassStyle.styles(of: document)
    let schemes = StyleScheme.schemes(of: document)
    // A base template may have no style yet.
    func shows(_ slot: ImageSlot) -> Bool {
      if slot == .personalizationLogo { return hasPersonalization }
      // Older systems show the logo of the style next to a poster.
      return styles.isEmpty || slot == .logo
        || styles.contains { slot.showing(in: $0, schemes: schemes).isShown }
    }
    let background = background ?? PassColour(ofBackground: document)
    var items: [Item] = []
    for source in sources where shows(source.slot) {
      items.append(Self.item(source, source.slot, styles, background))
    }
    unused = sources.filter { !shows($0.slot) }
    for slot in Self.brandSlots where shows(slot) && !styles.isEmpty {
      // Only at the top: a language without a source shows the images at the top.
      guard !sources.contains(where: { $0.slot == slot && $0.language == nil }),
        let source = Self.stand(for: slot, sources)
      else { continue }
      items.append(Self.item(source, slot, styles, background))
    }
    self.items = items.sorted {
      ($0.source.language ?? "", Self.place(of: $0.slot))
        < ($1.source.language ?? "", Self.place(of: $1.slot))
    }
  }

  /// The slots that show the brand, so a logo can stand for each of them.
  private static let brandSlots: [ImageSlot] = [.icon, .logo, .primaryLogo, .personalizationLogo]

  private static func stand(for slot: ImageSlot, _ sources: [ImageSource]) -> ImageSource? {
    let order: [ImageSlot] =
      slot == .icon ? [.logo, .primaryLogo] : [.logo, .primaryLogo, .icon]
    return order.lazy.filter { $0 != slot }.compactMap { candidate in
      sources.first { $0.slot == candidate && $0.language == nil }
    }.first
  }

  private static func place(of slot: ImageSlot) -> Int {
    ImageSlot.allCases.firstIndex(of: slot) ?? 0
  }

  private static func item(
    _ source: ImageSource, _ slot: ImageSlot, _ styles: [PassStyle], _ background: PassColour?
  ) -> Item {
    // How a source is cropped belongs to its own slot.
    let isOwn = source.slot == slot
    return Item(
      source: source, slot: slot,
      shape: ImageShape(
        slot, styles: styles, fit: isOwn ? source.fit : nil,
        focus: isOwn ? source.focus : .centre, background: background))
  }
}

extension ImageSlot.Showing {
  fileprivate var isShown: Bool { self != .notShown }
}

extension PassColour {
  /// Reads the background colour of a pass. Nil if it has none, or one from the row.
  package init?(ofBackground document: JSONValue) {
    guard let text = document["backgroundColor"]?.string else { return nil }
    self.init(text)
  }
}

/// The form of the images of a slot, in points.
package struct ImageShape: Sendable, Hashable {
  package enum Kind: String, Sendable {
    /// The whole source without transparent edges, at most as large as the slot.
    case fitted
    /// A part of the source that fills the slot.
    case cropped
    /// The whole source in the middle of the slot, on a colour.
    case padded
    /// The whole source, cropped to a ratio from 2:3 to 3:2.
    case limited
  }

  package let kind: Kind
  package let width: Int
  package let height: Int
  package let focus: ImageSource.Focus
  /// The colour behind transparent parts of a padded image.
  package let background: PassColour?

  init(
    _ slot: ImageSlot, styles: [PassStyle], fit: ImageSource.Fit?, focus: ImageSource.Focus,
    background: PassColour?
  ) {
    (width, height) = Self.size(of: slot, styles)
    self.focus = focus
    switch (slot, fit) {
    case (.icon, .crop): kind = .cropped
    case (.icon, _): kind = .padded
    case (_, .crop): kind = .cropped
    case (.thumbnail, nil): kind = .limited
    case (.strip, nil), (.background, nil), (.artwork, nil): kind = .cropped
    default: kind = .fitted
    }
    self.background =
      kind == .padded ? background ?? PassColour(red: 255, green: 255, blue: 255) : nil
  }

  /// The size that the images of a slot can have at most, in points.
  private static func size(of slot: ImageSlot, _ styles: [PassStyle]) -> (Int, Int) {
    switch slot {
    case .icon: (38, 38)
    case .logo: (160, 50)
    case .primaryLogo: (126, 30)
    case .secondaryLogo: (135, 12)
    case .strip: styles == [.eventTicket] ? (375, 98) : (375, 144)
    case .thumbnail: (90, 90)
    case .background: (180, 220)
    case .artwork, .venueMap: (358, 448)
    case .footer: (286, 15)
    case .personalizationLogo: (150, 40)
    }
  }

  /// The form as one line, for `.passc-images.json`.
  package var text: String {
    var words = ["\(kind.rawValue) \(width)x\(height)"]
    if kind == .cropped || kind == .limited { words.append("focus \(focus.text)") }
    if let background { words.append("on \(background.shown)") }
    return words.joined(separator: ", ")
  }
}

extension PassColour {
  /// The colour as it is in pass.json.
  package var shown: String { "rgb(\(red), \(green), \(blue))" }
}

// SPDX-License-Identifier: Apache-2.0

package import PassJSON

/// A style of pass: the key of the dictionary that holds its fields.
package enum PassStyle: String, Sendable, CaseIterable {
  case boardingPass, coupon, eventTicket, generic, storeCard
  /// iOS 27; stands beside one of the others, which older systems show.
  case posterGeneric

  /// The first version of iOS that shows it.
  package var since: IOSVersion { IOSVersion(self == .posterGeneric ? 27 : 6) }

  /// How many fields of a group are shown; nil for any number, 0 where the style lacks the group.
  ///
  /// Wallet drops the surplus, it does not refuse the pass.
  package func limit(of group: FieldGroup) -> Int? {
    switch (group, self) {
    case (.header, .posterGeneric): 1
    case (.header, _): 3
    case (.primary, .posterGeneric): 4
    case (.primary, .boardingPass): 2
    case (.primary, _): 1
    case (.secondary, .posterGeneric), (.auxiliary, .posterGeneric): 0
    case (.secondary, _): 4
    case (.auxiliary, .boardingPass): 5
    // A second row of four by `row`.
    case (.auxiliary, .eventTicket): 8
    case (.auxiliary, _): 4
    case (.footer, .posterGeneric): 2
    case (.footer, _): 0
    case (.back, _), (.additionalInfo, _): nil
    }
  }

  /// How many fields secondaryFields and auxiliaryFields show together; nil when each has its own
  /// limit.
  ///
  /// A generic pass with a square barcode has 4 too; documents disagree about the others.
  package var limitOfSecondaryAndAuxiliary: Int? {
    self == .coupon || self == .storeCard ? 4 : nil
  }

  /// The styles whose dictionaries a pass has, in the order Wallet looks for them.
  package static func styles(of pass: JSONValue) -> [PassStyle] {
    inOrderOfWallet.filter { pass[$0.rawValue] != nil }
  }

  /// posterGeneric first (iOS 27), then as iOS 26 was seen to choose among several.
  package static let inOrderOfWallet: [PassStyle] = [
    .posterGeneric, .storeCard, .eventTicket, .coupon, .boardingPass, .generic,
  ]
}

/// A group of fields of a style dictionary.
package enum FieldGroup: String, Sendable, CaseIterable {
  case header = "headerFields"
  case primary = "primaryFields"
  case secondary = "secondaryFields"
  case auxiliary = "auxiliaryFields"
  case back = "backFields"
  case additionalInfo = "additionalInfoFields"
  case footer = "footerFields"

  /// Where an iPhone refuses the pass over a fault in a field; in the others it writes to the log.
  package var isFront: Bool { self != .back && self != .additionalInfo }
}

/// An entry of `preferredStyleSchemes`: how a pass is to be drawn.
package enum StyleScheme: String, Sendable, CaseIterable {
  case posterEventTicket, eventTicket, semanticBoardingPass, boardingPass

  /// The style whose dictionary it draws.
  package var style: PassStyle {
    switch self {
    case .posterEventTicket, .eventTicket: .eventTicket
    case .semanticBoardingPass, .boardingPass: .boardingPass
    }
  }

  /// Whether it is a scheme that every version of iOS draws.
  package var isLegacy: Bool { self == .eventTicket || self == .boardingPass }

  /// The first version of iOS that draws it.
  package var since: IOSVersion {
    switch self {
    case .posterEventTicket: IOSVersion(18)
    case .semanticBoardingPass: IOSVersion(26)
    case .eventTicket, .boardingPass: IOSVersion(6)
    }
  }

  /// The schemes a pass asks for, in its order; those nobody knows are left out, as Wallet does.
  package static func schemes(of pass: JSONValue) -> [StyleScheme] {
    guard let list = pass["preferredStyleSchemes"] else { return [] }
    return list.elements.compactMap { $0.string.flatMap(StyleScheme.init) }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import PassJSON

/// A pass style: the key of the dictionary that contains the fields.
package enum PassStyle: String, Sendable, CaseIterable {
  case boardingPass, coupon, eventTicket, generic, storeCard
  /// The style of iOS 27. It is next to another style that older systems show.
  case posterGeneric

  /// The first version of iOS that shows it.
  package var since: IOSVersion { IOSVersion(self == .posterGeneric ? 27 : 6) }

  /// Returns how many fields of a group are shown. It is nil for no limit, and 0 if the style does
  /// not have the group.
  ///
  /// Wallet drops further fields and does not reject the pass.
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
    // Four in each of two rows, selected by `row`.
    case (.auxiliary, .eventTicket): 8
    case (.auxiliary, _): 4
    case (.footer, .posterGeneric): 2
    case (.footer, _): 0
    case (.back, _), (.additionalInfo, _): nil
    }
  }

  /// How many fields secondaryFields and auxiliaryFields show together, or nil if each has a
  /// separate limit.
  ///
  /// A generic pass with a square barcode shows 4 too. The documents disagree about other cases.
  package var limitOfSecondaryAndAuxiliary: Int? {
    self == .coupon || self == .storeCard ? 4 : nil
  }

  /// Returns the styles that a pass contains, in the order in which Wallet looks for them.
  package static func styles(of pass: JSONValue) -> [PassStyle] {
    inOrderOfWallet.filter { pass[$0.rawValue] != nil }
  }

  /// posterGeneric first (iOS 27), then in the order observed on iOS 26.
  package static let inOrderOfWallet: [PassStyle] = [
    .posterGeneric, .storeCard, .eventTicket, .coupon, .boardingPass, .generic,
  ]
}

/// A group of fields in a style dictionary.
package enum FieldGroup: String, Sendable, CaseIterable {
  case header = "headerFields"
  case primary = "primaryFields"
  case secondary = "secondaryFields"
  case auxiliary = "auxiliaryFields"
  case back = "backFields"
  case additionalInfo = "additionalInfoFields"
  case footer = "footerFields"

  /// Whether an iPhone rejects the pass because of an error in a field of this group. In the other
  /// groups it only logs the error.
  package var isFront: Bool { self != .back && self != .additionalInfo }
}

/// An entry of `preferredStyleSchemes`: a way to draw the pass.
package enum StyleScheme: String, Sendable, CaseIterable {
  case posterEventTicket, eventTicket, semanticBoardingPass, boardingPass

  /// The style whose dictionary it draws.
  package var style: PassStyle {
    switch self {
    case .posterEventTicket, .eventTicket: .eventTicket
    case .semanticBoardingPass, .boardingPass: .boardingPass
    }
  }

  /// Whether every version of iOS draws it.
  package var isLegacy: Bool { self == .eventTicket || self == .boardingPass }

  /// The first version of iOS that draws it.
  package var since: IOSVersion {
    switch self {
    case .posterEventTicket: IOSVersion(18)
    case .semanticBoardingPass: IOSVersion(26)
    case .eventTicket, .boardingPass: IOSVersion(6)
    }
  }

  /// Returns the schemes that a pass requests, in its order. Unknown ones are left out, as in
  /// Wallet.
  package static func schemes(of pass: JSONValue) -> [StyleScheme] {
    guard let list = pass["preferredStyleSchemes"] else { return [] }
    return list.elements.compactMap { $0.string.flatMap(StyleScheme.init) }
  }
}

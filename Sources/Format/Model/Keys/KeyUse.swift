// SPDX-License-Identifier: Apache-2.0

/// The styles or field groups that use a key. The raw value is the spelling in the documents.
package enum KeyUse: String, Sendable, CaseIterable {
  case all = "all"
  case boarding = "boardingPass"
  case boardingAir = "boardingPass (air)"
  case boardingRail = "boardingPass (rail)"
  case semanticBoarding = "boardingPass/semanticBoardingPass"
  case event = "eventTicket"
  case eventSports = "eventTicket (sports)"
  case posterEvent = "eventTicket/posterEventTicket"
  case coupon = "coupon"
  case generic = "generic"
  case storeCard = "storeCard"
  case rewards = "storeCard (rewards)"
  case posterGeneric = "posterGeneric"
  case boardingAndEvent = "boardingPass, eventTicket"
  case boardingEventGeneric = "boardingPass, eventTicket, generic"
  case stripStyles = "coupon, storeCard, eventTicket"
  case posters = "eventTicket/posterEventTicket, posterGeneric"
  case posterEventAndSemanticBoarding =
    "eventTicket/posterEventTicket, boardingPass/semanticBoardingPass"
  case exceptPosterGeneric = "all except posterGeneric"
  case exceptPosterEvent = "all except poster event tickets"
  case backFields = "backFields"
  case exceptPrimaryAndBackFields = "not primaryFields, not backFields"
  case eventAuxiliaryFields = "eventTicket auxiliaryFields"

  /// Returns whether a pass of that style uses the key if it is drawn in one of those schemes.
  ///
  /// A key of a poster ticket is also used if the pass has a fallback, because that is the same
  /// pass.
  package func includes(_ style: PassStyle, schemes: [StyleScheme] = []) -> Bool {
    switch self {
    case .all, .backFields, .exceptPrimaryAndBackFields: true
    // The ordinary ticket that is the fallback of the poster shows it.
    case .exceptPosterEvent: true
    case .boarding, .boardingAir, .boardingRail: style == .boardingPass
    case .semanticBoarding:
      style == .boardingPass && schemes.contains(.semanticBoardingPass)
    case .event, .eventSports, .eventAuxiliaryFields: style == .eventTicket
    case .posterEvent: style == .eventTicket && schemes.contains(.posterEventTicket)
    case .coupon: style == .coupon
    case .generic: style == .generic
    case .storeCard, .rewards: style == .storeCard
    case .posterGeneric: style == .posterGeneric
    case .boardingAndEvent: style == .boardingPass || style == .eventTicket
    case .boardingEventGeneric:
      style == .boardingPass || style == .eventTicket || style == .generic
    case .stripStyles: style == .coupon || style == .storeCard || style == .eventTicket
    case .posters:
      Self.posterEvent.includes(style, schemes: schemes) || style == .posterGeneric
    case .posterEventAndSemanticBoarding:
      Self.posterEvent.includes(style, schemes: schemes)
        || Self.semanticBoarding.includes(style, schemes: schemes)
    case .exceptPosterGeneric: style != .posterGeneric
    }
  }

  /// Returns whether fields of that group use the key.
  package func includes(_ group: FieldGroup, of style: PassStyle) -> Bool {
    switch self {
    case .backFields: group == .back
    case .exceptPrimaryAndBackFields: group != .primary && group != .back
    case .eventAuxiliaryFields: group == .auxiliary && style == .eventTicket
    default: true
    }
  }
}

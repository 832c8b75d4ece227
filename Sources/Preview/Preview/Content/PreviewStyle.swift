// SPDX-License-Identifier: Apache-2.0

package import PassJSON
package import PassModel

/// The style a pass is drawn in: one of the classic styles or one that came with iOS 18 to 27.
package enum PreviewStyle: String, Sendable, CaseIterable {
  case boardingPass, coupon, eventTicket, generic, storeCard
  case posterEventTicket, semanticBoardingPass, posterGeneric

  /// Style dictionary that has the fields.
  package var style: PassStyle {
    switch self {
    case .boardingPass, .semanticBoardingPass: .boardingPass
    case .coupon: .coupon
    case .eventTicket, .posterEventTicket: .eventTicket
    case .generic: .generic
    case .storeCard: .storeCard
    case .posterGeneric: .posterGeneric
    }
  }

  /// Whether the layout was not measured on a device.
  package var isApproximate: Bool {
    switch self {
    case .posterEventTicket, .semanticBoardingPass, .posterGeneric: true
    case .boardingPass, .coupon, .eventTicket, .generic, .storeCard: false
    }
  }

  /// Returns the style that a system draws. It is generic if the pass has no style.
  package static func choice(for pass: JSONValue, on system: IOSVersion) -> PreviewStyle {
    let present = PassStyle.styles(of: pass)
    if present.contains(.posterGeneric), system >= PassStyle.posterGeneric.since {
      return .posterGeneric
    }
    let classic = present.first { $0 != .posterGeneric } ?? .generic
    for scheme in StyleScheme.schemes(of: pass)
    where system >= scheme.since && scheme.style == classic {
      switch scheme {
      case .posterEventTicket where hasPosterTags(pass): return .posterEventTicket
      case .semanticBoardingPass where hasBoardingTags(pass): return .semanticBoardingPass
      case .eventTicket: return .eventTicket
      case .boardingPass: return .boardingPass
      case .posterEventTicket, .semanticBoardingPass: continue
      }
    }
    switch classic {
    case .boardingPass: return .boardingPass
    case .coupon: return .coupon
    case .eventTicket: return .eventTicket
    case .storeCard: return .storeCard
    case .generic, .posterGeneric: return .generic
    }
  }

  /// Returns whether the pass has the tags of a poster. Without them a device shows the classic
  /// ticket.
  private static func hasPosterTags(_ pass: JSONValue) -> Bool {
    guard let tags = pass["semantics"] else { return false }
    return tags["eventName"] != nil && tags["venueName"] != nil
  }

  /// Returns whether both airports of the flight have a code or a city. Without them a device shows
  /// the classic boarding pass.
  private static func hasBoardingTags(_ pass: JSONValue) -> Bool {
    guard let tags = pass["semantics"] else { return false }
    let airportTags = [
      ("departureAirportCode", "departureCityName"),
      ("destinationAirportCode", "destinationCityName"),
    ]
    return airportTags.allSatisfy { tags[$0.0] != nil || tags[$0.1] != nil }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A style of a new template. The last three are newer ways to draw a pass. Their templates have
/// the fields of an older style too, which older systems show.
package enum StarterStyle: String, Sendable, CaseIterable {
  case storeCard, coupon, eventTicket, generic, boardingPass
  case posterGeneric, posterEventTicket, semanticBoardingPass

  /// Whether Wallet draws the pass on an image that covers the card.
  var isPoster: Bool { self == .posterGeneric || self == .posterEventTicket }

  /// The article in front of the name.
  package var article: String { self == .eventTicket ? "an" : "a" }
}

// SPDX-License-Identifier: Apache-2.0

/// A value that a customer who signs up for rewards can provide, by its name in the request of the
/// iPhone (archived Wallet Developer Guide, "Rewards Program").
package enum PersonalField: String, Sendable, CaseIterable {
  case fullName, givenName, familyName, emailAddress, postalCode, phoneNumber
  case countryCode = "ISOCountryCode"

  /// The name in personalization.json that requests it.
  package var requested: String {
    switch self {
    case .fullName, .givenName, .familyName: "PKPassPersonalizationFieldName"
    case .emailAddress: "PKPassPersonalizationFieldEmailAddress"
    case .postalCode, .countryCode: "PKPassPersonalizationFieldPostalCode"
    case .phoneNumber: "PKPassPersonalizationFieldPhoneNumber"
    }
  }
}

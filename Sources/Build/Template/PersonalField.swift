// SPDX-License-Identifier: Apache-2.0

/// What a holder who signs up for rewards can give, by the name it has in the request of the phone
/// (archived Wallet Developer Guide, "Rewards Program").
package enum PersonalField: String, Sendable, CaseIterable {
  case fullName, givenName, familyName, emailAddress, postalCode, phoneNumber
  case countryCode = "ISOCountryCode"

  /// What personalization.json has to ask for to get it.
  package var requested: String {
    switch self {
    case .fullName, .givenName, .familyName: "PKPassPersonalizationFieldName"
    case .emailAddress: "PKPassPersonalizationFieldEmailAddress"
    case .postalCode, .countryCode: "PKPassPersonalizationFieldPostalCode"
    case .phoneNumber: "PKPassPersonalizationFieldPhoneNumber"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

// Keys of personalization.json, the sign-up for a rewards card.
extension KeyTable {
  private static let rewards = KeyFamily(use: .rewards, since: 10, source: "A18,ARC")

  /// The keys of `personalization.json#$`.
  static let personalizationKeys = section(
    .personalization,
    [
      rewards("description", .localizableString, need: .required),
      rewards(
        "requiredPersonalizationFields", .strings, "one or more", need: .required,
        values: [
          "PKPassPersonalizationFieldName", "PKPassPersonalizationFieldPostalCode",
          "PKPassPersonalizationFieldEmailAddress", "PKPassPersonalizationFieldPhoneNumber",
        ],
        limit: .items(1, 4)),
      rewards("termsAndConditions", .string, "may contain <a> links"),
    ])
}

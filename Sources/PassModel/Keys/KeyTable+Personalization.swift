// SPDX-License-Identifier: Apache-2.0

// personalization.json, the sign-up of a rewards card.
extension KeyTable {
  /// `personalization.json#$`.
  static let personalizationKeys = section(
    .personalization,
    [
      .init(
        "description", .localizableString, .required, use: .rewards, since: 10, source: "A18,ARC"),
      .init(
        "requiredPersonalizationFields", .strings, .required, use: .rewards, since: 10,
        "one or more",
        values: [
          "PKPassPersonalizationFieldName", "PKPassPersonalizationFieldPostalCode",
          "PKPassPersonalizationFieldEmailAddress", "PKPassPersonalizationFieldPhoneNumber",
        ],
        limit: .items(1, 4), source: "A18,ARC"),
      .init(
        "termsAndConditions", .string, use: .rewards, since: 10, "may contain <a> links",
        source: "A18,ARC"),
    ])
}

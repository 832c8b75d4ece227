// SPDX-License-Identifier: Apache-2.0

// Links and contacts of poster event tickets and semantic boarding passes.
extension KeyTable {
  /// `$`: links and contacts.
  static let linksKeys = section(
    .passRoot,
    [
      .init(
        "accessibilityURL", .url, use: .posterEvent, since: 18, "accessibility information",
        source: "A27,PB", device: .fatal),
      .init(
        "addOnURL", .url, use: .posterEvent, since: 18, "add-on experiences", source: "A27,PB",
        device: .fatal),
      .init(
        "bagPolicyURL", .url, use: .posterEvent, since: 18, "bag policy", source: "A27,PB",
        device: .fatal),
      .init(
        "directionsInformationURL", .url, use: .posterEvent, since: 18, "directions",
        source: "A27,PB", device: .fatal),
      .init(
        "merchandiseURL", .url, use: .posterEvent, since: 18, "merchandise", source: "A27,PB",
        device: .fatal),
      .init(
        "parkingInformationURL", .url, use: .posterEvent, since: 18, "parking information",
        source: "A27,PB", device: .fatal),
      .init(
        "purchaseParkingURL", .url, use: .posterEvent, since: 18, "buy parking", source: "A27,PB",
        device: .fatal),
      .init(
        "sellURL", .url, use: .posterEvent, since: 18, "resale flow", source: "A27,PB",
        device: .fatal),
      .init(
        "transferURL", .url, use: .posterEvent, since: 18, "transfer flow", source: "A27,PB",
        device: .fatal),
      .init(
        "transitInformationURL", .url, use: .posterEvent, since: 18, "transit options",
        source: "A27,PB", device: .fatal),
      .init(
        "contactVenueWebsite", .url, use: .posterEvent, since: 18, "venue website",
        source: "A27,PB", device: .fatal),
      .init(
        "contactVenueEmail", .string, use: .posterEvent, since: 18, "e-mail address",
        source: "A27,PB", device: .fatal),
      .init(
        "contactVenuePhoneNumber", .string, use: .posterEvent, since: 18, "phone number",
        source: "A27,PB", device: .fatal),
      .init(
        "orderFoodURL", .url, use: .posterEventAndSemanticBoarding, since: 18,
        "food order page; meal ordering on semantic boarding passes from iOS 26", source: "A27,PKG",
        device: .fatal),
      .init(
        "changeSeatURL", .url, use: .semanticBoarding, since: 26, "change seat", source: "A27,PB",
        device: .fatal),
      .init(
        "entertainmentURL", .url, use: .semanticBoarding, since: 26, "in-flight entertainment",
        source: "A27,PB", device: .fatal),
      .init(
        "managementURL", .url, use: .semanticBoarding, since: 26, "manage the booking",
        source: "A27,PB", device: .fatal),
      .init(
        "purchaseAdditionalBaggageURL", .url, use: .semanticBoarding, since: 26, "buy checked bags",
        source: "A27,PB", device: .fatal),
      .init(
        "purchaseLoungeAccessURL", .url, use: .semanticBoarding, since: 26, "buy lounge access",
        source: "A27,PB", device: .fatal),
      .init(
        "purchaseWifiURL", .url, use: .semanticBoarding, since: 26, "buy in-flight Wi-Fi",
        source: "A27,PB", device: .fatal),
      .init(
        "registerServiceAnimalURL", .url, use: .semanticBoarding, since: 26,
        "register a service animal", source: "A27,PB", device: .fatal),
      .init(
        "reportLostBagURL", .url, use: .semanticBoarding, since: 26, "report a lost bag",
        source: "A27,PB", device: .fatal),
      .init(
        "requestWheelchairURL", .url, use: .semanticBoarding, since: 26, "request a wheelchair",
        source: "A27,PB", device: .fatal),
      .init(
        "trackBagsURL", .url, use: .semanticBoarding, since: 26, "track bags; missing from PB",
        source: "A27", device: .fatal),
      .init(
        "transitProviderWebsiteURL", .url, use: .semanticBoarding, since: 26, "carrier website",
        source: "A27,PB", device: .fatal),
      .init(
        "upgradeURL", .url, use: .semanticBoarding, since: 26, "upgrade", source: "A27,PB",
        device: .fatal),
      .init(
        "transitProviderEmail", .string, use: .semanticBoarding, since: 26, "carrier e-mail",
        source: "A27,PB", device: .fatal),
      .init(
        "transitProviderPhoneNumber", .string, use: .semanticBoarding, since: 26, "carrier phone",
        source: "A27,PB", device: .fatal),
      .init(
        "businessChatIdentifier", .string, use: .semanticBoarding, since: 26,
        "named only in the boarding-pass article, absent from the Pass object page, PB and DEV",
        source: "A27 (article)", confidence: .low),
    ])
}

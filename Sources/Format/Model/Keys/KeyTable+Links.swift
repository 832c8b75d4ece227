// SPDX-License-Identifier: Apache-2.0

// Links and contacts of poster event tickets and semantic boarding passes.
extension KeyTable {
  private static let event = KeyFamily.posterEvent
  private static let boarding = KeyFamily(
    use: .semanticBoarding, since: 26, source: "A27,PB", device: .fatal)

  /// The links and contacts of `$`.
  static let linksKeys = section(
    .passRoot,
    [
      event("accessibilityURL", .url, "accessibility information"),
      event("addOnURL", .url, "add-on experiences"),
      event("bagPolicyURL", .url, "bag policy"),
      event("directionsInformationURL", .url, "directions"),
      event("merchandiseURL", .url, "merchandise"),
      event("parkingInformationURL", .url, "parking information"),
      event("purchaseParkingURL", .url, "buy parking"),
      event("sellURL", .url, "resale flow"),
      event("transferURL", .url, "transfer flow"),
      event("transitInformationURL", .url, "transit options"),
      event("contactVenueWebsite", .url, "venue website"),
      event("contactVenueEmail", .string, "e-mail address"),
      event("contactVenuePhoneNumber", .string, "phone number"),
      .init(
        "orderFoodURL", .url, use: .posterEventAndSemanticBoarding, since: 18,
        "food order page; meal ordering on semantic boarding passes from iOS 26", source: "A27,PKG",
        device: .fatal),
      boarding("changeSeatURL", .url, "change seat"),
      boarding("entertainmentURL", .url, "in-flight entertainment"),
      boarding("managementURL", .url, "manage the booking"),
      boarding("purchaseAdditionalBaggageURL", .url, "buy checked bags"),
      boarding("purchaseLoungeAccessURL", .url, "buy lounge access"),
      boarding("purchaseWifiURL", .url, "buy in-flight Wi-Fi"),
      boarding("registerServiceAnimalURL", .url, "register a service animal"),
      boarding("reportLostBagURL", .url, "report a lost bag"),
      boarding("requestWheelchairURL", .url, "request a wheelchair"),
      .init(
        "trackBagsURL", .url, use: .semanticBoarding, since: 26, "track bags; missing from PB",
        source: "A27", device: .fatal),
      boarding("transitProviderWebsiteURL", .url, "carrier website"),
      boarding("upgradeURL", .url, "upgrade"),
      boarding("transitProviderEmail", .string, "carrier e-mail"),
      boarding("transitProviderPhoneNumber", .string, "carrier phone"),
      .init(
        "businessChatIdentifier", .string, use: .semanticBoarding, since: 26,
        "named only in the boarding-pass article, absent from the Pass object page, PB and DEV",
        source: "A27 (article)", confidence: .low),
    ])
}

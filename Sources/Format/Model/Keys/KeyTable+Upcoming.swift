// SPDX-License-Identifier: Apache-2.0

// Keys of further events on one ticket, iOS 26.
extension KeyTable {
  private static let key = KeyFamily(use: .posterEvent, since: 26, source: "A27,PB")
  private static let strict = KeyFamily(
    use: .posterEvent, since: 26, source: "A27,PB", device: .fatal)
  private static let link = KeyFamily(
    use: .posterEvent, since: 26, source: "PB,PKG", device: .fatal)

  /// The keys of `$.upcomingPassInformation[]`.
  static let upcomingKeys = section(
    .upcoming,
    [
      strict("identifier", .string, "unique in the list", need: .required),
      strict("name", .localizableString, need: .required),
      strict("type", .string, need: .required, values: ["event"]),
      key("isActive", .boolean, "default false"),
      key("dateInformation", .object, "absent means TBD", holds: .upcomingDate),
      .init(
        "semantics", .object, use: .posterEvent, since: 26, "SemanticTags, plus venuePlaceID",
        holds: .semantics, source: "A27,PKG,W25"),
      .init(
        "additionalInfoFields", .fields, use: .posterEvent, since: 26,
        "label required on the device", holds: .field, source: "A27,DEV"),
      .init(
        "backFields", .fields, use: .posterEvent, since: 26,
        "needed for the details view (PKG); label required on the device", holds: .field,
        source: "A27,PKG,DEV", confidence: .medium),
      key("auxiliaryStoreIdentifiers", .numbers),
      key("images", .object, holds: .upcomingImages),
      key("URLs", .object, holds: .upcomingURLs),
    ])

  /// The keys of `$.upcomingPassInformation[].dateInformation`.
  static let upcomingDateKeys = section(
    .upcomingDate,
    [
      strict("date", .date),
      strict("timeZone", .timeZone, "absent means device zone"),
      strict("ignoreTimeComponents", .boolean),
      strict("isAllDay", .boolean),
      strict("isUnannounced", .boolean, "shows TBA"),
      strict("isUndetermined", .boolean, "shows TBD"),
    ])

  /// The keys of `$.upcomingPassInformation[].images`.
  static let upcomingImagesKeys = section(
    .upcomingImages,
    [
      key("headerImage", .object, holds: .upcomingHeaderImage),
      key("venueMap", .object, holds: .upcomingVenueMap),
    ])

  /// The keys of `$.upcomingPassInformation[].images.headerImage`.
  static let upcomingHeaderImageKeys = section(
    .upcomingHeaderImage,
    [
      .init(
        "reuseExisting", .boolean, use: .posterEvent, since: 26, "must not be true on the device",
        source: "PB,DEV", confidence: .medium, device: .fatal),
      .init(
        "URLs", .objects, .conditional, use: .posterEvent, since: 26, "required when not reusing",
        holds: .upcomingHeaderImageURL, source: "A27,DEV", device: .fatal),
    ])

  /// The keys of `$.upcomingPassInformation[].images.headerImage.URLs[]`.
  static let upcomingHeaderImageURLKeys = imageURLKeys(.upcomingHeaderImageURL)

  /// The keys of `$.upcomingPassInformation[].images.venueMap`.
  static let upcomingVenueMapKeys = section(
    .upcomingVenueMap,
    [
      .init(
        "reuseExisting", .boolean, use: .posterEvent, since: 26,
        "only venueMap may reuse, and the pass must contain venueMap.png", source: "PB,DEV",
        confidence: .medium, device: .fatal),
      .init(
        "URLs", .objects, .conditional, use: .posterEvent, since: 26, "required when not reusing",
        holds: .upcomingVenueMapURL, source: "A27,DEV", device: .fatal),
    ])

  /// The keys of `$.upcomingPassInformation[].images.venueMap.URLs[]`.
  static let upcomingVenueMapURLKeys = imageURLKeys(.upcomingVenueMapURL)

  /// The keys of `$.upcomingPassInformation[].URLs`.
  static let upcomingURLsKeys = section(
    .upcomingURLs,
    [
      link("accessibilityURL", .url),
      link("addOnURL", .url),
      link("bagPolicyURL", .url),
      link("contactVenueWebsite", .url),
      link("directionsInformationURL", .url),
      link("merchandiseURL", .url),
      link("orderFoodURL", .url),
      link("parkingInformationURL", .url),
      link("purchaseParkingURL", .url),
      link("sellURL", .url),
      link("transferURL", .url),
      link("transitInformationURL", .url),
      .init(
        "contactVenueEmail", .string, use: .posterEvent, since: 26, "must form a mailto URL",
        source: "PB,DEV", device: .fatal),
      .init(
        "contactVenuePhoneNumber", .string, use: .posterEvent, since: 26, "must form a tel URL",
        source: "PB,DEV", device: .fatal),
    ])

  /// Returns the keys of an image's address and checksum.
  private static func imageURLKeys(_ scope: KeyScope) -> [KeyEntry] {
    section(
      scope,
      [
        strict("URL", .httpsURL, need: .required),
        strict("SHA256", .hex, "SHA-256 of the image", need: .required),
        key("scale", .number, "default 1"),
        .init(
          "size", .number, use: .posterEvent, since: 26, "bytes, at most 2097152",
          limit: .atMost(2_097_152), source: "A27,PB,DEV", device: .fatal),
      ])
  }
}

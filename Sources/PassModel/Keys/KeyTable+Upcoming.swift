// SPDX-License-Identifier: Apache-2.0

// Further events on one ticket, iOS 26.
extension KeyTable {
  /// `$.upcomingPassInformation[]`.
  static let upcomingKeys = section(
    .upcoming,
    [
      .init(
        "identifier", .string, .required, use: .posterEvent, since: 26, "unique in the list",
        source: "A27,PB", device: .fatal),
      .init(
        "name", .localizableString, .required, use: .posterEvent, since: 26, source: "A27,PB",
        device: .fatal),
      .init(
        "type", .string, .required, use: .posterEvent, since: 26, values: ["event"],
        source: "A27,PB", device: .fatal),
      .init("isActive", .boolean, use: .posterEvent, since: 26, "default false", source: "A27,PB"),
      .init(
        "dateInformation", .object, use: .posterEvent, since: 26, "absent means TBD",
        holds: .upcomingDate, source: "A27,PB"),
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
      .init("auxiliaryStoreIdentifiers", .numbers, use: .posterEvent, since: 26, source: "A27,PB"),
      .init(
        "images", .object, use: .posterEvent, since: 26, holds: .upcomingImages, source: "A27,PB"),
      .init("URLs", .object, use: .posterEvent, since: 26, holds: .upcomingURLs, source: "A27,PB"),
    ])

  /// `$.upcomingPassInformation[].dateInformation`.
  static let upcomingDateKeys = section(
    .upcomingDate,
    [
      .init("date", .date, use: .posterEvent, since: 26, source: "A27,PB", device: .fatal),
      .init(
        "timeZone", .timeZone, use: .posterEvent, since: 26, "absent means device zone",
        source: "A27,PB", device: .fatal),
      .init(
        "ignoreTimeComponents", .boolean, use: .posterEvent, since: 26, source: "A27,PB",
        device: .fatal),
      .init("isAllDay", .boolean, use: .posterEvent, since: 26, source: "A27,PB", device: .fatal),
      .init(
        "isUnannounced", .boolean, use: .posterEvent, since: 26, "shows TBA", source: "A27,PB",
        device: .fatal),
      .init(
        "isUndetermined", .boolean, use: .posterEvent, since: 26, "shows TBD", source: "A27,PB",
        device: .fatal),
    ])

  /// `$.upcomingPassInformation[].images`.
  static let upcomingImagesKeys = section(
    .upcomingImages,
    [
      .init(
        "headerImage", .object, use: .posterEvent, since: 26, holds: .upcomingHeaderImage,
        source: "A27,PB"),
      .init(
        "venueMap", .object, use: .posterEvent, since: 26, holds: .upcomingVenueMap,
        source: "A27,PB"),
    ])

  /// `$.upcomingPassInformation[].images.headerImage`.
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

  /// `$.upcomingPassInformation[].images.headerImage.URLs[]`.
  static let upcomingHeaderImageURLKeys = section(
    .upcomingHeaderImageURL,
    [
      .init(
        "URL", .httpsURL, .required, use: .posterEvent, since: 26, source: "A27,PB",
        device: .fatal),
      .init(
        "SHA256", .hex, .required, use: .posterEvent, since: 26, "SHA-256 of the image",
        source: "A27,PB", device: .fatal),
      .init("scale", .number, use: .posterEvent, since: 26, "default 1", source: "A27,PB"),
      .init(
        "size", .number, use: .posterEvent, since: 26, "bytes, at most 2097152",
        limit: .atMost(2_097_152), source: "A27,PB,DEV", device: .fatal),
    ])

  /// `$.upcomingPassInformation[].images.venueMap`.
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

  /// `$.upcomingPassInformation[].images.venueMap.URLs[]`.
  static let upcomingVenueMapURLKeys = section(
    .upcomingVenueMapURL,
    [
      .init(
        "URL", .httpsURL, .required, use: .posterEvent, since: 26, source: "A27,PB",
        device: .fatal),
      .init(
        "SHA256", .hex, .required, use: .posterEvent, since: 26, "SHA-256 of the image",
        source: "A27,PB", device: .fatal),
      .init("scale", .number, use: .posterEvent, since: 26, "default 1", source: "A27,PB"),
      .init(
        "size", .number, use: .posterEvent, since: 26, "bytes, at most 2097152",
        limit: .atMost(2_097_152), source: "A27,PB,DEV", device: .fatal),
    ])

  /// `$.upcomingPassInformation[].URLs`.
  static let upcomingURLsKeys = section(
    .upcomingURLs,
    [
      .init(
        "accessibilityURL", .url, use: .posterEvent, since: 26, source: "PB,PKG", device: .fatal),
      .init("addOnURL", .url, use: .posterEvent, since: 26, source: "PB,PKG", device: .fatal),
      .init("bagPolicyURL", .url, use: .posterEvent, since: 26, source: "PB,PKG", device: .fatal),
      .init(
        "contactVenueWebsite", .url, use: .posterEvent, since: 26, source: "PB,PKG",
        device: .fatal),
      .init(
        "directionsInformationURL", .url, use: .posterEvent, since: 26, source: "PB,PKG",
        device: .fatal),
      .init("merchandiseURL", .url, use: .posterEvent, since: 26, source: "PB,PKG", device: .fatal),
      .init("orderFoodURL", .url, use: .posterEvent, since: 26, source: "PB,PKG", device: .fatal),
      .init(
        "parkingInformationURL", .url, use: .posterEvent, since: 26, source: "PB,PKG",
        device: .fatal),
      .init(
        "purchaseParkingURL", .url, use: .posterEvent, since: 26, source: "PB,PKG", device: .fatal),
      .init("sellURL", .url, use: .posterEvent, since: 26, source: "PB,PKG", device: .fatal),
      .init("transferURL", .url, use: .posterEvent, since: 26, source: "PB,PKG", device: .fatal),
      .init(
        "transitInformationURL", .url, use: .posterEvent, since: 26, source: "PB,PKG",
        device: .fatal),
      .init(
        "contactVenueEmail", .string, use: .posterEvent, since: 26, "must form a mailto URL",
        source: "PB,DEV", device: .fatal),
      .init(
        "contactVenuePhoneNumber", .string, use: .posterEvent, since: 26, "must form a tel URL",
        source: "PB,DEV", device: .fatal),
    ])
}

// SPDX-License-Identifier: Apache-2.0

// Keys of the objects in semantic tags.
extension KeyTable {
  private static let name = KeyFamily(use: .boarding, since: 12, source: "A27,A18,PB")
  private static let seat = KeyFamily(use: .boardingAndEvent, since: 12, source: "A27,A18,PKG")
  private static let event = KeyFamily(use: .event, since: 18, source: "A27,A18,PKG")

  /// The keys of `$.semantics.<CurrencyAmount>`.
  static let currencyAmountKeys = section(
    .currencyAmount,
    [
      .init(
        "amount", .string, .conditional, since: 12,
        "decimal number as string; the device rejects a missing, non-string or non-numeric amount",
        source: "A27,DEV", device: .fatal),
      .init(
        "currencyCode", .currencyCode, .conditional, since: 12, "the device requires it",
        source: "A27,DEV", device: .fatal),
    ])

  /// The keys of `$.semantics.<Location>`.
  static let semanticLocationKeys = section(
    .semanticLocation,
    [
      .init("latitude", .number, .required, since: 12, limit: .between(-90, 90), source: "A27,A18"),
      .init(
        "longitude", .number, .required, since: 12, limit: .between(-180, 180), source: "A27,A18"),
    ])

  /// The keys of `$.semantics.<PersonNameComponents>`.
  static let personNameKeys = section(
    .personName,
    [
      name("familyName", .string, "at least one part must be set for semanticBoardingPass"),
      name("givenName", .string),
      name("middleName", .string),
      name("namePrefix", .string),
      name("nameSuffix", .string),
      name("nickname", .string),
      name("phoneticRepresentation", .string),
    ])

  /// The keys of `$.semantics.<Seat>`.
  static let seatKeys = section(
    .seat,
    [
      .init(
        "seatAisle", .localizableString, use: .boardingAndEvent, since: 18, source: "A27,A18,PKG"),
      seat("seatDescription", .localizableString),
      seat("seatIdentifier", .localizableString),
      .init(
        "seatLevel", .localizableString, use: .boardingAndEvent, since: 18, source: "A27,A18,PKG"),
      seat("seatNumber", .localizableString),
      seat("seatRow", .localizableString),
      seat("seatSection", .localizableString),
      seat("seatType", .localizableString),
      event("seatSectionColor", .colour, "CSS colour: rgb(r,g,b) with 0..255, or #RGB/#RRGGBB"),
    ])

  /// The keys of `$.semantics.<WifiNetwork>`.
  static let wifiNetworkKeys = section(
    .wifiNetwork,
    [
      .init("ssid", .string, .required, since: 12, source: "A27,A18"),
      .init("password", .string, .required, since: 12, source: "A27,A18"),
    ])

  /// The keys of `$.semantics.<EventDateInfo>`.
  static let eventDateInfoKeys = section(
    .eventDateInfo,
    [
      event("date", .date),
      event("timeZone", .timeZone),
      event("ignoreTimeComponents", .boolean),
      .init(
        "unannounced", .boolean, use: .event, since: 18, minor: 1, "shows TBA",
        source: "A27,A18,PKG", confidence: .medium),
      .init(
        "undetermined", .boolean, use: .event, since: 18, minor: 1, "shows TBD",
        source: "A27,A18,PKG", confidence: .medium),
    ])
}

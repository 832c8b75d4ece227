// SPDX-License-Identifier: Apache-2.0

// The objects semantic tags hold.
extension KeyTable {
  /// `$.semantics.<CurrencyAmount>`.
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

  /// `$.semantics.<Location>`.
  static let semanticLocationKeys = section(
    .semanticLocation,
    [
      .init("latitude", .number, .required, since: 12, limit: .between(-90, 90), source: "A27,A18"),
      .init(
        "longitude", .number, .required, since: 12, limit: .between(-180, 180), source: "A27,A18"),
    ])

  /// `$.semantics.<PersonNameComponents>`.
  static let personNameKeys = section(
    .personName,
    [
      .init(
        "familyName", .string, use: .boarding, since: 12,
        "at least one part must be set for semanticBoardingPass", source: "A27,A18,PB"),
      .init("givenName", .string, use: .boarding, since: 12, source: "A27,A18,PB"),
      .init("middleName", .string, use: .boarding, since: 12, source: "A27,A18,PB"),
      .init("namePrefix", .string, use: .boarding, since: 12, source: "A27,A18,PB"),
      .init("nameSuffix", .string, use: .boarding, since: 12, source: "A27,A18,PB"),
      .init("nickname", .string, use: .boarding, since: 12, source: "A27,A18,PB"),
      .init("phoneticRepresentation", .string, use: .boarding, since: 12, source: "A27,A18,PB"),
    ])

  /// `$.semantics.<Seat>`.
  static let seatKeys = section(
    .seat,
    [
      .init(
        "seatAisle", .localizableString, use: .boardingAndEvent, since: 18, source: "A27,A18,PKG"),
      .init(
        "seatDescription", .localizableString, use: .boardingAndEvent, since: 12,
        source: "A27,A18,PKG"),
      .init(
        "seatIdentifier", .localizableString, use: .boardingAndEvent, since: 12,
        source: "A27,A18,PKG"),
      .init(
        "seatLevel", .localizableString, use: .boardingAndEvent, since: 18, source: "A27,A18,PKG"),
      .init(
        "seatNumber", .localizableString, use: .boardingAndEvent, since: 12, source: "A27,A18,PKG"),
      .init(
        "seatRow", .localizableString, use: .boardingAndEvent, since: 12, source: "A27,A18,PKG"),
      .init(
        "seatSection", .localizableString, use: .boardingAndEvent, since: 12,
        source: "A27,A18,PKG"),
      .init(
        "seatType", .localizableString, use: .boardingAndEvent, since: 12, source: "A27,A18,PKG"),
      .init(
        "seatSectionColor", .colour, use: .event, since: 18,
        "CSS colour: rgb(r,g,b) with 0..255, or #RGB/#RRGGBB", source: "A27,A18,PKG"),
    ])

  /// `$.semantics.<WifiNetwork>`.
  static let wifiNetworkKeys = section(
    .wifiNetwork,
    [
      .init("ssid", .string, .required, since: 12, source: "A27,A18"),
      .init("password", .string, .required, since: 12, source: "A27,A18"),
    ])

  /// `$.semantics.<EventDateInfo>`.
  static let eventDateInfoKeys = section(
    .eventDateInfo,
    [
      .init("date", .date, use: .event, since: 18, source: "A27,A18,PKG"),
      .init("timeZone", .timeZone, use: .event, since: 18, source: "A27,A18,PKG"),
      .init("ignoreTimeComponents", .boolean, use: .event, since: 18, source: "A27,A18,PKG"),
      .init(
        "unannounced", .boolean, use: .event, since: 18, minor: 1, "shows TBA",
        source: "A27,A18,PKG", confidence: .medium),
      .init(
        "undetermined", .boolean, use: .event, since: 18, minor: 1, "shows TBD",
        source: "A27,A18,PKG", confidence: .medium),
    ])
}

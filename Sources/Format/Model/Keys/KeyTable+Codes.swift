// SPDX-License-Identifier: Apache-2.0

import PassBasics

// Keys of barcodes, NFC and actions.
extension KeyTable {
  /// The keys of `$.barcodes[]`.
  static let barcodesItemKeys = section(
    .barcodesItem,
    [
      .init(
        "format", .string, .required, since: 9,
        """
        Code128 is not shown on watchOS; Code39, Codabar, EAN13, I2of5 need iOS 27, put an \
        older format after them
        """,
        values: BarcodeFormat.allCases.map(\.rawValue),
        source: "A27,PB,W26", device: .logged),
      .init(
        "message", .string, .required, since: 9, "must be fully encodable in messageEncoding",
        source: "A27,DEV", device: .logged),
      .init(
        "messageEncoding", .string, .required, since: 9,
        "IANA character set name, normally iso-8859-1", source: "A27,ARC,DEV", device: .logged),
      .init(
        "altText", .string, since: 9, "human readable text, not shown on watchOS", source: "A27",
        device: .logged),
    ])

  /// The keys of `$.barcode`.
  static let barcodeKeys = section(
    .barcode,
    [
      .init(
        "format", .string, .required, since: 6, "Code128 only allowed in barcodes",
        values: ["PKBarcodeFormatQR", "PKBarcodeFormatPDF417", "PKBarcodeFormatAztec"],
        source: "A27,ARC", device: .fatal),
      .init(
        "message", .string, .required, since: 6, "must be fully encodable in messageEncoding",
        source: "A27,DEV", device: .fatal),
      .init(
        "messageEncoding", .string, .required, since: 6,
        "IANA character set name, normally iso-8859-1", source: "A27,ARC,DEV", device: .fatal),
      .init(
        "altText", .string, since: 6, "human readable text, not shown on watchOS", source: "A27",
        device: .fatal),
    ])

  /// The keys of `$.nfc`.
  static let nfcKeys = section(
    .nfc,
    [
      .init(
        "message", .string, .required, since: 9,
        "at most \(AppleLimit.nfcMessageInBytes) bytes of UTF-8; longer is truncated",
        limit: .bytes(AppleLimit.nfcMessageInBytes), source: "A27", device: .fatal),
      .init(
        "encryptionPublicKey", .base64, .conditional, since: 9,
        """
        required by current documentation, optional in ARC and on the device; Base64 of DER \
        SubjectPublicKeyInfo, P-256, compressed point (59 bytes), no PEM lines or newlines
        """,
        source: "A27,ARC,PB,DEV", device: .fatal),
      .init(
        "requiresAuthentication", .boolean, since: 13, minor: 1,
        "default false; pass-builder reports an error when it is absent on poster event tickets",
        source: "A27,PB", device: .fatal),
    ])

  /// The keys of `$.featuredActions[]`.
  static let featuredActionKeys = section(
    .featuredAction,
    [
      .init(
        "identifier", .string, .required, since: 27, "unique within the pass", source: "PB,W26"),
      .init(
        "type", .string, .required, since: 27,
        values: [
          "viewSchedule", "watchTrailer", "listenToMusic", "call", "place", "addToBalance", "order",
          "shop", "membershipBenefits", "bookAppointment", "bookCar", "bookFlight", "bookStay",
          "viewOffersRewards",
        ],
        source: "A27,PKG"),
      .init(
        "url", .url, .conditional, since: 27, "optional in PB, required in PKG", source: "PB,PKG",
        confidence: .medium),
      .init(
        "placeIdentifier", .string, .conditional, since: 27,
        "for type place: a Maps place id; url does nothing there", source: "R1",
        confidence: .medium),
    ])
}

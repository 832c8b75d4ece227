// SPDX-License-Identifier: Apache-2.0

import PassBasics

// The keys of pass.json itself, except the links.
extension KeyTable {
  private static let original = KeyFamily.original
  private static let iOS7 = KeyFamily(since: 7, source: "A27,ARC", device: .fatal)
  private static let event = KeyFamily.posterEvent
  private static let colour = KeyFamily(since: 6, source: "A27,PB", device: .fatal)
  private static let css = "CSS colour: rgb(r,g,b) with 0..255, or #RGB/#RRGGBB"
  private static let oneStyle = """
    exactly one style key before iOS 27; from iOS 27 posterGeneric plus one legacy fallback style \
    is allowed and posterGeneric wins
    """

  /// The keys of `$` for identity, state, relevance, appearance and styles.
  static let topLevelKeys = section(
    .passRoot,
    [
      .init(
        "formatVersion", .number, .required, since: 6, "must be 1", values: ["1"],
        source: "A27,PB,ARC", device: .fatal),
      .init(
        "passTypeIdentifier", .string, .required, since: 6,
        """
        reverse-DNS starting with 'pass.'; must equal the identifier in the signing \
        certificate (subject UID and extension 1.2.840.113635.100.6.1.16)
        """,
        source: "A27,ARC,PB", device: .fatal),
      .init(
        "teamIdentifier", .string, .required, since: 6,
        "10-character Apple team id; must equal the certificate subject OU", source: "A27,ARC,PB",
        device: .fatal),
      original(
        "serialNumber", .string,
        "opaque, unique per passTypeIdentifier; a JSON number is a type error on the device",
        need: .required),
      original("organizationName", .localizableString, "non-empty recommended", need: .required),
      original(
        "description", .localizableString, "accessibility text; start with the kind of pass",
        need: .required),
      .init(
        "sharingProhibited", .boolean, since: 11, "default false; hides the share button only",
        source: "A27", device: .fatal),
      .init(
        "appLaunchURL", .url, since: 6,
        """
        any URL scheme; needs associatedStoreIdentifiers with at least one item; not used on \
        watchOS
        """,
        source: "A27,ARC,DEV", device: .fatal),
      .init(
        "associatedStoreIdentifiers", .numbers, since: 6,
        "App Store ids as JSON numbers; strings make the pass invalid; not used on watchOS",
        source: "A27,ARC,DEV", device: .fatal),
      event("auxiliaryStoreIdentifiers", .numbers, "shown in the event guide; not used on watchOS"),
      iOS7("userInfo", .anyObject, "custom data for companion apps, never shown"),
      iOS7(
        "expirationDate", .w3cDate,
        "complete date + hours + minutes, seconds optional, zone required"),
      iOS7("voided", .boolean, "default false"),
      original(
        "relevantDate", .w3cDate,
        "deprecated in favour of relevantDates; not supported for coupon and storeCard",
        use: .boardingEventGeneric, deprecated: "iOS 18"),
      .init(
        "relevantDates", .objects, since: 18,
        "drives lock screen and, for poster event tickets, Live Activities", holds: .relevantDate,
        source: "A27,PB", device: .logged),
      original("locations", .objects, "at most 10 items", limit: .items(0, 10), holds: .location),
      iOS7(
        "beacons", .objects, "at most \(AppleLimit.beacons) different UUIDs",
        limit: .items(0, AppleLimit.beacons), holds: .beacon),
      .init(
        "maxDistance", .number, since: 7,
        "metres, > 0; Wallet uses the smaller of this and its default; a string is discarded",
        limit: .above(0), source: "A27,ARC,PB", device: .logged),
      .init(
        "barcodes", .objects, since: 9,
        """
        array, even for one barcode; the first displayable item is used, so order from \
        preferred to fallback
        """,
        holds: .barcodesItem, source: "A27,ARC", device: .fatal),
      original(
        "barcode", .object,
        "single barcode for iOS 8 and older; emit next to barcodes only for old targets",
        deprecated: "iOS 9", holds: .barcode),
      colour(
        "backgroundColor", .colour, "\(css); ignored when a background image is present"),
      colour("foregroundColor", .colour, css),
      colour("labelColor", .colour, "\(css); derived by Wallet when absent"),
      .init(
        "stripColor", .colour, since: nil,
        "\(css); not in Apple's web documentation; colour of primary values over the strip (PKG)",
        source: "PB,PKG,DEV", confidence: .medium, device: .fatal),
      .init(
        "footerBackgroundColor", .colour, use: .posters, since: 18,
        "\(css); documented for poster event tickets, HIG mentions poster generic too",
        source: "A27,HIG", device: .fatal),
      .init(
        "logoText", .localizableString, use: .exceptPosterEvent, since: 6, "text beside the logo",
        source: "A27", device: .fatal),
      .init(
        "eventLogoText", .localizableString, use: .posterEvent, since: 18, minor: 1,
        "text beside the logo on poster event tickets", source: "A27,PKG", device: .fatal),
      .init(
        "logoSymbolName", .string, since: 27, "SF Symbol name used as logo image", source: "PB",
        confidence: .medium),
      .init(
        "suppressStripShine", .boolean, use: .stripStyles, since: 6, deprecated: "iOS 7 (ARC)",
        "documented default true; the shine was removed in iOS 7, so no visible effect",
        source: "A27,ARC", confidence: .medium, device: .logged),
      .init(
        "suppressHeaderDarkening", .boolean, use: .posters, since: 18, "default false",
        source: "A27,PB,R2", device: .fatal),
      event("useAutomaticColors", .boolean, "when true foregroundColor and labelColor are ignored"),
      iOS7(
        "groupingIdentifier", .string,
        "groups passes with equal style, type id and group id; not allowed for other styles (ARC)",
        use: .boardingAndEvent),
      .init(
        "preferredStyleSchemes", .strings, use: .boardingAndEvent, since: 18,
        "ordered; unknown schemes are skipped; put the legacy style last",
        values: StyleScheme.allCases.map(\.rawValue),
        source: "A27,PB,PKG", device: .fatal),
      .init(
        "webServiceURL", .url, since: 6,
        "https, host, optional port and path; Wallet appends /v1/...", source: "A27,ARC,DEV",
        device: .fatal),
      .init(
        "authenticationToken", .string, .conditional, since: 6,
        """
        required with webServiceURL; 16 or more characters; never changes between versions of \
        a pass
        """,
        limit: .characters(AppleLimit.authenticationTokenInCharacters), source: "A27,ARC,DEV",
        device: .fatal),
      .init(
        "nfc", .object, since: 9,
        "signing certificate must carry extension 1.2.840.113635.100.6.1.26", holds: .nfc,
        source: "A27,DEV", device: .fatal),
      .init(
        "semantics", .object, since: 12,
        "keys listed under SemanticTags; may also sit in any field dictionary", holds: .semantics,
        source: "A27", device: .fatal),
      .init(
        "featuredActions", .objects, since: 27,
        """
        at most two (A27 article, PKG); PKG says not for posterEventTicket and \
        semanticBoardingPass
        """,
        limit: .items(0, 2), holds: .featuredAction, source: "PB,A27,W26,PKG", confidence: .medium),
      .init(
        "associatedPassTypeIdentifiers", .strings, since: nil, "undocumented; a validator may warn",
        source: "DEV", confidence: .low, device: .fatal),
      .init(
        "backFields", .fields, since: nil, "undocumented top-level copy of backFields",
        holds: .field, source: "DEV", confidence: .low, device: .fatal),
      original(
        "boardingPass", .object, oneStyle, need: .conditional, use: .boarding, holds: .boardingPass),
      original("coupon", .object, oneStyle, need: .conditional, use: .coupon, holds: .style),
      original("eventTicket", .object, oneStyle, need: .conditional, use: .event, holds: .style),
      original("generic", .object, oneStyle, need: .conditional, use: .generic, holds: .style),
      original("storeCard", .object, oneStyle, need: .conditional, use: .storeCard, holds: .style),
      .init(
        "posterGeneric", .object, .conditional, use: .posterGeneric, since: 27,
        "add a legacy style (generic, storeCard, coupon, eventTicket) for older systems",
        holds: .style, source: "A27,PB,W26"),
      .init(
        "upcomingPassInformation", .objects, use: .posterEvent, since: 26,
        "ordered list of events on one ticket", holds: .upcoming, source: "A27,PB,W25",
        device: .fatal),
    ])
}

// SPDX-License-Identifier: Apache-2.0

// Keys of the style dictionaries and their fields.
extension KeyTable {
  private static let original = KeyFamily.original

  private static let dateStyles = [
    "PKDateStyleNone",
    "PKDateStyleShort",
    "PKDateStyleMedium",
    "PKDateStyleLong",
    "PKDateStyleFull",
  ]

  /// The keys of `$.boardingPass`.
  static let boardingPassKeys = section(
    .boardingPass,
    [
      original(
        "transitType", .string,
        "only in boardingPass; PKTransitTypeAir is required for the semantic style",
        need: .required, use: .boarding,
        values: [
          "PKTransitTypeAir", "PKTransitTypeBoat", "PKTransitTypeBus", "PKTransitTypeGeneric",
          "PKTransitTypeTrain",
        ])
    ])

  /// The keys of `$.<style>`.
  static let styleKeys = section(
    .style,
    [
      original("headerFields", .fields, "up to 3 shown (poster generic: one)", holds: .field),
      original("primaryFields", .fields, "1 shown; boardingPass 2; posterGeneric 4", holds: .field),
      original(
        "secondaryFields", .fields,
        """
        up to 4 shown; coupon, storeCard and square-barcode generic: 4 together with \
        auxiliaryFields
        """, use: .exceptPosterGeneric, holds: .field),
      original(
        "auxiliaryFields", .fields,
        "up to 4 shown; boardingPass 5; eventTicket may use a second row of 4",
        use: .exceptPosterGeneric, holds: .field),
      original("backFields", .fields, "no limit; watchOS 7 and later", holds: .field),
      .init(
        "additionalInfoFields", .fields, use: .posters, since: 18, "section below the pass",
        holds: .field, source: "A27,PB", device: .fatal),
      .init(
        "footerFields", .fields, use: .posterGeneric, since: 27, "up to 2 shown", holds: .field,
        source: "A27,PB,W26", confidence: .medium, device: .fatal),
    ])

  /// The keys of `$.<style>.<group>[]`.
  static let fieldKeys = section(
    .field,
    [
      original("key", .string, "unique over the whole pass", need: .required),
      .init(
        "value", .fieldValue, .required, since: 6, "empty string allowed; date needs a zone",
        source: "A27,DEV", device: .fatal),
      .init("label", .localizableString, since: 6, source: "A27", device: .fatal),
      .init(
        "attributedValue", .attributedValue, since: 7,
        "only <a href>; overrides value; not used on watchOS", source: "A27,ARC",
        confidence: .medium),
      .init(
        "changeMessage", .formatString, since: 6,
        """
        exactly one %@ and no other format code (%% allowed); without it no notification is \
        shown; not used on watchOS
        """,
        source: "A27,ARC,DEV", device: .fatal),
      .init(
        "dataDetectorTypes", .strings, use: .backFields, since: 7,
        "default all; [] switches detectors off; not used on watchOS",
        values: [
          "PKDataDetectorTypePhoneNumber", "PKDataDetectorTypeLink", "PKDataDetectorTypeAddress",
          "PKDataDetectorTypeCalendarEvent",
        ],
        source: "A27", device: .fatal),
      .init(
        "textAlignment", .string, use: .exceptPrimaryAndBackFields, since: 6, "default natural",
        values: [
          "PKTextAlignmentLeft", "PKTextAlignmentCenter", "PKTextAlignmentRight",
          "PKTextAlignmentNatural",
        ],
        source: "A27", device: .fatal),
      .init(
        "dateStyle", .string, since: 6, "value must be a date string", values: dateStyles,
        source: "A27,DEV", device: .fatal),
      .init(
        "timeStyle", .string, since: 6, "value must be a date string", values: dateStyles,
        source: "A27,DEV", device: .fatal),
      .init(
        "isRelative", .boolean, since: 6, "default false; only with date values", source: "A27"),
      .init(
        "ignoresTimeZone", .boolean, since: 7, "default false; only with date values",
        source: "A27,ARC"),
      .init(
        "numberStyle", .string, since: 6,
        "value must be a JSON number; not together with currencyCode or a date option",
        values: [
          "PKNumberStyleDecimal", "PKNumberStylePercent", "PKNumberStyleScientific",
          "PKNumberStyleSpellOut",
        ],
        source: "A27,PB,DEV", device: .fatal),
      .init(
        "currencyCode", .currencyCode, since: 6,
        "value must be a JSON number; not together with numberStyle", source: "A27,PB,DEV",
        device: .fatal),
      .init(
        "row", .number, use: .eventAuxiliaryFields, since: nil,
        "0 or 1; 1 puts the field in an extra row of four", values: ["0", "1"], source: "A27,DEV",
        device: .fatal),
      .init(
        "semantics", .object, since: 12, "SemanticTags", holds: .semantics, source: "A18",
        device: .fatal),
    ])
}

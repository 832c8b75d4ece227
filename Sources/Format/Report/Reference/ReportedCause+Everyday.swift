// SPDX-License-Identifier: Apache-2.0

extension ReportedCause {
  /// What people see on a pass that opens, in the words of public reports.
  static let everyday = dates + updates + appearance + codesAndReaders

  private static let dates: [ReportedCause] = [
    ReportedCause(
      fragments: [
        ["day early"], ["day late"], ["day off"], ["wrong day"], ["day before"], ["previous day"],
        ["off by one day"], ["wrong date"], ["wrong time"], ["time zone"], ["timezone"],
        ["hour off"], ["hours off"], ["hour early"], ["hour late"],
      ],
      meaning: "Wallet shows a date in the time zone of the phone, so midnight in UTC is the day "
        + "before in America. Write the offset of the place, such as +02:00. If the date is the "
        + "same everywhere, set ignoresTimeZone.",
      codes: [
        "field.date.movesWithZone", "date.zone.missing", "date.offset.malformed",
        "date.time.missing",
      ]),
    ReportedCause(
      fragments: [["greyed out"], ["grayed out"], ["expired pass"], ["pass", "is expired"]],
      meaning: "Wallet shows a pass as expired from its expirationDate on.",
      codes: ["date.expiration.past", "date.zone.missing"]),
    ReportedCause(
      fragments: [
        ["wrong language"], ["other language"], ["not translated"], ["untranslated"],
        ["translation"], ["in english"], ["localiz"],
      ],
      meaning: "Wallet uses pass.strings in the .lproj folder for the language of the phone. If "
        + "the folder or the line is missing, it shows the string from pass.json.",
      codes: [
        "localisation.language.spelling", "localisation.language.malformed",
        "localisation.key.missing", "localisation.text.untranslated",
        "localisation.strings.misplaced", "strings.syntax.invalid",
      ]),
  ]

  private static let updates: [ReportedCause] = [
    ReportedCause(
      fragments: [["localhost"], ["127.0.0.1"], ["192.168."], ["local network"]],
      meaning: "A phone cannot reach localhost on your computer. webServiceURL needs an address "
        + "with https that the phone can reach. To test the service without a phone, run: "
        + "passc rehearse gym.pkpass",
      codes: [
        "webService.url.unreachable", "webService.url.notHTTPS", "webService.url.invalid",
      ]),
    ReportedCause(
      fragments: [
        ["not updat"], ["n't updat"], ["no update"], ["never updat"], ["update", "nothing"],
        ["not update"], ["update", " not "], ["push not"], ["no push"], ["push", "nothing"],
      ],
      meaning: "An update needs webServiceURL and authenticationToken in the pass, a phone that "
        + "registered, and a push to the pass type identifier. To test the service, run: "
        + "passc rehearse gym.pkpass",
      codes: [
        "webService.url.notHTTPS", "webService.url.unreachable", "webService.token.missing",
        "webService.token.tooShort",
        "rehearse.get.mediaType",
      ]),
    ReportedCause(
      fragments: [
        ["no notification"], ["notification", " not "], ["notification", "n't"],
        ["no message", "update"],
      ],
      meaning: "Wallet shows a notification for an update only if a field changed that has a "
        + "changeMessage with %@.",
      codes: [
        "field.changeMessage.withoutPlaceholder", "field.changeMessage.unmatchedPercent",
        "field.key.duplicate",
      ]),
    ReportedCause(
      fragments: [
        ["second pass"], ["two passes"], ["duplicate pass"], ["pass twice"], ["new pass instead"],
      ],
      meaning: "Wallet replaces a pass only if its pass type identifier and serial number are the "
        + "same.",
      codes: ["diff.serialNumber.changed", "serial.repeated", "serial.duplicate"]),
  ]

  private static let appearance: [ReportedCause] = [
    ReportedCause(
      fragments: [["blurry"], ["blurred"], ["pixelated"], ["not sharp"]],
      meaning: "The image has fewer pixels than the phone shows. Add the scales @2x and @3x.",
      codes: ["image.scale.onlyOne", "image.icon.scaleMissing", "image.size.small"]),
    ReportedCause(
      fragments: [["logo", "cut"], ["strip", "cut"], ["image", "cut"], ["cropped"]],
      meaning: "The image has another shape than its place on the pass.",
      codes: ["preview.strip.cropped", "image.scale.aspect", "image.size.large"]),
    ReportedCause(
      fragments: [
        ["text", "cut off"], ["text", "too long"], ["field", "not shown"], ["ellips"],
      ],
      meaning: "The row has no space for the text. To see the pass, run: passc preview gym.pkpass",
      codes: ["preview.text.cut", "preview.field.dropped", "field.group.crowded"]),
    ReportedCause(
      fragments: [
        ["color", "not work"], ["color", "ignored"], ["wrong color"], ["white text"],
        ["text", "unreadable"], ["contrast"],
      ],
      meaning: """
        A color has another form than rgb(0, 0, 0), or is too near to its background, or the image \
        behind the text is too busy.
        """,
      codes: [
        "colour.value.invalid", "colour.hex.used", "preview.contrast.low", "preview.strip.busy",
      ]),
    ReportedCause(
      fragments: [
        ["umlaut"], ["special char"], ["accent"], ["emoji"], ["garbled"], ["question marks"],
      ],
      meaning: "A file is read in another encoding than it was saved in. Save it as UTF-8.",
      codes: [
        "data.encoding.invalid", "strings.encoding.invalid", "strings.encoding.withoutMark",
        "barcode.message.notEncodable", "preview.glyph.missing", "text.encoding.twice",
        "data.encoding.twice",
      ]),
    ReportedCause(
      fragments: [["html tag"], ["html", "shown"], ["<br>"], ["&amp;"], ["backslash"]],
      meaning: "Wallet shows text as it is. Only links in attributedValue are markup.",
      codes: ["text.value.markup", "text.value.escape", "field.attributedValue.otherMarkup"]),
    ReportedCause(
      fragments: [["undefined"], ["object object"], ["{{"], ["curly braces"]],
      meaning: "Your program or template engine did not put a value into the pass.",
      codes: [
        "text.value.noValue", "text.value.placeholder", "barcode.message.leftover",
        "data.cell.noValue",
      ]),
  ]

  private static let codesAndReaders: [ReportedCause] = [
    ReportedCause(
      fragments: [["not scan"], ["n't scan"], ["cannot scan"], ["scanner"]],
      meaning: "The scanner cannot read the code, or reads other characters than you wrote.",
      codes: [
        "barcode.message.notEncodable", "barcode.messageEncoding.unknown",
        "preview.barcode.moduleSmall", "barcode.content.wrongCharacter",
        "barcode.message.leftover",
      ]),
    ReportedCause(
      fragments: [
        ["nfc", "not work"], ["nfc", "nothing"], ["tap", "nothing"], ["reader", "nothing"],
      ],
      meaning: "Wallet sends nothing over NFC without a certificate with NFC permission and the "
        + "public key of the reader. To test a tap, run: passc nfc tap gym.pkpass",
      codes: ["nfc.certificate.notNFC", "nfc.key.uncompressedPoint", "nfc.key.malformedSPKI"]),
    ReportedCause(
      fragments: [
        ["unable to verify"], ["could not be verified"], ["cannot be verified"], ["not trusted"],
      ],
      meaning: "The phone cannot follow the certificates from the signature to Apple's root.",
      codes: ["signature.chain.wrongIntermediate", "signature.chain.notApple"]),
  ]
}

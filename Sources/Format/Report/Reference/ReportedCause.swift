// SPDX-License-Identifier: Apache-2.0

/// A cause with the text that people see: in the console of a device, or in a message of a phone or
/// tool.
struct ReportedCause: Sendable {
  /// Groups of lower-case fragments. A text matches if it contains every fragment of one group.
  /// Whole sentences change between versions of iOS, the fragments rarely do.
  let fragments: [[String]]
  /// The meaning of the text in one or two sentences.
  let meaning: String
  /// The findings that `passc check` reports for the cause, the most frequent one first.
  let codes: [String]

  /// Returns whether a text in lower case matches the cause.
  func matches(_ text: String) -> Bool {
    fragments.contains { group in group.allSatisfy(text.contains) }
  }

  /// All causes, roughly from the most to the least frequent one in public reports.
  static let all: [ReportedCause] =
    chain + signature + package + content + errors + symptoms
    + everyday

  /// Codes by their frequency in public reports.
  static let frequentCodes = (symptoms.first?.codes ?? []) + all.flatMap(\.codes)

  // MARK: Certificates

  private static let chain: [ReportedCause] = [
    ReportedCause(
      fragments: [
        ["trust chain could not be verified"], ["error evaluating trust"],
        ["missingintermediate"], ["intermediatemarkeroid"],
      ],
      meaning: "Wallet cannot follow the certificates from the signature to Apple's root. Usually "
        + "the WWDR intermediate certificate is missing or of another generation. "
        + "passc cert doctor names the right one.",
      codes: [
        "signature.chain.wrongIntermediate", "signature.chain.notApple",
        "signature.issuer.noMarker",
      ]),
    ReportedCause(
      fragments: [
        ["may not match your certificate"], ["passtypeidentifier", "teamidentifier"],
        ["passtypeidentifier", "match"], ["teamidentifier", "match"],
        ["passtypeidentifier", "certificate"], ["teamidentifier", "certificate"],
      ],
      meaning: "The pass has an identifier that is not the one in the signing certificate.",
      codes: ["identity.passTypeIdentifier.mismatch", "identity.teamIdentifier.mismatch"]),
    ReportedCause(
      fragments: [["temporalvalidity"], ["certificate", "expired"]],
      meaning: "A certificate had expired when the pass was signed.",
      codes: ["signature.time.notValid", "identity.certificate.expired"]),
    ReportedCause(
      fragments: [["revoked"]],
      meaning: "Apple has revoked the signing certificate. No file shows this. Sign again with a "
        + "valid certificate: passc resign",
      codes: []),
    ReportedCause(
      fragments: [
        ["enhanced passbook certificate"], ["nfc", "certificate"], ["nfc", "entitle"],
        ["personaliz", "certificate"],
      ],
      meaning: "A pass with nfc or personalization.json needs a certificate with NFC permission.",
      codes: ["nfc.certificate.notNFC"]),
    ReportedCause(
      fragments: [
        ["unsupported", "pkcs12"], ["rc2-"], ["digital envelope routines"], ["mac verify failure"],
      ],
      meaning: "This is a message of OpenSSL 3 about an older .p12 file. passc reads such files "
        + "and converts them: passc cert import FILE.p12 --into my-identity",
      codes: []),
  ]

  // MARK: Signature and manifest

  private static let signature: [ReportedCause] = [
    ReportedCause(
      fragments: [
        ["signature did not verify"], ["cms verification error"], ["signature", "not valid"],
        ["invalid signature"], ["signature", "match"], ["signature verification"],
      ],
      meaning: "The signature is not one of this manifest.json: another file was signed, or the "
        + "manifest changed afterwards. A signature in text mode has other line ends.",
      codes: [
        "signature.manifest.changed", "signature.value.wrong", "signature.content.attached",
        "signature.form.notCMS",
      ]),
    ReportedCause(
      fragments: [["signing date"], ["signing time"]],
      meaning: "The signature has no signing time.",
      codes: ["signature.time.missing"]),
    ReportedCause(
      fragments: [
        ["no signature"], ["signature", "missing"], ["signature", "not found"],
        ["not contain", "signature"],
      ],
      meaning: "The package has no file named signature.",
      codes: ["signature.file.missing"]),
    ReportedCause(
      fragments: [["manifest", "parse"], ["manifest", "not valid json"]],
      meaning: "manifest.json cannot be read as a JSON object of checksums.",
      codes: ["manifest.document.notAnObject", "json.syntax.invalid", "manifest.hash.malformed"]),
    ReportedCause(
      fragments: [["no entry in manifest"], ["not in manifest"], ["not listed", "manifest"]],
      meaning: "The package has a file that manifest.json does not list.",
      codes: ["manifest.file.unlisted", "package.unexpectedFile.present"]),
    ReportedCause(
      fragments: [
        ["manifest", "hash"], ["manifest", "digest"], ["manifest", "sha1"], ["manifest", "sha-1"],
      ],
      meaning: "A file has changed since its checksum was written to manifest.json.",
      codes: ["manifest.hash.mismatch"]),
    ReportedCause(
      fragments: [["no manifest"], ["manifest", "missing"], ["manifest", "not found"]],
      meaning: "The package has no manifest.json, or the manifest lists a file that is not there.",
      codes: ["manifest.file.missing", "manifest.entry.noFile"]),
  ]

  // MARK: Package

  private static let package: [ReportedCause] = [
    ReportedCause(
      fragments: [["no pass.json or icon"], ["pass.json", "not found"], ["no pass.json"]],
      meaning: "Wallet finds no pass.json at the top level of the archive. Usually the archive "
        + "has a folder around everything.",
      codes: ["archive.folder.enclosing", "package.passJSON.missing", "archive.folder.macOSX"]),
    ReportedCause(
      fragments: [
        ["not contain", "icon"], ["no icon"], ["missing", "icon"], ["icon", "not found"],
      ],
      meaning: "The package has no icon in any scale.",
      codes: ["package.icon.missing"]),
    ReportedCause(
      fragments: [["pkzip signature"], ["unrecognized archive format"]],
      meaning: "The file is not a zip archive, or bytes come before it. Often the address gives a "
        + "web page, or a program changed the bytes as if they were text.",
      codes: ["archive.file.notZip", "archive.data.before", "archive.directory.invalid"]),
    ReportedCause(
      fragments: [["extra data overflow"]],
      meaning: "An extra field in the archive announces more bytes than it has. Pack the pass "
        + "with another program, or with passc resign.",
      codes: []),
    // libarchive's words for an archive that is cut or was changed.
    ReportedCause(
      fragments: [
        ["truncated zip"], ["damaged zip"], ["zip bad crc"], ["zip decompression failed"],
        ["zip compressed data"], ["zip uncompressed data"], ["unsupported zip"],
        ["archive_read_next_header"], ["archive_read_data"],
      ],
      meaning: "Wallet cannot read a file of the archive, because the archive is cut, was changed, "
        + "or is packed in a way that Wallet does not know.",
      codes: [
        "archive.file.truncated", "archive.entry.damaged", "archive.header.mismatch",
        "archive.extraField.malformed",
      ]),
    ReportedCause(
      fragments: [["bundle not offered"], ["pkpasses", "folder"], ["too many passes"]],
      meaning: "A .pkpasses file holds finished .pkpass files, at most 10.",
      codes: ["group.entry.unpacked", "group.passes.tooMany"]),
  ]

  // MARK: Content

  private static let content: [ReportedCause] = [
    ReportedCause(
      fragments: [
        ["nscocoaerrordomain code=3840"], ["badly formed object"], ["badly formed array"],
        ["no string key for value"], ["no value for key in object"], ["garbage at end"],
        ["json text did not start"], ["invalid value around"], ["unescaped control character"],
        ["isn't in the correct format"], ["pass.json", "parse"], ["pass.json", "json"],
        ["unable to parse json"], ["could not parse json"], ["invalid json"],
      ],
      meaning: "pass.json is not valid JSON. The line names the place, if it has a number.",
      codes: [
        "json.syntax.invalid", "json.text.truncated", "json.comma.trailing",
        "json.string.controlCharacter", "json.encoding.invalidUTF8",
      ]),
    ReportedCause(
      fragments: [["pass.strings"], ["strings file"], [".strings", "parse"]],
      meaning: "Wallet cannot read the translations of a language: a quotation mark or a semicolon "
        + "is missing, or the file is in another encoding.",
      codes: ["strings.syntax.invalid", "strings.string.innerQuote", "strings.semicolon.missing"]),
    ReportedCause(
      fragments: [["must contain key"]],
      meaning: "pass.json lacks a key that every pass needs.",
      codes: ["key.required.missing"]),
    ReportedCause(
      fragments: [
        ["style", "missing"], ["no style"], ["style key"], ["not contain", "style"],
        ["boardingpass", "storecard", "coupon"],
      ],
      meaning: "pass.json lacks the object of its style, such as storeCard.",
      codes: ["style.key.missing"]),
    ReportedCause(
      fragments: [["needs to be a"], ["found object of class"], ["class mismatch"]],
      meaning: "A value has another type than its key needs, such as \"12\" in quotes for 12.",
      codes: ["key.type.mismatch"]),
    ReportedCause(
      fragments: [["unable to parse", "date"], ["w3c date time"]],
      meaning: "A date has another form than 2028-12-31T23:59:59+01:00.",
      codes: ["date.value.malformed", "date.zone.missing", "date.time.missing"]),
    ReportedCause(
      fragments: [["unable to parse color"]],
      meaning: "A colour has another form than rgb(0, 0, 0).",
      codes: ["colour.value.invalid"]),
    ReportedCause(
      fragments: [["ec compact"], ["encryptionpublickey"]],
      meaning: "encryptionPublicKey has another form than Wallet needs: passc nfc key FILE",
      codes: ["nfc.key.uncompressedPoint", "nfc.key.pemArmour", "nfc.key.malformedSPKI"]),
    ReportedCause(
      fragments: [["more than one field"], ["duplicate", "field"]],
      meaning: "Two fields have the same key.",
      codes: ["field.key.duplicate"]),
    ReportedCause(
      fragments: [["numberstyle"], ["currencycode"], ["number style"], ["currency code"]],
      meaning: "numberStyle and currencyCode need a value that is a number, and only one of them "
        + "may be there.",
      codes: ["field.option.mixed", "field.value.notNumber"]),
    ReportedCause(
      fragments: [["datestyle"], ["timestyle"], ["date style"], ["time style"]],
      meaning: "dateStyle and timeStyle need a value that is a date with time and zone.",
      codes: ["field.value.notDate"]),
    ReportedCause(
      fragments: [["charset"], ["message", "encod"]],
      meaning: "The barcode's messageEncoding is unknown, or its message does not fit it.",
      codes: ["barcode.messageEncoding.unknown", "barcode.message.notEncodable"]),
    ReportedCause(
      fragments: [["https", "webservice"], ["webserviceurl"]],
      meaning: "Wallet uses a web service only at an address with https.",
      codes: ["webService.url.notHTTPS", "webService.url.invalid"]),
    ReportedCause(
      fragments: [["authenticationtoken"], ["token", "short"]],
      meaning: "authenticationToken is missing, or has fewer than 16 characters.",
      codes: ["webService.token.missing", "webService.token.tooShort"]),
    ReportedCause(
      fragments: [["store identifier"], ["applaunchurl"]],
      meaning: "appLaunchURL needs associatedStoreIdentifiers.",
      codes: ["url.appLaunch.withoutStore"]),
    ReportedCause(
      fragments: [["unsupported version"], ["domain code=2"], ["formatversion", "unsupported"]],
      meaning: "formatVersion has to be the number 1.",
      codes: ["key.formatVersion.unsupported"]),
  ]

  // MARK: Error codes

  private static let errors: [ReportedCause] = [
    ReportedCause(
      fragments: [["pkpasskiterrordomain code=1"]],
      meaning: "Error 1 means invalid data. The lines before it name the reason. "
        + "passc check finds it in the file.",
      codes: []),
    ReportedCause(
      fragments: [["pkpasskiterrordomain code=3"]],
      meaning: "Error 3 means an invalid signature. passc check names the reason.",
      codes: []),
    ReportedCause(
      fragments: [["pkpasskiterrordomain code=4"]],
      meaning: "Error 4 means that the app that adds the pass lacks an entitlement. The pass may "
        + "be right.",
      codes: []),
    ReportedCause(
      fragments: [["(null)/(null)"]],
      meaning: "Wallet could not read the identifiers of the pass. Either pass.json is missing at "
        + "the top level or is not JSON, or it lacks them.",
      codes: []),
    ReportedCause(
      fragments: [["invalid data error reading"], ["cannot be read because it isn't valid"]],
      meaning: "Wallet rejects the pass. If the line gives no reason, passc check finds it in the "
        + "file.",
      codes: []),
  ]

  // MARK: Messages that people see

  private static let symptoms: [ReportedCause] = [
    ReportedCause(
      fragments: [
        ["cannot download"], ["can't download"], ["could not be downloaded"],
        ["cannot be installed"], ["can't be installed"], ["cannot be added"],
        ["can't be added"], ["could not be added"], ["unable to add"], ["failed to add"],
        ["cannot be opened"], ["can't be opened"], ["does not open"], ["doesn't open"],
        ["won't open"], ["pass download failed"], ["unable to download"], ["failed to download"],
        ["couldn't be downloaded"], ["couldn't be added"], ["couldn't be installed"],
        ["error", "adding", "pass"], ["pass is not valid"], ["pass isn't valid"],
        ["not a valid pass"], ["pass is invalid"],
      ],
      meaning: "Phones show this for every pass they reject, and give no reason. Check the file "
        + "that the phone gets: curl -fsSL ADDRESS | passc check -",
      codes: [
        "signature.chain.wrongIntermediate", "identity.passTypeIdentifier.mismatch",
        "identity.teamIdentifier.mismatch", "signature.manifest.changed",
        "manifest.hash.mismatch", "manifest.file.unlisted", "archive.folder.enclosing",
        "package.icon.missing", "archive.file.notZip", "key.required.missing",
      ]),
    ReportedCause(
      fragments: [["unsupported file type"]],
      meaning: "Google Wallet on Android shows this for .pkpass files it does not open. It gives "
        + "no reason, and the same file may open on an iPhone. To see what else it does with a "
        + "file, run: passc check gym.pkpass --reader google-wallet",
      codes: []),
    ReportedCause(
      fragments: [["can't open file"], ["cannot open file"], ["no app ", "open"]],
      meaning: "Android shows this if no app for .pkpass files is installed, or if the server "
        + "sends another media type than application/vnd.apple.pkpass.",
      codes: ["rehearse.get.mediaType"]),
    ReportedCause(
      fragments: [
        ["google wallet", "private"], ["google wallet", "unlock"],
        ["google wallet", "screen lock"],
      ],
      meaning: "Google Wallet on Android treats every pass file except a store card as private. "
        + "People unlock the phone each time they want to see the pass.",
      codes: ["google.pkpass.private"]),
    ReportedCause(
      fragments: [
        ["shows text"], ["shows characters"], ["saves a file"], ["content-type"], ["mime type"],
        ["media type"],
      ],
      meaning: "The server sends the file with another media type than "
        + "application/vnd.apple.pkpass.",
      codes: ["rehearse.get.mediaType"]),
  ]
}

// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

// Findings about a run, google.json and links. Their examples are in the tests of PassGoogle,
// because they need a template, several rows or a key.
extension GoogleFindings {
  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .refused, why: String,
    help: String, wrong: String, right: String, source: Basis = GoogleFindings.description
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help, source: source, wrong: wrong,
      right: right)
  }

  // MARK: Identifiers

  package static let issuerNotNumber = finding(
    "google.id.issuerNotNumber",
    why: "The issuer id is the number of the issuer account in the Google Pay & Wallet Console.",
    help: "copy the Issuer ID from the console; it has digits only",
    wrong: "--google-issuer kettlebow", right: "--google-issuer 3388000000000000001")

  package static let issuerIsClientID = finding(
    "google.id.issuerIsClientId",
    why: """
      client_id is the number of the service account, not of the issuer account. Google responds \
      "Invalid resource ID", the most frequent first error.
      """,
    help: "copy the Issuer ID from the Google Pay & Wallet Console",
    wrong: "--google-issuer 100000000000000000001   (client_id of the key file)",
    right: "--google-issuer 3388000000000000001", source: reported)

  package static let idRepeated = finding(
    "google.id.repeated", effect: .wrong,
    why: """
      An id belongs to one object for ever, whatever its type. A second object with the same id \
      replaces the first person's pass.
      """,
    help: "give each row a separate serialNumber, and each template a separate \"class\"",
    wrong: "row 1: serialNumber A-17\nrow 2: serialNumber A-17",
    right: "row 1: serialNumber A-17\nrow 2: serialNumber A-18")

  package static let classConflict = finding(
    "google.class.conflict", effect: .wrong,
    why: """
      All passes of a class share its content. If the class of two rows has one id and different \
      content, the second class changes the passes of the first row.
      """,
    help: "put the column that differs into \"class\" of google.json, such as \"tour-{{ date }}\"",
    wrong: "google.json  { \"class\": \"tour\" }\nclass        \"eventName\": \"{{ event }}\"",
    right:
      "google.json  { \"class\": \"tour-{{ event }}\" }\nclass        \"eventName\": \"{{ event }}\"",
    source: decision)

  package static let identifierFindings = [
    issuerNotNumber, issuerIsClientID, idRepeated, classConflict,
  ]

  // MARK: google.json and templates

  package static let settingUnknown = finding(
    "google.setting.unknown", effect: .ignored,
    why: "passc would ignore a misspelled member of google.json, and you would not notice.",
    help: "use a member that passc help google lists",
    wrong: "google.json  { \"tpye\": \"loyalty\" }",
    right: "google.json  { \"type\": \"loyalty\" }",
    source: decision)

  package static let settingInvalid = finding(
    "google.setting.invalid", effect: .wrong,
    why: "passc cannot use the value of this member of google.json.",
    help: "correct the value as passc help google shows",
    wrong: "google.json  { \"type\": \"storeCard\" }",
    right: "google.json  { \"type\": \"loyalty\" }", source: decision)

  package static let settingFieldMissing = finding(
    "google.setting.fieldMissing", effect: .wrong,
    why: "google.json names a field by its key, and pass.json has no field with that key.",
    help: "correct the key",
    wrong: "google.json  { \"fields\": { \"balance\": \"ponits\" } }",
    right: "google.json  { \"fields\": { \"balance\": \"points\" } }", source: decision)

  package static let languageMissing = finding(
    "google.language.missing",
    why: "Google needs the language of every translated text. A pass does not contain it.",
    help: "name it with \"language\" in template.json or google.json, such as \"en\"",
    wrong: "template.json  {}", right: "template.json  { \"language\": \"en\" }")

  package static let styleMissing = finding(
    "google.type.unclear",
    why: "The type of a pass for Google follows from the style of pass.json, which has none.",
    help: "add the dictionary of a style to pass.json, or \"type\" to google.json",
    wrong: "pass.json  { \"description\": \"Card\" }",
    right: "pass.json  { \"storeCard\": {} }", source: decision)

  package static let flightIncomplete = finding(
    "google.flight.incomplete",
    why: """
      A flight is made from semantic tags only, because Google finds its live data by carrier, \
      number, airports and departure.
      """,
    help: "add the semantic tags to pass.json, or write \"type\": \"generic\" in google.json",
    wrong: "pass.json  \"semantics\": { \"flightNumber\": 1482 }",
    right: "pass.json  \"semantics\": { \"flightNumber\": 1482,\n  \"airlineCode\": \"Z1\", ... }")

  package static let barcodeNone = finding(
    "google.barcode.none", .warning, effect: .wrong,
    why: "Google Wallet has no barcode type for any of the pass's barcodes, so it shows none.",
    help: "add a barcode with a format that both have, such as PKBarcodeFormatQR",
    wrong: "\"format\": \"PKBarcodeFormatI2of5\", \"message\": \"1234\"",
    right: "\"format\": \"PKBarcodeFormatQR\", \"message\": \"1234\"")

  package static let barcodeDropped = finding(
    "google.barcode.dropped", .note, effect: .ignored,
    why: "An object has one barcode. passc uses the first one that Google Wallet can draw.",
    help: "nothing, if any of the barcodes is enough",
    wrong: "\"barcodes\": [ { Aztec }, { PDF417 } ]", right: "\"barcodes\": [ { Aztec } ]")

  package static let imageMissing = finding(
    "google.image.missing",
    why: "Google requires the image. It fetches images by address, so a pass cannot contain them.",
    help: "name an address in \"images\" of google.json, or where you publish the images",
    wrong: "google.json  {}",
    right: "google.json  { \"images\": { \"logo\":\n  \"https://i.example.com/logo.png\" } }")

  package static let imageTooSmall = finding(
    "google.image.tooSmall", .warning, effect: .style,
    why: """
      Google asks for logos of 660 x 660 pixels, wide logos of 1280 x 400 and heroes of 1032 x \
      336. Smaller images look blurred on many phones.
      """,
    help: "add a larger file: google/logo.png, google/wideLogo.png or google/hero.png",
    wrong: "icon@3x.png      114 x 114 pixels", right: "google/logo.png  660 x 660 pixels")

  package static let imageShape = finding(
    "google.image.shape", .warning, effect: .style,
    why: """
      A logo is square and is cut to a circle, a wide logo is 16:5, and a hero is 3:1 or wider. \
      Google Wallet cuts or pads other shapes.
      """,
    help: "add a file of the right shape in the folder google of the template",
    wrong: "hero  1125 x 432 pixels, 2.6:1", right: "hero  1032 x 344 pixels, 3:1")

  package static let payloadUnrecognized = finding(
    "google.payload.unrecognized",
    why: """
      passc checks a class, an object, a payload with lists such as loyaltyObjects, the claims of \
      a link, and a link.
      """,
    help: "name a file with one of these, or a template",
    wrong: "{ \"hello\": 1 }", right: "{ \"loyaltyObjects\": [ ... ] }", source: decision)

  package static let settingsFindings = [
    settingUnknown, settingInvalid, settingFieldMissing, languageMissing, styleMissing,
    flightIncomplete, barcodeNone, barcodeDropped, imageMissing, imageTooSmall, imageShape,
    payloadUnrecognized,
  ]

  // MARK: Links and keys

  package static let linkTooLong = finding(
    "google.link.tooLong", .warning, effect: .maybeRefused,
    why: "Google calls 1,800 characters safe. Browsers and mail programs may cut a longer link.",
    help: "send the classes and objects first, and make a skinny link, which has ids only",
    wrong: "a link with class and object  3,559 characters",
    right: "a link with the id             622 characters")

  package static let linkUnsent = finding(
    "google.link.unsent", .warning, effect: .wrong,
    why: "A skinny link has ids only. If its object was not sent before, it opens an error page.",
    help: "send the requests before you publish the link",
    wrong: "link --skinny   without requests", right: "build, send the requests, link --skinny")

  package static let linkInvalid = finding(
    "google.link.invalid",
    why: """
      A save link ends in a JSON Web Token: three parts in base64url, signed with RS256, with the \
      claims iss, aud, typ, iat and payload.
      """,
    help: "make the link again with passc google link",
    wrong: "{ \"alg\": \"none\" }", right: "{ \"alg\": \"RS256\", \"typ\": \"JWT\" }")

  package static let rotatingKeyInLink = finding(
    "google.rotating.keyInLink", effect: .wrong,
    why: "Everybody who has the link can read the key of the rotating barcode in it.",
    help: "send the object first, and make a skinny link",
    wrong: "link --fat      with rotatingBarcode", right: "link --skinny")

  package static let accountKind = finding(
    "google.account.notServiceAccount",
    why: """
      Only a service account signs links. The file must have "type": "service_account", \
      client_email and private_key.
      """,
    help: "in the Google Cloud console create a key of type JSON for a service account",
    wrong: "{ \"installed\": { \"client_id\": \"...\" } }",
    right: "{ \"type\": \"service_account\", ... }", source: reported)

  package static let accountKey = finding(
    "google.account.keyNotRSA", why: "Links are signed with RS256, which needs an RSA key.",
    help: "download the key of the service account again", wrong: "private_key: an EC key",
    right: "private_key: an RSA key of 2048 bits")

  package static let accountNewlines = finding(
    "google.account.escapedNewlines",
    why: """
      A copy of the key through an environment variable often has a backslash and the letter n in \
      place of each line break. No program can read such a key.
      """,
    help: "store the JSON file unchanged, or decode it once before you use it",
    wrong: "-----BEGIN PRIVATE KEY-----\\\\nMIIE...",
    right: "-----BEGIN PRIVATE KEY-----\\nMIIE...", source: reported)

  package static let linkFindings = [
    linkTooLong, linkUnsent, linkInvalid, rotatingKeyInLink, accountKind, accountKey,
    accountNewlines,
  ]

  // MARK: Losses

  private static func loss(
    _ code: String, why: String, help: String, wrong: String, right: String
  ) -> Finding {
    Finding(
      code, .note, effect: .ignored, why: why, help: help, source: description, wrong: wrong,
      right: right)
  }

  package static let lossMoved = loss(
    "google.loss.moved", why: "The value is in the pass for Google, but people find it elsewhere.",
    help: "nothing, or arrange the card in \"classPatch\" of google.json",
    wrong: "\"backFields\": [ { \"key\": \"terms\", ... } ]", right: "a text module below the card")

  package static let lossApproximated = loss(
    "google.loss.approximated", why: "Google Wallet has a member with a similar meaning.",
    help: "read the message, and correct the member in google.json if it is not what you mean",
    wrong: "\"sharingProhibited\": true", right: "ONE_USER_ALL_DEVICES")

  package static let lossServer = loss(
    "google.loss.server", why: "Google decides this and gives issuers no choice.",
    help: "nothing; the pass works without it", wrong: "\"foregroundColor\": \"rgb(0, 0, 0)\"",
    right: "Google chooses the color of the text")

  package static let lossLate = loss(
    "google.loss.late", why: "Google does the same as Wallet, but later.",
    help: "do not depend on the exact time", wrong: "\"expirationDate\": ...",
    right: "the pass moves to expired passes up to 24 hours later")

  package static let lossNeeds = loss(
    "google.loss.needs", why: "Google Wallet can show it, but needs more than the pass has.",
    help: "add the value to google.json", wrong: "\"venueName\": \"Pier 9\"",
    right: "google.json  { \"address\": \"Pier 9, 20457 Hamburg\" }")

  package static let lossLost = loss(
    "google.loss.lost", why: "Google Wallet has no counterpart, so the value is not in the pass.",
    help: "make sure that the pass works without it, or move the value to a field",
    wrong: "\"beacons\": [ ... ]", right: "\"locations\": [ ... ]")

  package static let lossUnknown = loss(
    "google.loss.unknown", why: "passc does not know the member, so it cannot move it.",
    help: "correct the name, or ignore this if Wallet does not need the member",
    wrong: "\"descripton\": \"Card\"", right: "\"description\": \"Card\"")

  package static let lossFindings = [
    lossMoved, lossApproximated, lossServer, lossLate, lossNeeds, lossLost, lossUnknown,
  ]
}

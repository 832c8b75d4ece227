// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension GoogleFindings {
  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .refused, why: String,
    help: String, wrong: String, right: String, source: Basis = GoogleFindings.description
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help, source: source, wrong: wrong,
      right: right)
  }

  private static func many(_ element: String, _ count: Int) -> String {
    "[ \(count) times \(element) ]"
  }

  package static let locationsTooMany = finding(
    "google.locations.tooMany", why: "Google rejects more than 10 merchantLocations.",
    help: "keep the 10 places that matter most",
    wrong: many("{ \"latitude\": 51.33, \"longitude\": 12.34 }", 11),
    right: many("{ \"latitude\": 51.33, \"longitude\": 12.34 }", 10))

  package static let messagesTooMany = finding(
    "google.messages.tooMany", why: "Google rejects more than 10 messages.",
    help: "keep the 10 newest messages", wrong: many("{ \"body\": \"Hello\" }", 11),
    right: many("{ \"body\": \"Hello\" }", 10))

  package static let rowsTooMany = finding(
    "google.rows.tooMany", why: "A card has at most three rows.",
    help: "put up to three items in each row; other texts appear below the card",
    wrong: many("{ \"oneItem\": ... }", 4), right: many("{ \"oneItem\": ... }", 3))

  package static let valueAddedTooMany = finding(
    "google.valueAdded.tooMany", why: "Google rejects more than 15 value-added modules.",
    help: "keep the 15 modules that matter most",
    wrong: many("{ \"header\": \"Hi\", \"uri\": \"https://a.example\" }", 16),
    right: many("{ \"header\": \"Hi\", \"uri\": \"https://a.example\" }", 15))

  package static let textModulesNotShown = finding(
    "google.textModules.notShown", .warning, effect: .ignored,
    why: "Google Wallet shows at most 10 text modules of the class and 10 of the object.",
    help: "remove the least important texts, or move shared ones to the class",
    wrong: many("{ \"header\": \"Open\", \"body\": \"9 to 5\" }", 11),
    right: many("{ \"header\": \"Open\", \"body\": \"9 to 5\" }", 10))

  package static let linksNotShown = finding(
    "google.links.notShown", .warning, effect: .ignored,
    why: "Google Wallet shows at most 10 links of the class and 10 of the object.",
    help: "remove the least important links",
    wrong: many("{ \"uri\": \"tel:+4930\", \"description\": \"Desk\" }", 11),
    right: many("{ \"uri\": \"tel:+4930\", \"description\": \"Desk\" }", 10))

  package static let imagesNotShown = finding(
    "google.images.notShown", .warning, effect: .ignored,
    why: "Google Wallet shows one image module of the class and one of the object.",
    help: "remove the other images", wrong: many("{ \"mainImage\": ... }", 2),
    right: many("{ \"mainImage\": ... }", 1))

  package static let venueAddress = finding(
    "google.venue.addressMissing",
    why: "A venue needs a name and an address. Google rejects one alone.",
    help: "add the address, or remove the venue; in google.json the member is \"address\"",
    wrong: """
      { "eventTicketClass": { "venue": { "name":
        { "defaultValue": { "language": "en", "value": "Pier 9" } } } } }
      """,
    right: """
      { "eventTicketClass": { "venue": { "name":
        { "defaultValue": { "language": "en", "value": "Pier 9" } },
        "address":
        { "defaultValue": { "language": "en", "value": "Pier 9" } } } } }
      """)

  package static let fieldPathUnknown = finding(
    "google.fieldPath.unknown", effect: .ignored,
    why: "The path names no member of the class or object, so its place on the card stays empty.",
    help: "name a member, or the id of a text module: object.textModulesData['plan']",
    wrong: """
      { "loyaltyClass": { "classTemplateInfo": { "cardTemplateOverride":
        { "cardRowTemplateInfos": [ { "oneItem": { "item": { "firstValue":
          { "fields": [ { "fieldPath": "object.acountName" } ] } } } } ]
        } } } }
      """,
    right: """
      { "loyaltyClass": { "classTemplateInfo": { "cardTemplateOverride":
        { "cardRowTemplateInfos": [ { "oneItem": { "item": { "firstValue":
          { "fields": [ { "fieldPath": "object.accountName" } ] } } } } ]
        } } } }
      """)

  package static let fieldPathDateFormat = finding(
    "google.fieldPath.dateFormat", .warning, effect: .ignored,
    why: "dateFormat works on date members only. Texts and numbers are shown as they are.",
    help: "remove dateFormat, or name a date member",
    wrong: """
      { "loyaltyClass": { "classTemplateInfo": { "cardTemplateOverride":
        { "cardRowTemplateInfos": [ { "oneItem": { "item": { "firstValue":
          { "fields": [ { "fieldPath": "object.accountName",
            "dateFormat": "DATE_ONLY" } ] } } } } ] } } } }
      """,
    right: """
      { "loyaltyClass": { "classTemplateInfo": { "cardTemplateOverride":
        { "cardRowTemplateInfos": [ { "oneItem": { "item": { "firstValue":
          { "fields": [ { "fieldPath": "object.validTimeInterval.end",
            "dateFormat": "DATE_ONLY" } ] } } } } ] } } } }
      """)

  package static let moduleID = finding(
    "google.module.id",
    why: """
      Paths name modules by their id, which has letters, digits, underscores and hyphens, and \
      occurs once.
      """,
    help: "give each module a separate id without dots",
    wrong: """
      { "loyaltyObject": { "textModulesData":
        [ { "id": "a.b", "header": "Open", "body": "9 to 5" } ] } }
      """,
    right: """
      { "loyaltyObject": { "textModulesData":
        [ { "id": "a-b", "header": "Open", "body": "9 to 5" } ] } }
      """)

  package static let smartTapIncomplete = finding(
    "google.smartTap.incomplete",
    why: """
      A tap needs three parts: enableSmartTap and redemptionIssuers in the class, and \
      smartTapRedemptionValue in the object. With fewer parts a reader gets nothing.
      """,
    help: "add the missing parts, or remove the others; google.json has \"redemptionIssuers\"",
    wrong: """
      { "loyaltyClass": { "enableSmartTap": true } }
      """,
    right: """
      { "loyaltyClass": { "enableSmartTap": true,
          "redemptionIssuers": [ "3388000000000000001" ] },
        "loyaltyObject": { "smartTapRedemptionValue": "4711" } }
      """)

  package static let smartTapNotASCII = finding(
    "google.smartTap.notASCII", why: "Smart Tap transmits ASCII characters only.",
    help: "use ASCII characters in the value",
    wrong: """
      { "loyaltyClass": { "enableSmartTap": true,
          "redemptionIssuers": [ "3388000000000000001" ] },
        "loyaltyObject": { "smartTapRedemptionValue": "Blauähre" } }
      """,
    right: """
      { "loyaltyClass": { "enableSmartTap": true,
          "redemptionIssuers": [ "3388000000000000001" ] },
        "loyaltyObject": { "smartTapRedemptionValue": "4711" } }
      """)

  package static let barcodeNonASCII = finding(
    "google.barcode.nonASCII", .warning, effect: .wrong,
    why: """
      Google has no counterpart of messageEncoding. The phone chooses the encoding, so a scanner \
      can read other bytes than from an iPhone.
      """,
    help: "use ASCII characters in the barcode",
    wrong: """
      { "loyaltyObject": { "barcode":
        { "type": "QR_CODE", "value": "Blauähre" } } }
      """,
    right: """
      { "loyaltyObject": { "barcode":
        { "type": "QR_CODE", "value": "Blauaehre" } } }
      """)

  package static let barcodeDigits = finding(
    "google.barcode.digits", why: "The code encodes a fixed number of digits only.",
    help: "give the right number of digits, or use another type such as CODE_128",
    wrong: """
      { "loyaltyObject": { "barcode":
        { "type": "EAN_13", "value": "KB-4711" } } }
      """,
    right: """
      { "loyaltyObject": { "barcode":
        { "type": "EAN_13", "value": "2991044204180" } } }
      """)

  package static let rotatingType = finding(
    "google.rotating.type", why: "Only QR_CODE and PDF_417 can rotate.",
    help: "use QR_CODE or PDF_417",
    wrong: """
      { "loyaltyObject": { "rotatingBarcode":
        { "type": "AZTEC", "valuePattern": "a-{totp_value_0}" } } }
      """,
    right: """
      { "loyaltyObject": { "rotatingBarcode":
        { "type": "QR_CODE", "valuePattern": "a-{totp_value_0}" } } }
      """)

  package static let rotatingKey = finding(
    "google.rotating.key", why: "The key of a rotating barcode is written in Base16.",
    help: "write the key as hexadecimal digits",
    wrong: """
      { "loyaltyObject": { "rotatingBarcode": { "type": "QR_CODE",
          "totpDetails": { "parameters": [ { "key": "c2VjcmV0" } ] } } } }
      """,
    right: """
      { "loyaltyObject": { "rotatingBarcode": { "type": "QR_CODE",
          "totpDetails": { "parameters": [ { "key": "736563726574" } ] }
        } } }
      """)

  package static let linkNoDescription = finding(
    "google.link.noDescription", .warning, effect: .style,
    why: "Google Wallet shows the description of a link. Without it people see the address.",
    help: "add a description of at most 20 characters",
    wrong: """
      { "loyaltyObject": { "linksModuleData":
        { "uris": [ { "uri": "tel:+493415550184" } ] } } }
      """,
    right: """
      { "loyaltyObject": { "linksModuleData": { "uris":
        [ { "uri": "tel:+493415550184", "description": "Desk" } ] } } }
      """)

  package static let contentFindings = [
    locationsTooMany, messagesTooMany, rowsTooMany, valueAddedTooMany, textModulesNotShown,
    linksNotShown, imagesNotShown, venueAddress, fieldPathUnknown, fieldPathDateFormat, moduleID,
    smartTapIncomplete, smartTapNotASCII, barcodeNonASCII, barcodeDigits, rotatingType, rotatingKey,
    linkNoDescription,
  ]
}

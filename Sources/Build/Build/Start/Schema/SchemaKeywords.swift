// SPDX-License-Identifier: Apache-2.0

import PassModel

/// Descriptions of values for editors. The key table names its sources by abbreviations and
/// mentions other programs, so its wording is simplified here.
enum SchemaKeywords {
  /// Returns the constraint of an entry without abbreviations.
  static func constraint(of entry: KeyEntry) -> String {
    descriptions[entry.path] ?? plain(entry.constraint)
  }

  /// Returns the string without the source in brackets, such as ` (ARC)`.
  static func plain(_ text: String) -> String {
    text.replacing(" (ARC)", with: "").replacing(" (PKG)", with: "")
  }

  /// By the path of the entry. A test compares the paths with the table.
  static let descriptions: [String: String] = [
    "$.serialNumber": "unique per passTypeIdentifier; a string, even where it is a number",
    "$.relevantDates[].relevantDate": "what the first versions of iOS 18 call date; write both",
    "$.stripColor":
      "a colour, such as rgb(20, 60, 90); of the primary values over the strip; Apple's web "
      + "pages do not mention it",
    "$.footerBackgroundColor":
      "a colour, such as rgb(20, 60, 90); for poster event tickets, perhaps for poster generic too",
    "$.nfc.encryptionPublicKey":
      "the reader's public key: Base64 of a DER SubjectPublicKeyInfo, P-256, compressed point (59 "
      + "bytes), without PEM lines; passc nfc keygen makes one",
    "$.nfc.requiresAuthentication":
      "default false; Apple's pass-builder requires it on poster event tickets",
    "$.featuredActions": "at most two; not for posterEventTicket and semanticBoardingPass",
    "$.featuredActions[].url":
      "what the action opens; Apple's sources disagree on whether it must be",
    "$.featuredActions[].placeIdentifier":
      "the identifier of a place in Apple Maps, for type place; url has no effect there",
    "$.trackBagsURL": "track bags",
    "$.businessChatIdentifier": "one article of Apple's names it, the reference does not",
    "$.associatedPassTypeIdentifiers": "not documented by Apple",
    "$.backFields": "not documented by Apple: a second place for back fields",
    "$.locations[].maxDistance": "not documented by Apple: radius in metres, above 0",
    "$.locations[].name": "not documented by Apple",
    "$.upcomingPassInformation[].additionalInfoFields": "each needs a label",
    "$.upcomingPassInformation[].backFields": "needed for the details view; each needs a label",
    "$.upcomingPassInformation[].dateInformation.timeZone":
      "without it the zone of the phone counts",
    "$.upcomingPassInformation[].images.headerImage.reuseExisting": "must not be true",
    "$.semantics.venueRegionName": "required for poster event tickets",
    "$.semantics.venueRoom": "required for poster event tickets",
    "$.semantics.eventLiveMessage": "message in the Live Activity; Apple's list of tags lacks it",
    "$.semantics.airplay":
      "objects with airPlayDeviceGroupToken; Apple's list of tags lacks it",
    "$.semantics.departureAirportTimeZone":
      "departureLocationTimeZone as Apple's pass-builder spells it; write both",
    "$.semantics.destinationAirportTimeZone":
      "destinationLocationTimeZone as Apple's pass-builder spells it",
    "$.semantics.departureAirportSecurityPrograms":
      "departureLocationSecurityPrograms as Apple's pass-builder spells it",
    "$.semantics.destinationAirportSecurityPrograms":
      "destinationLocationSecurityPrograms as Apple's pass-builder spells it",
    "$.semantics.airlineLoungePlaceID":
      "a single value in place of loungePlaceIDs, as Apple's pass-builder has it",
    "$.semantics.<CurrencyAmount>.amount": "a decimal number, written as a string",
    "$.semantics.<CurrencyAmount>.currencyCode": "required with amount",
  ]
}

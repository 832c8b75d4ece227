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

  package static let valueType = finding(
    "google.value.type", why: "Google rejects a value of another JSON type.",
    help: "write the value in the expected type",
    wrong: """
      { "loyaltyObject": { "accountName": 4711 } }
      """,
    right: """
      { "loyaltyObject": { "accountName": "4711" } }
      """)

  package static let int64NotString = finding(
    "google.int64.notString", .note, effect: .style,
    why: """
      The API writes integers of 64 bits as JSON strings, because a number can lose digits. \
      Google's own samples also send numbers.
      """,
    help: "write the number in quotation marks",
    wrong: """
      { "loyaltyObject": { "loyaltyPoints": { "balance":
        { "money": { "currencyCode": "EUR", "micros": 12500000 } } } } }
      """,
    right: """
      { "loyaltyObject": { "loyaltyPoints": { "balance":
        { "money": { "currencyCode": "EUR", "micros": "12500000" } } } } }
      """)

  package static let enumUnknown = finding(
    "google.enum.unknown", why: "Google rejects a word that its description does not list.",
    help: "use one of the listed words",
    wrong: """
      { "loyaltyObject": { "state": "USED" } }
      """,
    right: """
      { "loyaltyObject": { "state": "COMPLETED" } }
      """)

  package static let enumLegacy = finding(
    "google.enum.legacy", .note, effect: .style,
    why: "The spelling still works, but Google's description marks it as deprecated.",
    help: "write the word in capitals with underscores",
    wrong: """
      { "loyaltyObject": { "state": "active" } }
      """,
    right: """
      { "loyaltyObject": { "state": "ACTIVE" } }
      """)

  package static let reviewStatus = finding(
    "google.reviewStatus.notSendable",
    why: """
      Only Google writes APPROVED and REJECTED. By report an update that carries APPROVED back is \
      rejected.
      """,
    help: "send UNDER_REVIEW, or DRAFT while people must not save the pass yet",
    wrong: """
      { "loyaltyClass": { "reviewStatus": "APPROVED" } }
      """,
    right: """
      { "loyaltyClass": { "reviewStatus": "UNDER_REVIEW" } }
      """)

  package static let idCharacter = finding(
    "google.id.character",
    why: """
      An id is the number of the issuer account, a dot, and a suffix of letters, digits, dots, \
      underscores and hyphens. Google rejects other ids with "Invalid resource ID".
      """,
    help: "replace the other characters, in the same way for every pass",
    wrong: """
      { "loyaltyObject": { "id": "3388000000000000001.gym/4711" } }
      """,
    right: """
      { "loyaltyObject": { "id": "3388000000000000001.gym.4711" } }
      """)

  package static let color = finding(
    "google.color.invalid", why: "Google reads colors as #rrggbb or #rgb only.",
    help: "write the color as # and six hexadecimal digits",
    wrong: """
      { "loyaltyClass": { "hexBackgroundColor": "rgb(20, 22, 25)" } }
      """,
    right: """
      { "loyaltyClass": { "hexBackgroundColor": "#141619" } }
      """)

  package static let timeFormat = finding(
    "google.time.format",
    why: "Times are ISO 8601: a day, T and a time, with or without an offset.",
    help: "write the time as 2031-05-01T10:00:00+02:00",
    wrong: """
      { "loyaltyObject": { "validTimeInterval":
        { "end": { "date": "1 May 2031" } } } }
      """,
    right: """
      { "loyaltyObject": { "validTimeInterval":
        { "end": { "date": "2031-05-01T10:00:00+02:00" } } } }
      """)

  package static let timeOffset = finding(
    "google.time.offset",
    why: """
      Times of a flight are the clock at the airport. Google gets the zone from the airport and \
      rejects an offset.
      """,
    help: "remove the offset; the time stays the one at the airport",
    wrong: """
      { "flightClass": { "localBoardingDateTime":
        "2031-05-17T08:55:00+02:00" } }
      """,
    right: """
      { "flightClass": { "localBoardingDateTime":
        "2031-05-17T08:55:00" } }
      """)

  package static let intervalMixed = finding(
    "google.interval.mixed",
    why: "Google rejects an interval with one offset. Both ends or none have it.",
    help: "write both times with an offset, or both without",
    wrong: """
      { "loyaltyObject": { "validTimeInterval": {
        "start": { "date": "2031-05-01T10:00:00" },
        "end": { "date": "2031-05-02T10:00:00Z" } } } }
      """,
    right: """
      { "loyaltyObject": { "validTimeInterval": {
        "start": { "date": "2031-05-01T10:00:00Z" },
        "end": { "date": "2031-05-02T10:00:00Z" } } } }
      """)

  package static let intervalReversed = finding(
    "google.interval.reversed", effect: .wrong,
    why: "An interval that ends before it starts is never valid, so the pass is expired at once.",
    help: "exchange start and end, or correct one of them",
    wrong: """
      { "loyaltyObject": { "validTimeInterval": {
        "start": { "date": "2031-05-02T10:00:00Z" },
        "end": { "date": "2031-05-01T10:00:00Z" } } } }
      """,
    right: """
      { "loyaltyObject": { "validTimeInterval": {
        "start": { "date": "2031-05-01T10:00:00Z" },
        "end": { "date": "2031-05-02T10:00:00Z" } } } }
      """, source: decision)

  package static let flightNumber = finding(
    "google.flight.number",
    why: "The number has digits only. The carrier is in its own member.",
    help: "remove the letters of the carrier",
    wrong: """
      { "flightClass": { "flightHeader": { "flightNumber": "Z11482" } } }
      """,
    right: """
      { "flightClass": { "flightHeader": { "flightNumber": "1482" } } }
      """)

  package static let airportCode = finding(
    "google.airport.code", why: "Google finds the airport, its name and its zone by the IATA code.",
    help: "write the three capital letters of the airport, such as HAM",
    wrong: """
      { "flightClass": { "origin": { "airportIataCode": "EDDH" } } }
      """,
    right: """
      { "flightClass": { "origin": { "airportIataCode": "HAM" } } }
      """)

  package static let languageTag = finding(
    "google.language.tag", why: "Google reads languages as BCP 47 tags.",
    help: "write the tag with hyphens, such as de or pt-BR",
    wrong: """
      { "eventTicketClass": { "eventName":
        { "defaultValue": { "language": "pt_BR", "value": "Samba" } } } }
      """,
    right: """
      { "eventTicketClass": { "eventName":
        { "defaultValue": { "language": "pt-BR", "value": "Samba" } } } }
      """)

  package static let urlNoScheme = finding(
    "google.url.noScheme",
    why: "An address of a link needs its scheme: https, http, tel, mailto or that of a map.",
    help: "put https:// in front, or tel: in front of a telephone number",
    wrong: """
      { "loyaltyObject": { "linksModuleData": { "uris":
        [ { "uri": "kettlebow.example.com", "description": "Web" } ] } } }
      """,
    right: """
      { "loyaltyObject": { "linksModuleData": { "uris":
        [ { "uri": "https://kettlebow.example.com",
            "description": "Web" } ] } } }
      """)

  package static let textLong = finding(
    "google.text.long", .note, effect: .style,
    why: "Google recommends this length. A longer text may be cut on some phones.",
    help: "shorten the text",
    wrong: """
      { "loyaltyClass": { "issuerName": "Kettlebow Gym on the Old Square" } }
      """,
    right: """
      { "loyaltyClass": { "issuerName": "Kettlebow Gym" } }
      """)

  package static let textCut = finding(
    "google.text.cut", .note, effect: .style,
    why: "Google cuts the text after this number of characters.", help: "shorten the text",
    wrong: """
      { "loyaltyClass": { "programName": "The Kettlebow Iron Club" } }
      """,
    right: """
      { "loyaltyClass": { "programName": "Kettlebow Iron Club" } }
      """)

  package static let textTooLong = finding(
    "google.text.tooLong", why: "Google rejects a longer text at this place.",
    help: "shorten the text",
    wrong: """
      { "eventTicketClass": { "eventId":
        "low-tide-tour-of-the-year-2031-in-hamburg-at-kaispeicher-nine-01" } }
      """,
    right: """
      { "eventTicketClass": { "eventId": "low-tide-2031" } }
      """)

  package static let micros = finding(
    "google.money.micros", .warning, effect: .wrong,
    why: """
      micros is the amount times 1,000,000 in every currency. An amount that is not a multiple of \
      10,000 has fractions of a cent, so it was probably multiplied by 100.
      """,
    help: "multiply the amount by 1,000,000: 12.50 is \"12500000\"",
    wrong: """
      { "loyaltyObject": { "loyaltyPoints": { "balance":
        { "money": { "currencyCode": "EUR", "micros": "1250" } } } } }
      """,
    right: """
      { "loyaltyObject": { "loyaltyPoints": { "balance":
        { "money": { "currencyCode": "EUR", "micros": "12500000" } } } } }
      """, source: decision)

  package static let imageNotHTTPS = finding(
    "google.image.notHTTPS",
    why: """
      Google fetches each image from its address and keeps a copy. It cannot read a file or a \
      data: address, and a broken address makes the whole request fail.
      """,
    help: "publish the image and write its https address",
    wrong: """
      { "loyaltyObject": { "heroImage": { "sourceUri":
        { "uri": "http://i.example.com/hero.png" } } } }
      """,
    right: """
      { "loyaltyObject": { "heroImage": { "sourceUri":
        { "uri": "https://i.example.com/hero.png" } } } }
      """)

  package static let valueFindings = [
    valueType, int64NotString, enumUnknown, enumLegacy, reviewStatus, idCharacter, color,
    timeFormat, timeOffset, intervalMixed, intervalReversed, flightNumber, airportCode, languageTag,
    urlNoScheme, textLong, textCut, textTooLong, micros, imageNotHTTPS,
  ]
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassGoogleModel
import PassJSON
import Testing

/// A class and an object of each type without findings. Examples add members to them.
enum SamplePayload {
  private static func text(_ text: String) -> String {
    #"{"defaultValue":{"language":"en","value":"\#(text)"}}"#
  }

  private static let image = #"{"sourceUri":{"uri":"https://i.example.com/a.png"}}"#

  private static func members(_ type: GoogleType) -> (class: String, object: String) {
    let issuer = #","issuerName":"Kettlebow","reviewStatus":"UNDER_REVIEW""#
    switch type {
    case .generic: return ("", #","cardTitle":\#(text("Card")),"header":\#(text("Ada"))"#)
    case .loyalty:
      return (issuer + #","programName":"Club","programLogo":\#(image)"#, state)
    case .offer:
      return (
        issuer + #","title":"Bread","provider":"Bakery","redemptionChannel":"INSTORE""#, state
      )
    case .giftCard: return (issuer, state + #","cardNumber":"4711""#)
    case .eventTicket: return (issuer + #","eventName":\#(text("Low Tide"))"#, state)
    case .flight:
      let header = #"{"carrier":{"carrierIataCode":"Z1"},"flightNumber":"1482"}"#
      return (
        issuer + #","flightHeader":\#(header),"origin":{"airportIataCode":"HAM"},"#
          + #""destination":{"airportIataCode":"KEF"},"#
          + #""localScheduledDepartureDateTime":"2031-05-17T09:40:00""#,
        state + #","passengerName":"Ines Falk","reservationInfo":{}"#
      )
    case .transit:
      return (
        issuer + #","transitType":"RAIL","logo":\#(image)"#, state + #","tripType":"ONE_WAY""#
      )
    }
  }

  private static let state = #","state":"ACTIVE""#

  /// Returns the class and object with a merge patch: `{"loyaltyObject": {...}}`.
  static func json(_ type: GoogleType, patch: String = "{}") throws -> JSONDocument {
    let (classMembers, objectMembers) = members(type)
    let text = """
      {"\(type.resource(.class))":{"id":"33.gym"\(classMembers)},\
      "\(type.resource(.object))":{"id":"33.gym.1","classId":"33.gym"\(objectMembers)}}
      """
    let base = try document(text)
    return JSONMergePatch.merged(base.root, try document(patch).root)
  }

  static func document(_ text: String) throws -> JSONDocument {
    var report = Report()
    let read = JSONReader.read(Array(text.utf8), name: "payload.json", report: &report)
    try #require(report.diagnostics.isEmpty, "\(text)")
    return try #require(read)
  }

  /// Returns the codes that the check reports.
  static func codes(_ document: JSONDocument) throws -> [String] {
    var report = Report()
    let payload = try #require(GooglePayload(document.root))
    payload.check(.written, report: &report)
    return report.diagnostics.map(\.code)
  }

  static func codes(_ type: GoogleType, patch: String) throws -> [String] {
    try codes(json(type, patch: patch))
  }
}

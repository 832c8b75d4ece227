// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about the semantic tags of the boarding pass of iOS 26.
struct SemanticBoardingRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: airline boarding passes")
  private static let date = #""2026-05-01T10:00:00+02:00""#
  private static let core = """
    "airlineCode": "XX", "flightNumber": 7, "originalDepartureDate": \(date), \
    "originalBoardingDate": \(date), "originalArrivalDate": \(date), "departureAirportCode": "TXL", \
    "departureLocationTimeZone": "Europe/Berlin"
    """
  private static let otherTags = """
    "destinationAirportCode": "OSL", "destinationLocationTimeZone": "Europe/Oslo", \
    "departureCityName": "Berlin", "destinationCityName": "Oslo"
    """
  private static let name = #""passengerName": {"givenName": "Ada", "familyName": "Example"}"#
  private static func boarding(
    _ tags: String, type: String = "Air", at pointer: String? = nil
  ) -> Example {
    .json(
      """
      {"generic": null, "boardingPass": {"transitType": "PKTransitType\(type)", \
      "primaryFields": [{"key": "from", "value": "TXL"}]}, "semantics": {\(tags)}, \
      "preferredStyleSchemes": ["semanticBoardingPass", "boardingPass"]}
      """, at: pointer)
  }
  private static let whole = boarding("\(core), \(otherTags), \(name)")

  static let missing = Finding(
    "style.semanticBoarding.tagMissing", .error, effect: .wrong,
    why: """
      Wallet draws the boarding pass of iOS 26 from semantic tags, not from fields. Without the \
      required tags it shows the old pass, or gaps.
      """,
    help: "add the tags to semantics, at the top level of pass.json",
    source: apple,
    wrong: """
      "semantics": {
        "airlineCode": "XX", "flightNumber": 7, ...
      }
      """,
    right: """
      "semantics": {
        "airlineCode": "XX", "flightNumber": 7, ...,
        "passengerName": { "givenName": "Ada", "familyName": "Lovelace" }
      }
      """,
    bad: [
      boarding("\(core), \(otherTags)", at: "/semantics"),
      boarding("\(otherTags), \(name)", at: "/semantics"),
    ],
    good: [whole])

  static let advised = Finding(
    "style.semanticBoarding.tagAdvised", .warning, effect: .maybeRefused, step: .style,
    why: "Apple's documentation requires these tags. Apple's own builder only warns about them.",
    help: "add the tags to semantics, at the top level of pass.json",
    source: apple,
    wrong: """
      "semantics": {
        "departureAirportCode": "TXL", "destinationAirportCode": "OSL", ...
      }
      """,
    right: """
      "semantics": {
        "departureAirportCode": "TXL", "destinationAirportCode": "OSL", ...,
        "departureCityName": "Berlin", "destinationCityName": "Oslo"
      }
      """,
    bad: [boarding(#"\#(core), "destinationAirportCode": "OSL", \#(name)"#, at: "/semantics")],
    good: [whole])

  static let nameEmpty = Finding(
    "style.semanticBoarding.nameEmpty", .error, effect: .wrong,
    why: "The name of the passenger must have at least one part.",
    help: "add givenName and familyName",
    source: apple,
    wrong: """
      "semantics": {
        "passengerName": {}, ...
      }
      """,
    right: """
      "semantics": {
        "passengerName": { "givenName": "Ada", "familyName": "Lovelace" }, ...
      }
      """,
    bad: [
      boarding(#"\#(core), \#(otherTags), "passengerName": {}"#, at: "/semantics/passengerName")
    ],
    good: [boarding(#"\#(core), \#(otherTags), "passengerName": {"nickname": "Ada"}"#)])

  static let notAir = Finding(
    "style.semanticBoarding.notAir", .error, effect: .wrong,
    why: "The new layout is for flights only.",
    help: "write PKTransitTypeAir, or remove semanticBoardingPass from preferredStyleSchemes",
    source: apple,
    wrong: """
      "preferredStyleSchemes": [ "semanticBoardingPass", "boardingPass" ],
      "boardingPass": { "transitType": "PKTransitTypeTrain", ... }
      """,
    right: """
      "preferredStyleSchemes": [ "semanticBoardingPass", "boardingPass" ],
      "boardingPass": { "transitType": "PKTransitTypeAir", ... }
      """,
    bad: [
      boarding("\(core), \(otherTags), \(name)", type: "Train", at: "/boardingPass/transitType")
    ],
    good: [whole])

  var findings: [Finding] { [Self.missing, Self.advised, Self.nameEmpty, Self.notAir] }

  /// The required tags, each with the spelling in Apple's builder if that differs.
  private static let required: [(tag: String, also: String?)] = [
    ("airlineCode", nil), ("flightNumber", nil), ("originalDepartureDate", nil),
    ("originalBoardingDate", nil), ("originalArrivalDate", nil), ("departureAirportCode", nil),
    ("destinationAirportCode", nil), ("passengerName", nil),
    ("departureLocationTimeZone", "departureAirportTimeZone"),
  ]
  private static let advisedTags: [(tag: String, also: String?)] = [
    ("destinationLocationTimeZone", "destinationAirportTimeZone"), ("departureCityName", nil),
    ("destinationCityName", nil),
  ]

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    guard let style = document["boardingPass"],
      StyleScheme.schemes(of: document).contains(.semanticBoardingPass)
    else { return }
    if let type = style["transitType"], let text = type.string, text != "PKTransitTypeAir" {
      report(Self.notAir, "transitType is \(quoted(text)), expected PKTransitTypeAir", at: type)
    }
    let semantics = document["semantics"]
    func lacking(_ tags: [(tag: String, also: String?)]) -> [String] {
      tags.filter { tag in
        semantics?[tag.tag] == nil && tag.also.map { semantics?[$0] == nil } ?? true
      }.map(\.tag)
    }
    let place = semantics ?? document
    let missing = lacking(Self.required)
    if !missing.isEmpty {
      report(
        Self.missing, "the boarding pass lacks \(listed(missing)) in semantics", at: place)
    }
    let advised = lacking(Self.advisedTags)
    if !advised.isEmpty {
      report(
        Self.advised, "the boarding pass lacks \(listed(advised)) in semantics", at: place)
    }
    if let name = semantics?["passengerName"], name.isObject,
      !KeyTable.members(of: .personName).names.contains(where: { name[$0] != nil })
    {
      report(Self.nameEmpty, "passengerName has no parts, expected at least one", at: name)
    }
  }
}

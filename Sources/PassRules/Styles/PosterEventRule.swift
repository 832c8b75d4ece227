// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// The semantic tags a poster event ticket is drawn from.
struct PosterEventRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: poster event tickets")
  private static func ticket(_ tags: String, at pointer: String? = nil) -> Example {
    .json(
      """
      {"generic": null, "eventTicket": {"primaryFields": [{"key": "a", "value": "b"}]}, \
      "preferredStyleSchemes": ["posterEventTicket", "eventTicket"]\(tags)}
      """, at: pointer)
  }
  private static let always = #""venueRegionName": "Berlin", "venueRoom": "Main""#

  static let missing = Finding(
    "style.posterEvent.tagMissing", .error, effect: .wrong,
    why: """
      The poster is drawn from semantic tags, not from fields. Without the required ones Wallet \
      shows the old ticket, or a poster with gaps.
      """,
    help: "add the tags to semantics, at the top of pass.json", source: apple,
    bad: [
      ticket(#", "semantics": {"venueName": "Hall", \#(always)}"#, at: "/semantics"),
      ticket(
        """
        , "semantics": {"eventName": "Cup", "eventType": "PKEventTypeSports", "venueName": "Hall", \
        "homeTeamAbbreviation": "BER", \(always)}
        """, at: "/semantics"),
      ticket(
        """
        , "semantics": {"eventName": "Gig", "eventType": "PKEventTypeLivePerformance", \
        "venueName": "Hall", \(always)}
        """, at: "/semantics"),
    ],
    good: [
      ticket(#", "semantics": {"eventName": "Gig", "venueName": "Hall", \#(always)}"#),
      ticket(
        """
        , "semantics": {"eventName": "Gig", "eventType": "PKEventTypeLivePerformance", \
        "performerNames": ["Ada"], "venueName": "Hall", \(always)}
        """),
      .json(#"{"generic": null, "eventTicket": {}}"#),
    ])

  static let advised = Finding(
    "style.posterEvent.tagAdvised", .warning, effect: .maybeRefused,
    why: """
      Apple's documentation requires venueRegionName and venueRoom too; Apple's own builder does \
      not ask for them.
      """,
    help: "add the tags to semantics, at the top of pass.json", source: apple,
    bad: [
      ticket(#", "semantics": {"eventName": "Gig", "venueName": "Hall"}"#, at: "/semantics")
    ],
    good: [ticket(#", "semantics": {"eventName": "Gig", "venueName": "Hall", \#(always)}"#)])

  var findings: [Finding] { [Self.missing, Self.advised] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    guard document["eventTicket"] != nil,
      StyleScheme.schemes(of: document).contains(.posterEventTicket)
    else { return }
    let semantics = document["semantics"]
    var required = ["eventName", "venueName"]
    switch semantics?["eventType"]?.string {
    case "PKEventTypeSports": required += ["awayTeamAbbreviation", "homeTeamAbbreviation"]
    case "PKEventTypeLivePerformance": required += ["performerNames"]
    default: break
    }
    let place = semantics ?? document
    let missing = required.filter { semantics?[$0] == nil }
    if !missing.isEmpty {
      report(
        Self.missing, "the poster ticket lacks the semantic tags \(listed(missing))", at: place)
    }
    let advised = ["venueRegionName", "venueRoom"].filter { semantics?[$0] == nil }
    if !advised.isEmpty {
      report(
        Self.advised, "the poster ticket lacks the semantic tags \(listed(advised))", at: place)
    }
  }
}

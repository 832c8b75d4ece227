// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about the semantic tags and the image of a poster event ticket.
struct PosterEventRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: poster event tickets")
  private static func ticket(_ tags: String, at pointer: String? = nil) -> Example {
    StyleSchemeRule.poster(
      """
      {"generic": null, "eventTicket": {"primaryFields": [{"key": "a", "value": "b"}]}, \
      "preferredStyleSchemes": ["posterEventTicket", "eventTicket"]\(tags)}
      """, at: pointer)
  }
  private static let always = #""venueRegionName": "Berlin", "venueRoom": "Main""#

  static let missing = Finding(
    "style.posterEvent.tagMissing", .error, effect: .wrong,
    why: """
      Wallet draws the poster from semantic tags, not from fields. Without the required tags it \
      shows the old ticket, or a poster with gaps.
      """,
    help: "add the tags to semantics, at the top level of pass.json",
    source: apple,
    wrong: """
      "semantics": {
        "eventName": "Summer Gala",
        "venueRegionName": "Berlin", "venueRoom": "Main Hall"
      }
      """,
    right: """
      "semantics": {
        "eventName": "Summer Gala", "venueName": "Example Gym",
        "venueRegionName": "Berlin", "venueRoom": "Main Hall"
      }
      """,
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
    "style.posterEvent.tagAdvised", .warning, effect: .maybeRefused, step: .style,
    why: """
      Apple's documentation also requires venueRegionName and venueRoom. Apple's own builder does \
      not check them.
      """,
    help: "add the tags to semantics, at the top level of pass.json",
    source: apple,
    wrong: """
      "semantics": {
        "eventName": "Summer Gala", "venueName": "Example Gym"
      }
      """,
    right: """
      "semantics": {
        "eventName": "Summer Gala", "venueName": "Example Gym",
        "venueRegionName": "Berlin", "venueRoom": "Main Hall"
      }
      """,
    bad: [
      ticket(#", "semantics": {"eventName": "Gig", "venueName": "Hall"}"#, at: "/semantics")
    ],
    good: [ticket(#", "semantics": {"eventName": "Gig", "venueName": "Hall", \#(always)}"#)])

  static let imageMissing = Finding(
    "style.posterEvent.imageMissing", .error, effect: .wrong,
    why: """
      Wallet draws the tags of the ticket on an image. Without artwork or background there is no \
      such image, and Apple's own builder rejects the pass.
      """,
    help: """
      add artwork.png with 358 x 448 pixels or background.png, and both larger scales (@2x, @3x)
      """,
    source: .documented("Wallet Passes: poster event tickets; pass-builder"),
    wrong: """
      icon@3x.png      114 x 114 pixels
      """,
    right: """
      icon@3x.png      114 x 114 pixels
      artwork@3x.png   1074 x 1344 pixels
      """,
    bad: [Example([patch], at: "/preferredStyleSchemes")],
    good: [
      ticket(posterTags),
      Example([patch, .file("background@3x.png", .png(width: 540, height: 660))]),
      Example([patch, .file("de.lproj/artwork@3x.png", .png(width: 1074, height: 1344))]),
    ])
  private static let posterTags =
    #", "semantics": {"eventName": "Gig", "venueName": "Hall", \#(always)}"#
  private static let patch = ticket(posterTags).changes[0]

  var findings: [Finding] { [Self.missing, Self.advised, Self.imageMissing] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    guard document["eventTicket"] != nil,
      StyleScheme.schemes(of: document).contains(.posterEventTicket)
    else { return }
    let hasImage = PackagedImage.all(of: pass).contains {
      $0.slot == .artwork || $0.slot == .background
    }
    if !hasImage {
      report(
        Self.imageMissing, "the poster ticket has neither artwork nor background image",
        at: document["preferredStyleSchemes"] ?? document)
    }
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
        Self.missing, "the poster ticket lacks \(listed(missing)) in semantics", at: place)
    }
    let advised = ["venueRegionName", "venueRoom"].filter { semantics?[$0] == nil }
    if !advised.isEmpty {
      report(
        Self.advised, "the poster ticket lacks \(listed(advised)) in semantics", at: place)
    }
  }
}

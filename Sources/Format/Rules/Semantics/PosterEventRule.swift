// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about the semantic tags, the image and the entry of a poster event ticket.
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
    bad: [Example([patch], at: "/preferredStyleSchemes", settings: [.minimumIOS(27)])],
    good: [
      ticket(posterTags),
      Example(
        [patch, .file("background@3x.png", .png(width: 540, height: 660))],
        settings: [.minimumIOS(27)]),
      Example(
        [patch, .file("de.lproj/artwork@3x.png", .png(width: 1074, height: 1344))],
        settings: [.minimumIOS(27)]),
    ])

  static let noEntry = Finding(
    "style.posterEvent.noEntry", .warning, effect: .ignored,
    why: """
      A poster ticket needs something that opens the gate: NFC, or since iOS 27 a barcode. Without \
      either Wallet shows the old ticket instead of the poster, and no message.
      """,
    help: "add nfc or barcodes, or remove posterEventTicket from preferredStyleSchemes",
    source: .observed("a developer's report about a phone; WWDC26 session 209"),
    wrong: """
      "preferredStyleSchemes": [ "posterEventTicket", "eventTicket" ]
      """,
    right: """
      "preferredStyleSchemes": [ "posterEventTicket", "eventTicket" ],
      "barcodes": [ { "format": "PKBarcodeFormatQR", "message": "A-17",
                      "messageEncoding": "iso-8859-1" } ]
      """,
    bad: [ticket(#"\#(posterTags), "barcodes": null"#, at: "/preferredStyleSchemes")],
    good: [ticket(posterTags), withNFC])

  static let barcodeOnly = Finding(
    "style.posterEvent.barcodeOnly", .note, effect: .ignored,
    why: """
      iOS 27 draws the poster of a ticket that has a barcode and no NFC. Older systems show the old \
      ticket instead.
      """,
    help: "add nfc, or check the old ticket too: older phones show it",
    settings: [RunSetting(.oldestIOS, "27")],
    source: .observed("pass-builder requires nfc; WWDC26 session 209"),
    wrong: """
      "preferredStyleSchemes": [ "posterEventTicket", "eventTicket" ]
      """,
    right: """
      "preferredStyleSchemes": [ "posterEventTicket", "eventTicket" ],
      "nfc": { "message": "A-17", "encryptionPublicKey": "MDkwEwYH..." }
      """,
    bad: [Example([patch, StyleSchemeRule.artwork], at: "/preferredStyleSchemes")],
    good: [ticket(posterTags), withNFC])
  private static let withNFC = Example(
    [
      patch, StyleSchemeRule.artwork,
      .patch(
        #"{"nfc": {"message": "A-17", "encryptionPublicKey": "\#(ReaderKeyExample.example)"}}"#),
    ], settings: [.nfcCertificate])

  private static let posterTags =
    #", "semantics": {"eventName": "Gig", "venueName": "Hall", \#(always)}"#
  private static let patch = ticket(posterTags).changes[0]

  var findings: [Finding] {
    [Self.missing, Self.advised, Self.imageMissing, Self.noEntry, Self.barcodeOnly]
  }

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
    checkEntry(pass, context, &report)
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

  /// Reports a ticket without NFC, which only iOS 27 draws as a poster.
  private func checkEntry(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    let document = pass.document
    guard document["nfc"] == nil else { return }
    let place = document["preferredStyleSchemes"] ?? document
    if Barcode.all(of: pass).isEmpty {
      report(Self.noEntry, "the poster ticket has neither nfc nor a barcode", at: place)
    } else if context.lowestIOS.map({ $0 < IOSVersion(27) }) ?? true {
      report(
        Self.barcodeOnly, "the poster ticket has no nfc, so only iOS 27 draws the poster", at: place
      )
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `upcomingPassInformation`, further events on one ticket, iOS 26.
struct UpcomingRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: Pass.UpcomingPassInformation")
  private static let digest = String(repeating: "0a", count: 32)

  /// Returns an example of a ticket with one further event. `pointer` is relative to that event.
  static func entry(_ text: String, at pointer: String? = nil) -> Example {
    list(#"{"identifier": "a", "name": "Second leg", "type": "event"\#(text)}"#, at: pointer)
  }
  private static func list(_ text: String, at pointer: String? = nil) -> Example {
    StyleSchemeRule.poster(
      """
      {"generic": null, "eventTicket": {"primaryFields": [{"key": "a", "value": "b"}]}, \
      \(StyleSchemeRule.tags), "preferredStyleSchemes": ["posterEventTicket", "eventTicket"], \
      "upcomingPassInformation": [\(text)]}
      """, at: pointer.map { "/upcomingPassInformation/0\($0)" })
  }
  static func image(url: String, digest: String = digest) -> String {
    #", "images": {"headerImage": {"URLs": [{"URL": "\#(url)", "SHA256": "\#(digest)"}]}}"#
  }

  static let duplicate = Finding(
    "upcoming.identifier.duplicate", .error, effect: .refused, step: .upcoming,
    why: "Wallet identifies the events of a ticket by their identifiers.",
    help: "give each event its own identifier",
    source: apple,
    wrong: """
      "upcomingPassInformation": [
        { "identifier": "day", "name": "First day", "type": "event" },
        { "identifier": "day", "name": "Second day", "type": "event" }
      ]
      """,
    right: """
      "upcomingPassInformation": [
        { "identifier": "day-1", "name": "First day", "type": "event" },
        { "identifier": "day-2", "name": "Second day", "type": "event" }
      ]
      """,
    bad: [
      Example(
        [
          .patch(
            """
            {"generic": null, "eventTicket": {"primaryFields": [{"key": "a", "value": "b"}]}, \
            \(StyleSchemeRule.tags), \
            "preferredStyleSchemes": ["posterEventTicket", "eventTicket"], \
            "upcomingPassInformation": [{"identifier": "a", "name": "x", "type": "event"}, \
            {"identifier": "a", "name": "y", "type": "event"}]}
            """), StyleSchemeRule.artwork,
        ], at: "/upcomingPassInformation/1/identifier", settings: [.minimumIOS(27)])
    ],
    good: [
      list(
        """
        {"identifier": "a", "name": "x", "type": "event"}, \
        {"identifier": "A", "name": "y", "type": "event"}
        """)
    ])

  static let reused = Finding(
    "upcoming.image.reused", .error, effect: .refused, step: .upcoming,
    why: "Only the venue map can be reused from the ticket itself.",
    help: "replace reuseExisting with URLs",
    source: .documented("pass-builder; iOS 26 rejects it"),
    wrong: """
      "upcomingPassInformation": [ {
        "identifier": "day-2", "name": "Second day", "type": "event",
        "images": { "headerImage": { "reuseExisting": true } }
      } ]
      """,
    right: """
      "upcomingPassInformation": [ {
        "identifier": "day-2", "name": "Second day", "type": "event",
        "images": { "headerImage": { "URLs": [
          { "URL": "https://example.com/a.png", "SHA256": "9f86..." } ]
        } }
      } ]
      """,
    bad: [
      entry(
        #", "images": {"headerImage": {"reuseExisting": true}}"#,
        at: "/images/headerImage/reuseExisting")
    ],
    good: [entry(image(url: "https://example.com/a.png"))])

  static let withoutURLs = Finding(
    "upcoming.image.withoutURLs", .error, effect: .refused, step: .upcoming,
    why: "If an image is not reused from the ticket, Wallet must load it from a URL.",
    help: "add \"URLs\", a list of objects with \"URL\" and \"SHA256\"",
    source: apple,
    wrong: """
      "upcomingPassInformation": [ {
        "identifier": "day-2", "name": "Second day", "type": "event",
        "images": { "headerImage": {} }
      } ]
      """,
    right: """
      "upcomingPassInformation": [ {
        "identifier": "day-2", "name": "Second day", "type": "event",
        "images": { "headerImage": { "URLs": [
          { "URL": "https://example.com/a.png", "SHA256": "9f86..." } ]
        } }
      } ]
      """,
    bad: [
      entry(#", "images": {"headerImage": {}}"#, at: "/images/headerImage"),
      entry(#", "images": {"venueMap": {"reuseExisting": false}}"#, at: "/images/venueMap"),
      entry(#", "images": {"headerImage": {"URLs": []}}"#, at: "/images/headerImage/URLs"),
    ],
    good: [entry(image(url: "https://example.com/a.png"))])

  static let withoutMap = Finding(
    "upcoming.venueMap.missing", .error, effect: .refused, step: .upcoming,
    why: "reuseExisting means the venue map of the ticket itself, so the ticket must have one.",
    help: "add venueMap.png to the pass, or write URLs",
    source: .documented("pass-builder"),
    wrong: """
      "images": { "venueMap": { "reuseExisting": true } }
      gym.pass/  pass.json  icon@2x.png  artwork@2x.png
      """,
    right: """
      "images": { "venueMap": { "reuseExisting": true } }
      gym.pass/  pass.json  icon@2x.png  artwork@2x.png  venueMap.png
      """,
    bad: [
      entry(
        #", "images": {"venueMap": {"reuseExisting": true}}"#, at: "/images/venueMap/reuseExisting")
    ],
    good: [
      entry(
        """
        , "images": {"venueMap": {"reuseExisting": false, \
        "URLs": [{"URL": "https://example.com/a.png", "SHA256": "\(digest)"}]}}
        """)
    ])

  static let digestMalformed = Finding(
    "upcoming.image.digestMalformed", .error, effect: .refused, step: .upcoming,
    why: "Wallet compares the image that it loads with its SHA-256, which has 64 hex digits.",
    help: "write the 64 digits that sha256sum prints for the image",
    source: apple,
    wrong: """
      { "URL": "https://example.com/a.png",
        "SHA256": "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=" }
      """,
    right: """
      { "URL": "https://example.com/a.png",
        "SHA256": "9f86d081884c7d65... (64 hex digits)" }
      """,
    bad: [
      entry(
        image(url: "https://example.com/a.png", digest: "0a0b"),
        at: "/images/headerImage/URLs/0/SHA256")
    ],
    good: [entry(image(url: "https://example.com/a.png"))])

  static let withoutLabel = Finding(
    "upcoming.field.withoutLabel", .warning, effect: .maybeRefused, step: .upcoming,
    why: "In upcomingPassInformation an iPhone was seen to require a label for each field.",
    help: "add a label",
    source: .observed("a third party's reverse engineering of PassKit, iOS 26"),
    wrong: """
      "upcomingPassInformation": [ {
        "identifier": "day-2", "name": "Second day", "type": "event",
        "backFields": [ { "key": "hall", "value": "2" } ]
      } ]
      """,
    right: """
      "upcomingPassInformation": [ {
        "identifier": "day-2", "name": "Second day", "type": "event",
        "backFields": [ { "key": "hall", "label": "Hall", "value": "2" } ]
      } ]
      """,
    bad: [
      entry(#", "backFields": [{"key": "k", "value": "v"}]"#, at: "/backFields/0")
    ],
    good: [entry(#", "backFields": [{"key": "k", "value": "v", "label": "l"}]"#)])

  var findings: [Finding] {
    [
      Self.duplicate, Self.reused, Self.withoutURLs, Self.withoutMap, Self.digestMalformed,
      Self.withoutLabel,
    ]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let list = pass.document["upcomingPassInformation"] else { return }
    var identifiers: Set<String> = []
    for event in list.elements {
      if let value = event["identifier"], let text = value.string,
        !identifiers.insert(text).inserted
      {
        report(Self.duplicate, "two events have the identifier \(quoted(text))", at: value)
      }
      for group in [FieldGroup.additionalInfo, .back] {
        guard let fields = event[group.rawValue] else { continue }
        for field in fields.elements where field.isObject && field["label"] == nil {
          report(Self.withoutLabel, "a field of an upcoming event has no label", at: field)
        }
      }
      for name in ["headerImage", "venueMap"] {
        guard let image = event["images"]?[name], image.isObject else { continue }
        check(image, name, pass, &report)
      }
    }
  }

  private func check(
    _ image: JSONValue, _ name: String, _ pass: PassPackage, _ report: inout Report
  ) {
    let reuse = image["reuseExisting"]
    if let reuse, reuse.bool == true {
      if name == "headerImage" {
        report(
          Self.reused, "headerImage has reuseExisting, which only venueMap may have", at: reuse)
      } else if !ImageSlot.Scale.allCases.contains(where: {
        pass.file(ImageSlot.venueMap.fileName($0)) != nil
      }) {
        report(
          Self.withoutMap, "reuseExisting needs a venueMap.png, but the pass has none", at: reuse)
      }
      return
    }
    guard let urls = image["URLs"] else {
      return report(Self.withoutURLs, "\(name) has no URLs", at: image)
    }
    if urls.isArray, urls.element(0) == nil {
      report(Self.withoutURLs, "URLs of \(name) is an empty list", at: urls)
    }
    for url in urls.elements {
      guard let value = url["SHA256"], let text = value.string,
        !TextShape.isHex(text, digits: 64)
      else { continue }
      report(
        Self.digestMalformed, "SHA256 is \(quoted(text)), expected 64 hex digits", at: value)
    }
  }
}

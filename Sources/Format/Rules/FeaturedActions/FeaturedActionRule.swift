// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `featuredActions`, the buttons below the pass, iOS 27.
struct FeaturedActionRule: Rule {
  private static func action(_ identifier: String) -> String {
    #"{"identifier": "\#(identifier)", "type": "shop", "url": "https://example.com"}"#
  }

  static let duplicate = Finding(
    "featuredAction.identifier.duplicate", .warning, effect: .maybeRefused,
    why: "Each identifier must be unique in the pass. It is not known what happens otherwise.",
    help: "give each action its own identifier",
    source: .documented("pass-builder; WWDC26 session 209"),
    wrong: """
      "featuredActions": [
        { "identifier": "open", "type": "shop", ... },
        { "identifier": "open", "type": "shop", ... }
      ]
      """,
    right: """
      "featuredActions": [
        { "identifier": "open", "type": "shop", ... },
        { "identifier": "book", "type": "shop", ... }
      ]
      """,
    bad: [
      .json(
        #"{"featuredActions": [\#(action("a")), \#(action("a"))]}"#,
        at: "/featuredActions/1/identifier")
    ],
    good: [.json(#"{"featuredActions": [\#(action("a")), \#(action("b"))]}"#)])

  static let withoutPlace = Finding(
    "featuredAction.place.withoutIdentifier", .warning, effect: .ignored,
    why: """
      An action of type place opens Maps at the place with placeIdentifier. Without it the button \
      does nothing, and Wallet does not use url for this type.
      """,
    help: "add \"placeIdentifier\" with the identifier of the place in Apple Maps",
    source: .observed("two developers' reports about phones with iOS 27"),
    wrong: """
      "featuredActions": [
        { "identifier": "map", "type": "place", "url": "https://example.com" }
      ]
      """,
    right: """
      "featuredActions": [
        { "identifier": "map", "type": "place",
          "placeIdentifier": "I63802885C8189B2B" }
      ]
      """,
    bad: [
      .json(
        #"{"featuredActions": [{"identifier": "a", "type": "place"}]}"#, at: "/featuredActions/0"),
      .json(
        """
        {"featuredActions": [\(action("b")), \
        {"identifier": "a", "type": "place", "url": "https://example.com"}]}
        """, at: "/featuredActions/1"),
    ],
    good: [
      .json(
        """
        {"featuredActions": [{"identifier": "a", "type": "place", \
        "placeIdentifier": "I63802885C8189B2B"}]}
        """)
    ])

  static let notShown = Finding(
    "featuredAction.scheme.notShown", .warning, effect: .ignored,
    why: """
      Wallet shows no featured actions on poster event tickets and semantic boarding passes. Those \
      have their own links, such as merchandiseURL and managementURL.
      """,
    help: "remove featuredActions, and use the URL keys of the style",
    source: .observed("a developer's report about a phone with iOS 27"),
    wrong: """
      "preferredStyleSchemes": [ "posterEventTicket", "eventTicket" ],
      "featuredActions": [
        { "identifier": "shop", "type": "shop", "url": "https://a.example" }
      ]
      """,
    right: """
      "preferredStyleSchemes": [ "eventTicket" ],
      "featuredActions": [
        { "identifier": "shop", "type": "shop", "url": "https://a.example" }
      ]
      """,
    bad: [
      StyleSchemeRule.poster(
        """
        {\(ticket), \(StyleSchemeRule.tags), "featuredActions": [\(action("a"))], \
        "preferredStyleSchemes": ["posterEventTicket", "eventTicket"]}
        """, at: "/featuredActions")
    ],
    good: [.json(#"{\#(ticket), "featuredActions": [\#(action("a"))]}"#)])
  private static let ticket =
    #""generic": null, "eventTicket": {"primaryFields": [{"key": "a", "value": "b"}]}"#

  var findings: [Finding] { [Self.duplicate, Self.withoutPlace, Self.notShown] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let list = pass.document["featuredActions"], list.element(0) != nil else { return }
    let schemes = StyleScheme.schemes(of: pass.document)
    if let scheme = schemes.first(where: { !$0.isLegacy }) {
      return report(
        Self.notShown, "Wallet shows no featured actions in a \(scheme.rawValue)", at: list)
    }
    var identifiers: Set<String> = []
    for action in list.elements {
      if action["type"]?.string == "place", action["placeIdentifier"] == nil {
        report(
          Self.withoutPlace, "an action of type place has no placeIdentifier", at: action,
          help: action["url"] == nil
            ? nil : "add \"placeIdentifier\" with the identifier of the place; url has no effect")
      }
      guard let value = action["identifier"], let text = value.string,
        !identifiers.insert(text).inserted
      else { continue }
      report(Self.duplicate, "two actions have the identifier \(quoted(text))", at: value)
    }
  }
}

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

  var findings: [Finding] { [Self.duplicate] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let list = pass.document["featuredActions"] else { return }
    var identifiers: Set<String> = []
    for action in list.elements {
      guard let value = action["identifier"], let text = value.string,
        !identifiers.insert(text).inserted
      else { continue }
      report(Self.duplicate, "two actions have the identifier \(quoted(text))", at: value)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// Rule about the style key. A pass has exactly one.
package struct StyleKeyRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: Pass, style keys; WWDC26 session 209")

  /// Returns an example of posterGeneric without a fallback, and without the logo, which only the
  /// fallback shows.
  private static func posterAlone(
    at pointer: String? = nil, _ settings: Example.Setting...
  ) -> Example {
    Example(
      [
        .patch(#"{"generic": null, "posterGeneric": {}}"#), .remove("logo.png"),
        .remove("logo@2x.png"), .remove("logo@3x.png"),
      ], at: pointer, settings: settings)
  }

  static let missing = Finding(
    "style.key.missing", .error, effect: .refused, step: .style,
    why: "Without a style Wallet does not know what to draw, so it rejects the pass.",
    help: """
      put the fields into an object named boardingPass, coupon, eventTicket, generic or storeCard
      """,
    source: apple,
    wrong: """
      "description": "Gym card",
      "primaryFields": [ { "key": "points", "value": "12" } ]
      """,
    right: """
      "description": "Gym card",
      "storeCard": {
        "primaryFields": [ { "key": "points", "value": "12" } ]
      }
      """,
    bad: [
      .json(#"{"generic": null}"#, at: ""),
      .json(#"{"generic": null, "storecard": {}}"#, at: "/storecard"),
    ],
    good: [.json(#"{"generic": {}}"#)])

  static let several = Finding(
    "style.key.several", .error, effect: .wrong,
    why: """
      A pass has one style. If it has several, an iPhone was seen to use the first of storeCard, \
      eventTicket, coupon, boardingPass and generic. Only posterGeneric can come with another \
      style, which older systems show.
      """,
    help: "keep one of them",
    source: apple,
    wrong: """
      "storeCard": { "primaryFields": [ ... ] },
      "coupon": { "primaryFields": [ ... ] }
      """,
    right: """
      "storeCard": { "primaryFields": [ ... ] }
      """,
    bad: [
      .json(#"{"coupon": {}}"#, at: "/coupon"),
      .json(#"{"posterGeneric": {}, "storeCard": {}}"#, at: "/storeCard"),
    ],
    good: [.json(#"{"posterGeneric": {}}"#)])

  static let posterAlone = Finding(
    "style.posterGeneric.alone", .warning, effect: .maybeRefused, step: .style,
    why: """
      Systems before iOS 27 do not know posterGeneric. They reject a pass that has no other style.
      """,
    help: "add generic, storeCard, coupon or eventTicket with the fields that older systems show",
    source: apple,
    wrong: """
      "posterGeneric": { "primaryFields": [ ... ] }
      """,
    right: """
      "posterGeneric": { "primaryFields": [ ... ] },
      "generic": { "primaryFields": [ ... ] }
      """,
    bad: [posterAlone(at: "/posterGeneric")],
    good: [.json(#"{"posterGeneric": {}}"#), posterAlone(.minimumIOS(27))])

  package static let fallbackShown = Finding(
    "style.posterGeneric.fallback", .note, effect: .style,
    why: """
      Systems before iOS 27 do not know posterGeneric. They show the other style of the pass, \
      without the artwork.
      """,
    help: "draw it with passc preview and the version of iOS",
    source: apple,
    wrong: """
      for iOS 26 and later
      "posterGeneric": { "primaryFields": [ ... ] },
      "generic": { "primaryFields": [ ... ] }
      """,
    right: """
      for iOS 27 and later
      "posterGeneric": { "primaryFields": [ ... ] }
      """,
    bad: [.json(#"{"posterGeneric": {}}"#, at: "/generic", .minimumIOS(26))],
    good: [.json(#"{"posterGeneric": {}}"#), posterAlone(.minimumIOS(27))])

  static let transitType = Finding(
    "style.transitType.misplaced", .error, effect: .wrong,
    why: "transitType belongs in a boarding pass. Apple does not allow it in other styles.",
    help: "remove it, or make the pass a boardingPass",
    source: apple,
    wrong: """
      "generic": { "transitType": "PKTransitTypeAir", ... }
      """,
    right: """
      "boardingPass": { "transitType": "PKTransitTypeAir", ... }
      """,
    bad: [
      .json(#"{"generic": {"transitType": "PKTransitTypeAir"}}"#, at: "/generic/transitType")
    ],
    good: [
      .json(#"{"generic": null, "boardingPass": {"transitType": "PKTransitTypeAir"}}"#)
    ])

  package var findings: [Finding] {
    [Self.missing, Self.several, Self.posterAlone, Self.fallbackShown, Self.transitType]
  }

  package func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    var keys = document.members.filter { PassStyle(rawValue: $0.name) != nil }
    for key in keys where key.name != "boardingPass" {
      guard let misplaced = key.value.member("transitType") else { continue }
      report(
        Self.transitType, "transitType is in \(key.name), expected it in boardingPass only",
        at: misplaced)
    }
    guard !keys.isEmpty else {
      if let meant = Self.misspelt(in: document) {
        return report(
          Self.missing, "unknown style \(quoted(meant.member.name))",
          at: meant.member, help: "did you mean \(meant.style)?")
      }
      return report(
        Self.missing,
        "pass.json has no style, expected one of storeCard, coupon, eventTicket, "
          + "generic, boardingPass", at: document)
    }
    let hasPoster = keys.contains { $0.name == "posterGeneric" }
    if hasPoster, keys.count == 1, context.lowestIOS.map({ $0 < IOSVersion(27) }) ?? true {
      report(
        Self.posterAlone, "posterGeneric is the only style, expected an older one as well",
        at: keys[0])
    }
    keys.removeAll { $0.name == "posterGeneric" }
    if hasPoster, keys.count == 1, let lowest = context.lowestIOS, lowest < IOSVersion(27) {
      report(
        Self.fallbackShown, "iOS \(lowest) shows \(keys[0].name)\(Self.front(of: keys[0].value))",
        at: keys[0])
    }
    guard keys.count > 1 else { return }
    let first = keys[0].name
    for key in keys.dropFirst() {
      report(
        Self.several, "the pass has both \(first) and \(key.name), expected one style", at: key)
    }
  }

  /// Returns the fields that a style shows on the front, in words.
  private static func front(of style: JSONValue) -> String {
    let groups = FieldGroup.allCases.filter(\.isFront).compactMap { group -> String? in
      let keys = style[group.rawValue]?.elements.compactMap { $0["key"]?.string } ?? []
      return keys.isEmpty ? nil : "\(listed(keys)) in \(group.rawValue)"
    }
    return groups.isEmpty ? " without fields on the front" : ": " + groups.joined(separator: ", ")
  }

  /// The member whose name seems to stand for a style, in a document without one.
  static func misspelt(in document: JSONValue) -> (member: JSONValue.Member, style: String)? {
    let styles = PassStyle.allCases.map(\.rawValue)
    guard !styles.contains(where: { document[$0] != nil }) else { return nil }
    let known = KeyTable.members(of: .passRoot)
    // A document with thousands of members is not a typing error, and the search would be slow.
    for member in document.members.prefix(100)
    where member.value.isObject && !known.contains(member.name) {
      if let style = NearestName.of(member.name, among: styles) { return (member, style) }
    }
    return nil
  }

  private func article(_ style: String) -> String {
    style == "eventTicket" ? "an eventTicket" : "a \(style)"
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about keys that the style of the pass or the group of the field does not use.
struct KeyUseRule: Rule {
  static let otherStyle = Finding(
    "key.style.unused", .warning, effect: .ignored,
    why: """
      Wallet uses the key only in other styles. The content of a group of fields is then not shown. \
      Any other key does no harm, so it is only a note.
      """,
    help: "remove the key, or use a style that shows it",
    source: .documented("Wallet Passes: Pass; archived Package Format Reference"),
    wrong: """
      "storeCard": { ... },
      "groupingIdentifier": "gym-2026"
      """,
    right: """
      "storeCard": { ... }
      """,
    bad: [
      .json(
        #"{"generic": {"additionalInfoFields": [{"key": "i", "value": "x"}]}}"#,
        at: "/generic/additionalInfoFields"),
      .json(#"{"groupingIdentifier": "a"}"#, at: "/groupingIdentifier"),
      .json(
        #"{"generic": null, "coupon": {}, "barcodes": null, "stripColor": null, "changeSeatURL": "https://a.example"}"#,
        at: "/changeSeatURL"),
      .json(#"{"semantics": {"flightNumber": 1}}"#, at: "/semantics/flightNumber"),
      .json(
        #"{"generic": null, "eventTicket": {}, "sellURL": "https://a.example"}"#, at: "/sellURL"),
    ],
    good: [
      .json(#"{"generic": null, "eventTicket": {}, "groupingIdentifier": "a"}"#),
      .json(#"{"semantics": {"totalPrice": {"amount": "1", "currencyCode": "EUR"}}}"#),
      .json(#"{"suppressHeaderDarkening": false, "useAutomaticColors": false}"#),
      .json(
        """
        {"posterGeneric": {"footerFields": [{"key": "f", "value": "1"}]}, \
        "suppressHeaderDarkening": true}
        """, .minimumIOS(27)),
    ])

  static let otherGroup = Finding(
    "key.group.unused", .note, effect: .ignored,
    why: """
      Wallet looks for links only in back fields. It does not align primary or back fields. The \
      option does no harm. passc does not report it if it has its default value.
      """,
    help: "remove the key, or move the field to another group",
    source: .documented("Wallet Passes: PassFieldContent"),
    wrong: """
      "primaryFields": [ {
        "key": "points", "value": "12",
        "textAlignment": "PKTextAlignmentLeft"
      } ]
      """,
    right: """
      "secondaryFields": [ {
        "key": "points", "value": "12",
        "textAlignment": "PKTextAlignmentLeft"
      } ]
      """,
    bad: [
      .json(
        """
        {"generic": {"primaryFields": [{"key": "a", "value": "b", \
        "textAlignment": "PKTextAlignmentLeft"}]}}
        """, at: "/generic/primaryFields/0/textAlignment"),
      .json(
        #"{"generic": {"headerFields": [{"key": "a", "value": "b", "dataDetectorTypes": []}]}}"#,
        at: "/generic/headerFields/0/dataDetectorTypes"),
    ],
    good: [
      .json(
        """
        {"generic": {"secondaryFields": [{"key": "a", "value": "b", \
        "textAlignment": "PKTextAlignmentLeft"}], \
        "backFields": [{"key": "c", "value": "b", "dataDetectorTypes": []}]}}
        """),
      .json(
        """
        {"generic": {"primaryFields": [{"key": "a", "value": "b", \
        "textAlignment": "PKTextAlignmentNatural", "row": 0}]}}
        """),
    ])

  private static let selection = KeySelection { entry in
    entry.use != .all && entry.name != "row" && PassStyle(rawValue: entry.name) == nil
      && entry.name != "transitType" && entry.scope != .personalization
      // The key has no effect in any style, which DeprecatedKeyRule reports.
      && entry.name != "suppressStripShine"
      // A diagnostic about the list covers everything inside it.
      && !entry.scope.path.hasPrefix("$.upcomingPassInformation[]")
      && !entry.scope.path.hasPrefix("$.semantics.<")
  }

  var findings: [Finding] { [Self.otherStyle, Self.otherGroup] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    let styles = PassStyle.styles(of: document)
    guard !styles.isEmpty else { return }
    let schemes = StyleScheme.schemes(of: document)
    pass.visit(Self.selection) { entry, member, position in
      if entry.scope == .field {
        guard let group = position.group else { return }
        let style = position.style ?? styles[0]
        guard !entry.use.includes(group, of: style), !entry.isDefault(member.value) else { return }
        return report(
          Self.otherGroup, "\(entry.name) has no effect in \(group.rawValue)", at: member)
      }
      if FieldGroupRule.isEmptyGroup(entry, member.value) { return }
      let shown = position.style.map { [$0] } ?? styles
      guard !shown.contains(where: { entry.use.includes($0, schemes: schemes) }),
        !entry.isDefault(member.value)
      else { return }
      let name = shown.map(\.rawValue).joined(separator: " and ")
      report(
        Self.otherStyle, "\(entry.name) has no effect in \(name)", at: member,
        severity: FieldGroup(rawValue: entry.name) == nil ? .note : nil,
        help: "remove it; \(entry.name) is for \(entry.use.rawValue)")
    }
  }
}

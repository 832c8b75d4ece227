// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about deprecated keys.
struct DeprecatedKeyRule: Rule {
  static let deprecated = Finding(
    "key.name.deprecated", .note, effect: .style,
    why: """
      Wallet still reads relevantDate, and iOS 17 reads nothing else. Newer systems prefer \
      relevantDates. suppressStripShine has had no effect since iOS 7.
      """,
    help: "use the key that replaces it, or remove it if it has no effect",
    source: .documented("Wallet Passes: Pass, deprecated properties"),
    wrong: """
      "relevantDate": "2026-05-01T10:00:00Z"
      """,
    right: """
      "relevantDate": "2026-05-01T10:00:00Z",
      "relevantDates": [ { "date": "2026-05-01T10:00:00Z" } ]
      """,
    bad: [
      .json(#"{"relevantDate": "2026-05-01T10:00Z"}"#, at: "/relevantDate"),
      .json(
        #"{"generic": null, "storeCard": {}, "suppressStripShine": false}"#,
        at: "/suppressStripShine"),
      // The key is also reported in a style that never had the shine. KeyUseRule does not report it
      // in addition.
      .json(#"{"suppressStripShine": false}"#, at: "/suppressStripShine"),
    ],
    good: [
      .json(
        """
        {"relevantDate": "2026-05-01T10:00Z", "relevantDates": [{"date": "2026-05-01T10:00Z"}]}
        """),
      // The default.
      .json(#"{"generic": null, "storeCard": {}, "suppressStripShine": true}"#),
    ])

  var findings: [Finding] { [Self.deprecated] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    // A ticket that expires early because of the key has a separate finding.
    if let member = document.member("relevantDate"), document["relevantDates"] == nil,
      TicketDateRule.validationError(in: pass, context) == nil
    {
      report(
        Self.deprecated, "relevantDate is deprecated since iOS 18", at: member,
        help: "add relevantDates next to it")
    }
    if let member = document.member("suppressStripShine"), member.value.bool != true {
      report(
        Self.deprecated, "suppressStripShine has no effect since iOS 7", at: member,
        help: "remove suppressStripShine")
    }
  }
}

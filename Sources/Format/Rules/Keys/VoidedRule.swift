// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `voided`, which marks a pass as no longer valid.
struct VoidedRule: Rule {
  static let isTrue = Finding(
    "key.voided.isTrue", .warning, effect: .style,
    why: """
      Wallet shows the pass as used up. This is right for an update that withdraws a pass, and \
      seldom meant in a new one.
      """,
    help: "remove voided, unless you want to withdraw the pass",
    source: .documented("Wallet Passes: Pass, voided"),
    wrong: """
      "voided": true
      """,
    right: """
      "voided": false
      """,
    bad: [.json(#"{"voided": true}"#, at: "/voided")], good: [.json(#"{"voided": false}"#)])

  var findings: [Finding] { [Self.isTrue] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let voided = pass.document["voided"], voided.bool == true else { return }
    report(Self.isTrue, "the pass is voided", at: voided)
  }
}

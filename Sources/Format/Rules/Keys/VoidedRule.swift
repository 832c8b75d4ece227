// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// `voided`: a pass that is no longer good.
struct VoidedRule: Rule {
  static let isTrue = Finding(
    "key.voided.isTrue", .warning, effect: .style,
    why: """
      Wallet shows the pass as used up. Right for an update that withdraws a pass, seldom meant in \
      one that is handed out.
      """,
    help: "take voided away, unless the pass is to be withdrawn",
    source: .documented("Wallet Passes: Pass, voided"),
    bad: [.json(#"{"voided": true}"#, at: "/voided")], good: [.json(#"{"voided": false}"#)])

  var findings: [Finding] { [Self.isTrue] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let voided = pass.document["voided"], voided.bool == true else { return }
    report(Self.isTrue, "the pass is voided", at: voided)
  }
}

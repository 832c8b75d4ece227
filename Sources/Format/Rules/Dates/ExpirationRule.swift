// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `expirationDate` in the past.
struct ExpirationRule: Rule {
  static let past = Finding(
    "date.expiration.past", .warning, effect: .style,
    why: "Wallet shows the pass as expired from the first day, which is rarely intended.",
    help: "write a date in the future, or leave expirationDate out",
    source: .documented("Wallet Passes: Pass, expirationDate"),
    wrong: """
      "expirationDate": "2025-12-31T23:59:59Z"
      """,
    right: """
      "expirationDate": "2036-12-31T23:59:59Z"
      """,
    bad: [
      .json(
        #"{"expirationDate": "2026-01-31T23:59:59Z"}"#, at: "/expirationDate", .today("2026-02-01"))
    ],
    good: [.json(#"{"expirationDate": "2026-02-01T00:00:01Z"}"#, .today("2026-02-01"))])

  var findings: [Finding] { [Self.past] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let value = pass.document["expirationDate"], let text = value.string,
      let date = W3CDate(text), date.seconds < context.today
    else { return }
    report(Self.past, "the pass expired on \(text.prefix(10))", at: value)
  }
}

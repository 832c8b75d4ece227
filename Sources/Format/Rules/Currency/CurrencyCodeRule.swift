// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `currencyCode`.
struct CurrencyCodeRule: Rule {
  private static func field(_ code: String, isBad: Bool = true) -> Example {
    .json(
      #"{"generic": {"headerFields": [{"key": "a", "value": 1, "currencyCode": "\#(code)"}]}}"#,
      at: isBad ? "/generic/headerFields/0/currencyCode" : nil)
  }

  static let unknown = Finding(
    "currency.code.unknown", .warning, effect: .style,
    why: """
      Wallet expects a code of three capital letters from ISO 4217. For an unknown code it shows \
      the letters instead of the currency sign. If a currency is newer than the list in passc, \
      this is a false alarm.
      """,
    help: "write the code as ISO 4217 lists it, such as EUR",
    source: .documented("Wallet Passes: PassFieldContent, currencyCode; ISO 4217"),
    wrong: """
      "headerFields": [
        { "key": "credit", "value": 21.75, "currencyCode": "eur" }
      ]
      """,
    right: """
      "headerFields": [
        { "key": "credit", "value": 21.75, "currencyCode": "EUR" }
      ]
      """,
    bad: [
      field("eur"), field("EURO"), field("€"), field("DEM"), field(""),
      .json(
        #"{"semantics": {"totalPrice": {"amount": "1", "currencyCode": "EUX"}}}"#,
        at: "/semantics/totalPrice/currencyCode"),
    ],
    good: [field("EUR", isBad: false), field("JPY", isBad: false), field("XCG", isBad: false)])

  var findings: [Finding] { [Self.unknown] }

  private static let selection = KeySelection { $0.type == .currencyCode }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { _, member, _ in
      guard let code = member.value.string, !CurrencyCode.isCurrent(code) else { return }
      let isWithdrawn = CurrencyCode.isWithdrawn(code)
      let near =
        isWithdrawn || !report.lists(Self.unknown) ? nil : CurrencyCode.nearest(to: code)
      let why = isWithdrawn ? "is no longer in use" : "is unknown"
      report(
        Self.unknown, "currency code \(quoted(code)) \(why)", at: member.value,
        help: near.map { "did you mean \($0)?" })
    }
  }
}

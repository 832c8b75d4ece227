// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about amounts of money in semantic tags.
struct CurrencyAmountRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: SemanticTagType.CurrencyAmount")
  private static func price(_ text: String, at pointer: String? = nil) -> Example {
    .json(
      "{\"semantics\": {\"totalPrice\": {\(text)}}}",
      at: pointer.map { "/semantics/totalPrice\($0)" })
  }

  static let notDecimal = Finding(
    "currency.amount.notDecimal", .error, effect: .refused,
    why: """
      An amount is a string with a decimal number, with a point. Wallet rejects a pass with other \
      text there.
      """,
    help: "write the amount as \"12.50\"",
    source: apple,
    wrong: """
      "semantics": {
        "totalPrice": { "amount": "12,50", "currencyCode": "EUR" }
      }
      """,
    right: """
      "semantics": {
        "totalPrice": { "amount": "12.50", "currencyCode": "EUR" }
      }
      """,
    bad: [
      price(#""amount": "12,50", "currencyCode": "EUR""#, at: "/amount"),
      price(#""amount": "€ 12", "currencyCode": "EUR""#, at: "/amount"),
    ],
    good: [price(#""amount": "-12.50", "currencyCode": "EUR""#)])

  static let incomplete = Finding(
    "currency.amount.incomplete", .error, effect: .refused,
    why: "Wallet rejects an amount without its currency, and a currency without an amount.",
    help: "write both amount and currencyCode",
    source: apple,
    wrong: """
      "semantics": {
        "totalPrice": { "amount": "12.50" }
      }
      """,
    right: """
      "semantics": {
        "totalPrice": { "amount": "12.50", "currencyCode": "EUR" }
      }
      """,
    bad: [
      price(#""amount": "12.50""#, at: ""), price(#""currencyCode": "EUR""#, at: ""),
      price("", at: ""),
    ],
    good: [price(#""amount": "0", "currencyCode": "EUR""#)])

  var findings: [Finding] { [Self.notDecimal, Self.incomplete] }

  private static let selection = KeySelection { $0.scope == .currencyAmount }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visitObjects(Self.selection) { object, entries, _ in
      let missing = entries.map(\.name).filter { object[$0] == nil }
      if !missing.isEmpty {
        report(
          Self.incomplete, "the amount has no \(missing.joined(separator: " and no "))", at: object)
      }
      if let amount = object["amount"], let text = amount.string, !TextShape.isDecimal(text) {
        report(
          Self.notDecimal, "the amount is \(quoted(text)), expected a decimal number", at: amount)
      }
    }
  }
}

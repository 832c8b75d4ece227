// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings about amounts, totals and line items.
package enum PaymentAmountFindings {
  /// An amount that is not a decimal number.
  package static let grammar = Finding(
    "pay.amount.grammar", .error, effect: .refused,
    why: """
      An amount is digits with an optional minus sign, decimal point and decimals, such as \
      -12.50. Safari throws a TypeError for anything else. A final line item needs an amount.
      """,
    help: "write the amount as in 12.50",
    source: .documented("WebKit, the checks of ApplePaySession: isValidDecimalMonetaryValue"),
    wrong: #""total": { "label": "Example Gym", "amount": "15,50" }"#,
    right: #""total": { "label": "Example Gym", "amount": "15.50" }"#,
    bad: [
      .json(#"{"total":{"amount":"15,50"}}"#, of: "once.json", at: "/total/amount"),
      .json(#"{"total":{"amount":"1e2"}}"#, of: "once.json", at: "/total/amount"),
    ],
    good: [
      .json(#"{"total":{"amount":"15.50"}}"#, of: "once.json")
    ])

  /// An amount that does not have the documented number of decimals.
  package static let form = Finding(
    "pay.amount.form", .warning, effect: .maybeRefused,
    why: """
      Apple documents whole numbers and amounts with two decimals. Safari accepts any number \
      of decimals today, but older versions rejected more than two.
      """,
    help: "write two decimals",
    source: .documented("Apple Pay on the Web: ApplePayLineItem.amount"),
    wrong: #""total": { "label": "Example Gym", "amount": "15.5" }"#,
    right: #""total": { "label": "Example Gym", "amount": "15.50" }"#,
    bad: [
      .json(#"{"total":{"amount":"15.5"}}"#, of: "once.json", at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"15.50"}}"#, of: "once.json")
    ])

  /// An amount written as a JSON number.
  package static let number = Finding(
    "pay.amount.number", .warning, effect: .style,
    why: """
      JavaScript converts the number to a string by its own rules: 10.10 becomes 10.1, and \
      large numbers lose digits.
      """,
    help: "put the amount in quotes",
    source: .documented("WebKit, the checks of ApplePaySession: conversions of Web IDL"),
    wrong: #""total": { "label": "Example Gym", "amount": 15.50 }"#,
    right: #""total": { "label": "Example Gym", "amount": "15.50" }"#,
    bad: [
      .json(#"{"total":{"amount":15.50}}"#, of: "once.json", at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"15.50"}}"#, of: "once.json")
    ])

  /// An amount with more decimals than its currency has.
  package static let precision = Finding(
    "pay.amount.precision", .warning, effect: .wrong,
    why: """
      Nobody can pay half a yen. Banks round such amounts, and not all in the same way.
      """,
    help: "round to the smallest unit of the currency",
    source: .documented("ISO 4217"),
    wrong: """
      "currencyCode": "JPY",
      "lineItems": [ { "label": "Towel", "amount": "350.50" } ],
      "total": { "label": "Example Gym", "amount": "350.50" }
      """,
    right: """
      "currencyCode": "JPY",
      "lineItems": [ { "label": "Towel", "amount": "351" } ],
      "total": { "label": "Example Gym", "amount": "351" }
      """,
    bad: [
      .json(
        #"{"currencyCode":"JPY","lineItems":null,"total":{"amount":"350.50"}}"#, of: "once.json",
        at: "/total/amount")
    ],
    good: [
      .json(
        #"{"currencyCode":"JPY","lineItems":[{"label":"Towel","amount":"350.00"}],"total":{"amount":"350"}}"#,
        of: "once.json")
    ])

  /// An amount with more digits than can be added exactly.
  package static let overflow = Finding(
    "pay.amount.overflow", .error, effect: .refused,
    why: "passc adds amounts exactly, with at most 30 digits. No payment needs more.",
    help: "write a shorter amount",
    source: .convention("passc adds amounts exactly"),
    wrong: """
      "total": { "label": "Example Gym",
                 "amount": "15.5000000000000000000000000000001" }
      """,
    right: """
      "total": { "label": "Example Gym",
                 "amount": "15.50" }
      """,
    bad: [
      .json(
        #"{"total":{"amount":"1.0000000000000000000000000000001"}}"#, of: "once.json",
        at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"15.50"}}"#, of: "once.json")
    ])

  /// A total below zero.
  package static let totalNegative = Finding(
    "pay.total.negative", .error, effect: .refused,
    why: "Safari throws an error if the total is below zero.",
    help: "write a total of at least 0 and refund money another way",
    source: .documented("WebKit, the checks of ApplePaySession: total"),
    wrong: """
      "lineItems": [ { "label": "Refund", "amount": "-5.00" } ],
      "total": { "label": "Example Gym", "amount": "-5.00" }
      """,
    right: """
      "lineItems": [ { "label": "Day pass", "amount": "5.00" } ],
      "total": { "label": "Example Gym", "amount": "5.00" }
      """,
    bad: [
      .json(#"{"total":{"amount":"-0.01"},"lineItems":null}"#, of: "once.json", at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"0.00"},"lineItems":null}"#, of: "once.json")
    ])

  /// A total above 100 million.
  package static let totalTooBig = Finding(
    "pay.total.tooBig", .error, effect: .refused,
    why: "Safari throws an error if the total is above 100,000,000.",
    help: "split the payment",
    source: .documented("WebKit, the checks of ApplePaySession: total"),
    wrong: """
      "lineItems": [ { "label": "Gym", "amount": "250000000.00" } ],
      "total": { "label": "Example Gym", "amount": "250000000.00" }
      """,
    right: """
      "lineItems": [ { "label": "Gym", "amount": "100000000.00" } ],
      "total": { "label": "Example Gym", "amount": "100000000.00" }
      """,
    bad: [
      .json(
        #"{"total":{"amount":"100000000.01"},"lineItems":null}"#, of: "once.json",
        at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"100000000.00"},"lineItems":null}"#, of: "once.json")
    ])

  /// A total of zero that the requested version does not accept.
  package static let totalZero = Finding(
    "pay.total.zero", .error, effect: .refused,
    why: "Before version 4 of Apple Pay on the Web the total must be above zero.",
    help: "request version 4, or write a total above zero",
    source: .documented("Apple Pay on the Web: total"),
    wrong: """
      new ApplePaySession(3, request)
      "lineItems": [ { "label": "First month free", "amount": "0.00" } ],
      "total": { "label": "Example Gym", "amount": "0.00" }
      """,
    right: """
      new ApplePaySession(4, request)
      "lineItems": [ { "label": "First month free", "amount": "0.00" } ],
      "total": { "label": "Example Gym", "amount": "0.00" }
      """,
    bad: [
      .json(
        #"{"total":{"amount":"0.00"},"lineItems":null}"#, of: "once.json", at: "/total/amount",
        .option("--apple-pay-version 3"))
    ],
    good: [
      .json(
        #"{"total":{"amount":"0.00"},"lineItems":null}"#, of: "once.json",
        .option("--apple-pay-version 4"))
    ])

  /// A total that is pending.
  package static let totalPending = Finding(
    "pay.total.pending", .warning, effect: .style,
    why: """
      The payment sheet then shows no sum, and customers do not know how much they agree to \
      pay.
      """,
    help: """
      make the total final with the highest possible amount, and mark the open line item as \
      pending
      """,
    source: .documented("PassKit, header: PKPaymentSummaryItemType"),
    wrong: """
      "total": { "label": "Example Gym", "amount": "15.50",
                 "type": "pending" }
      """,
    right: """
      "total": { "label": "Example Gym", "amount": "15.50",
                 "type": "final" }
      """,
    bad: [
      .json(#"{"total":{"type":"pending"}}"#, of: "once.json", at: "/total/type")
    ],
    good: [
      .json(#"{"total":{"type":"final"}}"#, of: "once.json")
    ])

  /// A total without a label.
  package static let totalLabel = Finding(
    "pay.total.label", .error, effect: .refused,
    why: """
      The label of the total names the business that is paid. Safari throws an error if it \
      is missing.
      """,
    help: "write the name that customers know your business by",
    source: .documented("Apple Pay on the Web: total"),
    wrong: #""total": { "label": "", "amount": "15.50" }"#,
    right: #""total": { "label": "Example Gym", "amount": "15.50" }"#,
    bad: [
      .json(#"{"total":{"label":""}}"#, of: "once.json", at: "/total/label"),
      .json(#"{"total":{"label":null}}"#, of: "once.json", at: "/total"),
    ],
    good: [
      .json(#"{"total":{"label":"Gym"}}"#, of: "once.json")
    ])

  /// A total that differs from the sum of its line items.
  package static let totalSum = Finding(
    "pay.total.sum", .note, effect: .style,
    why: """
      Apple Pay does not require the line items to add up to the total, but customers expect \
      it.
      """,
    help: "add the missing line item (a discount has a negative amount)",
    source: .convention("sum of the final items that are due now"),
    wrong: """
      "lineItems": [ { "label": "Day pass", "amount": "12.00" } ],
      "total": { "label": "Example Gym", "amount": "10.00" }
      """,
    right: """
      "lineItems": [ { "label": "Day pass", "amount": "12.00" },
                     { "label": "Discount", "amount": "-2.00" } ],
      "total": { "label": "Example Gym", "amount": "10.00" }
      """,
    bad: [
      .json(#"{"total":{"amount":"15.49"}}"#, of: "once.json", at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"15.50"}}"#, of: "once.json")
    ])

  /// A list of line items that is empty.
  package static let noLines = Finding(
    "pay.lines.empty", .warning, effect: .maybeRefused,
    why: "Apple's documentation forbids an empty list. Safari accepts it.",
    help: "leave the member out, or add a line item",
    source: .documented("Apple Pay on the Web: lineItems"),
    wrong: """
      "lineItems": [],
      "total": { "label": "Example Gym", "amount": "12.00" }
      """,
    right: """
      "lineItems": [ { "label": "Day pass", "amount": "12.00" } ],
      "total": { "label": "Example Gym", "amount": "12.00" }
      """,
    bad: [
      .json(#"{"lineItems":[]}"#, of: "once.json", at: "/lineItems")
    ],
    good: [
      .json(#"{"lineItems":null}"#, of: "once.json")
    ])

  /// A line item without a label.
  package static let noLabel = Finding(
    "pay.label.missing", .warning, effect: .style,
    why: "The payment sheet shows the amount, but not what it is for.",
    help: "add a label",
    source: .documented("Apple Pay on the Web: ApplePayLineItem.label"),
    wrong: #""lineItems": [ { "amount": "15.50" } ]"#,
    right: #""lineItems": [ { "label": "Towel", "amount": "15.50" } ]"#,
    bad: [
      .json(#"{"lineItems":[{"amount":"15.50"}]}"#, of: "once.json", at: "/lineItems/0"),
      .json(
        #"{"lineItems":[{"label":"","amount":"15.50"}]}"#, of: "once.json", at: "/lineItems/0/label"
      ),
    ],
    good: [
      .json(#"{"lineItems":[{"label":"Towel","amount":"15.50"}]}"#, of: "once.json")
    ])

  /// A label that ends with a space or punctuation.
  package static let labelEnd = Finding(
    "pay.label.ending", .note, effect: .style,
    why: "The payment sheet adds its own punctuation after a label.",
    help: "delete the last character of the label",
    source: .documented("Apple Pay on the Web: ApplePayLineItem.label"),
    wrong: #""total": { "label": "Example Gym:", "amount": "15.50" }"#,
    right: #""total": { "label": "Example Gym", "amount": "15.50" }"#,
    bad: [
      .json(#"{"total":{"label":"Example Gym:"}}"#, of: "once.json", at: "/total/label")
    ],
    good: [
      .json(#"{"total":{"label":"Example Gym (Bonn)"}}"#, of: "once.json")
    ])

  /// A member that belongs to a different payment timing.
  package static let stray = Finding(
    "pay.timing.stray", .warning, effect: .ignored,
    why: """
      Each paymentTiming has its own members. In an item with a different timing they are \
      ignored.
      """,
    help: "add the matching paymentTiming, or delete the member",
    source: .documented("Apple Pay on the Web: ApplePayLineItem.paymentTiming"),
    wrong: """
      "lineItems": [ { "label": "Membership", "amount": "15.50",
                       "recurringPaymentIntervalUnit": "month" } ]
      """,
    right: """
      "lineItems": [ { "label": "Membership", "amount": "15.50",
                       "paymentTiming": "recurring",
                       "recurringPaymentIntervalUnit": "month" } ]
      """,
    bad: [
      .json(
        #"{"lineItems":[{"label":"Towel","amount":"15.50","recurringPaymentIntervalCount":2}]}"#,
        of: "once.json", at: "/lineItems/0/recurringPaymentIntervalCount")
    ],
    good: [
      .json(
        #"{"lineItems":[{"label":"Gym","amount":"15.50","paymentTiming":"recurring","recurringPaymentIntervalCount":2}]}"#,
        of: "once.json")
    ])

  /// A shipping cost below zero.
  package static let shippingAmount = Finding(
    "pay.shipping.amount", .error, effect: .wrong,
    why: """
      Safari only checks whole units, so it accepts an amount a few cents below zero, and the \
      total is wrong.
      """,
    help: "write an amount of at least 0",
    source: .documented("WebKit, the checks of ApplePaySession: ApplePayShippingMethod.amount"),
    wrong: """
      "shippingMethods": [ { "label": "Post", "detail": "2 days",
                             "amount": "-0.50", "identifier": "post" } ]
      """,
    right: """
      "shippingMethods": [ { "label": "Post", "detail": "2 days",
                             "amount": "0.50", "identifier": "post" } ]
      """,
    bad: [
      .json(
        #"{"shippingMethods":[{"label":"Post","detail":"2 days","amount":"-0.50","identifier":"post"}]}"#,
        of: "once.json", at: "/shippingMethods/0/amount")
    ],
    good: [
      .json(
        #"{"shippingMethods":[{"label":"Post","detail":"2 days","amount":"0.00","identifier":"post"}]}"#,
        of: "once.json")
    ])

  /// Two shipping methods with the same identifier.
  package static let shippingTwice = Finding(
    "pay.shipping.identifier", .warning, effect: .wrong,
    why: """
      Your page receives only the identifier of the shipping method that the customer chose.
      """,
    help: "give each shipping method a different identifier",
    source: .documented("PassKit, header: PKShippingMethod.identifier"),
    wrong: """
      "shippingMethods": [
        { "label": "Post", "detail": "2 days",
          "amount": "0.00", "identifier": "post" },
        { "label": "Express", "detail": "1 day",
          "amount": "5.00", "identifier": "post" }
      ]
      """,
    right: """
      "shippingMethods": [
        { "label": "Post", "detail": "2 days",
          "amount": "0.00", "identifier": "post" },
        { "label": "Express", "detail": "1 day",
          "amount": "5.00", "identifier": "express" }
      ]
      """,
    bad: [
      .json(
        #"{"shippingMethods":[{"label":"Post","detail":"2 days","amount":"0.00","identifier":"a"},{"label":"Express","detail":"1 day","amount":"5.00","identifier":"a"}]}"#,
        of: "once.json", at: "/shippingMethods/1/identifier")
    ],
    good: [
      .json(
        #"{"shippingMethods":[{"label":"Post","detail":"2 days","amount":"0.00","identifier":"a"},{"label":"Express","detail":"1 day","amount":"5.00","identifier":"b"}]}"#,
        of: "once.json")
    ])

  /// A range of delivery dates with a gap.
  package static let shippingRange = Finding(
    "pay.shipping.range", .warning, effect: .ignored,
    why: """
      A date needs every level down to its finest: days need months and years, hours need \
      days. Months are 1 to 12, hours 0 to 23. The end must not be before the start.
      """,
    help: "give every level down to the finest",
    source: .documented("Apple Pay on the Web: ApplePayDateComponents"),
    wrong: """
      "shippingMethods": [ {
        "label": "Post", "detail": "", "amount": "0.00",
        "identifier": "post",
        "dateComponentsRange": {
          "startDateComponents": { "years": 2026, "days": 3 },
          "endDateComponents": { "years": 2026, "days": 5 }
        }
      } ]
      """,
    right: """
      "shippingMethods": [ {
        "label": "Post", "detail": "", "amount": "0.00",
        "identifier": "post",
        "dateComponentsRange": {
          "startDateComponents": { "years": 2026, "months": 12, "days": 3 },
          "endDateComponents": { "years": 2026, "months": 12, "days": 5 }
        }
      } ]
      """,
    bad: [
      .json(
        #"{"shippingMethods":[{"label":"Post","detail":"","amount":"0.00","identifier":"a","dateComponentsRange":{"startDateComponents":{"years":2026,"days":3},"endDateComponents":{"years":2026,"months":12}}}]}"#,
        of: "once.json", at: "/shippingMethods/0/dateComponentsRange/startDateComponents")
    ],
    good: [
      .json(
        #"{"shippingMethods":[{"label":"Post","detail":"","amount":"0.00","identifier":"a","dateComponentsRange":{"startDateComponents":{"years":2026,"months":12,"days":3},"endDateComponents":{"years":2026,"months":12,"days":5}}}]}"#,
        of: "once.json")
    ])

  package static let all = [
    grammar,
    form,
    number,
    precision,
    overflow,
    totalNegative,
    totalTooBig,
    totalZero,
    totalPending,
    totalLabel,
    totalSum,
    noLines,
    noLabel,
    labelEnd,
    stray,
    shippingAmount,
    shippingTwice,
    shippingRange,
  ]
}

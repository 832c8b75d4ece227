// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with amounts, totals and line items.
package enum PaymentAmountFindings {
  /// A text that is no amount.
  package static let grammar = Finding(
    "pay.amount.grammar", .error, effect: .refused,
    why: """
      An amount is digits, perhaps a minus before and a point with more digits behind; anything \
      else is a TypeError. A final item needs one.
      """,
    help: "write it as in 12.50",
    source: .documented("WebKit, the checks of ApplePaySession: isValidDecimalMonetaryValue"),
    bad: [
      .json(#"{"total":{"amount":"15,50"}}"#, of: "once.json", at: "/total/amount"),
      .json(#"{"total":{"amount":"1e2"}}"#, of: "once.json", at: "/total/amount"),
    ],
    good: [
      .json(#"{"total":{"amount":"15.50"}}"#, of: "once.json")
    ])

  /// An amount in another form than documented.
  package static let form = Finding(
    "pay.amount.form", .warning, effect: .maybeRefused,
    why: """
      Documented are whole numbers and two decimals. Safari takes any number of decimals today; \
      older versions refused more than two.
      """,
    help: "write two decimals",
    source: .documented("Apple Pay on the Web: ApplePayLineItem.amount"),
    bad: [
      .json(#"{"total":{"amount":"15.5"}}"#, of: "once.json", at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"15.50"}}"#, of: "once.json")
    ])

  /// An amount that is a number of JSON.
  package static let number = Finding(
    "pay.amount.number", .warning, effect: .style,
    why: """
      JavaScript makes a text of it in its own way: 10.10 becomes 10.1, and large ones lose \
      digits.
      """,
    help: "put it in quotes",
    source: .documented("WebKit, the checks of ApplePaySession: conversions of Web IDL"),
    bad: [
      .json(#"{"total":{"amount":15.50}}"#, of: "once.json", at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"15.50"}}"#, of: "once.json")
    ])

  /// A fraction the currency does not have.
  package static let precision = Finding(
    "pay.amount.precision", .warning, effect: .wrong,
    why: "Nobody can pay half a yen; banks round, and not all alike.",
    help: "round to the smallest unit of the currency", source: .documented("ISO 4217"),
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
    why: """
      Amounts are added as whole numbers of their finest unit, up to 30 digits; no payment needs \
      more.
      """,
    help: "write a shorter amount", source: .convention("exact sums"),
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
    why: "Safari throws for a total below zero.",
    help: "give money back another way; the total is at least 0",
    source: .documented("WebKit, the checks of ApplePaySession: total"),
    bad: [
      .json(#"{"total":{"amount":"-0.01"},"lineItems":null}"#, of: "once.json", at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"0.00"},"lineItems":null}"#, of: "once.json")
    ])

  /// A total above a hundred millions.
  package static let totalTooBig = Finding(
    "pay.total.tooBig", .error, effect: .refused,
    why: "Safari throws for a total above 100,000,000.",
    help: "split the payment", source: .documented("WebKit, the checks of ApplePaySession: total"),
    bad: [
      .json(
        #"{"total":{"amount":"100000000.01"},"lineItems":null}"#, of: "once.json",
        at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"100000000.00"},"lineItems":null}"#, of: "once.json")
    ])

  /// A total of zero that the version does not take.
  package static let totalZero = Finding(
    "pay.total.zero", .error, effect: .refused,
    why: "Before version 4 the total has to be above zero.",
    help: "ask for version 4 or a total above zero",
    source: .documented("Apple Pay on the Web: total"),
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
      The sheet then shows no sum, and the customer agrees to one nobody knows.
      """,
    help: """
      make the total final with the most it can be; make the open line item pending
      """, source: .documented("PassKit, header: PKPaymentSummaryItemType"),
    bad: [
      .json(#"{"total":{"type":"pending"}}"#, of: "once.json", at: "/total/type")
    ],
    good: [
      .json(#"{"total":{"type":"final"}}"#, of: "once.json")
    ])

  /// A total without a label.
  package static let totalLabel = Finding(
    "pay.total.label", .error, effect: .refused,
    why: "The label of the total names who is paid; Safari throws without one.",
    help: "write the name customers know the shop by",
    source: .documented("Apple Pay on the Web: total"),
    bad: [
      .json(#"{"total":{"label":""}}"#, of: "once.json", at: "/total/label"),
      .json(#"{"total":{"label":null}}"#, of: "once.json", at: "/total"),
    ],
    good: [
      .json(#"{"total":{"label":"Gym"}}"#, of: "once.json")
    ])

  /// A total other than the sum of its items.
  package static let totalSum = Finding(
    "pay.total.sum", .note, effect: .style,
    why: "Nothing demands that the items add up; customers do.",
    help: "add the missing line, a discount with a minus say",
    source: .convention("sums of final items that are due now"),
    bad: [
      .json(#"{"total":{"amount":"15.49"}}"#, of: "once.json", at: "/total/amount")
    ],
    good: [
      .json(#"{"total":{"amount":"15.50"}}"#, of: "once.json")
    ])

  /// A list of items without an item.
  package static let noLines = Finding(
    "pay.lines.empty", .warning, effect: .maybeRefused,
    why: "Apple forbids the empty list; Safari takes it.",
    help: "leave the member out", source: .documented("Apple Pay on the Web: lineItems"),
    bad: [
      .json(#"{"lineItems":[]}"#, of: "once.json", at: "/lineItems")
    ],
    good: [
      .json(#"{"lineItems":null}"#, of: "once.json")
    ])

  /// A line without a label.
  package static let noLabel = Finding(
    "pay.label.missing", .warning, effect: .style,
    why: "The sheet shows an amount and not what it is for.",
    help: "add a label", source: .documented("Apple Pay on the Web: ApplePayLineItem.label"),
    bad: [
      .json(#"{"lineItems":[{"amount":"15.50"}]}"#, of: "once.json", at: "/lineItems/0"),
      .json(
        #"{"lineItems":[{"label":"","amount":"15.50"}]}"#, of: "once.json", at: "/lineItems/0/label"
      ),
    ],
    good: [
      .json(#"{"lineItems":[{"label":"Towel","amount":"15.50"}]}"#, of: "once.json")
    ])

  /// A label that ends with a blank or a sign.
  package static let labelEnd = Finding(
    "pay.label.ending", .note, effect: .style,
    why: "The sheet sets what it needs behind a label.",
    help: "leave the last sign out",
    source: .documented("Apple Pay on the Web: ApplePayLineItem.label"),
    bad: [
      .json(#"{"total":{"label":"Example Gym:"}}"#, of: "once.json", at: "/total/label")
    ],
    good: [
      .json(#"{"total":{"label":"Example Gym (Bonn)"}}"#, of: "once.json")
    ])

  /// A member of another timing than the item has.
  package static let stray = Finding(
    "pay.timing.stray", .warning, effect: .ignored,
    why: """
      Each timing has members of its own; in an item of another timing they are dropped.
      """,
    help: "give the item its paymentTiming, or take the member out",
    source: .documented("Apple Pay on the Web: ApplePayLineItem.paymentTiming"),
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

  /// Shipping that costs less than nothing.
  package static let shippingAmount = Finding(
    "pay.shipping.amount", .error, effect: .wrong,
    why: """
      Safari looks at whole units only, so a few cents below zero pass; the sum is wrong.
      """,
    help: "write an amount of at least 0",
    source: .documented("WebKit, the checks of ApplePaySession: ApplePayShippingMethod.amount"),
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

  /// Two ways of shipping with one identifier.
  package static let shippingTwice = Finding(
    "pay.shipping.identifier", .warning, effect: .wrong,
    why: "The answer names the chosen one by its identifier.",
    help: "give each an identifier of its own",
    source: .documented("PassKit, header: PKShippingMethod.identifier"),
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

  /// A range of dates with a gap.
  package static let shippingRange = Finding(
    "pay.shipping.range", .warning, effect: .ignored,
    why: """
      Components are given down to the finest: days need months and years, hours need days. \
      Months count from 1 to 12, hours from 0 to 23, and the end is not before the start.
      """,
    help: "give every level down to the finest",
    source: .documented("Apple Pay on the Web: ApplePayDateComponents"),
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

  /// Every one of them.
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

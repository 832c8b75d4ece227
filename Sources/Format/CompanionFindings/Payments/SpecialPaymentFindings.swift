// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with payments that recur, reload, come later or go to several merchants, and with answers while the sheet is open.
package enum SpecialPaymentFindings {
  /// More than one special kind of payment.
  package static let several = Finding(
    "pay.special.several", .error, effect: .refused,
    why: """
      A request is recurring, or reloads, or is deferred, or goes to several merchants: at most \
      one of the four, else it is refused.
      """,
    help: "split it into two requests",
    source: .documented("Apple Pay on the Web: ApplePayPaymentRequest"),
    bad: [
      .json(
        #"{"multiTokenContexts":[{"merchantIdentifier":"merchant.a","externalIdentifier":"a","merchantName":"A","amount":"9.99"}]}"#,
        of: "recurring.json", at: "/multiTokenContexts")
    ],
    good: [
      .json(
        #"{"recurringPaymentRequest":{"billingAgreement":"Cancel at any time"}}"#,
        of: "recurring.json")
    ])

  /// A billing of another timing than its payment.
  package static let billing = Finding(
    "pay.timing.billing", .error, effect: .refused,
    why: """
      regularBilling and trialBilling have to be recurring, automaticReloadBilling \
      automaticReload, deferredBilling deferred; else a TypeError.
      """,
    help: "write the paymentTiming of the payment",
    source: .documented("WebKit, the checks of ApplePaySession: validation of the billing items"),
    bad: [
      .json(
        #"{"recurringPaymentRequest":{"regularBilling":{"paymentTiming":"deferred"}}}"#,
        of: "recurring.json", at: "/recurringPaymentRequest/regularBilling/paymentTiming")
    ],
    good: [
      .json(
        #"{"recurringPaymentRequest":{"regularBilling":{"paymentTiming":"recurring"}}}"#,
        of: "recurring.json")
    ])

  /// An interval of nothing.
  package static let interval = Finding(
    "pay.recurring.interval", .error, effect: .wrong,
    why: "A payment recurs every so many units, at least one.",
    help: "write 1 or more", source: .convention("intervals count from 1"),
    bad: [
      .json(
        #"{"recurringPaymentRequest":{"regularBilling":{"recurringPaymentIntervalCount":0}}}"#,
        of: "recurring.json",
        at: "/recurringPaymentRequest/regularBilling/recurringPaymentIntervalCount")
    ],
    good: [
      .json(
        #"{"recurringPaymentRequest":{"regularBilling":{"recurringPaymentIntervalCount":2}}}"#,
        of: "recurring.json")
    ])

  /// A recurring payment that ends before it starts.
  package static let order = Finding(
    "pay.recurring.order", .error, effect: .wrong,
    why: "Nothing would ever be charged.",
    help: "swap the dates", source: .convention("the order of dates"),
    bad: [
      .json(
        #"{"recurringPaymentRequest":{"regularBilling":{"recurringPaymentStartDate":"P2M","recurringPaymentEndDate":"P1M"}}}"#,
        of: "recurring.json", at: "/recurringPaymentRequest/regularBilling/recurringPaymentEndDate")
    ],
    good: [
      .json(
        #"{"recurringPaymentRequest":{"regularBilling":{"recurringPaymentStartDate":"P1M","recurringPaymentEndDate":"P2Y"}}}"#,
        of: "recurring.json")
    ])

  /// A trial that begins after the regular payment.
  package static let trial = Finding(
    "pay.recurring.trial", .warning, effect: .wrong,
    why: "A trial comes first; the sheet shows both with their dates.",
    help: "let the regular billing begin where the trial ends",
    source: .convention("the order of dates"),
    bad: [
      .json(
        #"{"recurringPaymentRequest":{"trialBilling":{"label":"Trial","amount":"0.00","paymentTiming":"recurring","recurringPaymentStartDate":"P2M"},"regularBilling":{"recurringPaymentStartDate":"P1M"}}}"#,
        of: "recurring.json", at: "/recurringPaymentRequest/trialBilling/recurringPaymentStartDate")
    ],
    good: [
      .json(
        #"{"recurringPaymentRequest":{"trialBilling":{"label":"Trial","amount":"0.00","paymentTiming":"recurring"},"regularBilling":{"recurringPaymentStartDate":"P1M"}}}"#,
        of: "recurring.json")
    ])

  /// An automatic reload without a threshold.
  package static let threshold = Finding(
    "pay.reload.threshold", .error, effect: .refused,
    why: """
      A reload happens when the balance falls below automaticReloadPaymentThresholdAmount; \
      without a valid one a TypeError.
      """,
    help: "add automaticReloadPaymentThresholdAmount",
    source: .documented("WebKit, the checks of ApplePaySession: automaticReloadBilling"),
    bad: [
      .json(
        #"{"automaticReloadPaymentRequest":{"automaticReloadBilling":{"automaticReloadPaymentThresholdAmount":null}}}"#,
        of: "reload.json", at: "/automaticReloadPaymentRequest/automaticReloadBilling")
    ],
    good: [
      .json(
        #"{"automaticReloadPaymentRequest":{"automaticReloadBilling":{"automaticReloadPaymentThresholdAmount":"5.00"}}}"#,
        of: "reload.json")
    ])

  /// A deferred payment without its date.
  package static let deferredDate = Finding(
    "pay.deferred.date", .warning, effect: .wrong,
    why: """
      Safari takes it; the property in Swift is not optional, and the customer is not told when \
      the charge comes.
      """,
    help: "add deferredPaymentDate, such as P14D",
    source: .documented("PassKit, header: PKDeferredPaymentSummaryItem.deferredDate"),
    bad: [
      .json(
        #"{"deferredPaymentRequest":{"deferredBilling":{"deferredPaymentDate":null}}}"#,
        of: "deferred.json", at: "/deferredPaymentRequest/deferredBilling")
    ],
    good: [
      .json(
        #"{"deferredPaymentRequest":{"deferredBilling":{"deferredPaymentDate":"P30D"}}}"#,
        of: "deferred.json")
    ])

  /// A free cancellation without its zone, or the reverse.
  package static let deferredZone = Finding(
    "pay.deferred.zone", .error, effect: .refused,
    why: """
      freeCancellationDate and freeCancellationDateTimeZone stand together, and the zone is a \
      name of the IANA, such as Europe/Berlin; else a TypeError.
      """,
    help: "give both, the zone as Area/City",
    source: .documented("WebKit, the checks of ApplePaySession: deferredPaymentRequest"),
    bad: [
      .json(
        #"{"deferredPaymentRequest":{"freeCancellationDateTimeZone":"Berlin"}}"#,
        of: "deferred.json", at: "/deferredPaymentRequest/freeCancellationDateTimeZone"),
      .json(
        #"{"deferredPaymentRequest":{"freeCancellationDateTimeZone":null}}"#, of: "deferred.json",
        at: "/deferredPaymentRequest/freeCancellationDate"),
    ],
    good: [
      .json(
        #"{"deferredPaymentRequest":{"freeCancellationDateTimeZone":"America/New_York"}}"#,
        of: "deferred.json")
    ])

  /// A free cancellation after the charge.
  package static let cancellation = Finding(
    "pay.deferred.cancellation", .warning, effect: .wrong,
    why: """
      Who may cancel free of charge after being charged is owed the money back.
      """,
    help: "let the cancellation end with the charge or before it",
    source: .convention("the order of dates"),
    bad: [
      .json(
        #"{"deferredPaymentRequest":{"freeCancellationDate":"P15D"}}"#, of: "deferred.json",
        at: "/deferredPaymentRequest/freeCancellationDate")
    ],
    good: [
      .json(#"{"deferredPaymentRequest":{"freeCancellationDate":"P14D"}}"#, of: "deferred.json")
    ])

  /// A billing agreement of more than 500 characters.
  package static let agreement = Finding(
    "pay.agreement.length", .error, effect: .refused,
    why: """
      The agreement has at most 500 characters for recurring payments and reloads; for deferred \
      ones no limit is stated, and it is a warning.
      """,
    help: "shorten it, and put the rest behind managementURL",
    source: .documented("Apple Pay on the Web: billingAgreement"),
    bad: [
      .json(
        #"{"recurringPaymentRequest":{"billingAgreement":"\#(String(repeating: "x", count: 501))"}}"#,
        of: "recurring.json", at: "/recurringPaymentRequest/billingAgreement")
    ],
    good: [
      .json(
        #"{"recurringPaymentRequest":{"billingAgreement":"\#(String(repeating: "x", count: 500))"}}"#,
        of: "recurring.json")
    ])

  /// An address that is no URL.
  package static let url = Finding(
    "pay.url.invalid", .error, effect: .refused,
    why: """
      managementURL and tokenNotificationURL are absolute URLs, else a TypeError.
      """,
    help: "write the whole address, with https",
    source: .documented("WebKit, the checks of ApplePaySession: URLs of the special payments"),
    bad: [
      .json(
        #"{"recurringPaymentRequest":{"managementURL":"example.com/manage"}}"#,
        of: "recurring.json", at: "/recurringPaymentRequest/managementURL")
    ],
    good: [
      .json(
        #"{"recurringPaymentRequest":{"managementURL":"https://example.com/"}}"#,
        of: "recurring.json")
    ])

  /// An address without encryption.
  package static let notHTTPS = Finding(
    "pay.url.notHTTPS", .warning, effect: .style,
    why: """
      Customers end their payments there; Apple advises a universal link, which is https.
      """,
    help: "write https", source: .convention("addresses of payments"),
    bad: [
      .json(
        #"{"recurringPaymentRequest":{"managementURL":"http://example.com/manage"}}"#,
        of: "recurring.json", at: "/recurringPaymentRequest/managementURL")
    ],
    good: [
      .json(
        #"{"recurringPaymentRequest":{"tokenNotificationURL":"https://example.com/token"}}"#,
        of: "recurring.json")
    ])

  /// Merchants who get more than is paid.
  package static let tokenSum = Finding(
    "pay.tokens.sum", .error, effect: .refused,
    why: """
      The amounts of the merchants are at most the total, else the request is cancelled.
      """,
    help: "lower an amount or raise the total",
    source: .documented("Apple Pay on the Web: multiTokenContexts"),
    bad: [
      .json(
        #"{"total":{"amount":"387.99"},"lineItems":null}"#, of: "multi-merchant.json",
        at: "/multiTokenContexts")
    ],
    good: [
      .json(#"{"total":{"amount":"388.00"}}"#, of: "multi-merchant.json")
    ])

  /// A merchant with two names, or two merchants with one.
  package static let tokenIdentifier = Finding(
    "pay.tokens.identifier", .warning, effect: .wrong,
    why: """
      The same external identifier has to be sent for the same merchant every time: banks tell \
      merchants by it.
      """,
    help: "give each merchant one externalIdentifier",
    source: .documented("Apple Pay on the Web: ApplePayPaymentTokenContext"),
    bad: [
      .json(
        #"{"multiTokenContexts":[{"merchantIdentifier":"merchant.a","externalIdentifier":"x","merchantName":"A","amount":"1.00"},{"merchantIdentifier":"merchant.b","externalIdentifier":"x","merchantName":"B","amount":"1.00"}]}"#,
        of: "multi-merchant.json", at: "/multiTokenContexts/1/externalIdentifier")
    ],
    good: [
      .json(
        #"{"multiTokenContexts":[{"merchantIdentifier":"merchant.a","externalIdentifier":"x","merchantName":"A","amount":"1.00"},{"merchantIdentifier":"merchant.b","externalIdentifier":"y","merchantName":"B","amount":"1.00"}]}"#,
        of: "multi-merchant.json")
    ])

  /// A date without its zone.
  package static let dateZone = Finding(
    "pay.date.zone", .error, effect: .wrong,
    why: """
      The browser would take its own zone, so the date would depend on who pays.
      """,
    help: "add Z or an offset such as +01:00", source: .documented("Apple Pay on the Web: Date"),
    bad: [
      .json(
        #"{"deferredPaymentRequest":{"deferredBilling":{"deferredPaymentDate":"2027-01-10T12:00:00"},"freeCancellationDate":"P1D"}}"#,
        of: "deferred.json", at: "/deferredPaymentRequest/deferredBilling/deferredPaymentDate")
    ],
    good: [
      .json(
        #"{"deferredPaymentRequest":{"deferredBilling":{"deferredPaymentDate":"2099-01-10T12:00:00Z"}}}"#,
        of: "deferred.json")
    ])

  /// A date that has passed.
  package static let datePast = Finding(
    "pay.date.past", .warning, effect: .wrong,
    why: "A charge or a cancellation in the past is due at once, or never.",
    help: "write a date to come, or a duration such as P14D",
    source: .convention("dates as of today"),
    bad: [
      .json(
        #"{"deferredPaymentRequest":{"deferredBilling":{"deferredPaymentDate":"2020-01-10T12:00:00Z"},"freeCancellationDate":null,"freeCancellationDateTimeZone":null}}"#,
        of: "deferred.json", at: "/deferredPaymentRequest/deferredBilling/deferredPaymentDate",
        .option("--as-of 2026-06-01"))
    ],
    good: [
      .json(
        #"{"deferredPaymentRequest":{"deferredBilling":{"deferredPaymentDate":"2026-07-10T12:00:00Z"},"freeCancellationDate":null,"freeCancellationDateTimeZone":null}}"#,
        of: "deferred.json", .option("--as-of 2026-06-01"))
    ])

  /// A text that is no date.
  package static let dateInvalid = Finding(
    "pay.date.invalid", .error, effect: .refused,
    why: """
      Dates are those of ISO 8601 with a zone, or a duration from now such as P14D.
      """,
    help: "write 2027-01-10T12:00:00+01:00 or P14D",
    source: .documented("Apple Pay on the Web: Date"),
    bad: [
      .json(
        #"{"deferredPaymentRequest":{"deferredBilling":{"deferredPaymentDate":"2027-02-30T12:00:00Z"}}}"#,
        of: "deferred.json", at: "/deferredPaymentRequest/deferredBilling/deferredPaymentDate"),
      .json(
        #"{"deferredPaymentRequest":{"freeCancellationDate":"14 days"}}"#, of: "deferred.json",
        at: "/deferredPaymentRequest/freeCancellationDate"),
    ],
    good: [
      .json(#"{"deferredPaymentRequest":{"freeCancellationDate":"PT36H"}}"#, of: "deferred.json")
    ])

  /// A special payment without a description.
  package static let emptyDescription = Finding(
    "pay.description.empty", .error, effect: .refused,
    why: """
      The description heads the payment in the sheet and in Wallet; an empty one is a TypeError.
      """,
    help: "say in a few words what is paid",
    source: .documented("WebKit, the checks of ApplePaySession: paymentDescription"),
    bad: [
      .json(
        #"{"deferredPaymentRequest":{"paymentDescription":""}}"#, of: "deferred.json",
        at: "/deferredPaymentRequest/paymentDescription")
    ],
    good: [
      .json(#"{"deferredPaymentRequest":{"paymentDescription":"Room"}}"#, of: "deferred.json")
    ])

  /// An answer with another special kind of payment than the request.
  package static let updateKind = Finding(
    "pay.update.kind", .error, effect: .refused,
    why: "What kind of payment it is cannot change while the sheet is open.",
    help: "answer with the kind of the request",
    source: .documented("PassKit, header: PKPaymentRequestUpdate"),
    bad: [
      .json(
        #"{"newMultiTokenContexts":[{"merchantIdentifier":"merchant.a","externalIdentifier":"a","merchantName":"A","amount":"1.00"}]}"#,
        of: "coupon-update.json", at: "/newMultiTokenContexts", .option("--against recurring.json"))
    ],
    good: [
      .json(#"{}"#, of: "coupon-update.json", .option("--against recurring.json"))
    ])

  /// An answer with another billing agreement than the request.
  package static let updateAgreement = Finding(
    "pay.update.agreement", .error, effect: .refused,
    why: """
      The customer has the agreement before them; it cannot change while the sheet is open.
      """,
    help: "repeat the billingAgreement of the request",
    source: .documented("PassKit, header: PKRecurringPaymentRequest.billingAgreement"),
    bad: [
      .json(
        #"{"newRecurringPaymentRequest":{"paymentDescription":"Gym","regularBilling":{"label":"Membership","amount":"9.99","paymentTiming":"recurring"},"managementURL":"https://example.com/manage","billingAgreement":"Another one"}}"#,
        of: "coupon-update.json", at: "/newRecurringPaymentRequest/billingAgreement",
        .option("--against recurring.json"))
    ],
    good: [
      .json(
        #"{"newRecurringPaymentRequest":{"paymentDescription":"Gym","regularBilling":{"label":"Membership","amount":"9.99","paymentTiming":"recurring"},"managementURL":"https://example.com/manage","billingAgreement":"Renews each month until you cancel it."}}"#,
        of: "coupon-update.json", .option("--against recurring.json"))
    ])

  /// An answer that would change currency or country.
  package static let updateFixed = Finding(
    "pay.update.fixed", .error, effect: .wrong,
    why: """
      Neither can change while the sheet is open; the members are dropped and the amounts mean \
      other money.
      """,
    help: "end the session and begin another",
    source: .documented("Apple Pay on the Web: ApplePayPaymentRequest"),
    bad: [
      .json(#"{"currencyCode":"USD"}"#, of: "coupon-update.json", at: "/currencyCode")
    ],
    good: [
      .json(#"{"newLineItems":[{"label":"Day pass","amount":"12.00"}]}"#, of: "coupon-update.json")
    ])

  /// An empty list of ways of shipping in an answer.
  package static let updateUnchanged = Finding(
    "pay.update.unchanged", .warning, effect: .ignored,
    why: "Empty means unchanged in Swift: it takes no way of shipping away.",
    help: """
      leave the member out; say with an error that nothing can be shipped there
      """, source: .documented("PassKit, header: PKPaymentRequestShippingContactUpdate"),
    bad: [
      .json(#"{"newShippingMethods":[]}"#, of: "coupon-update.json", at: "/newShippingMethods")
    ],
    good: [
      .json(
        #"{"newShippingMethods":[{"label":"Post","detail":"","amount":"0.00","identifier":"a"}]}"#,
        of: "coupon-update.json")
    ])

  /// An error that names a field it cannot have.
  package static let errorField = Finding(
    "pay.error.field", .warning, effect: .ignored,
    why: """
      Errors of coupon codes, unserviceable addresses and unknown causes belong to no field of a \
      contact.
      """,
    help: "leave contactField out", source: .documented("Apple Pay on the Web: ApplePayError"),
    bad: [
      .json(
        #"{"errors":[{"code":"couponCodeInvalid","contactField":"name","message":"No such code"}]}"#,
        of: "coupon-update.json", at: "/errors/0/contactField")
    ],
    good: [
      .json(
        #"{"errors":[{"code":"shippingContactInvalid","contactField":"postalCode","message":"No such postal code"}]}"#,
        of: "coupon-update.json")
    ])

  /// Every one of them.
  package static let all = [
    several,
    billing,
    interval,
    order,
    trial,
    threshold,
    deferredDate,
    deferredZone,
    cancellation,
    agreement,
    url,
    notHTTPS,
    tokenSum,
    tokenIdentifier,
    dateZone,
    datePast,
    dateInvalid,
    emptyDescription,
    updateKind,
    updateAgreement,
    updateFixed,
    updateUnchanged,
    errorField,
  ]
}

// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings about recurring, reloading and deferred payments, payments to several merchants, and
/// updates while the payment sheet is open.
package enum SpecialPaymentFindings {
  /// More than one special kind of payment.
  package static let several = Finding(
    "pay.special.several", .error, effect: .refused,
    why: """
      A request can be recurring, an automatic reload, deferred, or for several merchants. A \
      request with more than one of these is rejected.
      """,
    help: "split it into two requests",
    source: .documented("Apple Pay on the Web: ApplePayPaymentRequest"),
    wrong: """
      "recurringPaymentRequest": {
        "paymentDescription": "Gym membership",
        "regularBilling": { "label": "Membership", "amount": "9.99",
                            "paymentTiming": "recurring" },
        "managementURL": "https://example.com/membership"
      },
      "multiTokenContexts": [
        { "merchantIdentifier": "merchant.com.example.gym",
          "externalIdentifier": "gym-1",
          "merchantName": "Example Gym", "amount": "9.99" }
      ]
      """,
    right: """
      "recurringPaymentRequest": {
        "paymentDescription": "Gym membership",
        "regularBilling": { "label": "Membership", "amount": "9.99",
                            "paymentTiming": "recurring" },
        "managementURL": "https://example.com/membership"
      }
      """,
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

  /// A billing item whose timing differs from its payment.
  package static let billing = Finding(
    "pay.timing.billing", .error, effect: .refused,
    why: """
      regularBilling and trialBilling must have the timing recurring, automaticReloadBilling \
      automaticReload, and deferredBilling deferred. Otherwise Safari throws a TypeError.
      """,
    help: "write the paymentTiming of the payment",
    source: .documented("WebKit, the checks of ApplePaySession: validation of the billing items"),
    wrong: """
      "recurringPaymentRequest": {
        "regularBilling": { "label": "Membership", "amount": "9.99",
                            "paymentTiming": "deferred" }
      }
      """,
    right: """
      "recurringPaymentRequest": {
        "regularBilling": { "label": "Membership", "amount": "9.99",
                            "paymentTiming": "recurring" }
      }
      """,
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

  /// A recurring interval below one.
  package static let interval = Finding(
    "pay.recurring.interval", .error, effect: .wrong,
    why: "A payment recurs after at least one unit, such as 1 month.",
    help: "write 1 or more",
    source: .convention("intervals count from 1"),
    wrong: """
      "recurringPaymentIntervalUnit": "month",
      "recurringPaymentIntervalCount": 0
      """,
    right: """
      "recurringPaymentIntervalUnit": "month",
      "recurringPaymentIntervalCount": 1
      """,
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
    help: "swap the dates",
    source: .convention("the order of dates"),
    wrong: """
      "recurringPaymentStartDate": "P2M",
      "recurringPaymentEndDate": "P1M"
      """,
    right: """
      "recurringPaymentStartDate": "P1M",
      "recurringPaymentEndDate": "P2M"
      """,
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
    why: "A trial comes first. The payment sheet shows the dates of both.",
    help: "start the regular billing when the trial ends",
    source: .convention("the order of dates"),
    wrong: """
      "trialBilling": { "label": "Trial", "amount": "0.00",
                        "paymentTiming": "recurring",
                        "recurringPaymentStartDate": "P2M" },
      "regularBilling": { "label": "Membership", "amount": "9.99",
                          "paymentTiming": "recurring",
                          "recurringPaymentStartDate": "P1M" }
      """,
    right: """
      "trialBilling": { "label": "Trial", "amount": "0.00",
                        "paymentTiming": "recurring",
                        "recurringPaymentEndDate": "P1M" },
      "regularBilling": { "label": "Membership", "amount": "9.99",
                          "paymentTiming": "recurring",
                          "recurringPaymentStartDate": "P1M" }
      """,
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
      A reload happens when the balance falls below automaticReloadPaymentThresholdAmount. \
      Without a valid threshold Safari throws a TypeError.
      """,
    help: "add automaticReloadPaymentThresholdAmount",
    source: .documented("WebKit, the checks of ApplePaySession: automaticReloadBilling"),
    wrong: """
      "automaticReloadBilling": {
        "label": "Reload", "amount": "25.00",
        "paymentTiming": "automaticReload"
      }
      """,
    right: """
      "automaticReloadBilling": {
        "label": "Reload", "amount": "25.00",
        "paymentTiming": "automaticReload",
        "automaticReloadPaymentThresholdAmount": "10.00"
      }
      """,
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
      Safari accepts a request without the date, but customers do not see when they are charged. \
      In Swift the date is required.
      """,
    help: "add deferredPaymentDate, such as P14D",
    source: .documented("PassKit, header: PKDeferredPaymentSummaryItem.deferredDate"),
    wrong: """
      "deferredBilling": {
        "label": "Room", "amount": "150.00",
        "paymentTiming": "deferred"
      }
      """,
    right: """
      "deferredBilling": {
        "label": "Room", "amount": "150.00",
        "paymentTiming": "deferred",
        "deferredPaymentDate": "P14D"
      }
      """,
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

  /// A free cancellation without its time zone, or the reverse.
  package static let deferredZone = Finding(
    "pay.deferred.zone", .error, effect: .refused,
    why: """
      freeCancellationDate and freeCancellationDateTimeZone must both be present. The time \
      zone is an IANA name such as Europe/Berlin. Otherwise Safari throws a TypeError.
      """,
    help: "give both, with the time zone as Area/City",
    source: .documented("WebKit, the checks of ApplePaySession: deferredPaymentRequest"),
    wrong: """
      "freeCancellationDate": "P7D",
      "freeCancellationDateTimeZone": "Berlin"
      """,
    right: """
      "freeCancellationDate": "P7D",
      "freeCancellationDateTimeZone": "Europe/Berlin"
      """,
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

  /// A free cancellation that ends after the charge.
  package static let cancellation = Finding(
    "pay.deferred.cancellation", .warning, effect: .wrong,
    why: """
      If customers can cancel free of charge after they were charged, you owe them a refund.
      """,
    help: "end the free cancellation at or before the charge",
    source: .convention("the order of dates"),
    wrong: """
      "deferredBilling": {
        "label": "Room", "amount": "150.00",
        "paymentTiming": "deferred", "deferredPaymentDate": "P14D"
      },
      "freeCancellationDate": "P15D",
      "freeCancellationDateTimeZone": "Europe/Berlin"
      """,
    right: """
      "deferredBilling": {
        "label": "Room", "amount": "150.00",
        "paymentTiming": "deferred", "deferredPaymentDate": "P14D"
      },
      "freeCancellationDate": "P13D",
      "freeCancellationDateTimeZone": "Europe/Berlin"
      """,
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
      For recurring payments and reloads the agreement has at most 500 characters. For \
      deferred payments Apple documents no limit, so passc reports a warning.
      """,
    help: "shorten it, and put the full text on the page at managementURL",
    source: .documented("Apple Pay on the Web: billingAgreement"),
    wrong: #""billingAgreement": "Renews each month ... (620 characters)""#,
    right: #""billingAgreement": "Renews each month until you cancel it.""#,
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

  /// An address that is not an absolute URL.
  package static let url = Finding(
    "pay.url.invalid", .error, effect: .refused,
    why: """
      managementURL and tokenNotificationURL must be absolute URLs. Otherwise Safari throws a \
      TypeError.
      """,
    help: "write the whole address, beginning with https://",
    source: .documented("WebKit, the checks of ApplePaySession: URLs of the special payments"),
    wrong: #""managementURL": "example.com/membership""#,
    right: #""managementURL": "https://example.com/membership""#,
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
      Customers cancel their payments at this address. Apple recommends a universal link, \
      which uses https.
      """,
    help: "write https",
    source: .convention("pages for payments use https"),
    wrong: #""managementURL": "http://example.com/membership""#,
    right: #""managementURL": "https://example.com/membership""#,
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

  /// Merchants who get more than the total.
  package static let tokenSum = Finding(
    "pay.tokens.sum", .error, effect: .refused,
    why: """
      The amounts of the merchants must not exceed the total. Otherwise the request is \
      cancelled.
      """,
    help: "lower an amount, or raise the total",
    source: .documented("Apple Pay on the Web: multiTokenContexts"),
    wrong: """
      "total": { "label": "Example Travel", "amount": "300.00" },
      "lineItems": [ { "label": "Room and car", "amount": "300.00" } ],
      "multiTokenContexts": [
        { "merchantIdentifier": "merchant.com.example.hotel",
          "externalIdentifier": "hotel-1",
          "merchantName": "Example Hotel", "amount": "299.00" },
        { "merchantIdentifier": "merchant.com.example.cars",
          "externalIdentifier": "cars-1",
          "merchantName": "Example Cars", "amount": "89.00" }
      ]
      """,
    right: """
      "total": { "label": "Example Travel", "amount": "388.00" },
      "lineItems": [ { "label": "Room and car", "amount": "388.00" } ],
      "multiTokenContexts": [
        { "merchantIdentifier": "merchant.com.example.hotel",
          "externalIdentifier": "hotel-1",
          "merchantName": "Example Hotel", "amount": "299.00" },
        { "merchantIdentifier": "merchant.com.example.cars",
          "externalIdentifier": "cars-1",
          "merchantName": "Example Cars", "amount": "89.00" }
      ]
      """,
    bad: [
      .json(
        #"{"total":{"amount":"387.99"},"lineItems":null}"#, of: "multi-merchant.json",
        at: "/multiTokenContexts")
    ],
    good: [
      .json(#"{"total":{"amount":"388.00"}}"#, of: "multi-merchant.json")
    ])

  /// A merchant with two identifiers, or two merchants with the same one.
  package static let tokenIdentifier = Finding(
    "pay.tokens.identifier", .warning, effect: .wrong,
    why: """
      Send the same externalIdentifier for the same merchant every time. Banks use it to \
      recognize the merchant.
      """,
    help: "give each merchant one externalIdentifier",
    source: .documented("Apple Pay on the Web: ApplePayPaymentTokenContext"),
    wrong: """
      "multiTokenContexts": [
        { "merchantIdentifier": "merchant.com.example.hotel",
          "externalIdentifier": "travel",
          "merchantName": "Example Hotel", "amount": "299.00" },
        { "merchantIdentifier": "merchant.com.example.cars",
          "externalIdentifier": "travel",
          "merchantName": "Example Cars", "amount": "89.00" }
      ]
      """,
    right: """
      "multiTokenContexts": [
        { "merchantIdentifier": "merchant.com.example.hotel",
          "externalIdentifier": "hotel-1",
          "merchantName": "Example Hotel", "amount": "299.00" },
        { "merchantIdentifier": "merchant.com.example.cars",
          "externalIdentifier": "cars-1",
          "merchantName": "Example Cars", "amount": "89.00" }
      ]
      """,
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

  /// A date without a time zone.
  package static let dateZone = Finding(
    "pay.date.zone", .error, effect: .wrong,
    why: """
      The browser would use the customer's time zone, so the date would depend on who pays.
      """,
    help: "add Z or an offset such as +01:00",
    source: .documented("Apple Pay on the Web: Date"),
    wrong: #""deferredPaymentDate": "2027-01-10T12:00:00""#,
    right: #""deferredPaymentDate": "2027-01-10T12:00:00+01:00""#,
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

  /// A date in the past.
  package static let datePast = Finding(
    "pay.date.past", .warning, effect: .wrong,
    why: "With a date in the past, a charge or cancellation happens at once or never.",
    help: "write a date in the future, or a duration such as P14D",
    source: .convention("compared with today, or with --as-of"),
    wrong: #""deferredPaymentDate": "2020-01-10T12:00:00Z""#,
    right: #""deferredPaymentDate": "P14D""#,
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

  /// A date that cannot be read.
  package static let dateInvalid = Finding(
    "pay.date.invalid", .error, effect: .refused,
    why: """
      A date is written as in ISO 8601 with a time zone, or as a duration from now such as \
      P14D.
      """,
    help: "write 2027-01-10T12:00:00+01:00 or P14D",
    source: .documented("Apple Pay on the Web: Date"),
    wrong: #""deferredPaymentDate": "14 days""#,
    right: #""deferredPaymentDate": "P14D""#,
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
      The description is the title of the payment in the sheet and in Wallet. Safari throws a \
      TypeError if it is empty.
      """,
    help: "describe in a few words what the payment is for",
    source: .documented("WebKit, the checks of ApplePaySession: paymentDescription"),
    wrong: #""paymentDescription": """#,
    right: #""paymentDescription": "Gym membership""#,
    bad: [
      .json(
        #"{"deferredPaymentRequest":{"paymentDescription":""}}"#, of: "deferred.json",
        at: "/deferredPaymentRequest/paymentDescription")
    ],
    good: [
      .json(#"{"deferredPaymentRequest":{"paymentDescription":"Room"}}"#, of: "deferred.json")
    ])

  /// An update with another special kind of payment than the request.
  package static let updateKind = Finding(
    "pay.update.kind", .error, effect: .refused,
    why: "The kind of payment cannot change while the payment sheet is open.",
    help: "use the kind of the request",
    source: .documented("PassKit, header: PKPaymentRequestUpdate"),
    wrong: """
      // the request has recurringPaymentRequest
      "newMultiTokenContexts": [
        { "merchantIdentifier": "merchant.com.example.gym",
          "externalIdentifier": "gym-1",
          "merchantName": "Example Gym", "amount": "9.99" }
      ]
      """,
    right: """
      // the request has recurringPaymentRequest
      "newRecurringPaymentRequest": {
        "paymentDescription": "Gym membership",
        "regularBilling": { "label": "Membership", "amount": "7.99",
                            "paymentTiming": "recurring" },
        "billingAgreement": "Renews each month until you cancel it.",
        "managementURL": "https://example.com/membership"
      }
      """,
    bad: [
      .json(
        #"{"newMultiTokenContexts":[{"merchantIdentifier":"merchant.a","externalIdentifier":"a","merchantName":"A","amount":"1.00"}]}"#,
        of: "coupon-update.json", at: "/newMultiTokenContexts", .option("--request recurring.json"))
    ],
    good: [
      .json(#"{}"#, of: "coupon-update.json", .option("--request recurring.json"))
    ])

  /// An update with another billing agreement than the request.
  package static let updateAgreement = Finding(
    "pay.update.agreement", .error, effect: .refused,
    why: """
      The payment sheet shows the agreement to the customer. It cannot change while the sheet \
      is open.
      """,
    help: "repeat the billingAgreement of the request",
    source: .documented("PassKit, header: PKRecurringPaymentRequest.billingAgreement"),
    wrong: """
      // the request: "Renews each month until you cancel it."
      "newRecurringPaymentRequest": {
        "paymentDescription": "Gym membership",
        "regularBilling": { "label": "Membership", "amount": "7.99",
                            "paymentTiming": "recurring" },
        "billingAgreement": "Renews each year.",
        "managementURL": "https://example.com/membership"
      }
      """,
    right: """
      // the request: "Renews each month until you cancel it."
      "newRecurringPaymentRequest": {
        "paymentDescription": "Gym membership",
        "regularBilling": { "label": "Membership", "amount": "7.99",
                            "paymentTiming": "recurring" },
        "billingAgreement": "Renews each month until you cancel it.",
        "managementURL": "https://example.com/membership"
      }
      """,
    bad: [
      .json(
        #"{"newRecurringPaymentRequest":{"paymentDescription":"Gym","regularBilling":{"label":"Membership","amount":"9.99","paymentTiming":"recurring"},"managementURL":"https://example.com/manage","billingAgreement":"Another one"}}"#,
        of: "coupon-update.json", at: "/newRecurringPaymentRequest/billingAgreement",
        .option("--request recurring.json"))
    ],
    good: [
      .json(
        #"{"newRecurringPaymentRequest":{"paymentDescription":"Gym","regularBilling":{"label":"Membership","amount":"9.99","paymentTiming":"recurring"},"managementURL":"https://example.com/manage","billingAgreement":"Renews each month until you cancel it."}}"#,
        of: "coupon-update.json", .option("--request recurring.json"))
    ])

  /// An update that changes the currency or country.
  package static let updateFixed = Finding(
    "pay.update.fixed", .error, effect: .wrong,
    why: """
      Neither can change while the payment sheet is open. Safari ignores the members, and the \
      amounts are charged in the old currency.
      """,
    help: "end the session and begin a new one",
    source: .documented("Apple Pay on the Web: ApplePayPaymentRequest"),
    wrong: """
      "currencyCode": "USD",
      "newTotal": { "label": "Example Gym", "amount": "12.00" }
      """,
    right: #""newTotal": { "label": "Example Gym", "amount": "12.00" }"#,
    bad: [
      .json(#"{"currencyCode":"USD"}"#, of: "coupon-update.json", at: "/currencyCode")
    ],
    good: [
      .json(#"{"newLineItems":[{"label":"Day pass","amount":"12.00"}]}"#, of: "coupon-update.json")
    ])

  /// An update with an empty list of shipping methods.
  package static let updateUnchanged = Finding(
    "pay.update.unchanged", .warning, effect: .ignored,
    why: "In Swift an empty list means unchanged. It does not remove any shipping method.",
    help: "leave the member out, or return an error if you cannot ship there",
    source: .documented("PassKit, header: PKPaymentRequestShippingContactUpdate"),
    wrong: """
      "newTotal": { "label": "Example Gym", "amount": "12.00" },
      "newShippingMethods": []
      """,
    right: """
      "newTotal": { "label": "Example Gym", "amount": "12.00" },
      "errors": [ { "code": "addressUnserviceable",
                    "message": "We do not ship there" } ]
      """,
    bad: [
      .json(#"{"newShippingMethods":[]}"#, of: "coupon-update.json", at: "/newShippingMethods")
    ],
    good: [
      .json(
        #"{"newShippingMethods":[{"label":"Post","detail":"","amount":"0.00","identifier":"a"}]}"#,
        of: "coupon-update.json")
    ])

  /// An error with a contact field it cannot have.
  package static let errorField = Finding(
    "pay.error.field", .warning, effect: .ignored,
    why: """
      Errors about coupon codes, unserviceable addresses and unknown causes do not belong to a \
      contact field.
      """,
    help: "delete contactField",
    source: .documented("Apple Pay on the Web: ApplePayError"),
    wrong: """
      "errors": [ { "code": "couponCodeInvalid", "contactField": "name",
                    "message": "No such code" } ]
      """,
    right: """
      "errors": [ { "code": "couponCodeInvalid",
                    "message": "No such code" } ]
      """,
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

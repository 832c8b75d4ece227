// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings

/// The members of an object in a payment document, with their types.
struct PaymentShape: Sendable {
  /// The type of a member.
  enum Value: Sendable {
    case string, amount, date, boolean, wholeNumber
    /// One of these words.
    case word([String])
    /// A list of strings. Other code checks their values.
    case strings
    case object(Name)
    case objects(Name)
    /// A contact or null.
    case contact
    /// Any value, which is not checked.
    case anything
  }

  /// The kinds of objects.
  enum Name: Sendable {
    case item, shippingMethod, range, components, contact, recurring, reload, deferred, token, error
  }

  struct Member: Sendable {
    let name: String
    let value: Value
    var isRequired = false
  }

  /// The name in messages.
  let title: String
  let members: [Member]
  private let byName: [String: Int]

  private init(_ title: String, _ required: [(String, Value)], _ optional: [(String, Value)]) {
    self.title = title
    members =
      required.map { Member(name: $0.0, value: $0.1, isRequired: true) }
      + optional.map { Member(name: $0.0, value: $0.1) }
    byName = Dictionary(
      members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func member(_ name: String) -> Member? { byName[name].map { members[$0] } }

  // MARK: Documents

  static func of(_ kind: PaymentKind) -> PaymentShape {
    switch kind {
    case .request: request
    case .method: method
    case .couponUpdate: couponUpdate
    case .shippingContactUpdate: shippingContactUpdate
    case .shippingMethodUpdate: shippingMethodUpdate
    case .paymentMethodUpdate: paymentMethodUpdate
    }
  }

  static func of(_ name: Name) -> PaymentShape {
    switch name {
    case .item: item
    case .shippingMethod: shippingMethod
    case .range: range
    case .components: components
    case .contact: contact
    case .recurring: recurring
    case .reload: reload
    case .deferred: deferred
    case .token: token
    case .error: error
    }
  }

  /// The members of both request and method.
  private static let shared: [(String, Value)] = [
    ("billingContact", .contact), ("shippingContact", .contact),
    (
      "shippingContactEditingMode", .word(["available", "storePickup", "enabled"])
    ),
    ("supportedCountries", .strings), ("supportsCouponCode", .boolean), ("couponCode", .string),
    (
      "applePayLaterAvailability",
      .word(["available", "unavailableItemIneligible", "unavailableRecurringTransaction"])
    ),
    ("merchantCategoryCode", .string), ("disbursementRequest", .anything),
    ("features", .anything), ("installmentConfiguration", .anything),
    ("applicationData", .string), ("requiredBillingContactFields", .strings),
    ("requiredShippingContactFields", .strings), ("recurringPaymentRequest", .object(.recurring)),
    ("automaticReloadPaymentRequest", .object(.reload)),
    ("deferredPaymentRequest", .object(.deferred)), ("multiTokenContexts", .objects(.token)),
  ]

  private static let request = PaymentShape(
    "a payment request",
    [
      ("countryCode", .string), ("currencyCode", .string), ("merchantCapabilities", .strings),
      ("supportedNetworks", .strings), ("total", .object(.item)),
    ],
    [
      ("lineItems", .objects(.item)),
      ("shippingType", .word(["shipping", "delivery", "storePickup", "servicePickup"])),
      ("shippingMethods", .objects(.shippingMethod)),
    ] + shared)

  private static let method = PaymentShape(
    "the data of a payment method",
    [
      ("version", .wholeNumber), ("merchantIdentifier", .string), ("countryCode", .string),
      ("merchantCapabilities", .strings), ("supportedNetworks", .strings),
    ], shared)

  private static let updates: [(String, Value)] = [
    ("newLineItems", .objects(.item)), ("newShippingMethods", .objects(.shippingMethod)),
    ("newRecurringPaymentRequest", .object(.recurring)),
    ("newAutomaticReloadPaymentRequest", .object(.reload)),
    ("newDeferredPaymentRequest", .object(.deferred)), ("newMultiTokenContexts", .objects(.token)),
  ]
  private static let total: [(String, Value)] = [("newTotal", .object(.item))]
  private static let withErrors = updates + [("errors", .objects(.error))]

  private static let couponUpdate = PaymentShape("an update for a coupon code", total, withErrors)
  private static let shippingContactUpdate = PaymentShape(
    "an update for a shipping contact", total, withErrors)
  private static let shippingMethodUpdate = PaymentShape(
    "an update for a shipping method", total, updates)
  private static let paymentMethodUpdate = PaymentShape(
    "an update for a payment method", total, withErrors)

  // MARK: Objects

  static let timings = ["immediate", "recurring", "deferred", "automaticReload"]

  private static let item = PaymentShape(
    "a line item", [],
    [
      ("label", .string), ("amount", .amount), ("type", .word(["final", "pending"])),
      ("paymentTiming", .word(timings)), ("recurringPaymentStartDate", .date),
      ("recurringPaymentEndDate", .date),
      ("recurringPaymentIntervalUnit", .word(["year", "month", "day", "hour", "minute"])),
      ("recurringPaymentIntervalCount", .wholeNumber), ("deferredPaymentDate", .date),
      ("automaticReloadPaymentThresholdAmount", .amount),
    ])
  private static let shippingMethod = PaymentShape(
    "a shipping method",
    [("label", .string), ("detail", .string), ("amount", .amount), ("identifier", .string)],
    [("dateComponentsRange", .object(.range))])
  private static let range = PaymentShape(
    "a range of dates",
    [
      ("startDateComponents", .object(.components)), ("endDateComponents", .object(.components)),
    ], [])
  private static let components = PaymentShape(
    "date components", [],
    [
      ("years", .wholeNumber), ("months", .wholeNumber), ("days", .wholeNumber),
      ("hours", .wholeNumber),
    ])
  private static let contact = PaymentShape(
    "a contact", [],
    [
      ("phoneNumber", .string), ("emailAddress", .string), ("givenName", .string),
      ("familyName", .string), ("phoneticGivenName", .string), ("phoneticFamilyName", .string),
      ("addressLines", .strings), ("subLocality", .string), ("locality", .string),
      ("postalCode", .string), ("subAdministrativeArea", .string),
      ("administrativeArea", .string), ("country", .string), ("countryCode", .string),
    ])
  private static let recurring = PaymentShape(
    "a recurring payment",
    [
      ("paymentDescription", .string), ("regularBilling", .object(.item)),
      ("managementURL", .string),
    ],
    [
      ("trialBilling", .object(.item)), ("billingAgreement", .string),
      ("tokenNotificationURL", .string),
    ])
  private static let reload = PaymentShape(
    "an automatic reload",
    [
      ("paymentDescription", .string), ("automaticReloadBilling", .object(.item)),
      ("managementURL", .string),
    ], [("billingAgreement", .string), ("tokenNotificationURL", .string)])
  private static let deferred = PaymentShape(
    "a deferred payment",
    [
      ("paymentDescription", .string), ("deferredBilling", .object(.item)),
      ("managementURL", .string),
    ],
    [
      ("billingAgreement", .string), ("freeCancellationDate", .date),
      ("freeCancellationDateTimeZone", .string), ("tokenNotificationURL", .string),
    ])
  private static let token = PaymentShape(
    "a merchant's share",
    [
      ("merchantIdentifier", .string), ("externalIdentifier", .string),
      ("merchantName", .string), ("amount", .amount),
    ], [("merchantDomain", .string)])
  private static let error = PaymentShape(
    "an error",
    [
      (
        "code",
        .word([
          "shippingContactInvalid", "billingContactInvalid", "addressUnserviceable",
          "couponCodeInvalid", "couponCodeExpired", "unknown",
        ])
      )
    ],
    [
      (
        "contactField",
        .word([
          "phoneNumber", "emailAddress", "name", "phoneticName", "postalAddress", "addressLines",
          "subLocality", "locality", "postalCode", "subAdministrativeArea", "administrativeArea",
          "country", "countryCode",
        ])
      ), ("message", .string),
    ])
}

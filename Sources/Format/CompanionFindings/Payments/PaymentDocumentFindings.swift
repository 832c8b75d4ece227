// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with the members of a payment document, whatever they mean.
package enum PaymentDocumentFindings {
  /// A document nobody can tell the kind of.
  package static let unknownKind = Finding(
    "pay.document.kind", .error, effect: .refused,
    why: """
      A request has a total and a currency, the data of a payment method a version. An answer \
      while the sheet is open has newTotal, and which of the four it is stands nowhere in it.
      """,
    help: """
      say which it is: --kind request, method, coupon-update, shipping-contact-update, \
      shipping-method-update or payment-method-update
      """, source: .convention("how passc tells documents apart"),
    bad: [
      .json(#"{"total":null,"currencyCode":null}"#, of: "once.json", at: "")
    ],
    good: [
      .json(#"{"currencyCode":"USD"}"#, of: "once.json")
    ])

  /// A configuration of another library.
  package static let foreign = Finding(
    "pay.document.foreign", .error, effect: .refused,
    why: """
      Libraries of payment providers have configurations of their own: merchantCapabilities with \
      3DS, or a provider and data around it. Safari takes neither.
      """,
    help: """
      check what the library makes of it: the request handed to ApplePaySession
      """, source: .documented("WebKit, the checks of ApplePaySession: ApplePayMerchantCapability"),
    bad: [
      .json(#"{"merchantCapabilities":["3DS"]}"#, of: "once.json", at: "/merchantCapabilities/0"),
      .json(#"{"provider":"apple_pay"}"#, of: "once.json", at: "/provider"),
    ],
    good: [
      .json(#"{"merchantCapabilities":["supports3DS"]}"#, of: "once.json")
    ])

  /// A member that has to be there.
  package static let missing = Finding(
    "pay.key.missing", .error, effect: .refused,
    why: "Safari throws a TypeError for a required member that is missing.",
    help: "add the member",
    source: .documented(
      "WebKit, the checks of ApplePaySession: required members of the dictionaries"),
    bad: [
      .json(#"{"countryCode":null}"#, of: "once.json", at: ""),
      .json(
        #"{"recurringPaymentRequest":{"managementURL":null}}"#, of: "recurring.json",
        at: "/recurringPaymentRequest"),
    ],
    good: [
      .json(#"{"lineItems":null}"#, of: "once.json")
    ])

  /// A member nobody knows.
  package static let unknown = Finding(
    "pay.key.unknown", .warning, effect: .ignored,
    why: """
      A dictionary of JavaScript drops members it does not know, and nobody says so: a misspelt \
      one does nothing.
      """,
    help: "correct the spelling, or take the member out",
    source: .documented("WebKit, the checks of ApplePaySession: dictionaries of Web IDL"),
    bad: [
      .json(#"{"lineItem":[]}"#, of: "once.json", at: "/lineItem"),
      .json(
        #"{"lineItems":[{"label":"Towel","amount":"15.50","amout":"3.50"}]}"#, of: "once.json",
        at: "/lineItems/0/amout"),
    ],
    good: [
      .json(#"{"shippingMethods":[]}"#, of: "once.json")
    ])

  /// A member that has another name today.
  package static let renamed = Finding(
    "pay.key.renamed", .warning, effect: .ignored,
    why: """
      requiredBillingAddressFields and requiredShippingAddressFields are the first names of the \
      contact fields; they are dropped.
      """,
    help: "write requiredBillingContactFields, requiredShippingContactFields",
    source: .documented("Apple Pay on the Web: ApplePayPaymentRequest"),
    bad: [
      .json(
        #"{"requiredShippingAddressFields":["postalAddress"]}"#, of: "once.json",
        at: "/requiredShippingAddressFields")
    ],
    good: [
      .json(#"{"requiredShippingContactFields":["postalAddress"]}"#, of: "once.json")
    ])

  /// A value of another type than its member takes.
  package static let wrongType = Finding(
    "pay.value.type", .error, effect: .refused,
    why: """
      JavaScript turns some values into others and throws for the rest. null where an array or \
      an object is wanted throws too, except for contacts; where a text is wanted it becomes the \
      text null.
      """,
    help: "write a value of that type, or leave the member out",
    source: .documented("WebKit, the checks of ApplePaySession: conversions of Web IDL"),
    bad: [
      .json(#"{"countryCode":49}"#, of: "once.json", at: "/countryCode"),
      .json(#"{"lineItems":{}}"#, of: "once.json", at: "/lineItems"),
    ],
    good: [
      .json(#"{"shippingMethods":[]}"#, of: "once.json")
    ])

  /// A word that is none of those a member takes.
  package static let unknownWord = Finding(
    "pay.value.unknown", .error, effect: .refused,
    why: "Members with a fixed set of words throw for any other.",
    help: "write one of the words",
    source: .documented("WebKit, the checks of ApplePaySession: enumerations"),
    bad: [
      .json(#"{"shippingType":"mail"}"#, of: "once.json", at: "/shippingType"),
      .json(#"{"total":{"type":"estimated"}}"#, of: "once.json", at: "/total/type"),
    ],
    good: [
      .json(#"{"shippingType":"delivery"}"#, of: "once.json")
    ])

  /// A member the Swift of passc leaves out.
  package static let notGenerated = Finding(
    "pay.member.notGenerated", .note, effect: .ignored,
    why: """
      It is known, and newer than what the examples of Apple show of it; passc neither looks \
      into it nor writes Swift for it.
      """,
    help: "add it to the Swift by hand",
    source: .documented("WebKit, the checks of ApplePaySession: ApplePayRequestBase"),
    bad: [
      .json(#"{"features":[]}"#, of: "once.json", at: "/features")
    ],
    good: [
      .json(#"{"merchantCategoryCode":"7997"}"#, of: "once.json")
    ])

  /// Every one of them.
  package static let all = [
    unknownKind,
    foreign,
    missing,
    unknown,
    renamed,
    wrongType,
    unknownWord,
    notGenerated,
  ]
}

// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings about the members of a payment document, whatever their meaning.
package enum PaymentDocumentFindings {
  /// A document of an unknown kind.
  package static let unknownKind = Finding(
    "pay.document.kind", .error, effect: .refused,
    why: """
      A payment request has total and currencyCode. The data of a payment method has version. \
      An update while the payment sheet is open has newTotal, but does not say which of the \
      four events it responds to.
      """,
    help: """
      name the kind with --kind: request, method, coupon-update, shipping-contact-update, \
      shipping-method-update or payment-method-update
      """,
    source: .convention("how passc recognizes documents"),
    wrong: """
      {
        "countryCode": "DE",
        "supportedNetworks": ["visa", "masterCard"],
        "merchantCapabilities": ["supports3DS"]
      }
      """,
    right: """
      {
        "countryCode": "DE",
        "supportedNetworks": ["visa", "masterCard"],
        "merchantCapabilities": ["supports3DS"],
        "currencyCode": "EUR",
        "total": { "label": "Example Gym", "amount": "15.50" }
      }
      """,
    bad: [
      .json(#"{"total":null,"currencyCode":null}"#, of: "once.json", at: "")
    ],
    good: [
      .json(#"{"currencyCode":"USD"}"#, of: "once.json")
    ])

  /// A configuration for another library.
  package static let foreign = Finding(
    "pay.document.foreign", .error, effect: .refused,
    why: """
      Libraries of payment providers have their own configurations, for example with 3DS in \
      merchantCapabilities, or with provider and data around the request. Safari does not \
      accept them.
      """,
    help: "check the request that the library passes to ApplePaySession",
    source: .documented("WebKit, the checks of ApplePaySession: ApplePayMerchantCapability"),
    wrong: #""merchantCapabilities": ["3DS"]"#,
    right: #""merchantCapabilities": ["supports3DS"]"#,
    bad: [
      .json(#"{"merchantCapabilities":["3DS"]}"#, of: "once.json", at: "/merchantCapabilities/0"),
      .json(#"{"provider":"apple_pay"}"#, of: "once.json", at: "/provider"),
    ],
    good: [
      .json(#"{"merchantCapabilities":["supports3DS"]}"#, of: "once.json")
    ])

  /// A required member that is missing.
  package static let missing = Finding(
    "pay.key.missing", .error, effect: .refused,
    why: "Safari throws a TypeError if a required member is missing.",
    help: "add the member",
    source: .documented(
      "WebKit, the checks of ApplePaySession: required members of the dictionaries"),
    wrong: """
      "currencyCode": "EUR",
      "supportedNetworks": ["visa", "masterCard"]
      """,
    right: """
      "countryCode": "DE",
      "currencyCode": "EUR",
      "supportedNetworks": ["visa", "masterCard"]
      """,
    bad: [
      .json(#"{"countryCode":null}"#, of: "once.json", at: ""),
      .json(
        #"{"recurringPaymentRequest":{"managementURL":null}}"#, of: "recurring.json",
        at: "/recurringPaymentRequest"),
    ],
    good: [
      .json(#"{"lineItems":null}"#, of: "once.json")
    ])

  /// A member with an unknown name.
  package static let unknown = Finding(
    "pay.key.unknown", .warning, effect: .ignored,
    why: """
      JavaScript ignores members it does not know, without an error. A misspelt member does \
      nothing.
      """,
    help: "correct the spelling, or delete the member",
    source: .documented("WebKit, the checks of ApplePaySession: dictionaries of Web IDL"),
    wrong: #""lineItem": [ { "label": "Day pass", "amount": "15.50" } ]"#,
    right: #""lineItems": [ { "label": "Day pass", "amount": "15.50" } ]"#,
    bad: [
      .json(#"{"lineItem":[]}"#, of: "once.json", at: "/lineItem"),
      .json(
        #"{"lineItems":[{"label":"Towel","amount":"15.50","amout":"3.50"}]}"#, of: "once.json",
        at: "/lineItems/0/amout"),
    ],
    good: [
      .json(#"{"shippingMethods":[]}"#, of: "once.json")
    ])

  /// A member under its former name.
  package static let renamed = Finding(
    "pay.key.renamed", .warning, effect: .ignored,
    why: """
      requiredBillingAddressFields and requiredShippingAddressFields are former names of the \
      contact fields. They are ignored today.
      """,
    help: "write requiredBillingContactFields or requiredShippingContactFields",
    source: .documented("Apple Pay on the Web: ApplePayPaymentRequest"),
    wrong: #""requiredShippingAddressFields": ["postalAddress"]"#,
    right: #""requiredShippingContactFields": ["postalAddress"]"#,
    bad: [
      .json(
        #"{"requiredShippingAddressFields":["postalAddress"]}"#, of: "once.json",
        at: "/requiredShippingAddressFields")
    ],
    good: [
      .json(#"{"requiredShippingContactFields":["postalAddress"]}"#, of: "once.json")
    ])

  /// A value of the wrong type.
  package static let wrongType = Finding(
    "pay.value.type", .error, effect: .refused,
    why: """
      JavaScript converts some values and throws an error for the rest. null in place of an \
      array or object throws too, except for contacts. null in place of a string becomes the \
      text "null".
      """,
    help: "write a value of that type, or delete the member",
    source: .documented("WebKit, the checks of ApplePaySession: conversions of Web IDL"),
    wrong: #""lineItems": { "label": "Day pass", "amount": "15.50" }"#,
    right: #""lineItems": [ { "label": "Day pass", "amount": "15.50" } ]"#,
    bad: [
      .json(#"{"countryCode":49}"#, of: "once.json", at: "/countryCode"),
      .json(#"{"lineItems":{}}"#, of: "once.json", at: "/lineItems"),
    ],
    good: [
      .json(#"{"shippingMethods":[]}"#, of: "once.json")
    ])

  /// A value that its member does not accept.
  package static let unknownWord = Finding(
    "pay.value.unknown", .error, effect: .refused,
    why: """
      Some members accept only a fixed set of words. Safari throws an error for any other.
      """,
    help: "write one of the accepted words",
    source: .documented("WebKit, the checks of ApplePaySession: enumerations"),
    wrong: #""shippingType": "mail""#,
    right: #""shippingType": "delivery""#,
    bad: [
      .json(#"{"shippingType":"mail"}"#, of: "once.json", at: "/shippingType"),
      .json(#"{"total":{"type":"estimated"}}"#, of: "once.json", at: "/total/type"),
    ],
    good: [
      .json(#"{"shippingType":"delivery"}"#, of: "once.json")
    ])

  /// A member that passc does not generate in Swift.
  package static let notGenerated = Finding(
    "pay.member.notGenerated", .note, effect: .ignored,
    why: """
      passc knows this member, but does not check its content and does not generate Swift for \
      it. It is newer than Apple's published examples.
      """,
    help: "add it to the generated Swift by hand",
    source: .documented("WebKit, the checks of ApplePaySession: ApplePayRequestBase"),
    wrong: """
      "total": { "label": "Example Gym", "amount": "15.50" },
      "features": []
      """,
    right: #""total": { "label": "Example Gym", "amount": "15.50" }"#,
    bad: [
      .json(#"{"features":[]}"#, of: "once.json", at: "/features")
    ],
    good: [
      .json(#"{"merchantCategoryCode":"7997"}"#, of: "once.json")
    ])

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

// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings about the country, currency, cards and contacts of a payment request.
package enum PaymentRequestFindings {
  /// A country code that does not exist.
  package static let country = Finding(
    "pay.country.unknown", .error, effect: .refused,
    why: """
      Country codes are two capital letters of ISO 3166-1. Safari throws an error for codes \
      that are not in its list.
      """,
    help: "write the code in two capital letters, such as DE or US",
    source: .documented("WebKit, the checks of ApplePaySession: countryCode"),
    wrong: #""countryCode": "de""#,
    right: #""countryCode": "DE""#,
    bad: [
      .json(#"{"countryCode":"de"}"#, of: "once.json", at: "/countryCode"),
      .json(#"{"supportedCountries":["DE","UK"]}"#, of: "once.json", at: "/supportedCountries/1"),
    ],
    good: [
      .json(#"{"countryCode":"GB"}"#, of: "once.json")
    ])

  /// A currency code that does not exist.
  package static let currency = Finding(
    "pay.currency.unknown", .error, effect: .refused,
    why: """
      Currency codes are three capital letters of ISO 4217. Safari throws an error for \
      codes that are not in its list.
      """,
    help: "write the code in three capital letters, such as EUR or USD",
    source: .documented("WebKit, the checks of ApplePaySession: currencyCode"),
    wrong: #""currencyCode": "eur""#,
    right: #""currencyCode": "EUR""#,
    bad: [
      .json(#"{"currencyCode":"eur"}"#, of: "once.json", at: "/currencyCode")
    ],
    good: [
      .json(#"{"currencyCode":"CHF"}"#, of: "once.json")
    ])

  /// A currency that was withdrawn.
  package static let withdrawnCurrency = Finding(
    "pay.currency.withdrawn", .warning, effect: .style,
    why: """
      Safari's list includes withdrawn currencies, so the payment sheet may open. No bank \
      settles in them.
      """,
    help: "write the code of the current currency",
    source: .documented("ISO 4217"),
    wrong: #""currencyCode": "DEM""#,
    right: #""currencyCode": "EUR""#,
    bad: [
      .json(#"{"currencyCode":"DEM"}"#, of: "once.json", at: "/currencyCode")
    ],
    good: [
      .json(#"{"currencyCode":"EUR"}"#, of: "once.json")
    ])

  /// A request without card networks.
  package static let noNetwork = Finding(
    "pay.networks.empty", .error, effect: .refused,
    why: """
      At least one card network must be supported. Otherwise Safari rejects the request.
      """,
    help: "list the networks your payment provider accepts, such as visa and masterCard",
    source: .documented("Apple Pay on the Web: supportedNetworks"),
    wrong: #""supportedNetworks": []"#,
    right: #""supportedNetworks": ["visa", "masterCard"]"#,
    bad: [
      .json(#"{"supportedNetworks":[]}"#, of: "once.json", at: "/supportedNetworks")
    ],
    good: [
      .json(#"{"supportedNetworks":["visa"]}"#, of: "once.json")
    ])

  /// A card network that does not exist.
  package static let unknownNetwork = Finding(
    "pay.networks.unknown", .error, effect: .refused,
    why: """
      If the system does not know a network, the constructor throws, whatever else is in the \
      request.
      """,
    help: "write a documented name, such as visa, masterCard or amex",
    source: .documented("WebKit, the checks of ApplePaySession: supportedNetworks"),
    wrong: #""supportedNetworks": ["visacard"]"#,
    right: #""supportedNetworks": ["visa"]"#,
    bad: [
      .json(#"{"supportedNetworks":["visacard"]}"#, of: "once.json", at: "/supportedNetworks/0")
    ],
    good: [
      .json(#"{"supportedNetworks":["cartesBancaires"]}"#, of: "once.json")
    ])

  /// A card network whose capitals differ from the documentation.
  package static let networkCase = Finding(
    "pay.networks.case", .note, effect: .style,
    why: """
      Safari ignores case in network names, so the request works. Swift and other libraries \
      compare them exactly.
      """,
    help: "write the documented name",
    source: .documented("WebKit, the checks of ApplePaySession: supportedNetworks"),
    wrong: #""supportedNetworks": ["Visa"]"#,
    right: #""supportedNetworks": ["visa"]"#,
    bad: [
      .json(#"{"supportedNetworks":["Visa"]}"#, of: "once.json", at: "/supportedNetworks/0")
    ],
    good: [
      .json(#"{"supportedNetworks":["visa"]}"#, of: "once.json")
    ])

  /// A card network that is newer than the requested version.
  package static let newerNetwork = Finding(
    "pay.networks.version", .error, effect: .refused,
    why: """
      The version passed to ApplePaySession decides which networks are known. A newer network \
      makes the constructor throw.
      """,
    help: """
      request a newer version if supportsVersion returns true, or leave the network out
      """,
    source: .documented("Apple Pay on the Web: ApplePaySession, versions"),
    wrong: """
      new ApplePaySession(10, request)
      "supportedNetworks": ["visa", "girocard"]
      """,
    right: """
      new ApplePaySession(11, request)
      "supportedNetworks": ["visa", "girocard"]
      """,
    bad: [
      .json(
        #"{"supportedNetworks":["visa","girocard"]}"#, of: "once.json", at: "/supportedNetworks/1",
        .option("--apple-pay-version 10"))
    ],
    good: [
      .json(
        #"{"supportedNetworks":["visa","girocard"]}"#, of: "once.json",
        .option("--apple-pay-version 11"))
    ])

  /// A card network that is listed twice.
  package static let networkTwice = Finding(
    "pay.networks.duplicate", .note, effect: .style,
    why: "Safari accepts it, but the second entry has no effect.",
    help: "delete one of the two",
    source: .documented("WebKit, the checks of ApplePaySession: supportedNetworks"),
    wrong: #""supportedNetworks": ["visa", "visa"]"#,
    right: #""supportedNetworks": ["visa", "masterCard"]"#,
    bad: [
      .json(#"{"supportedNetworks":["visa","visa"]}"#, of: "once.json", at: "/supportedNetworks/1")
    ],
    good: [
      .json(#"{"supportedNetworks":["visa","vPay"]}"#, of: "once.json")
    ])

  /// A request without merchant capabilities.
  package static let noCapability = Finding(
    "pay.capabilities.empty", .error, effect: .refused,
    why: "Safari throws an error unless there is at least one capability.",
    help: "write supports3DS",
    source: .documented("WebKit, the checks of ApplePaySession: merchantCapabilities"),
    wrong: #""merchantCapabilities": []"#,
    right: #""merchantCapabilities": ["supports3DS"]"#,
    bad: [
      .json(#"{"merchantCapabilities":[]}"#, of: "once.json", at: "/merchantCapabilities")
    ],
    good: [
      .json(#"{"merchantCapabilities":["supports3DS"]}"#, of: "once.json")
    ])

  /// A merchant capability that does not exist.
  package static let unknownCapability = Finding(
    "pay.capabilities.unknown", .error, effect: .refused,
    why: """
      The capabilities are supports3DS, supportsEMV, supportsCredit and supportsDebit. Safari \
      throws an error for any other.
      """,
    help: "write one of the four",
    source: .documented("WebKit, the checks of ApplePaySession: merchantCapabilities"),
    wrong: #""merchantCapabilities": ["supports3DS", "supportsPrepaid"]"#,
    right: #""merchantCapabilities": ["supports3DS", "supportsDebit"]"#,
    bad: [
      .json(
        #"{"merchantCapabilities":["supports3DS","supportsPrepaid"]}"#, of: "once.json",
        at: "/merchantCapabilities/1")
    ],
    good: [
      .json(#"{"merchantCapabilities":["supports3DS","supportsCredit"]}"#, of: "once.json")
    ])

  /// Merchant capabilities without 3-D Secure.
  package static let no3DS = Finding(
    "pay.capabilities.no3DS", .warning, effect: .maybeRefused,
    why: """
      Apple's documentation requires supports3DS. Safari accepts any one of the four \
      capabilities today.
      """,
    help: "add supports3DS",
    source: .documented("Apple Pay on the Web: merchantCapabilities"),
    wrong: #""merchantCapabilities": ["supportsCredit"]"#,
    right: #""merchantCapabilities": ["supports3DS", "supportsCredit"]"#,
    bad: [
      .json(
        #"{"merchantCapabilities":["supportsCredit"]}"#, of: "once.json",
        at: "/merchantCapabilities")
    ],
    good: [
      .json(#"{"merchantCapabilities":["supportsCredit","supports3DS"]}"#, of: "once.json")
    ])

  /// EMV without the network that needs it.
  package static let emv = Finding(
    "pay.capabilities.emv", .note, effect: .style,
    why: "supportsEMV is for China UnionPay. With other networks alone it has no effect.",
    help: "delete supportsEMV, or add chinaUnionPay",
    source: .documented("Apple Pay on the Web: merchantCapabilities"),
    wrong: """
      "supportedNetworks": ["visa"],
      "merchantCapabilities": ["supports3DS", "supportsEMV"]
      """,
    right: """
      "supportedNetworks": ["visa", "chinaUnionPay"],
      "merchantCapabilities": ["supports3DS", "supportsEMV"]
      """,
    bad: [
      .json(
        #"{"merchantCapabilities":["supports3DS","supportsEMV"]}"#, of: "once.json",
        at: "/merchantCapabilities/1")
    ],
    good: [
      .json(
        #"{"merchantCapabilities":["supports3DS","supportsEMV"],"supportedNetworks":["visa","chinaUnionPay"]}"#,
        of: "once.json")
    ])

  /// A member that is newer than the requested version.
  package static let newerFeature = Finding(
    "pay.feature.version", .warning, effect: .ignored,
    why: """
      Each version of Apple Pay on the Web ignores members that came later, as it ignores any \
      unknown member.
      """,
    help: "request a newer version if supportsVersion returns true",
    source: .documented("Apple Pay on the Web: ApplePaySession, versions"),
    wrong: """
      new ApplePaySession(11, request)
      "supportsCouponCode": true
      """,
    right: """
      new ApplePaySession(12, request)
      "supportsCouponCode": true
      """,
    bad: [
      .json(#"{}"#, of: "coupon.json", at: "/supportsCouponCode", .option("--apple-pay-version 11"))
    ],
    good: [
      .json(#"{}"#, of: "coupon.json", .option("--apple-pay-version 12"))
    ])

  /// A contact field that does not exist.
  package static let contactField = Finding(
    "pay.contact.field", .error, effect: .refused,
    why: """
      The contact fields are email, name, phone, phoneticName and postalAddress. Safari throws \
      an error for any other.
      """,
    help: "write one of the five",
    source: .documented("WebKit, the checks of ApplePaySession: ApplePayContactField"),
    wrong: #""requiredShippingContactFields": ["address"]"#,
    right: #""requiredShippingContactFields": ["postalAddress"]"#,
    bad: [
      .json(
        #"{"requiredShippingContactFields":["address"]}"#, of: "once.json",
        at: "/requiredShippingContactFields/0")
    ],
    good: [
      .json(#"{"requiredShippingContactFields":["phone","email"]}"#, of: "once.json")
    ])

  /// A contact field that is newer than the requested version.
  package static let newerContactField = Finding(
    "pay.contact.version", .error, effect: .refused,
    why: """
      Version 3 of Apple Pay on the Web added the contact field phoneticName. A session with \
      version 1 or 2 throws a TypeError for it.
      """,
    help: "request version 3 if supportsVersion returns true, or remove the field",
    source: .documented("WebKit, the checks of ApplePaySession: ApplePayContactField"),
    wrong: """
      new ApplePaySession(2, request)
      "requiredShippingContactFields": ["name", "phoneticName"]
      """,
    right: """
      new ApplePaySession(3, request)
      "requiredShippingContactFields": ["name", "phoneticName"]
      """,
    bad: [
      .json(
        #"{"requiredShippingContactFields":["name","phoneticName"]}"#, of: "once.json",
        at: "/requiredShippingContactFields/1", .option("--apple-pay-version 2")),
      .json(
        #"{"requiredShippingContactFields":["phoneticName"]}"#, of: "once.json",
        at: "/requiredShippingContactFields/0", .option("--apple-pay-version 1")),
    ],
    good: [
      .json(
        #"{"requiredShippingContactFields":["name","phoneticName"]}"#, of: "once.json",
        .option("--apple-pay-version 3")),
      .json(
        #"{"requiredShippingContactFields":["name"]}"#, of: "once.json",
        .option("--apple-pay-version 1")),
    ])

  /// A contact field that cannot be requested for billing.
  package static let billingField = Finding(
    "pay.contact.billing", .warning, effect: .ignored,
    why: """
      For billing, Apple Pay requests only the postal address and the name that belongs to it.
      """,
    help: "move phone and email to requiredShippingContactFields",
    source: .documented("PassKit, header: PKPaymentRequest.requiredBillingContactFields"),
    wrong: #""requiredBillingContactFields": ["email"]"#,
    right: #""requiredShippingContactFields": ["email"]"#,
    bad: [
      .json(
        #"{"requiredBillingContactFields":["email"]}"#, of: "once.json",
        at: "/requiredBillingContactFields/0")
    ],
    good: [
      .json(#"{"requiredBillingContactFields":["postalAddress","name"]}"#, of: "once.json")
    ])

  /// A contact that no required field uses.
  package static let unusedContact = Finding(
    "pay.contact.unused", .warning, effect: .ignored,
    why: """
      A contact prefills required fields. A billing contact needs postalAddress in the \
      required billing fields. A shipping contact needs any required shipping field.
      """,
    help: "require the fields, or delete the contact",
    source: .documented("Apple Pay on the Web: billingContact, shippingContact"),
    wrong: #""shippingContact": { "givenName": "Ada", "familyName": "Lovelace" }"#,
    right: """
      "shippingContact": { "givenName": "Ada", "familyName": "Lovelace" },
      "requiredShippingContactFields": ["name"]
      """,
    bad: [
      .json(#"{"shippingContact":{"givenName":"Ada"}}"#, of: "once.json", at: "/shippingContact"),
      .json(
        #"{"billingContact":{"locality":"Bonn"},"requiredBillingContactFields":["name"]}"#,
        of: "once.json", at: "/billingContact"),
    ],
    good: [
      .json(
        #"{"shippingContact":{"givenName":"Ada"},"requiredShippingContactFields":["name"]}"#,
        of: "once.json")
    ])

  /// A pickup address that the payment sheet would not show.
  package static let editingModePickup = Finding(
    "pay.editingMode.storePickup", .warning, effect: .ignored,
    why: """
      storePickup shows an address that customers cannot change. It needs postalAddress in the \
      required shipping fields, and a shippingContact with that address.
      """,
    help: "require postalAddress and add the address of the store as shippingContact",
    source: .documented("Apple Pay on the Web: shippingContactEditingMode"),
    wrong: #""shippingContactEditingMode": "storePickup""#,
    right: """
      "shippingContactEditingMode": "storePickup",
      "requiredShippingContactFields": ["postalAddress"],
      "shippingContact": { "addressLines": ["1 Example St"],
                           "locality": "Bonn", "countryCode": "DE" }
      """,
    bad: [
      .json(
        #"{"shippingContactEditingMode":"storePickup"}"#, of: "once.json",
        at: "/shippingContactEditingMode")
    ],
    good: [
      .json(
        #"{"shippingContactEditingMode":"storePickup","requiredShippingContactFields":["postalAddress"],"shippingContact":{"locality":"Bonn"}}"#,
        of: "once.json")
    ])

  /// An editing mode under its former name.
  package static let editingModeOld = Finding(
    "pay.editingMode.enabled", .note, effect: .style,
    why: "Apple renamed enabled to available. Both work.",
    help: "write available",
    source: .documented("Apple Pay on the Web: ApplePayShippingContactEditingMode"),
    wrong: #""shippingContactEditingMode": "enabled""#,
    right: #""shippingContactEditingMode": "available""#,
    bad: [
      .json(
        #"{"shippingContactEditingMode":"enabled"}"#, of: "once.json",
        at: "/shippingContactEditingMode")
    ],
    good: [
      .json(#"{"shippingContactEditingMode":"available"}"#, of: "once.json")
    ])

  /// Application data that is not valid Base64.
  package static let applicationData = Finding(
    "pay.applicationData.base64", .warning, effect: .ignored,
    why: """
      The system decodes the Base64 and hashes the bytes. It ignores invalid Base64, and \
      Safari does not report an error.
      """,
    help: "encode the data as Base64",
    source: .documented("Apple Pay on the Web: applicationData"),
    wrong: #""applicationData": "order 17""#,
    right: #""applicationData": "b3JkZXIgMTc=""#,
    bad: [
      .json(#"{"applicationData":"order 17"}"#, of: "once.json", at: "/applicationData")
    ],
    good: [
      .json(#"{"applicationData":"b3JkZXIgMTc="}"#, of: "once.json")
    ])

  /// A coupon code that the payment sheet does not show.
  package static let coupon = Finding(
    "pay.coupon.unsupported", .warning, effect: .ignored,
    why: "couponCode prefills a field that only supportsCouponCode shows.",
    help: "add \"supportsCouponCode\": true",
    source: .documented("Apple Pay on the Web: couponCode"),
    wrong: #""couponCode": "SPRING""#,
    right: """
      "couponCode": "SPRING",
      "supportsCouponCode": true
      """,
    bad: [
      .json(#"{"couponCode":"SPRING"}"#, of: "once.json", at: "/couponCode")
    ],
    good: [
      .json(#"{"couponCode":"SPRING","supportsCouponCode":true}"#, of: "once.json")
    ])

  /// A merchant category that is not four digits.
  package static let category = Finding(
    "pay.category.form", .warning, effect: .ignored,
    why: "A merchant category code (ISO 18245) has four digits.",
    help: "write the four digits that your bank gave you",
    source: .documented("ISO 18245"),
    wrong: #""merchantCategoryCode": "799""#,
    right: #""merchantCategoryCode": "7997""#,
    bad: [
      .json(#"{"merchantCategoryCode":"799"}"#, of: "once.json", at: "/merchantCategoryCode")
    ],
    good: [
      .json(#"{"merchantCategoryCode":"7997"}"#, of: "once.json")
    ])

  /// A member of Apple Pay Later.
  package static let later = Finding(
    "pay.later.deprecated", .warning, effect: .ignored,
    why: "Apple Pay Later was discontinued. The member is deprecated and has no effect.",
    help: "delete the member",
    source: .documented("Apple Pay on the Web: applePayLaterAvailability"),
    wrong: """
      "total": { "label": "Example Gym", "amount": "15.50" },
      "applePayLaterAvailability": "available"
      """,
    right: #""total": { "label": "Example Gym", "amount": "15.50" }"#,
    bad: [
      .json(
        #"{"applePayLaterAvailability":"available"}"#, of: "once.json",
        at: "/applePayLaterAvailability")
    ],
    good: [
      .json(#"{"shippingType":"shipping"}"#, of: "once.json")
    ])

  /// A merchant identifier other than the expected one.
  package static let merchant = Finding(
    "pay.merchant.other", .error, effect: .wrong,
    why: """
      The merchant in the document differs from the one you gave with --merchant, so the \
      payments would go to another merchant.
      """,
    help: "correct the merchant identifier, or give another --merchant",
    source: .convention("compared with --merchant"),
    wrong: """
      // --merchant merchant.com.example.gym
      "merchantIdentifier": "merchant.com.example.sauna"
      """,
    right: """
      // --merchant merchant.com.example.gym
      "merchantIdentifier": "merchant.com.example.gym"
      """,
    bad: [
      .json(
        #"{"merchantIdentifier":"merchant.com.example.sauna"}"#, of: "method.json",
        at: "/merchantIdentifier", .option("--merchant merchant.com.example.gym"))
    ],
    good: [
      .json(
        #"{"merchantIdentifier":"merchant.com.example.gym"}"#, of: "method.json",
        .option("--merchant merchant.com.example.gym"))
    ])

  package static let all = [
    country,
    currency,
    withdrawnCurrency,
    noNetwork,
    unknownNetwork,
    networkCase,
    newerNetwork,
    networkTwice,
    noCapability,
    unknownCapability,
    no3DS,
    emv,
    newerFeature,
    contactField,
    newerContactField,
    billingField,
    unusedContact,
    editingModePickup,
    editingModeOld,
    applicationData,
    coupon,
    category,
    later,
    merchant,
  ]
}

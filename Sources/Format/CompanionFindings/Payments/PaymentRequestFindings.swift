// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with what a payment request asks for: where, in what money, with which cards.
package enum PaymentRequestFindings {
  /// A country that is not in the list.
  package static let country = Finding(
    "pay.country.unknown", .error, effect: .refused,
    why: """
      Countries are two capital letters of ISO 3166-1; Safari compares them with a list and \
      throws.
      """,
    help: "write the code of two capital letters, such as DE or US",
    source: .documented("WebKit, the checks of ApplePaySession: countryCode"),
    bad: [
      .json(#"{"countryCode":"de"}"#, of: "once.json", at: "/countryCode"),
      .json(#"{"supportedCountries":["DE","UK"]}"#, of: "once.json", at: "/supportedCountries/1"),
    ],
    good: [
      .json(#"{"countryCode":"GB"}"#, of: "once.json")
    ])

  /// A currency that is not in the list.
  package static let currency = Finding(
    "pay.currency.unknown", .error, effect: .refused,
    why: """
      Currencies are three capital letters of ISO 4217; Safari compares them with a list and \
      throws.
      """,
    help: "write the code of three capital letters, such as EUR or USD",
    source: .documented("WebKit, the checks of ApplePaySession: currencyCode"),
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
      The list of Safari holds codes that are out of use too, so the sheet may open; no bank \
      settles in them.
      """,
    help: "write the currency that took its place", source: .documented("ISO 4217"),
    bad: [
      .json(#"{"currencyCode":"DEM"}"#, of: "once.json", at: "/currencyCode")
    ],
    good: [
      .json(#"{"currencyCode":"EUR"}"#, of: "once.json")
    ])

  /// A request without a network.
  package static let noNetwork = Finding(
    "pay.networks.empty", .error, effect: .refused,
    why: """
      At least one network has to be supported, else the request is refused.
      """,
    help: "name the networks your provider takes, such as visa and masterCard",
    source: .documented("Apple Pay on the Web: supportedNetworks"),
    bad: [
      .json(#"{"supportedNetworks":[]}"#, of: "once.json", at: "/supportedNetworks")
    ],
    good: [
      .json(#"{"supportedNetworks":["visa"]}"#, of: "once.json")
    ])

  /// A network that no version knows.
  package static let unknownNetwork = Finding(
    "pay.networks.unknown", .error, effect: .refused,
    why: """
      A name the system does not know makes the constructor throw, whatever else the request \
      says.
      """,
    help: "write a name of the table, such as visa, masterCard or amex",
    source: .documented("WebKit, the checks of ApplePaySession: supportedNetworks"),
    bad: [
      .json(#"{"supportedNetworks":["visacard"]}"#, of: "once.json", at: "/supportedNetworks/0")
    ],
    good: [
      .json(#"{"supportedNetworks":["cartesBancaires"]}"#, of: "once.json")
    ])

  /// A network in other letters than documented.
  package static let networkCase = Finding(
    "pay.networks.case", .note, effect: .style,
    why: """
      Names are compared without regard to case, so it works; Swift and other libraries compare \
      exactly.
      """,
    help: "write it as documented",
    source: .documented("WebKit, the checks of ApplePaySession: supportedNetworks"),
    bad: [
      .json(#"{"supportedNetworks":["Visa"]}"#, of: "once.json", at: "/supportedNetworks/0")
    ],
    good: [
      .json(#"{"supportedNetworks":["visa"]}"#, of: "once.json")
    ])

  /// A network that is newer than the version asked for.
  package static let newerNetwork = Finding(
    "pay.networks.version", .error, effect: .refused,
    why: """
      The version handed to the constructor decides which names are known; a newer one throws.
      """,
    help: """
      ask for a newer version where supportsVersion says yes, else leave the network out
      """, source: .documented("Apple Pay on the Web: ApplePaySession, versions"),
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

  /// A network that stands there twice.
  package static let networkTwice = Finding(
    "pay.networks.duplicate", .note, effect: .style,
    why: "Safari takes it; it says nothing new.",
    help: "take one out",
    source: .documented("WebKit, the checks of ApplePaySession: supportedNetworks"),
    bad: [
      .json(#"{"supportedNetworks":["visa","visa"]}"#, of: "once.json", at: "/supportedNetworks/1")
    ],
    good: [
      .json(#"{"supportedNetworks":["visa","vPay"]}"#, of: "once.json")
    ])

  /// A request without capabilities.
  package static let noCapability = Finding(
    "pay.capabilities.empty", .error, effect: .refused,
    why: "At least one capability has to be there, else Safari throws.",
    help: "write supports3DS",
    source: .documented("WebKit, the checks of ApplePaySession: merchantCapabilities"),
    bad: [
      .json(#"{"merchantCapabilities":[]}"#, of: "once.json", at: "/merchantCapabilities")
    ],
    good: [
      .json(#"{"merchantCapabilities":["supports3DS"]}"#, of: "once.json")
    ])

  /// A capability nobody knows.
  package static let unknownCapability = Finding(
    "pay.capabilities.unknown", .error, effect: .refused,
    why: """
      The words are supports3DS, supportsEMV, supportsCredit and supportsDebit; others throw.
      """,
    help: "write one of the four",
    source: .documented("WebKit, the checks of ApplePaySession: merchantCapabilities"),
    bad: [
      .json(
        #"{"merchantCapabilities":["supports3DS","supportsPrepaid"]}"#, of: "once.json",
        at: "/merchantCapabilities/1")
    ],
    good: [
      .json(#"{"merchantCapabilities":["supports3DS","supportsCredit"]}"#, of: "once.json")
    ])

  /// Capabilities without 3-D Secure.
  package static let no3DS = Finding(
    "pay.capabilities.no3DS", .warning, effect: .maybeRefused,
    why: "Apple demands supports3DS; Safari takes any one of the four today.",
    help: "add supports3DS", source: .documented("Apple Pay on the Web: merchantCapabilities"),
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
    why: """
      supportsEMV is for China UnionPay; with other networks alone it does nothing.
      """,
    help: "leave supportsEMV out, or add chinaUnionPay",
    source: .documented("Apple Pay on the Web: merchantCapabilities"),
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

  /// A member that is newer than the version asked for.
  package static let newerFeature = Finding(
    "pay.feature.version", .warning, effect: .ignored,
    why: """
      A version of Apple Pay drops what came after it, as it drops every member it does not \
      know.
      """,
    help: "ask for a newer version where supportsVersion says yes",
    source: .documented("Apple Pay on the Web: ApplePaySession, versions"),
    bad: [
      .json(#"{}"#, of: "coupon.json", at: "/supportsCouponCode", .option("--apple-pay-version 11"))
    ],
    good: [
      .json(#"{}"#, of: "coupon.json", .option("--apple-pay-version 12"))
    ])

  /// A contact field nobody knows.
  package static let contactField = Finding(
    "pay.contact.field", .error, effect: .refused,
    why: """
      The words are email, name, phone, phoneticName and postalAddress; others throw.
      """,
    help: "write one of the five",
    source: .documented("WebKit, the checks of ApplePaySession: ApplePayContactField"),
    bad: [
      .json(
        #"{"requiredShippingContactFields":["address"]}"#, of: "once.json",
        at: "/requiredShippingContactFields/0")
    ],
    good: [
      .json(#"{"requiredShippingContactFields":["phone","email"]}"#, of: "once.json")
    ])

  /// A billing field that cannot be asked for.
  package static let billingField = Finding(
    "pay.contact.billing", .warning, effect: .ignored,
    why: """
      Of a billing contact only the postal address, and the name that belongs to it, can be \
      asked for.
      """,
    help: "ask for phone and mail under requiredShippingContactFields",
    source: .documented("PassKit, header: PKPaymentRequest.requiredBillingContactFields"),
    bad: [
      .json(
        #"{"requiredBillingContactFields":["email"]}"#, of: "once.json",
        at: "/requiredBillingContactFields/0")
    ],
    good: [
      .json(#"{"requiredBillingContactFields":["postalAddress","name"]}"#, of: "once.json")
    ])

  /// A contact that no required field asks for.
  package static let unusedContact = Finding(
    "pay.contact.unused", .warning, effect: .ignored,
    why: """
      A contact fills in required fields. A billing contact needs postalAddress among the \
      required billing fields, a shipping contact any required shipping field.
      """,
    help: "require the fields, or leave the contact out",
    source: .documented("Apple Pay on the Web: billingContact, shippingContact"),
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

  /// A pickup address nobody would see.
  package static let editingModePickup = Finding(
    "pay.editingMode.storePickup", .warning, effect: .ignored,
    why: """
      storePickup shows an address that cannot be changed: it takes postalAddress among the \
      required shipping fields and a shippingContact that holds it.
      """,
    help: """
      require postalAddress and give the address of the shop as shippingContact
      """, source: .documented("Apple Pay on the Web: shippingContactEditingMode"),
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

  /// The first name of an editing mode.
  package static let editingModeOld = Finding(
    "pay.editingMode.enabled", .note, effect: .style,
    why: "enabled was renamed to available; both are taken.",
    help: "write available",
    source: .documented("Apple Pay on the Web: ApplePayShippingContactEditingMode"),
    bad: [
      .json(
        #"{"shippingContactEditingMode":"enabled"}"#, of: "once.json",
        at: "/shippingContactEditingMode")
    ],
    good: [
      .json(#"{"shippingContactEditingMode":"available"}"#, of: "once.json")
    ])

  /// Application data that is not Base64.
  package static let applicationData = Finding(
    "pay.applicationData.base64", .warning, effect: .ignored,
    why: """
      The system hashes the bytes behind the Base64 and ignores what is none; Safari throws \
      nothing.
      """,
    help: "encode the data as Base64", source: .documented("Apple Pay on the Web: applicationData"),
    bad: [
      .json(#"{"applicationData":"order 17"}"#, of: "once.json", at: "/applicationData")
    ],
    good: [
      .json(#"{"applicationData":"b3JkZXIgMTc="}"#, of: "once.json")
    ])

  /// A coupon code nobody can see.
  package static let coupon = Finding(
    "pay.coupon.unsupported", .warning, effect: .ignored,
    why: "couponCode fills the field that supportsCouponCode shows.",
    help: "add \"supportsCouponCode\": true",
    source: .documented("Apple Pay on the Web: couponCode"),
    bad: [
      .json(#"{"couponCode":"SPRING"}"#, of: "once.json", at: "/couponCode")
    ],
    good: [
      .json(#"{"couponCode":"SPRING","supportsCouponCode":true}"#, of: "once.json")
    ])

  /// A merchant category that is not four digits.
  package static let category = Finding(
    "pay.category.form", .warning, effect: .ignored,
    why: "Merchant categories of ISO 18245 have four digits.",
    help: "write the four digits your bank has given you", source: .documented("ISO 18245"),
    bad: [
      .json(#"{"merchantCategoryCode":"799"}"#, of: "once.json", at: "/merchantCategoryCode")
    ],
    good: [
      .json(#"{"merchantCategoryCode":"7997"}"#, of: "once.json")
    ])

  /// A member of Apple Pay Later.
  package static let later = Finding(
    "pay.later.deprecated", .warning, effect: .ignored,
    why: """
      Apple Pay Later was closed; the member is deprecated and does nothing.
      """,
    help: "take it out", source: .documented("Apple Pay on the Web: applePayLaterAvailability"),
    bad: [
      .json(
        #"{"applePayLaterAvailability":"available"}"#, of: "once.json",
        at: "/applePayLaterAvailability")
    ],
    good: [
      .json(#"{"shippingType":"shipping"}"#, of: "once.json")
    ])

  /// Another merchant than was said.
  package static let merchant = Finding(
    "pay.merchant.other", .error, effect: .wrong,
    why: """
      The merchant of the document is not the one the run was told to expect, so payments would \
      be those of somebody else.
      """,
    help: "write that merchant identifier, or another --merchant",
    source: .convention("--merchant"),
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

  /// Every one of them.
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

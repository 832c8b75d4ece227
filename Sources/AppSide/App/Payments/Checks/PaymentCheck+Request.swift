// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassModel
import PassSource

/// Checks of country, currency, cards, fields and other members of a request.
extension PaymentCheck {
  /// The requested version: of the command line, otherwise of the document.
  var asked: Int? { options.version ?? documentVersion }

  /// Adds the needs of a member, and reports it if the requested version is older.
  mutating func need(
    version: Int, ios: IOSVersion? = nil, _ place: some Placed, _ name: String,
    _ report: inout Report
  ) {
    needs.add(version: version, ios: ios)
    guard let asked, asked < version else { return }
    report(
      PaymentRequestFindings.newerFeature,
      "\(name) needs Apple Pay version \(version), the requested version is \(asked)", at: place)
  }

  /// Checks all members of a request except amounts and special payments.
  mutating func checkRequest(_ root: JSONValue, _ report: inout Report) {
    if !kind.isUpdate {
      checkPlace(root, &report)
      checkNetworks(root["supportedNetworks"], &report)
      checkCapabilities(root, &report)
      checkContacts(root, &report)
      checkEditingMode(root, &report)
      checkOthers(root, &report)
    }
    checkShippingIdentifiers(
      root[kind.isUpdate ? "newShippingMethods" : "shippingMethods"], &report)
  }

  private mutating func checkPlace(_ root: JSONValue, _ report: inout Report) {
    for value in [root["countryCode"]].compactMap({ $0 }) { checkCountry(value, &report) }
    if let list = root["supportedCountries"], list.isArray {
      need(version: 3, list, "supportedCountries", &report)
      for value in list.elements { checkCountry(value, &report) }
    }
    guard let value = root["currencyCode"], let code = value.string,
      !CurrencyCode.isCurrent(code)
    else { return }
    if CurrencyCode.isWithdrawn(code) {
      report(
        PaymentRequestFindings.withdrawnCurrency, "the currency \(code) was withdrawn", at: value)
    } else {
      let near = CurrencyCode.nearest(to: code).map { ", did you mean \($0)" } ?? ""
      report(
        PaymentRequestFindings.currency,
        "unknown currency \(Excerpt.passValue().quoted(code))\(near)",
        at: value)
    }
  }

  private func checkCountry(_ value: JSONValue, _ report: inout Report) {
    guard let code = value.string, !CountryCode.isKnown(code) else { return }
    let near = CountryCode.nearest(to: code).map { ", did you mean \($0)" } ?? ""
    report(
      PaymentRequestFindings.country,
      "unknown country \(Excerpt.passValue().quoted(code))\(near)",
      at: value)
  }

  // MARK: Cards

  private mutating func checkNetworks(_ list: JSONValue?, _ report: inout Report) {
    guard let list, list.isArray else { return }
    if list.element(0) == nil {
      report(PaymentRequestFindings.noNetwork, "supportedNetworks is empty", at: list)
    }
    var seen: Set<String> = []
    for value in list.elements {
      guard let text = value.string else { continue }
      guard let network = PaymentNetwork.named(text) else {
        let near = NearestName.of(text, among: PaymentNetwork.all.map(\.name))
        report(
          PaymentRequestFindings.unknownNetwork,
          "unknown network \(Excerpt.passValue().quoted(text))"
            + (near.map { ", did you mean \($0)" } ?? ""), at: value)
        continue
      }
      if text != network.name {
        report(
          PaymentRequestFindings.networkCase,
          "the network \(Excerpt.passValue().quoted(text)) is spelled \(network.name)",
          at: value)
      }
      if !seen.insert(network.name).inserted {
        report(PaymentRequestFindings.networkTwice, "\(network.name) is listed twice", at: value)
      }
      needs.add(version: network.version, ios: network.ios)
      if let asked, network.version > asked {
        report(
          PaymentRequestFindings.newerNetwork,
          "\(network.name) needs Apple Pay version \(network.version), "
            + "the requested version is \(asked)",
          at: value)
      }
    }
  }

  private static let capabilities = [
    "supports3DS", "supportsEMV", "supportsCredit", "supportsDebit",
  ]

  private func checkCapabilities(_ root: JSONValue, _ report: inout Report) {
    guard let list = root["merchantCapabilities"], list.isArray else { return }
    guard list.element(0) != nil else {
      report(PaymentRequestFindings.noCapability, "merchantCapabilities is empty", at: list)
      return
    }
    var known: Set<String> = []
    for value in list.elements {
      guard let text = value.string else { continue }
      known.insert(text)
      guard !Self.capabilities.contains(text) else { continue }
      let near = NearestName.of(text, among: Self.capabilities)
      report(
        PaymentRequestFindings.unknownCapability,
        "unknown capability \(Excerpt.passValue().quoted(text))"
          + (near.map { ", did you mean \($0)" } ?? ""), at: value)
    }
    guard known.isSubset(of: Self.capabilities) else { return }
    if !known.contains("supports3DS") {
      report(PaymentRequestFindings.no3DS, "merchantCapabilities has no supports3DS", at: list)
    }
    let networks = root["supportedNetworks"]?.elements.compactMap { $0.string?.lowercased() } ?? []
    if let emv = list.elements.first(where: { $0.string == "supportsEMV" }),
      !networks.contains("chinaunionpay")
    {
      report(
        PaymentRequestFindings.emv, "supportsEMV needs chinaUnionPay in supportedNetworks", at: emv)
    }
  }

  // MARK: Contacts

  private static let contactFields = ["email", "name", "phone", "phoneticName", "postalAddress"]

  private mutating func checkContacts(_ root: JSONValue, _ report: inout Report) {
    for name in ["requiredBillingContactFields", "requiredShippingContactFields"] {
      for value in root[name]?.elements ?? JSONValue.none {
        checkContactField(value, isBilling: name.contains("Billing"), &report)
      }
    }
    let billing = Self.strings(root["requiredBillingContactFields"])
    if let contact = root["billingContact"], contact.isObject, !billing.contains("postalAddress") {
      report(
        PaymentRequestFindings.unusedContact,
        "billingContact is unused, requiredBillingContactFields has no postalAddress",
        at: contact)
    }
    if let contact = root["shippingContact"], contact.isObject,
      Self.strings(root["requiredShippingContactFields"]).isEmpty
    {
      report(
        PaymentRequestFindings.unusedContact,
        "shippingContact is unused, requiredShippingContactFields has no field", at: contact)
    }
    for contact in [root["billingContact"], root["shippingContact"]] {
      for name in ["phoneticGivenName", "phoneticFamilyName"] {
        guard let phonetic = contact?.member(name) else { continue }
        need(version: 3, phonetic, name, &report)
      }
    }
  }

  private mutating func checkContactField(
    _ value: JSONValue, isBilling: Bool, _ report: inout Report
  ) {
    guard let field = value.string else { return }
    guard Self.contactFields.contains(field) else {
      let near = NearestName.of(field, among: Self.contactFields)
      return report(
        PaymentRequestFindings.contactField,
        "unknown contact field \(Excerpt.passValue().quoted(field))"
          + (near.map { ", did you mean \($0)" } ?? ""), at: value)
    }
    if field == "phoneticName" {
      needs.add(version: 3)
      if let asked, asked < 3 {
        report(
          PaymentRequestFindings.newerContactField,
          "phoneticName needs Apple Pay version 3, the requested version is \(asked)", at: value)
      }
    }
    if isBilling, ["email", "phone", "phoneticName"].contains(field) {
      report(
        PaymentRequestFindings.billingField,
        "\(field) cannot be requested for a billing contact", at: value)
    }
  }

  static func strings(_ list: JSONValue?) -> [String] { list?.elements.compactMap(\.string) ?? [] }

  private mutating func checkEditingMode(_ root: JSONValue, _ report: inout Report) {
    guard let mode = root["shippingContactEditingMode"], let word = mode.string else { return }
    need(version: 12, ios: IOSVersion(15), mode, "shippingContactEditingMode", &report)
    if word == "enabled" {
      report(PaymentRequestFindings.editingModeOld, "enabled was renamed to available", at: mode)
    }
    guard word == "storePickup" else { return }
    let fields = Self.strings(root["requiredShippingContactFields"])
    if !fields.contains("postalAddress") || root["shippingContact"]?.isObject != true {
      report(
        PaymentRequestFindings.editingModePickup,
        "storePickup needs a shippingContact and postalAddress as a required field", at: mode)
    }
  }

  private mutating func checkOthers(_ root: JSONValue, _ report: inout Report) {
    if let data = root["applicationData"], let text = data.string, !Base64Text.isValid(text) {
      report(
        PaymentRequestFindings.applicationData, "applicationData is not valid Base64", at: data)
    }
    if let supports = root["supportsCouponCode"] {
      need(version: 12, ios: IOSVersion(15), supports, "supportsCouponCode", &report)
    }
    if let code = root["couponCode"] {
      needs.add(version: 12, ios: IOSVersion(15))
      if root["supportsCouponCode"]?.bool != true {
        report(
          PaymentRequestFindings.coupon, "couponCode needs supportsCouponCode: true", at: code)
      }
    }
    if let category = root["merchantCategoryCode"], let text = category.string,
      text.utf8.count != 4 || !text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      report(
        PaymentRequestFindings.category,
        "merchantCategoryCode \(Excerpt.passValue().quoted(text)) is not four digits", at: category)
    }
    if let later = root.member("applePayLaterAvailability") {
      report(PaymentRequestFindings.later, "applePayLaterAvailability has no effect", at: later)
    }
    if let wanted = options.merchant, let merchant = root["merchantIdentifier"],
      let text = merchant.string, text != wanted
    {
      report(
        PaymentRequestFindings.merchant,
        "the merchant is \(Excerpt.passValue().quoted(text)), expected \(wanted)", at: merchant)
    }
  }
}

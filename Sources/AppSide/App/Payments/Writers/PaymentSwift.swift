// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON
import PassModel
import PassSource

/// Payment requests as Swift for an app.
package struct PaymentSwift {
  /// A document and the name of the function it becomes.
  package struct Source {
    /// The document, without errors.
    package let document: PaymentDocument
    /// The file it was read from.
    package let file: String
    /// The name of the function, without `Request` behind it.
    package let name: String

    /// A document and the file it was read from, after which its function is named.
    package init(document: PaymentDocument, file: String) {
      self.document = document
      self.file = file
      let last = file.split(separator: "/").last.map(String.init) ?? file
      name = SwiftText.name(last.hasSuffix(".json") ? String(last.dropLast(5)) : last)
    }
  }

  /// The file that has a function for each document.
  package static func requests(_ sources: [Source], merchant: String) -> String {
    var text = """
      // Made by passc pay swift; yours to change.

      import Contacts
      import Foundation
      import PassKit

      /// The payments of this app, one for each document they were written from.
      public enum PaymentRequests {

      """
    text += sources.map { function($0, merchant) }.joined(separator: "\n")
    return text + helpers + "}\n"
  }

  private static let helpers = """

      /// An amount, exactly as it is written: a number with a point in Swift would be rounded to binary.
      private static func amount(_ text: String) -> NSDecimalNumber {
        NSDecimalNumber(string: text, locale: Locale(identifier: "en_US_POSIX"))
      }

      /// That much later than now, by the calendar of this device.
      private static func later(_ steps: [(Calendar.Component, Int)]) -> Date {
        steps.reduce(Date()) { date, step in
          Calendar.current.date(byAdding: step.0, value: step.1, to: date) ?? date
        }
      }

      /// An address that was checked when this was written.
      private static func url(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("no URL: \\(text)") }
        return url
      }

    """

  // MARK: A function

  private static func function(_ source: Source, _ merchant: String) -> String {
    var writer = PaymentSwift()
    writer.request(source.document.root)
    let ios = max(IOSVersion(15), writer.ios)
    var text = "  /// From \(SwiftText.comment(source.file)); "
    text += "Apple Pay on the Web knows it from version \(source.document.needs.version) on.\n"
    for note in writer.notes { text += "  ///\n  /// \(note)\n" }
    text += "  @available(iOS \(ios), macCatalyst \(ios), *)\n"
    if writer.isNotOnWatch { text += "  @available(watchOS, unavailable)\n" }
    text += "  public static func \(source.name)Request(\n"
    text += "    merchantIdentifier: String = \(SwiftText.literal(merchant))\n"
    text += "  ) -> PKPaymentRequest {\n    let request = PKPaymentRequest()\n"
    text += "    request.merchantIdentifier = merchantIdentifier\n"
    for line in writer.lines { text += line.isEmpty ? "\n" : "    \(line)\n" }
    return text + "    return request\n  }\n"
  }

  private var lines: [String] = []
  private var notes: [String] = []
  private var ios = IOSVersion(15)
  private var isNotOnWatch = false
  private var count = 0

  private mutating func line(_ text: String) { lines.append(text) }

  private mutating func need(_ version: IOSVersion, notOnWatch: Bool = false) {
    ios = max(ios, version)
    if notOnWatch { isNotOnWatch = true }
  }

  private mutating func variable(_ name: String) -> String {
    count += 1
    return "\(name)\(count)"
  }

  private mutating func request(_ root: JSONValue) {
    // The special payment first: what the function needs decides which networks need a question.
    needs(root)
    set("countryCode", root["countryCode"])
    set("currencyCode", root["currencyCode"])
    networks(root["supportedNetworks"])
    capabilities(root["merchantCapabilities"])
    var items: [String] = []
    for item in root["lineItems"]?.elements ?? JSONValue.none { items.append(self.item(item)) }
    if let total = root["total"] { items.append(item(total)) }
    line("request.paymentSummaryItems = [\(items.joined(separator: ", "))]")
    fields("requiredBillingContactFields", root)
    fields("requiredShippingContactFields", root)
    contact("billingContact", root["billingContact"])
    contact("shippingContact", root["shippingContact"])
    if let type = root["shippingType"]?.string { line("request.shippingType = .\(type)") }
    methods(root["shippingMethods"])
    others(root)
    special(root)
  }

  private mutating func needs(_ root: JSONValue) {
    if root["recurringPaymentRequest"] != nil || root["multiTokenContexts"] != nil
      || root["automaticReloadPaymentRequest"] != nil
    {
      need(IOSVersion(16), notOnWatch: true)
    }
    if root["deferredPaymentRequest"] != nil { need(IOSVersion(16, 4), notOnWatch: true) }
    if root["supportsCouponCode"] != nil || root["couponCode"] != nil {
      need(IOSVersion(15), notOnWatch: true)
    }
    let items =
      (root["lineItems"]?.elements ?? JSONValue.none).map { $0 }
      + [root["total"]].compactMap { $0 }
    if items.contains(where: { $0["paymentTiming"]?.string == "automaticReload" }) {
      need(IOSVersion(16), notOnWatch: true)
    }
  }

  private mutating func set(_ name: String, _ value: JSONValue?) {
    guard let text = value?.string else { return }
    line("request.\(name) = \(SwiftText.literal(text))")
  }

  // MARK: Cards

  private mutating func networks(_ list: JSONValue?) {
    let all = PaymentCheck.strings(list).compactMap(PaymentNetwork.named)
    guard all.contains(where: { $0.ios > ios }) else {
      let names = all.map { ".\($0.swiftName)" }.joined(separator: ", ")
      return line("request.supportedNetworks = [\(names)]")
    }
    line("// In order of preference; newer networks where the system knows them.")
    line("var networks: [PKPaymentNetwork] = []")
    for network in all {
      if network.ios > ios {
        line("if #available(iOS \(network.ios), macCatalyst \(network.ios), *) {")
        line("  networks.append(.\(network.swiftName))")
        line("}")
      } else {
        line("networks.append(.\(network.swiftName))")
      }
    }
    line("request.supportedNetworks = networks")
  }

  private mutating func capabilities(_ list: JSONValue?) {
    let names = [
      "supports3DS": ".threeDSecure", "supportsEMV": ".emv", "supportsCredit": ".credit",
      "supportsDebit": ".debit",
    ]
    let all = PaymentCheck.strings(list).compactMap { names[$0] }
    line("request.merchantCapabilities = [\(all.joined(separator: ", "))]")
  }

  // MARK: Items

  private func amount(_ value: JSONValue?) -> String {
    let text = value?.string ?? value?.number?.spelling ?? "0"
    return "amount(\(SwiftText.literal(text)))"
  }

  private func label(_ value: JSONValue) -> String {
    SwiftText.literal(value["label"]?.string ?? "")
  }

  /// The expression of an item; those with members of their own are made before.
  private mutating func item(_ item: JSONValue) -> String {
    let isPending = item["type"]?.string == "pending"
    let amount = isPending ? "amount(\"0\")" : amount(item["amount"])
    switch item["paymentTiming"]?.string {
    case "recurring"?: return recurring(item, amount)
    case "deferred"?:
      let name = variable("item")
      line("let \(name) = PKDeferredPaymentSummaryItem(label: \(label(item)), amount: \(amount))")
      line("\(name).deferredDate = \(date(item["deferredPaymentDate"]))")
      return name
    case "automaticReload"?:
      let name = variable("item")
      line(
        "let \(name) = PKAutomaticReloadPaymentSummaryItem("
          + "label: \(label(item)), amount: \(amount))")
      let threshold = self.amount(item["automaticReloadPaymentThresholdAmount"])
      line("\(name).thresholdAmount = \(threshold)")
      return name
    default:
      let type = isPending ? ", type: .pending" : ""
      return "PKPaymentSummaryItem(label: \(label(item)), amount: \(amount)\(type))"
    }
  }

  private mutating func recurring(_ item: JSONValue, _ amount: String) -> String {
    let name = variable("item")
    line("let \(name) = PKRecurringPaymentSummaryItem(label: \(label(item)), amount: \(amount))")
    for (member, property) in [
      ("recurringPaymentStartDate", "startDate"), ("recurringPaymentEndDate", "endDate"),
    ] {
      guard let value = item[member] else { continue }
      line("\(name).\(property) = \(date(value))")
    }
    line("\(name).intervalUnit = .\(item["recurringPaymentIntervalUnit"]?.string ?? "month")")
    line("\(name).intervalCount = \(item["recurringPaymentIntervalCount"]?.number?.integer ?? 1)")
    return name
  }

  private func date(_ value: JSONValue?) -> String {
    guard let text = value?.string, case .success(let date) = PaymentDate.read(text) else {
      return "Date()"
    }
    switch date {
    case .moment(let seconds, _):
      // Seconds, so that nothing has to be parsed on the device; the text stands beside them.
      return "Date(timeIntervalSince1970: \(seconds)) /* \(CivilTime(secondsSince1970: seconds)) */"
    case .later(let duration):
      let steps = duration.parts.map { "(.\($0.unit.rawValue), \($0.count))" }
      return "later([\(steps.joined(separator: ", "))])"
    }
  }

  // MARK: Shipping

  private mutating func fields(_ member: String, _ root: JSONValue) {
    guard let list = root[member] else { return }
    let names = [
      "email": ".emailAddress", "name": ".name", "phone": ".phoneNumber",
      "phoneticName": ".phoneticName", "postalAddress": ".postalAddress",
    ]
    let all = PaymentCheck.strings(list).compactMap { names[$0] }
    line("request.\(member) = [\(all.joined(separator: ", "))]")
  }

  // long: a table of members, one after the other.
  private mutating func contact(_ property: String, _ value: JSONValue?) {
    guard let value, value.isObject else { return }
    let name = variable("contact")
    line("let \(name) = PKContact()")
    let names = [
      ("givenName", "givenName"), ("familyName", "familyName"),
    ].filter { value[$0.0] != nil }
    let phonetic = [
      ("phoneticGivenName", "givenName"), ("phoneticFamilyName", "familyName"),
    ].filter { value[$0.0] != nil }
    if !names.isEmpty || !phonetic.isEmpty {
      let person = variable("name")
      line("var \(person) = PersonNameComponents()")
      for (member, part) in names { assign("\(person).\(part)", value[member]) }
      if !phonetic.isEmpty {
        let sound = variable("phonetic")
        line("var \(sound) = PersonNameComponents()")
        for (member, part) in phonetic { assign("\(sound).\(part)", value[member]) }
        line("\(person).phoneticRepresentation = \(sound)")
      }
      line("\(name).name = \(person)")
    }
    assign("\(name).emailAddress", value["emailAddress"])
    if let phone = value["phoneNumber"]?.string {
      line("\(name).phoneNumber = CNPhoneNumber(stringValue: \(SwiftText.literal(phone)))")
    }
    let parts = [
      ("subLocality", "subLocality"), ("locality", "city"), ("postalCode", "postalCode"),
      ("subAdministrativeArea", "subAdministrativeArea"), ("administrativeArea", "state"),
      ("country", "country"), ("countryCode", "isoCountryCode"),
    ].filter { value[$0.0]?.string != nil }
    let street = PaymentCheck.strings(value["addressLines"]).joined(separator: "\n")
    if !parts.isEmpty || !street.isEmpty {
      let address = variable("address")
      line("let \(address) = CNMutablePostalAddress()")
      if !street.isEmpty { line("\(address).street = \(SwiftText.literal(street))") }
      for (member, part) in parts { assign("\(address).\(part)", value[member]) }
      line("\(name).postalAddress = \(address)")
    }
    line("request.\(property) = \(name)")
  }

  private mutating func assign(_ target: String, _ value: JSONValue?) {
    guard let text = value?.string else { return }
    line("\(target) = \(SwiftText.literal(text))")
  }

  private mutating func methods(_ list: JSONValue?) {
    guard let list, list.isArray else { return }
    var names: [String] = []
    for method in list.elements {
      let name = variable("method")
      names.append(name)
      line(
        "let \(name) = PKShippingMethod(label: \(label(method)), amount: \(amount(method["amount"])))"
      )
      assign("\(name).identifier", method["identifier"])
      assign("\(name).detail", method["detail"])
      guard let range = method["dateComponentsRange"] else { continue }
      line("// Shown in place of the detail.")
      line("\(name).dateComponentsRange = PKDateComponentsRange(")
      line("  start: \(components(range["startDateComponents"])),")
      line("  end: \(components(range["endDateComponents"])))")
    }
    line("request.shippingMethods = [\(names.joined(separator: ", "))]")
  }

  private func components(_ value: JSONValue?) -> String {
    var text = "DateComponents(calendar: Calendar(identifier: .gregorian)"
    for (member, label) in [
      ("years", "year"), ("months", "month"), ("days", "day"), ("hours", "hour"),
    ] {
      guard let number = value?[member]?.number?.integer else { continue }
      text += ", \(label): \(number)"
    }
    return text + ")"
  }

  // MARK: Everything else

  private mutating func others(_ root: JSONValue) {
    switch root["shippingContactEditingMode"]?.string {
    case "storePickup"?: line("request.shippingContactEditingMode = .storePickup")
    case .some: line("request.shippingContactEditingMode = .available")
    case nil: break
    }
    if let list = root["supportedCountries"] {
      let all = PaymentCheck.strings(list).map(SwiftText.literal)
      line("request.supportedCountries = [\(all.joined(separator: ", "))]")
    }
    if let data = root["applicationData"]?.string, Base64Text.isValid(data) {
      line("request.applicationData = Data(base64Encoded: \(SwiftText.literal(data)))")
    }
    if let supports = root["supportsCouponCode"]?.bool {
      line("request.supportsCouponCode = \(supports)")
    }
    assign("request.couponCode", root["couponCode"])
    for name in [
      "merchantCategoryCode", "applePayLaterAvailability", "disbursementRequest", "features",
      "installmentConfiguration",
    ] where root[name] != nil {
      notes.append("The document has \(name) too, which is left out here.")
    }
  }

  private mutating func special(_ root: JSONValue) {
    if let payment = root["recurringPaymentRequest"] {
      special(
        payment, "PKRecurringPaymentRequest", billing: "regularBilling",
        as: "recurringPaymentRequest")
    }
    if let payment = root["automaticReloadPaymentRequest"] {
      special(
        payment, "PKAutomaticReloadPaymentRequest", billing: "automaticReloadBilling",
        as: "automaticReloadPaymentRequest")
    }
    if let payment = root["deferredPaymentRequest"] {
      special(
        payment, "PKDeferredPaymentRequest", billing: "deferredBilling",
        as: "deferredPaymentRequest")
    }
    guard let contexts = root["multiTokenContexts"] else { return }
    line("request.multiTokenContexts = [")
    for context in contexts.elements {
      line("  PKPaymentTokenContext(")
      for name in ["merchantIdentifier", "externalIdentifier", "merchantName"] {
        line("    \(name): \(SwiftText.literal(context[name]?.string ?? "")),")
      }
      line("    merchantDomain: \(SwiftText.optionalLiteral(context["merchantDomain"]?.string)),")
      line("    amount: \(amount(context["amount"]))),")
    }
    line("]")
  }

  private mutating func special(
    _ payment: JSONValue, _ type: String, billing: String, as property: String
  ) {
    let billed = payment[billing].map { item($0) } ?? "item"
    line("let payment = \(type)(")
    line("  paymentDescription: \(SwiftText.literal(payment["paymentDescription"]?.string ?? "")),")
    line("  \(billing): \(billed),")
    line("  managementURL: url(\(SwiftText.literal(payment["managementURL"]?.string ?? ""))))")
    if let trial = payment["trialBilling"] {
      let name = item(trial)
      line("payment.trialBilling = \(name)")
    }
    assign("payment.billingAgreement", payment["billingAgreement"])
    if let date = payment["freeCancellationDate"] {
      line("payment.freeCancellationDate = \(self.date(date))")
    }
    if let zone = payment["freeCancellationDateTimeZone"]?.string {
      line(
        "payment.freeCancellationDateTimeZone = TimeZone(identifier: \(SwiftText.literal(zone)))")
    }
    if let url = payment["tokenNotificationURL"]?.string {
      line("payment.tokenNotificationURL = url(\(SwiftText.literal(url)))")
    }
    line("request.\(property) = payment")
  }
}

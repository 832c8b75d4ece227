// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassModel

/// Checks of recurring, reloading and deferred payments, several merchants, and updates.
extension PaymentCheck {
  /// Checks the special payments of a request or an update.
  mutating func checkSpecial(_ root: JSONValue, _ report: inout Report) {
    let given = SpecialPayment.allCases.compactMap { special in
      root.member(special.member(in: kind)).map { (special, $0) }
    }
    if let last = given.last, given.count > 1 {
      report(
        SpecialPaymentFindings.several,
        "\(given.map(\.1.name).joined(separator: " and ")) cannot be combined", at: last.1,
        notes: given.dropLast().map { ($0.1.place, "the other is here") })
    }
    for (special, member) in given {
      let ios = special == .deferred ? IOSVersion(16, 4) : IOSVersion(16)
      need(version: 14, ios: ios, member, member.name, &report)
      switch special {
      case .recurring: checkRecurring(member.value, &report)
      case .reload: checkReload(member.value, &report)
      case .deferred: checkDeferred(member.value, &report)
      case .merchants: checkMerchants(member.value, root, &report)
      }
    }
  }

  private func checkRecurring(_ payment: JSONValue, _ report: inout Report) {
    checkTexts(payment, limitsAgreement: true, &report)
    for name in ["regularBilling", "trialBilling"] {
      checkTiming(payment[name], "recurring", &report)
    }
    guard let trial = payment["trialBilling"], trial.isObject else { return }
    let start = moment(trial["recurringPaymentStartDate"]) ?? options.now
    let regular = moment(payment["regularBilling"]?["recurringPaymentStartDate"]) ?? options.now
    if start > regular {
      report(
        SpecialPaymentFindings.trial, "the trial begins after the regular payment",
        at: (trial["recurringPaymentStartDate"] ?? trial).place)
    }
  }

  private func checkReload(_ payment: JSONValue, _ report: inout Report) {
    checkTexts(payment, limitsAgreement: true, &report)
    let billing = payment["automaticReloadBilling"]
    checkTiming(billing, "automaticReload", &report)
    if let billing, billing.isObject, billing["automaticReloadPaymentThresholdAmount"] == nil {
      report(SpecialPaymentFindings.threshold, "the automatic reload has no threshold", at: billing)
    }
  }

  private func checkDeferred(_ payment: JSONValue, _ report: inout Report) {
    checkTexts(payment, limitsAgreement: false, &report)
    let billing = payment["deferredBilling"]
    checkTiming(billing, "deferred", &report)
    if let billing, billing.isObject, billing["deferredPaymentDate"] == nil {
      report(
        SpecialPaymentFindings.deferredDate, "the deferred payment has no date", at: billing,
        severity: options.isForSwift ? .error : nil)
    }
    let date = payment["freeCancellationDate"]
    let zone = payment["freeCancellationDateTimeZone"]
    switch (date, zone) {
    case (let date?, nil):
      report(
        SpecialPaymentFindings.deferredZone,
        "freeCancellationDate needs freeCancellationDateTimeZone", at: date)
    case (nil, let zone?):
      report(
        SpecialPaymentFindings.deferredZone,
        "freeCancellationDateTimeZone needs freeCancellationDate", at: zone)
    default: break
    }
    if date != nil, let zone, let name = zone.string, !TimeZoneName.isKnown(name) {
      let near = TimeZoneName.nearest(to: name).map { ", did you mean \($0)" } ?? ""
      report(
        SpecialPaymentFindings.deferredZone,
        "unknown time zone \(Excerpt.passValue().quoted(name))\(near)",
        at: zone)
    }
    guard let date, let end = moment(date) else { return }
    if let charge = moment(billing?["deferredPaymentDate"]), end > charge {
      report(
        SpecialPaymentFindings.cancellation, "the free cancellation ends after the charge",
        at: date)
    } else {
      checkPast(date, "freeCancellationDate", &report)
    }
  }

  private func checkTiming(_ billing: JSONValue?, _ wanted: String, _ report: inout Report) {
    guard let billing, billing.isObject else { return }
    let timing = billing["paymentTiming"]
    let word = timing?.string ?? "immediate"
    guard word != wanted, timing == nil || PaymentShape.timings.contains(word) else { return }
    report(
      SpecialPaymentFindings.billing, "the paymentTiming is \(word), expected \(wanted)",
      at: timing ?? billing)
  }

  private func checkTexts(
    _ payment: JSONValue, limitsAgreement: Bool, _ report: inout Report
  ) {
    if let description = payment["paymentDescription"], description.string == "" {
      report(
        SpecialPaymentFindings.emptyDescription, "paymentDescription is empty", at: description)
    }
    if let agreement = payment["billingAgreement"], let text = agreement.string {
      let count = text.count
      if count > 500 {
        report(
          SpecialPaymentFindings.agreement,
          "the agreement has \(count) characters, the limit is 500", at: agreement,
          severity: limitsAgreement ? nil : .warning)
      }
    }
    for name in ["managementURL", "tokenNotificationURL"] {
      guard let value = payment[name], let text = value.string else { continue }
      guard let url = AbsoluteURL(text) else {
        report(
          SpecialPaymentFindings.url,
          "\(name) \(Excerpt.passValue().quoted(text)) is not an absolute URL",
          at: value)
        continue
      }
      if url.scheme != "https" {
        report(SpecialPaymentFindings.notHTTPS, "\(name) uses \(url.scheme), not https", at: value)
      }
    }
  }

  // MARK: Several merchants

  private func checkMerchants(
    _ contexts: JSONValue, _ root: JSONValue, _ report: inout Report
  ) {
    var sum: ExactAmount? = .zero
    for context in contexts.elements {
      guard let amount = Self.amount(context["amount"]) else {
        sum = nil
        break
      }
      sum = sum?.adding(amount)
    }
    let total = Self.amount(root[kind.isUpdate ? "newTotal" : "total"]?["amount"])
    if let sum, let total, sum.exceeds(total) == true {
      report(
        SpecialPaymentFindings.tokenSum, "the merchants get \(sum), the total is \(total)",
        at: contexts)
    }
    checkMerchantNames(contexts, &report)
  }

  private func checkMerchantNames(_ contexts: JSONValue, _ report: inout Report) {
    var names: [String: String] = [:]
    var externals: [String: String] = [:]
    for context in contexts.elements {
      guard let external = context["externalIdentifier"], let id = external.string,
        let merchant = context["merchantIdentifier"]?.string,
        let name = context["merchantName"]?.string
      else { continue }
      let domain = context["merchantDomain"]?.string ?? ""
      if let other = names[id], other != name {
        report(
          SpecialPaymentFindings.tokenIdentifier,
          "the external identifier \(Excerpt.passValue().quoted(id)) is used for two merchants",
          at: external)
      } else if let other = externals[merchant + "\n" + domain], other != id {
        report(
          SpecialPaymentFindings.tokenIdentifier,
          "the merchant \(Excerpt.passValue().quoted(merchant)) has two external identifiers",
          at: external)
      }
      names[id] = name
      externals[merchant + "\n" + domain] = id
    }
  }

  // MARK: Updates

  /// Checks that an update does not change fixed values of its request.
  mutating func checkUpdate(_ root: JSONValue, _ report: inout Report) {
    if kind == .couponUpdate { needs.add(version: 12, ios: IOSVersion(15)) }
    if root["errors"] != nil { needs.add(version: 3) }
    if let methods = root["newShippingMethods"], methods.isArray, methods.element(0) == nil {
      report(
        SpecialPaymentFindings.updateUnchanged,
        "newShippingMethods is empty, which changes nothing",
        at: methods)
    }
    guard let against else { return }
    let before = SpecialPayment.allCases.first { against[$0.rawValue] != nil }
    for special in SpecialPayment.allCases {
      guard let member = root.member(special.member(in: kind)) else { continue }
      guard special == before else {
        report(
          SpecialPaymentFindings.updateKind,
          "\(member.name) does not fit the request, which has "
            + (before?.rawValue ?? "no special kind of payment"), at: member)
        continue
      }
      let old = against[special.rawValue]?["billingAgreement"]?.string
      let agreement = member.value["billingAgreement"]
      guard special != .merchants, agreement?.string != old else { continue }
      report(
        SpecialPaymentFindings.updateAgreement,
        "the billing agreement differs from the request",
        at: agreement?.place ?? member.place)
    }
  }
}

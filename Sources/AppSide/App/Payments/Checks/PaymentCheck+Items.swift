// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassModel

/// Checks of line items, totals and shipping methods.
extension PaymentCheck {
  /// Checks an object whose members have been checked.
  mutating func checkObject(
    _ object: JSONValue, _ name: PaymentShape.Name, _ report: inout Report
  ) {
    switch name {
    case .item: checkItem(object, &report)
    case .shippingMethod: checkShippingMethod(object, &report)
    case .error: checkError(object, &report)
    case .range: checkRange(object, &report)
    case .components, .contact, .recurring, .reload, .deferred, .token: break
    }
  }

  // MARK: Items

  private static let timingOfMember = [
    "recurringPaymentStartDate": "recurring", "recurringPaymentEndDate": "recurring",
    "recurringPaymentIntervalUnit": "recurring", "recurringPaymentIntervalCount": "recurring",
    "deferredPaymentDate": "deferred",
    "automaticReloadPaymentThresholdAmount": "automaticReload",
  ]

  private mutating func checkItem(_ item: JSONValue, _ report: inout Report) {
    checkLabel(item, &report)
    if item["amount"] == nil, item["type"]?.string != "pending" {
      report(PaymentAmountFindings.grammar, "a final line item has no amount", at: item)
    }
    let timing = item["paymentTiming"]
    let word = timing?.string ?? "immediate"
    if let timing {
      switch word {
      case "recurring", "deferred":
        need(version: 12, ios: IOSVersion(15), timing, "paymentTiming", &report)
      case "automaticReload":
        need(version: 14, ios: IOSVersion(16), timing, "paymentTiming", &report)
      default: break
      }
    }
    // A billing item with the wrong timing has its own finding.
    let hasItsTiming = Self.timing(ofBilling: item).map { $0 == word } ?? true
    for member in item.members where hasItsTiming {
      guard let wanted = Self.timingOfMember[member.name], wanted != word,
        PaymentShape.timings.contains(word)
      else { continue }
      report(
        PaymentAmountFindings.stray,
        "\(member.name) needs paymentTiming \(wanted), this item has \(word)",
        at: member)
    }
    if let count = item["recurringPaymentIntervalCount"], let number = count.number?.integer,
      number < 1
    {
      report(
        SpecialPaymentFindings.interval, "the interval is \(number), expected at least 1",
        at: count)
    }
    checkDates(of: item, &report)
  }

  private func checkDates(of item: JSONValue, _ report: inout Report) {
    let end = item["recurringPaymentEndDate"]
    if let end, let last = moment(end),
      last < moment(item["recurringPaymentStartDate"]) ?? options.now
    {
      if item["recurringPaymentStartDate"] == nil {
        checkPast(end, "recurringPaymentEndDate", &report)
      } else {
        report(
          SpecialPaymentFindings.order,
          "the recurring payment ends before it starts", at: end,
          notes: [(item["recurringPaymentStartDate"]?.place ?? .nowhere, "it starts here")])
      }
    }
    checkPast(item["deferredPaymentDate"], "deferredPaymentDate", &report)
  }

  private func checkLabel(_ item: JSONValue, _ report: inout Report) {
    let isTotal = item.pointer == "/total" || item.pointer == "/newTotal"
    guard let label = item["label"] else {
      if isTotal {
        report(PaymentAmountFindings.totalLabel, "the total has no label", at: item)
      } else if Self.isBilling(item) {
        report(PaymentDocumentFindings.missing, "the billing item has no label", at: item)
      } else {
        report(PaymentAmountFindings.noLabel, "a line item has no label", at: item)
      }
      return
    }
    guard let text = label.string else { return }
    if text.isEmpty {
      if isTotal {
        report(PaymentAmountFindings.totalLabel, "the label of the total is empty", at: label)
      } else {
        report(PaymentAmountFindings.noLabel, "the label of a line item is empty", at: label)
      }
    } else if let last = text.unicodeScalars.last,
      last.properties.isWhitespace || ".,:;-_/".unicodeScalars.contains(last)
    {
      report(
        PaymentAmountFindings.labelEnd,
        "the label \(Excerpt.passValue().quoted(text)) ends with a space or punctuation",
        at: label)
    }
  }

  private static func isBilling(_ item: JSONValue) -> Bool { item.pointer.hasSuffix("Billing") }

  /// Returns the required timing of a billing item, or nil for another item.
  private static func timing(ofBilling item: JSONValue) -> String? {
    switch item.pointer.split(separator: "/").last {
    case "regularBilling", "trialBilling": "recurring"
    case "automaticReloadBilling": "automaticReload"
    case "deferredBilling": "deferred"
    default: nil
    }
  }

  // MARK: Total

  /// Checks the total and its line items.
  mutating func checkTotal(_ root: JSONValue, _ report: inout Report) {
    let lines = root[kind.isUpdate ? "newLineItems" : "lineItems"]
    if let lines, lines.isArray, lines.element(0) == nil {
      report(PaymentAmountFindings.noLines, "the list of line items is empty", at: lines)
    }
    guard let total = root[kind.isUpdate ? "newTotal" : "total"], total.isObject else { return }
    if let type = total["type"], type.string == "pending" {
      report(PaymentAmountFindings.totalPending, "the total is pending", at: type)
    }
    guard let value = total["amount"], let amount = Self.amount(value) else { return }
    if amount.isNegative {
      report(PaymentAmountFindings.totalNegative, "the total is \(amount)", at: value)
    } else if amount.exceeds(ExactAmount(units: 100_000_000, decimals: 0)) ?? true {
      report(
        PaymentAmountFindings.totalTooBig, "the total is \(amount), the limit is 100000000",
        at: value)
    } else if amount.isZero {
      if let version = asked, version < 4 {
        report(
          PaymentAmountFindings.totalZero,
          "the total is 0, which Apple Pay version \(version) rejects",
          at: value)
      }
      needs.add(version: 4)
    }
    checkSum(lines, amount, value, root, &report)
  }

  private func checkSum(
    _ lines: JSONValue?, _ total: ExactAmount, _ place: JSONValue, _ root: JSONValue,
    _ report: inout Report
  ) {
    guard let lines, lines.isArray, lines.element(0) != nil else { return }
    var sum = ExactAmount.zero
    for item in lines.elements {
      let timing = item["paymentTiming"]?.string ?? "immediate"
      guard timing == "immediate", item["type"]?.string ?? "final" == "final",
        let amount = Self.amount(item["amount"]), let next = sum.adding(amount)
      else { return }
      sum = next
    }
    let isSpecial = SpecialPayment.allCases.contains {
      $0 != .merchants && root[$0.member(in: kind)] != nil
    }
    guard !isSpecial, sum.exceeds(total) == true || total.exceeds(sum) == true else { return }
    report(
      PaymentAmountFindings.totalSum, "the total is \(total), the line items add up to \(sum)",
      at: place)
  }

  // MARK: Shipping

  private mutating func checkShippingMethod(_ method: JSONValue, _ report: inout Report) {
    if let value = method["amount"], let amount = Self.amount(value), amount.isNegative {
      report(
        PaymentAmountFindings.shippingAmount, "the shipping cost is \(amount), expected at least 0",
        at: value)
    }
    if let range = method["dateComponentsRange"] {
      need(version: 12, ios: IOSVersion(15), range, "dateComponentsRange", &report)
    }
  }

  /// Checks that the identifiers of shipping methods differ.
  func checkShippingIdentifiers(_ methods: JSONValue?, _ report: inout Report) {
    var seen: [String: JSONValue] = [:]
    for method in methods?.elements ?? JSONValue.none {
      guard let value = method["identifier"], let text = value.string else { continue }
      if let first = seen[text] {
        report(
          PaymentAmountFindings.shippingTwice,
          "two shipping methods have the identifier \(Excerpt.passValue().quoted(text))", at: value,
          notes: [(first.place, "the first is here")])
      } else {
        seen[text] = value
      }
    }
  }

  private static let levels = ["years", "months", "days", "hours"]

  private func checkRange(_ range: JSONValue, _ report: inout Report) {
    var ends: [[Int]] = []
    for name in ["startDateComponents", "endDateComponents"] {
      guard let components = range[name], components.isObject else { continue }
      let values = Self.levels.map { components[$0]?.number?.integer }
      let given = values.lastIndex { $0 != nil }.map { values[...$0] } ?? []
      let ranges: [ClosedRange<Int>] = [1...9_999, 1...12, 1...31, 0...23]
      let fits = zip(given, ranges).allSatisfy { value, range in value.map(range.contains) ?? false
      }
      guard !given.isEmpty, fits else {
        report(
          PaymentAmountFindings.shippingRange,
          given.isEmpty
            ? "\(name) has no components" : "\(name) has a missing level or a value out of range",
          at: components)
        continue
      }
      ends.append(given.compactMap { $0 })
    }
    guard ends.count == 2, let shared = Optional(min(ends[0].count, ends[1].count)),
      ends[1].prefix(shared).lexicographicallyPrecedes(ends[0].prefix(shared))
    else { return }
    report(
      PaymentAmountFindings.shippingRange, "the delivery range ends before it starts", at: range)
  }

  private func checkError(_ error: JSONValue, _ report: inout Report) {
    let withoutField = [
      "couponCodeInvalid", "couponCodeExpired", "addressUnserviceable", "unknown",
    ]
    guard let code = error["code"]?.string, withoutField.contains(code),
      let field = error.member("contactField")
    else { return }
    report(
      SpecialPaymentFindings.errorField, "an error with code \(code) cannot have a contact field",
      at: field)
  }
}

extension JSONValue {
  /// An empty list of elements.
  static var none: Elements { JSONDocument(nodes: [.init(.null, origin: .none)]).root.elements }
}

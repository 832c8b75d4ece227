// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassModel

extension PaymentCheck {
  /// Returns the amount of a value, or reports its error and returns nil.
  func amount(_ value: JSONValue, _ name: String, _ report: inout Report) -> ExactAmount? {
    let text: String
    if let number = value.number {
      text = number.spelling
      if case .failure = ExactAmount.read(text) {
      } else {
        report(
          PaymentAmountFindings.number, "\(name) is a number, expected a string", at: value)
      }
    } else if let string = value.string {
      text = string
    } else {
      report(
        PaymentDocumentFindings.wrongType, "\(name) is \(value.inWords), expected a string",
        at: value)
      return nil
    }
    switch ExactAmount.read(text) {
    case .failure(.grammar):
      report(
        PaymentAmountFindings.grammar,
        "\(name) \(Excerpt.passValue().quoted(text)) is not an amount",
        at: value)
      return nil
    case .failure(.tooLong):
      report(
        PaymentAmountFindings.overflow,
        "\(name) has more than \(ExactAmount.digitLimit) digits", at: value)
      return nil
    case .success(let amount):
      checkForm(amount, value, name, &report)
      return amount
    }
  }

  private func checkForm(
    _ amount: ExactAmount, _ value: JSONValue, _ name: String, _ report: inout Report
  ) {
    if value.string != nil, amount.decimals != 0, amount.decimals != 2 {
      report(
        PaymentAmountFindings.form,
        "\(name) \(amount) has \(counted(amount.decimals, "decimal")), expected none or two",
        at: value)
    }
    guard let currency, amount.hasFraction(beyond: CurrencyDecimals.of(currency)) else { return }
    let decimals = CurrencyDecimals.of(currency)
    report(
      PaymentAmountFindings.precision,
      "\(name) \(amount) is too precise for \(currency), which has \(counted(decimals, "decimal"))",
      at: value, severity: decimals == 0 ? nil : .note)
  }

  /// Returns the amount of a value, or nil without a report.
  static func amount(_ value: JSONValue?) -> ExactAmount? {
    guard let value, let text = value.string ?? value.number?.spelling,
      case .success(let amount) = ExactAmount.read(text)
    else { return nil }
    return amount
  }

  /// Returns the date of a value, or reports its error and returns nil.
  func date(_ value: JSONValue, _ name: String, _ report: inout Report) -> PaymentDate? {
    guard let text = value.string else {
      report(
        PaymentDocumentFindings.wrongType, "\(name) is \(value.inWords), expected a string",
        at: value)
      return nil
    }
    switch PaymentDate.read(text) {
    case .failure(.noZone):
      report(
        SpecialPaymentFindings.dateZone,
        "\(name) \(Excerpt.passValue().quoted(text)) has no time zone",
        at: value)
      return nil
    case .failure(.malformed):
      report(
        SpecialPaymentFindings.dateInvalid,
        "\(name) \(Excerpt.passValue().quoted(text)) is not a date",
        at: value)
      return nil
    case .success(let date): return date
    }
  }

  /// Returns the time of a value, or nil without a report.
  func moment(_ value: JSONValue?) -> Int64? {
    guard let text = value?.string, case .success(let date) = PaymentDate.read(text) else {
      return nil
    }
    return date.seconds(asOf: options.now)
  }

  /// Reports a date in the past.
  func checkPast(_ value: JSONValue?, _ name: String, _ report: inout Report) {
    guard let value, let moment = moment(value), moment < options.now else { return }
    report(
      SpecialPaymentFindings.datePast,
      "\(name) \(Excerpt.passValue().quoted(value.string ?? "")) is before \(Timestamp.day(options.now))",
      at: value)
  }
}

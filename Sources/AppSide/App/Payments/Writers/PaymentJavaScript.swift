// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON
import PassSource

/// A writer of a document as a JavaScript expression. Dates become `new Date(…)`.
package struct PaymentJavaScript {
  private let now: Int64
  private var text = ""

  /// Returns the expression with a line end.
  ///
  /// - Parameter now: start of durations, in seconds since 1970.
  package static func text(of document: PaymentDocument, asOf now: Int64) -> String {
    var writer = PaymentJavaScript(now: now)
    writer.write(document.root, indent: "", isDate: false)
    return writer.text + "\n"
  }

  private init(now: Int64) { self.now = now }

  private static let dates: Set<String> = [
    "recurringPaymentStartDate", "recurringPaymentEndDate", "deferredPaymentDate",
    "freeCancellationDate",
  ]

  // The recursion is bounded by the depth limit of the JSON reader.
  private mutating func write(_ value: JSONValue, indent: String, isDate: Bool) {
    let inner = indent + "  "
    switch value.kind {
    case .null: text += "null"
    case .true: text += "true"
    case .false: text += "false"
    case .number: text += value.number?.spelling ?? "0"
    case .string, .key: write(value.string ?? "", isDate)
    case .array:
      var isFirst = true
      text += "["
      for element in value.elements {
        text += isFirst ? "\n\(inner)" : ",\n\(inner)"
        isFirst = false
        write(element, indent: inner, isDate: false)
      }
      text += isFirst ? "]" : "\n\(indent)]"
    case .object:
      var isFirst = true
      text += "{"
      for member in value.members {
        text += isFirst ? "\n\(inner)" : ",\n\(inner)"
        isFirst = false
        text += JavaScriptText.memberName(member.name) + ": "
        write(member.value, indent: inner, isDate: Self.dates.contains(member.name))
      }
      text += isFirst ? "}" : "\n\(indent)}"
    }
  }

  private mutating func write(_ string: String, _ isDate: Bool) {
    guard isDate, case .success(let date) = PaymentDate.read(string) else {
      text += JavaScriptText.literal(string)
      return
    }
    switch date {
    case .moment(_, let spelling): text += "new Date(\(JavaScriptText.literal(spelling)))"
    case .later(let duration):
      let moment = CivilTime(secondsSince1970: duration.seconds(after: now))
      text += "new Date(\(JavaScriptText.literal(moment.description)))"
    }
  }
}

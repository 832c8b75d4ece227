// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `row`, the second row of auxiliary fields on an event ticket.
struct FieldRowRule: Rule {
  private static func ticket(
    _ row: String, group: String = "auxiliaryFields", isBad: Bool = true
  ) -> Example {
    .json(
      #"{"generic": null, "eventTicket": {"\#(group)": [{"key": "a", "value": "x", "row": \#(row)}]}}"#,
      at: isBad ? "/eventTicket/\(group)/0/row" : nil)
  }

  static let invalid = Finding(
    "field.row.invalid", .error, effect: .refused, step: .fields,
    why: "There are two rows, 0 and 1. Wallet rejects any other number.",
    help: "write 0 or 1, or leave row out",
    source: .documented("Wallet Passes: auxiliaryFields, row"),
    wrong: """
      "eventTicket": {
        "auxiliaryFields": [ { "key": "seat", "value": "12", "row": 2 } ]
      }
      """,
    right: """
      "eventTicket": {
        "auxiliaryFields": [ { "key": "seat", "value": "12", "row": 1 } ]
      }
      """,
    bad: [ticket("2"), ticket("0.5")], good: [ticket("1", isBad: false), ticket("0", isBad: false)])

  static let unused = Finding(
    "field.row.unused", .warning, effect: .ignored,
    why: "Only the auxiliary fields of an event ticket have a second row.",
    help: "leave row out",
    source: .documented("Wallet Passes: auxiliaryFields, row"),
    wrong: """
      "storeCard": {
        "headerFields": [ { "key": "points", "value": "12", "row": 1 } ]
      }
      """,
    right: """
      "storeCard": {
        "headerFields": [ { "key": "points", "value": "12" } ]
      }
      """,
    bad: [ticket("1", group: "headerFields")],
    good: [ticket("0", group: "headerFields", isBad: false)])

  var findings: [Finding] { [Self.invalid, Self.unused] }

  private static let selection = KeySelection { $0.scope == .field && $0.name == "row" }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { _, member, position in
      guard let number = member.value.number else { return }
      let row = number.integer
      if position.style == .eventTicket, position.group == .auxiliary {
        guard row != 0, row != 1 else { return }
        report(Self.invalid, "row is \(number.spelling), expected 0 or 1", at: member.value)
      } else if row != 0 {
        report(
          Self.unused, "row has no effect outside the auxiliaryFields of an eventTicket",
          at: member.value)
      }
    }
  }
}

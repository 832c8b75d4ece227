// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about gates, platforms and terminals in semantic tags, which must be only the number.
struct SemanticWordRule: Rule {
  private static func journey(_ tag: String, _ text: String, isBad: Bool = true) -> Example {
    .json(
      """
      {"generic": null, "boardingPass": {"transitType": "PKTransitTypeAir", \
      "primaryFields": [{"key": "from", "value": "TXL"}]}, "semantics": {"\(tag)": "\(text)"}}
      """, at: isBad ? "/semantics/\(tag)" : nil)
  }

  static let repeated = Finding(
    "semantics.word.repeated", .warning, effect: .style,
    why: """
      The tag holds only the number or letter. Wallet adds the word in the language of the phone, \
      so "Gate 5" may appear as Gate Gate 5.
      """,
    help: "write only the number or letter",
    source: .documented("Wallet Passes: SemanticTags, departureGate and similar tags"),
    wrong: """
      "semantics": {
        "departureGate": "Gate 5"
      }
      """,
    right: """
      "semantics": {
        "departureGate": "5"
      }
      """,
    bad: [
      journey("departureGate", "Gate 5"), journey("destinationTerminal", "terminal B"),
      journey("departurePlatform", "Platform 9"), journey("destinationGate", "B GATE"),
    ],
    good: [
      journey("departureGate", "5", isBad: false),
      journey("departureGate", "Gateway 5", isBad: false),
      journey("departureTerminal", "Gate 5", isBad: false),
    ])

  private static let allowedValues = [
    "departureGate": "gate", "destinationGate": "gate", "departurePlatform": "platform",
    "destinationPlatform": "platform", "departureTerminal": "terminal",
    "destinationTerminal": "terminal",
  ]

  private static let selection = KeySelection { entry in
    entry.scope == .semantics && allowedValues[entry.name] != nil
  }

  var findings: [Finding] { [Self.repeated] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { entry, member, _ in
      guard let word = Self.allowedValues[entry.name], let text = member.value.string,
        text.split(whereSeparator: { !$0.isLetter }).contains(where: { $0.lowercased() == word })
      else { return }
      report(
        Self.repeated,
        "\(entry.name) is \(quoted(text)), expected it without the word \(word)", at: member.value)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `attributedValue`, whose only markup are links.
struct AttributedValueRule: Rule {
  private static func field(_ text: String, isBad: Bool = true) -> Example {
    .json(
      """
      {"generic": {"backFields": [{"key": "a", "value": "x", "attributedValue": "\(text)"}]}}
      """, at: isBad ? "/generic/backFields/0/attributedValue" : nil)
  }

  static let otherMarkup = Finding(
    "field.attributedValue.otherMarkup", .warning, effect: .ignored,
    why: """
      Wallet supports one HTML tag, the link <a href>. It drops other tags or shows them as text.
      """,
    help: "keep the links, and write \\n for a line break",
    source: .documented("Wallet Passes: PassFieldContent, attributedValue"),
    wrong: """
      "backFields": [ {
        "key": "hours", "value": "Open daily",
        "attributedValue": "Open daily<br>8 to 22"
      } ]
      """,
    right: #"""
      "backFields": [ {
        "key": "hours", "value": "Open daily",
        "attributedValue": "Open daily\n8 to 22"
      } ]
      """#,
    bad: [field("one<br>two"), field("<b>bold</b>")],
    good: [
      field("see <a href='https://example.com'>here</a>", isBad: false),
      field("a < b and b > c", isBad: false),
    ])

  var findings: [Finding] { [Self.otherMarkup] }

  private static let selection = KeySelection { $0.name == "attributedValue" }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { _, member, _ in
      guard let text = member.value.string, let tag = LinkMarkup.otherTag(in: text) else { return }
      report(
        Self.otherMarkup, "attributedValue has the tag <\(tag)>, expected links only",
        at: member.value)
    }
  }
}

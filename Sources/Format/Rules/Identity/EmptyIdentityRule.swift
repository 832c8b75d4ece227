// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Texts that say who a pass is for and from whom, present and empty.
struct EmptyIdentityRule: Rule {
  static let serialNumber = Finding(
    "identity.serialNumber.empty", .error, effect: .wrong,
    why: """
      Pass type and serial number together name the pass. With an empty one every pass replaces \
      the one before it, and no update service can be asked for it. A short one is fine: the rule \
      of 16 characters is about authentication tokens.
      """,
    help: "give every pass a serial number of its own; any characters will do",
    source: .convention("the serial number is part of the update service's address"),
    bad: [.json(#"{"serialNumber": ""}"#, at: "/serialNumber")],
    good: [.json(#"{"serialNumber": "0"}"#), .json(#"{"serialNumber": "é/17 ?"}"#)])

  static let description = Finding(
    "identity.description.empty", .warning, effect: .style,
    why: """
      VoiceOver reads it aloud to say what kind of pass it is. Wallet takes an empty one, and one \
      of blanks, which is as silent.
      """,
    help: "say in a few words what the pass is, such as \"Membership card of the gym\"",
    source: .documented("Wallet Passes: Pass, description"),
    bad: [
      .json(#"{"description": ""}"#, at: "/description"),
      .json(#"{"description": " \t\u00a0"}"#, at: "/description"),
    ],
    good: [.json(#"{"description": "x"}"#)])

  static let organizationName = Finding(
    "identity.organizationName.empty", .warning, effect: .style,
    why: "Notifications of the pass carry it as their sender.",
    help: "write the name the holder knows you by",
    source: .documented("Wallet Passes: Pass, organizationName"),
    bad: [.json(#"{"organizationName": ""}"#, at: "/organizationName")],
    good: [.json(#"{"organizationName": "x"}"#)])

  var findings: [Finding] { [Self.serialNumber, Self.description, Self.organizationName] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    Self.check(document["serialNumber"], "serial number", Self.serialNumber, &report)
    if let value = document["description"], value.string.map(Self.isBlank) == true {
      report(Self.description, "the description is empty, expected a text", at: value)
    }
    Self.check(document["organizationName"], "organization name", Self.organizationName, &report)
  }

  private static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  private static func check(
    _ value: JSONValue?, _ noun: String, _ finding: @autoclosure () -> Finding,
    _ report: inout Report
  ) {
    guard let value, value.string?.isEmpty == true else { return }
    report(finding(), "the \(noun) is empty, expected a text", at: value)
  }
}

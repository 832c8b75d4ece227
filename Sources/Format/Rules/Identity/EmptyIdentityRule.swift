// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about empty strings that identify a pass, its issuer or its purpose.
struct EmptyIdentityRule: Rule {
  static let serialNumber = Finding(
    "identity.serialNumber.empty", .error, effect: .wrong,
    why: """
      Pass type identifier and serial number together identify a pass. If the serial number is \
      empty, every pass replaces the one before it, and a web service cannot update it. A short \
      one is fine. The rule of 16 characters is for authentication tokens.
      """,
    help: "give every pass a different serial number; any characters will do",
    source: .convention("the serial number is part of the URLs of the web service"),
    wrong: """
      "serialNumber": ""
      """,
    right: """
      "serialNumber": "A-17"
      """,
    bad: [.json(#"{"serialNumber": ""}"#, at: "/serialNumber")],
    good: [.json(#"{"serialNumber": "0"}"#), .json(#"{"serialNumber": "é/17 ?"}"#)])

  static let description = Finding(
    "identity.description.empty", .warning, effect: .style,
    why: """
      VoiceOver reads the description aloud, so that people know which pass it is. Wallet accepts \
      an empty one and one of spaces, but then VoiceOver reads nothing.
      """,
    help: "describe the pass in a few words, such as \"Membership card of the gym\"",
    source: .documented("Wallet Passes: Pass, description"),
    wrong: """
      "description": " "
      """,
    right: """
      "description": "Membership card of the gym"
      """,
    bad: [
      .json(#"{"description": ""}"#, at: "/description"),
      .json(#"{"description": " \t\u00a0"}"#, at: "/description"),
    ],
    good: [.json(#"{"description": "x"}"#)])

  static let organizationName = Finding(
    "identity.organizationName.empty", .warning, effect: .style,
    why: "Notifications of the pass show organizationName as their sender.",
    help: "write the name that your customers know",
    source: .documented("Wallet Passes: Pass, organizationName"),
    wrong: """
      "organizationName": ""
      """,
    right: """
      "organizationName": "Example Gym"
      """,
    bad: [.json(#"{"organizationName": ""}"#, at: "/organizationName")],
    good: [.json(#"{"organizationName": "x"}"#)])

  var findings: [Finding] { [Self.serialNumber, Self.description, Self.organizationName] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    Self.check(document["serialNumber"], "serial number", Self.serialNumber, &report)
    if let value = document["description"], value.string.map(Self.isBlank) == true {
      report(Self.description, "the description is empty, expected some text", at: value)
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
    report(finding(), "the \(noun) is empty, expected some text", at: value)
  }
}

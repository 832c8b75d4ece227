// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

extension GoogleFindings {
  private static func finding(
    _ code: String, _ severity: Severity = .error, effect: Effect = .refused, why: String,
    help: String, wrong: String, right: String
  ) -> Finding {
    Finding(
      code, severity, effect: effect, why: why, help: help, source: description, wrong: wrong,
      right: right)
  }

  package static let requiredMissing = finding(
    "google.required.missing",
    why: "Google's description calls the member required. Google rejects the class or object.",
    help:
      "add the member, for derived payloads in \"classPatch\" or \"objectPatch\" of google.json",
    wrong: """
      { "eventTicketClass": { "eventName": null } }
      """,
    right: """
      { "eventTicketClass": { "eventName":
        { "defaultValue": { "language": "en", "value": "Low Tide" } } } }
      """)

  package static let memberUnknown = finding(
    "google.member.unknown",
    why: """
      Google's description has no such member. By report Google rejects some unknown members and \
      drops others without a message.
      """,
    help: "correct the name, or remove the member",
    wrong: """
      { "loyaltyObject": { "validTimeInterval": { "startTime": {} } } }
      """,
    right: """
      { "loyaltyObject": { "validTimeInterval":
        { "start": { "date": "2031-05-01T10:00:00Z" } } } }
      """)

  package static let wrongLevel = finding(
    "google.member.wrongLevel",
    why: """
      Each member belongs to the class, which all passes share, or to the object, which is the \
      pass of one person. Google ignores or rejects a member at the other level.
      """,
    help: "move the member to the other level",
    wrong: """
      { "loyaltyObject": { "hexBackgroundColor": "#141619" } }
      """,
    right: """
      { "loyaltyClass": { "hexBackgroundColor": "#141619" } }
      """)

  package static let setByGoogle = finding(
    "google.member.setByGoogle", .warning, effect: .ignored,
    why: "Google sets this member in its responses and ignores it in requests.",
    help: "remove the member",
    wrong: """
      { "loyaltyObject": { "hasUsers": true } }
      """,
    right: """
      { "loyaltyObject": { "accountName": "Ada Byron" } }
      """)

  package static let deprecated = finding(
    "google.member.deprecated", .warning, effect: .ignored,
    why: "Google's description marks the member as deprecated. Most of them have no effect today.",
    help: "remove the member; places belong in merchantLocations, texts in textModulesData",
    wrong: """
      { "loyaltyObject": { "locations":
        [ { "latitude": 51.33, "longitude": 12.34 } ] } }
      """,
    right: """
      { "loyaltyObject": { "merchantLocations":
        [ { "latitude": 51.33, "longitude": 12.34 } ] } }
      """)

  package static let exactlyOne = finding(
    "google.choice.exactlyOne",
    why:
      "The members are alternatives. Google rejects an object with none of them or with several.",
    help: "keep one of the members",
    wrong: """
      { "loyaltyObject": { "loyaltyPoints": { "balance":
        { "int": 42, "string": "42" } } } }
      """,
    right: """
      { "loyaltyObject": { "loyaltyPoints": { "balance":
        { "int": 42 } } } }
      """)

  package static let memberFindings = [
    requiredMissing, memberUnknown, wrongLevel, setByGoogle, deprecated, exactlyOne,
  ]
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about every key whose value is a time zone.
struct TimeZoneRule: Rule {
  private static let apple = Basis.documented(
    "Wallet Passes: SemanticTags, time zones; IANA time zone database")
  private static func event(_ zone: String, at pointer: String? = nil) -> Example {
    .json(
      """
      {"generic": null, "eventTicket": {}, "semantics": {"eventStartDateInfo": {"date": \
      "2026-05-01T20:00:00+02:00", "timeZone": "\(zone)"}}}
      """, at: pointer)
  }
  private static func bad(_ zone: String) -> Example {
    event(zone, at: "/semantics/eventStartDateInfo/timeZone")
  }

  static let malformed = Finding(
    "timeZone.name.malformed", .error, effect: .refused,
    why: """
      A time zone has a name, so that Wallet can apply daylight saving time. An offset is not a \
      name.
      """,
    help: "write the name of a place, such as Europe/Berlin",
    source: apple,
    wrong: """
      "semantics": {
        "eventStartDateInfo": {
          "date": "2036-05-01T20:00:00+02:00", "timeZone": "+02:00" }
      }
      """,
    right: """
      "semantics": {
        "eventStartDateInfo": {
          "date": "2036-05-01T20:00:00+02:00", "timeZone": "Europe/Berlin" }
      }
      """,
    bad: [bad("+02:00"), bad(""), bad("Europe/Berlin ")], good: [event("Europe/Berlin")])

  static let unknown = Finding(
    "timeZone.name.unknown", .warning, effect: .maybeRefused,
    why: """
      The IANA time zone database has no such name. Upper and lower case must match. If a zone is \
      newer than the list in passc, this is a false alarm.
      """,
    help: "write a name from the database, such as Europe/Berlin",
    source: apple,
    wrong: """
      "semantics": {
        "eventStartDateInfo": {
          "date": "2036-05-01T20:00:00+02:00", "timeZone": "Europe/Munich" }
      }
      """,
    right: """
      "semantics": {
        "eventStartDateInfo": {
          "date": "2036-05-01T20:00:00+02:00", "timeZone": "Europe/Berlin" }
      }
      """,
    bad: [bad("Europe/Munich"), bad("europe/berlin"), bad("CEST")],
    good: [event("UTC"), event("Asia/Calcutta"), event("America/Argentina/Ushuaia")])

  var findings: [Finding] { [Self.malformed, Self.unknown] }

  private static let selection = KeySelection { $0.type == .timeZone }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { entry, member, _ in
      guard let name = member.value.string, !TimeZoneName.isKnown(name) else { return }
      guard TimeZoneName.isWellFormed(name) else {
        return report(
          Self.malformed, "\(entry.name) is \(quoted(name)), expected the name of a time zone",
          at: member.value)
      }
      let near = report.lists(Self.unknown) ? TimeZoneName.nearest(to: name) : nil
      report(
        Self.unknown, "the time zone \(quoted(name)) does not exist", at: member.value,
        help: near.map { "did you mean \($0)?" })
    }
  }
}

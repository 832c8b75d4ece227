// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about dates that belong together: `relevantDates`, and start and end of an event.
struct DateOrderRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: Pass.RelevantDates")
  private static func entry(_ text: String, at pointer: String? = nil) -> Example {
    .json(
      "{\"relevantDate\": \"2026-05-01T10:00Z\", \"relevantDates\": [{\(text)}]}",
      at: pointer.map { "/relevantDates/0\($0)" })
  }
  private static func event(_ end: String, at pointer: String? = nil) -> Example {
    .json(
      """
      {"generic": null, "eventTicket": {}, "semantics": {"eventStartDate": \
      "2026-05-01T20:00:00+02:00", "eventEndDate": "\(end)"}}
      """, at: pointer)
  }

  static let incomplete = Finding(
    "date.relevant.incomplete", .warning, effect: .ignored,
    why: "An entry needs date, or both startDate and endDate. Wallet leaves out other entries.",
    help: "write date alone, or startDate and endDate",
    source: apple,
    wrong: """
      "relevantDates": [
        { "startDate": "2036-05-01T18:00+02:00" }
      ]
      """,
    right: """
      "relevantDates": [
        { "startDate": "2036-05-01T18:00+02:00",
          "endDate": "2036-05-01T21:00+02:00" }
      ]
      """,
    bad: [
      entry(#""startDate": "2026-05-01T10:00Z""#, at: ""),
      entry(#""endDate": "2026-05-01T10:00Z""#, at: ""), entry("", at: ""),
    ],
    good: [
      entry(#""date": "2026-05-01T10:00Z""#),
      entry(#""relevantDate": "2026-05-01T10:00Z""#),
      entry(#""startDate": "2026-05-01T10:00Z", "endDate": "2026-05-01T12:00Z""#),
    ])

  static let mixed = Finding(
    "date.relevant.mixed", .warning, effect: .ignored,
    why: """
      An entry is a date or an interval, not both. It is not documented which of them Wallet uses.
      """,
    help: "split it into two entries, or remove date",
    source: apple,
    wrong: """
      "relevantDates": [
        { "date": "2036-05-01T18:00+02:00",
          "startDate": "2036-05-01T18:00+02:00",
          "endDate": "2036-05-01T21:00+02:00" }
      ]
      """,
    right: """
      "relevantDates": [
        { "startDate": "2036-05-01T18:00+02:00",
          "endDate": "2036-05-01T21:00+02:00" }
      ]
      """,
    bad: [
      entry(
        #""date": "2026-05-01T10:00Z", "startDate": "2026-05-01T10:00Z", "endDate": "2026-05-01T12:00Z""#,
        at: "/date"),
      entry(#""date": "2026-05-01T10:00Z", "endDate": "2026-05-01T12:00Z""#, at: "/date"),
    ],
    good: [
      entry(#""date": "2026-05-01T10:00Z", "relevantDate": "2026-05-01T10:00Z""#)
    ])

  static let reversed = Finding(
    "date.interval.reversed", .error, effect: .wrong,
    why: "An interval that ends before it begins never occurs, so Wallet never suggests the pass.",
    help: "swap the dates, or correct one of them",
    source: apple,
    wrong: """
      "relevantDates": [
        { "startDate": "2036-05-01T21:00+02:00",
          "endDate": "2036-05-01T18:00+02:00" }
      ]
      """,
    right: """
      "relevantDates": [
        { "startDate": "2036-05-01T18:00+02:00",
          "endDate": "2036-05-01T21:00+02:00" }
      ]
      """,
    bad: [
      entry(
        #""startDate": "2026-05-01T12:00Z", "endDate": "2026-05-01T13:00+02:00""#, at: "/endDate")
    ],
    good: [entry(#""startDate": "2026-05-01T12:00Z", "endDate": "2026-05-01T12:01Z""#)])

  static let tooLong = Finding(
    "date.interval.tooLong", .warning, effect: .ignored,
    why: "An interval lasts at most 24 hours, according to the maintainer of a pass library.",
    help: "write one entry for each day",
    source: .observed("passkit-generator, schema of relevantDates"),
    wrong: """
      "relevantDates": [
        { "startDate": "2036-05-01T08:00+02:00",
          "endDate": "2036-05-03T22:00+02:00" }
      ]
      """,
    right: """
      "relevantDates": [
        { "startDate": "2036-05-01T08:00+02:00",
          "endDate": "2036-05-01T22:00+02:00" }, ...
      ]
      """,
    bad: [
      entry(#""startDate": "2026-05-01T12:00Z", "endDate": "2026-05-02T12:00:01Z""#, at: "/endDate")
    ],
    good: [entry(#""startDate": "2026-05-01T12:00Z", "endDate": "2026-05-02T12:00Z""#)])

  static let eventReversed = Finding(
    "date.event.reversed", .warning, effect: .style,
    why: "The event ends before it begins, so Wallet shows and suggests the wrong times.",
    help: "correct eventStartDate or eventEndDate",
    source: .documented("Wallet Passes: SemanticTags, eventEndDate"),
    wrong: """
      "semantics": {
        "eventStartDate": "2036-05-01T20:00:00+02:00",
        "eventEndDate": "2036-05-01T02:00:00+02:00", ...
      }
      """,
    right: """
      "semantics": {
        "eventStartDate": "2036-05-01T20:00:00+02:00",
        "eventEndDate": "2036-05-02T02:00:00+02:00", ...
      }
      """,
    bad: [event("2026-05-01T17:59:59Z", at: "/semantics/eventEndDate")],
    good: [event("2026-05-01T18:00:00Z")])

  static let onlyNew = Finding(
    "date.relevant.onlyNew", .note, effect: .ignored,
    why: """
      relevantDates is new in iOS 18. iOS 17 and most other programs that read passes know only \
      relevantDate. Without it they show the pass at no time, or at a wrong one.
      """,
    help: "add relevantDate with the first of the dates, or exclude older versions of iOS",
    settings: [RunSetting(.oldestIOS, "18")],
    source: .documented("Wallet Passes: Pass, relevantDate and relevantDates"),
    wrong: """
      "relevantDates": [ { "date": "2036-05-01T18:00+02:00" } ]
      """,
    right: """
      "relevantDate": "2036-05-01T18:00+02:00",
      "relevantDates": [ { "date": "2036-05-01T18:00+02:00" } ]
      """,
    bad: [
      .json(#"{"relevantDates": [{"date": "2026-05-01T10:00Z"}]}"#, at: "/relevantDates"),
      .json(
        """
        {"generic": null, "eventTicket": {}, "relevantDates": [{"startDate": "2026-05-01T10:00Z", \
        "endDate": "2026-05-01T12:00Z"}]}
        """, at: "/relevantDates"),
    ],
    good: [
      .json(
        """
        {"relevantDate": "2026-05-01T10:00Z", "relevantDates": [{"date": "2026-05-01T10:00Z"}]}
        """),
      .json(#"{"relevantDates": [{"date": "2026-05-01T10:00Z"}]}"#, .minimumIOS(18)),
      // These styles never supported relevantDate.
      .json(
        #"{"generic": null, "coupon": {}, "relevantDates": [{"date": "2026-05-01T10:00Z"}]}"#),
    ])

  var findings: [Finding] {
    [Self.incomplete, Self.mixed, Self.reversed, Self.tooLong, Self.eventReversed, Self.onlyNew]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    if let list = document["relevantDates"] {
      for entry in list.elements where entry.isObject { check(entry, &report) }
      // If an older iOS was given with --ios, KeyVersionRule has a more specific finding.
      if context.lowestIOS == nil, list.element(0) != nil, document["relevantDate"] == nil,
        PassStyle.styles(of: document).contains(where: Self.readRelevantDate.contains)
      {
        report(
          Self.onlyNew, "the pass has relevantDates but no relevantDate", at: list)
      }
    }
    if let semantics = document["semantics"], let end = semantics["eventEndDate"],
      let start = semantics["eventStartDate"]?.string.flatMap({ W3CDate($0) }),
      let until = end.string.flatMap({ W3CDate($0) }), until.seconds < start.seconds
    {
      report(Self.eventReversed, "eventEndDate is before eventStartDate", at: end)
    }
  }

  /// The styles that support relevantDate.
  private static let readRelevantDate: [PassStyle] = [.boardingPass, .eventTicket, .generic]

  private func check(_ entry: JSONValue, _ report: inout Report) {
    if let date = entry["date"], entry["startDate"] != nil || entry["endDate"] != nil {
      report(Self.mixed, "the entry of relevantDates has both a date and an interval", at: date)
    }
    guard let start = entry["startDate"], let end = entry["endDate"] else {
      if entry["date"] == nil, entry["relevantDate"] == nil {
        let has = entry["startDate"] != nil ? "endDate" : "startDate"
        let missing = entry["startDate"] == nil && entry["endDate"] == nil ? "date" : has
        report(Self.incomplete, "the entry of relevantDates has no \(missing)", at: entry)
      }
      return
    }
    guard let from = start.string.flatMap({ W3CDate($0) }),
      let until = end.string.flatMap({ W3CDate($0) })
    else { return }
    if until.seconds <= from.seconds {
      report(Self.reversed, "endDate is not after startDate", at: end)
    } else if until.seconds - from.seconds > 86_400 {
      report(Self.tooLong, "the interval lasts more than 24 hours", at: end)
    }
  }
}

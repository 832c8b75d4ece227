// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `relevantDate` of a ticket, after which Wallet may show the ticket as expired.
struct TicketDateRule: Rule {
  private static func ticket(
    _ dates: String, style: String = #""eventTicket": {}"#, at pointer: String? = nil
  ) -> Example {
    .json(#"{"generic": null, \#(style), \#(dates)}"#, at: pointer)
  }
  private static let boarding = """
    "boardingPass": {"transitType": "PKTransitTypeAir", \
    "primaryFields": [{"key": "from", "value": "TXL"}]}
    """

  static let expires = Finding(
    "date.relevant.expiresTicket", .warning, effect: .style,
    why: """
      Some time after relevantDate Wallet moves an event ticket or boarding pass to the expired \
      passes, even if expirationDate is later. A festival or season ticket then disappears from the \
      first page while it is still valid. With relevantDates this was not seen. passc also reports \
      a relevantDate that had passed when the ticket was signed. If it had passed a year before, it \
      is only a note, because the ticket is then probably a sample.
      """,
    help: "write relevantDates with startDate and endDate instead, or leave both out",
    source: .observed("developers' reports about tickets of several days"),
    wrong: """
      "eventTicket": { ... },
      "relevantDate": "2036-05-01T18:00+02:00",
      "expirationDate": "2036-05-04T23:00+02:00"
      """,
    right: """
      "eventTicket": { ... },
      "relevantDates": [
        { "startDate": "2036-05-01T18:00+02:00",
          "endDate": "2036-05-01T23:00+02:00" }, ...
      ],
      "expirationDate": "2036-05-04T23:00+02:00"
      """,
    bad: [
      ticket(
        #""relevantDate": "2026-05-01T10:00Z", "expirationDate": "2026-05-02T10:00:01Z""#,
        at: "/relevantDate"),
      ticket(#""relevantDate": "2025-12-30T10:00Z""#, at: "/relevantDate"),
      ticket(#""relevantDate": "2025-12-30T10:00Z""#, style: boarding, at: "/relevantDate"),
      // A season ticket is one mistake.
      ticket(
        #""relevantDate": "2025-12-01T10:00Z", "expirationDate": "2026-06-02T10:00:01Z""#,
        at: "/relevantDate"),
    ],
    good: [
      ticket(
        """
        "relevantDate": "2026-05-01T10:00Z", "expirationDate": "2026-05-03T10:00Z", \
        "relevantDates": [{"startDate": "2026-05-01T10:00Z", "endDate": "2026-05-01T20:00Z"}]
        """),
      ticket(#""expirationDate": "2026-05-03T10:00Z""#), ticket(#""expirationDate": null"#),
    ])

  var findings: [Finding] { [Self.expires] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let (value, message, severity) = Self.validationError(in: pass, context) else { return }
    report(Self.expires, message, at: value, severity: severity)
  }

  /// Returns the relevantDate of a ticket that expires early, and the message about it.
  static func validationError(
    in pass: PassPackage, _ context: CheckContext
  ) -> (value: JSONValue, message: String, severity: Severity?)? {
    let document = pass.document
    guard let value = document["relevantDate"], document["relevantDates"] == nil,
      PassStyle.styles(of: document).contains(where: { $0 == .eventTicket || $0 == .boardingPass }),
      let relevant = value.string.flatMap({ W3CDate($0) })
    else { return nil }
    let end = document["expirationDate"]?.string.flatMap { W3CDate($0) }
    if let end {
      // ExpirationRule reports a pass that is expired anyway.
      guard end.seconds >= context.today else { return nil }
      if end.seconds - relevant.seconds > 86_400 {
        return (value, "the ticket expires more than a day after its relevantDate", nil)
      }
    }
    // If the pass was signed before, the event is simply over.
    let day = context.daySigned ?? context.today - context.today % 86_400
    guard relevant.seconds < day else { return nil }
    return (
      value, "the relevantDate of the ticket is in the past, Wallet may show it as expired",
      day - relevant.seconds > 366 * 86_400 ? .note : nil
    )
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about every key whose value is a date: the format that Wallet reads.
struct DateRule: Rule {
  private static let apple = Basis.documented(
    "Wallet Passes: dates are complete, with hours and minutes; W3C note on date and time formats")
  private static func expires(_ text: String, isBad: Bool = true) -> Example {
    .json(#"{"expirationDate": "\#(text)"}"#, at: isBad ? "/expirationDate" : nil)
  }

  private static func relevant(_ text: String, at pointer: String? = nil) -> Example {
    .json(
      """
      {"relevantDate": "2036-05-01T10:00Z", "relevantDates": [{"date": "\(text)"}]}
      """, at: pointer)
  }

  static let malformed = Finding(
    "date.value.malformed", .error, effect: .refused, step: .dates,
    why: "Wallet rejects a pass with a date that it cannot read.",
    help: "write the date as 2026-05-01T18:30:00+02:00",
    source: apple,
    walletLog: "as a date. We expect dates in",
    wrong: """
      "expirationDate": "31.12.2036"
      """,
    right: """
      "expirationDate": "2036-12-31T23:59:59+01:00"
      """,
    bad: [
      expires("01.05.2036"), expires("2036-05-01 18:30Z"), expires("2036-02-30T18:30Z"),
      expires("2036-05-01T7:30Z"), expires(""),
    ],
    good: [expires("2036-05-01T18:30Z", isBad: false)])

  static let withoutTime = Finding(
    "date.time.missing", .error, effect: .refused, step: .dates,
    why: "A date without a time is not enough, so Wallet rejects the pass.",
    help: "add the time and the time zone, such as T23:59:59+02:00",
    source: apple,
    walletLog: "as a date. We expect dates in",
    wrong: """
      "expirationDate": "2036-12-31"
      """,
    right: """
      "expirationDate": "2036-12-31T23:59:59+01:00"
      """,
    bad: [expires("2036-05-01")],
    good: [expires("2036-05-01T00:00-05:00", isBad: false)])

  static let withoutZone = Finding(
    "date.zone.missing", .error, effect: .refused, step: .dates,
    why: "Without a time zone the moment is not known, so Wallet rejects the pass.",
    help: "add Z for UTC, or an offset such as +02:00",
    source: apple,
    walletLog: "as a date. We expect dates in",
    wrong: """
      "expirationDate": "2036-12-31T23:59:59"
      """,
    right: """
      "expirationDate": "2036-12-31T23:59:59+01:00"
      """,
    bad: [expires("2036-05-01T18:30:00")],
    good: [expires("2036-05-01T18:30:00Z", isBad: false)])

  static let malformedOffset = Finding(
    "date.offset.malformed", .error, effect: .refused, step: .dates,
    why: """
      An offset has two digits for the hours, a colon and two digits for the minutes. One of \
      Apple's own samples has it wrong.
      """,
    help: "write the offset as +02:00",
    source: apple,
    walletLog: "as a date. We expect dates in",
    wrong: """
      "expirationDate": "2036-12-31T23:59:59+0100"
      """,
    right: """
      "expirationDate": "2036-12-31T23:59:59+01:00"
      """,
    bad: [expires("2036-05-01T18:30:00+0200"), expires("2036-05-01T18:30:00-7:00")],
    good: [expires("2036-05-01T18:30:00-07:00", isBad: false)])

  static let fraction = Finding(
    "date.fraction.present", .warning, effect: .maybeRefused, step: .dates,
    why: """
      Apple documents no fractions of a second. Apple's own builder accepts them, and some \
      published passes have them.
      """,
    help: "leave the fraction out",
    source: .observed("public passes with .999Z"),
    wrong: """
      "expirationDate": "2036-12-31T23:59:59.999Z"
      """,
    right: """
      "expirationDate": "2036-12-31T23:59:59Z"
      """,
    bad: [expires("2036-05-01T18:30:00.999Z")],
    good: [expires("2036-05-01T18:30:00Z", isBad: false)])

  static let ignored = Finding(
    "date.value.ignored", .warning, effect: .ignored,
    why: "Wallet leaves out an entry of relevantDates if it cannot read its date.",
    help: "write the date as 2026-05-01T18:30:00+02:00",
    source: apple,
    wrong: """
      "relevantDates": [ { "date": "2036-05-01" } ]
      """,
    right: """
      "relevantDates": [ { "date": "2036-05-01T18:00:00+02:00" } ]
      """,
    bad: [relevant("2036-05-01", at: "/relevantDates/0/date")],
    good: [relevant("2036-05-01T10:00Z")])

  var findings: [Finding] {
    [
      Self.malformed, Self.withoutTime, Self.withoutZone, Self.malformedOffset, Self.fraction,
      Self.ignored,
    ]
  }

  private static let selection = KeySelection { $0.type.isDate }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { entry, member, _ in
      guard let text = member.value.string else { return }
      switch W3CDate.read(text) {
      case .success(let date):
        guard date.hasFraction else { return }
        report(
          Self.fraction, "\(entry.name) \(quoted(text)) has a fraction of a second",
          at: member.value)
      case .failure(let fault):
        report(
          entry.device == .logged ? Self.ignored : Self.finding(for: fault),
          "\(entry.name) \(quoted(text)) \(fault.inWords)", at: member.value)
      }
    }
  }

  private static func finding(for fault: W3CDate.W3CDateError) -> Finding {
    switch fault {
    case .dateOnly: withoutTime
    case .missingZone: withoutZone
    case .malformedOffset: malformedOffset
    case .outOfRange, .malformed: malformed
    }
  }
}

extension W3CDate.W3CDateError {
  /// The error as the end of a sentence about a text.
  var inWords: String {
    switch self {
    case .dateOnly: "has no time and zone"
    case .missingZone: "has no time zone"
    case .malformedOffset: "has an offset that is not +hh:mm"
    case .outOfRange: "is a day or time that does not exist"
    case .malformed: "is not a date"
    }
  }
}

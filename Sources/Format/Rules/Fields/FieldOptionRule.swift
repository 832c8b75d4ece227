// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about the options of a field that format its value as a date or a number.
///
/// If they have an error, Wallet rejects a pass with the field on the front. On the back it only
/// logs the error.
struct FieldOptionRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: PassFieldContent")
  private static func field(
    _ text: String, group: String = "headerFields", at name: String? = nil
  ) -> Example {
    .json(
      #"{"generic": {"\#(group)": [{"key": "a", \#(text)}]}}"#,
      at: name.map { "/generic/\(group)/0/\($0)" })
  }

  static let notDate = Finding(
    "field.value.notDate", .error, effect: .refused, step: .fields,
    why: """
      With dateStyle, timeStyle, isRelative or ignoresTimeZone the value must be a date with time \
      and zone. If it is not, Wallet rejects the pass. On the back Wallet shows the value as text, \
      so the finding is only a warning there.
      """,
    help: "write the value as 2026-05-01T18:30:00+02:00, or remove the options",
    source: apple,
    walletLog: "as a date. We expect dates in",
    wrong: """
      "headerFields": [ {
        "key": "until", "value": "31.12.2036",
        "dateStyle": "PKDateStyleShort", "timeStyle": "PKDateStyleShort"
      } ]
      """,
    right: """
      "headerFields": [ {
        "key": "until", "value": "2036-12-31T22:00:00+01:00",
        "dateStyle": "PKDateStyleShort", "timeStyle": "PKDateStyleShort"
      } ]
      """,
    bad: [
      field(#""value": "tomorrow", "dateStyle": "PKDateStyleShort""#, at: "value"),
      field(#""value": "2026-05-01", "dateStyle": "PKDateStyleShort""#, at: "value"),
      field(#""value": 1767225600, "timeStyle": "PKDateStyleShort""#, at: "value"),
      field(#""value": "x", "isRelative": true"#, at: "value"),
      field(
        #""value": "May", "dateStyle": "PKDateStyleShort""#, group: "backFields", at: "value"),
    ],
    good: [
      field(
        #""value": "2026-05-01T18:30+02:00", "dateStyle": "PKDateStyleShort", \#(time)"#),
      field(#""value": "x", "isRelative": false"#),
    ])

  static let fraction = Finding(
    "field.value.dateFraction", .warning, effect: .maybeRefused, step: .fields,
    why: """
      Apple documents no fractions of a second. Apple's own builder accepts them, and some \
      published passes have them.
      """,
    help: "leave the fraction out",
    source: .observed("public passes with .999Z"),
    wrong: """
      "headerFields": [ {
        "key": "until", "value": "2036-12-31T22:00:00.000+01:00",
        "dateStyle": "PKDateStyleShort", "timeStyle": "PKDateStyleShort"
      } ]
      """,
    right: """
      "headerFields": [ {
        "key": "until", "value": "2036-12-31T22:00:00+01:00",
        "dateStyle": "PKDateStyleShort", "timeStyle": "PKDateStyleShort"
      } ]
      """,
    bad: [
      field(
        #""value": "2026-05-01T18:30:00.5Z", "dateStyle": "PKDateStyleShort", \#(time)"#,
        at: "value")
    ],
    good: [
      field(#""value": "2026-05-01T18:30:00Z", "dateStyle": "PKDateStyleShort", \#(time)"#)
    ])

  static let moves = Finding(
    "field.date.movesWithZone", .warning, effect: .style,
    why: """
      Without ignoresTimeZone Wallet converts a date to the time zone of the phone. No moment is \
      on the same day everywhere, so a date without a time is another day for some people. For \
      example, 2024-03-01T00:00:00+01:00 shows as Feb 29, 2024 in London. A date with its time is \
      right in every zone, because Wallet converts both. In a finished pass this is a note.
      """,
    help: "add \"ignoresTimeZone\": true to the field to show the day that is in the value",
    source: apple,
    wrong: """
      "headerFields": [ {
        "key": "until", "value": "2036-12-31T00:00:00+01:00",
        "dateStyle": "PKDateStyleMedium"
      } ]
      """,
    right: """
      "headerFields": [ {
        "key": "until", "value": "2036-12-31T00:00:00+01:00",
        "dateStyle": "PKDateStyleMedium", "ignoresTimeZone": true
      } ]
      """,
    bad: [
      day("", .template(row: "{}")),
      day(#", "timeStyle": "PKDateStyleNone""#),
      day(#", "ignoresTimeZone": false"#, .template(row: "{}")),
      day(#", "isRelative": true"#, group: "backFields", .template(row: "{}")),
      day("", value: "2026-05-01T12:00:00Z", group: "auxiliaryFields"),
    ],
    good: [
      field(#""value": "2026-05-01T00:00+02:00", "dateStyle": "PKDateStyleShort", \#(time)"#),
      field(
        #""value": "2026-05-01T00:00+02:00", "dateStyle": "PKDateStyleNone", \#(time)"#),
      field(
        """
        "value": "2026-05-01T00:00+02:00", "dateStyle": "PKDateStyleShort", \
        "timeStyle": "PKDateStyleNone", "ignoresTimeZone": true
        """),
      field(#""value": "2026-05-01T00:00+02:00""#),
    ])

  private static let time = #""timeStyle": "PKDateStyleShort""#
  /// Returns an example of a date without a time, with further options.
  private static func day(
    _ options: String, value: String = "2026-05-01T00:00:00+02:00",
    group: String = "headerFields", _ settings: Example.Setting...
  ) -> Example {
    var example = field(
      #""value": "\#(value)", "dateStyle": "PKDateStyleMedium"\#(options)"#, group: group,
      at: "dateStyle")
    example.settings = settings
    return example
  }

  static let notNumber = Finding(
    "field.value.notNumber", .error, effect: .refused, step: .fields,
    why: """
      With numberStyle or currencyCode the value must be a JSON number, without quotes. One of \
      Apple's own samples has it in quotes, and an iPhone rejects that sample. On the back this is \
      a warning.
      """,
    help: "write the number without quotes, or remove the options",
    source: apple,
    wrong: """
      "headerFields": [
        { "key": "credit", "value": "21.75", "currencyCode": "EUR" }
      ]
      """,
    right: """
      "headerFields": [
        { "key": "credit", "value": 21.75, "currencyCode": "EUR" }
      ]
      """,
    bad: [
      field(#""value": "21.75", "currencyCode": "USD""#, at: "value"),
      field(#""value": "many", "numberStyle": "PKNumberStyleDecimal""#, at: "value"),
    ],
    good: [
      field(#""value": 21.75, "currencyCode": "USD""#),
      field(#""value": 0, "numberStyle": "PKNumberStylePercent""#),
    ])

  static let mixed = Finding(
    "field.option.mixed", .error, effect: .refused, step: .fields,
    why: """
      A value is a date, a number or an amount of money. Options for two of these exclude each \
      other.
      """,
    help: "keep only the options for the kind of value",
    source: apple,
    wrong: """
      "headerFields": [ {
        "key": "credit", "value": 21.75,
        "currencyCode": "EUR", "numberStyle": "PKNumberStyleDecimal"
      } ]
      """,
    right: """
      "headerFields": [ {
        "key": "credit", "value": 21.75,
        "currencyCode": "EUR"
      } ]
      """,
    bad: [
      field(
        #""value": 1, "numberStyle": "PKNumberStyleDecimal", "currencyCode": "EUR""#,
        at: "currencyCode"),
      field(
        #""value": 1, "numberStyle": "PKNumberStyleDecimal", "dateStyle": "PKDateStyleShort""#,
        at: "numberStyle"),
    ],
    good: [
      field(
        """
        "value": "2026-05-01T18:30Z", "dateStyle": "PKDateStyleShort", \
        "timeStyle": "PKDateStyleNone", "isRelative": true, "ignoresTimeZone": true
        """)
    ])

  var findings: [Finding] {
    [Self.notDate, Self.fraction, Self.moves, Self.notNumber, Self.mixed]
  }

  private static let selection = KeySelection {
    $0.scope == .field && Options.names.contains($0.name)
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visitObjects(having: Self.selection) { field, position in
      guard let options = Options(of: field) else { return }
      Self.check(field, options, position.isBack ? .warning : nil, &report)
      Self.checkDay(field, options, pass.origin == .template ? nil : .note, &report)
    }
  }

  /// The options of a field. Most fields have none.
  private struct Options {
    var date: JSONValue.Member?
    var number: JSONValue.Member?
    var currency: JSONValue.Member?

    static let names: Set<String> = [
      "dateStyle", "timeStyle", "isRelative", "ignoresTimeZone", "numberStyle", "currencyCode",
    ]

    init?(of field: JSONValue) {
      for member in field.members {
        switch member.name {
        case "dateStyle", "timeStyle": date = date ?? member
        case "isRelative", "ignoresTimeZone":
          if member.value.bool == true { date = date ?? member }
        case "numberStyle": number = member
        case "currencyCode": currency = member
        default: break
        }
      }
      if date == nil, number == nil, currency == nil { return nil }
    }
  }

  private static func check(
    _ field: JSONValue, _ options: Options, _ severity: Severity?, _ report: inout Report
  ) {
    if let amount = options.number ?? options.currency, let date = options.date {
      return report(
        mixed, "the field has both \(amount.name) and \(date.name), expected one of them",
        at: amount.value,
        severity: severity)
    }
    if options.number != nil, let currency = options.currency {
      return report(
        mixed, "the field has both currencyCode and numberStyle, expected one of them",
        at: currency.value,
        severity: severity)
    }
    guard let value = field["value"] else { return }
    if let date = options.date {
      checkDate(value, date.name, severity, &report)
    } else if let amount = options.number ?? options.currency, value.kind == .string {
      report(
        notNumber, "the value is a string, \(amount.name) expects a number", at: value,
        severity: severity)
    }
  }

  /// Reports a date whose day depends on the phone's time zone.
  private static func checkDay(
    _ field: JSONValue, _ options: Options, _ severity: Severity?, _ report: inout Report
  ) {
    guard options.number == nil, options.currency == nil, options.date != nil,
      let style = field["dateStyle"], let name = style.string, shownStyles.contains(name),
      isAbsent(field["timeStyle"]), field["ignoresTimeZone"].map({ $0.bool == false }) ?? true,
      let text = field["value"]?.string, W3CDate(text) != nil
    else { return }
    report(
      moves,
      "the date has no time and no ignoresTimeZone, so its day depends on the phone's time zone",
      at: style, severity: severity)
  }

  private static let shownStyles: Set<String> = [
    "PKDateStyleShort", "PKDateStyleMedium", "PKDateStyleLong", "PKDateStyleFull",
  ]

  private static func isAbsent(_ style: JSONValue?) -> Bool {
    style == nil || style?.string == "PKDateStyleNone"
  }

  private static func checkDate(
    _ value: JSONValue, _ option: String, _ severity: Severity?, _ report: inout Report
  ) {
    guard let text = value.string else {
      if value.kind == .number {
        report(
          notDate, "the value is a number, \(option) expects a date", at: value, severity: severity)
      }
      return
    }
    switch W3CDate.read(text) {
    case .success(let date):
      if date.hasFraction {
        report(fraction, "the value \(quoted(text)) has a fraction of a second", at: value)
      }
    case .failure(let fault):
      report(
        notDate, "the value \(quoted(text)) \(fault.inWords), \(option) expects a date", at: value,
        severity: severity)
    }
  }
}

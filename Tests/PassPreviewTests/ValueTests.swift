// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassLocale
import PassModel
import Testing

@testable import PassPreview

/// Tests of values as a phone with a locale shows them. Measured with Foundation on Linux.
struct ValueTests {
  /// 2027-06-17 18:30 UTC.
  static let moment: Int64 = 1_813_257_000

  private func text(
    _ locale: String, date: DateStyle, time: DateStyle, day: Int? = nil
  ) -> String {
    let clock = ZonedMoment(seconds: Self.moment, offset: 7200, zone: "Europe/Berlin")
    return Self.plain(
      FoundationFormatter(locale: locale).text(of: clock, date: date, time: time, dayFromNow: day))
  }

  /// Returns text with ordinary spaces, because releases of CLDR change the kind of space.
  static func plain(_ text: String) -> String {
    text.replacing("\u{202F}", with: " ").replacing("\u{A0}", with: " ")
  }

  @Test(arguments: [
    ("en_US", "6/17/27, 8:30 PM", "Jun 17, 2027 at 8:30:00 PM"),
    ("de_DE", "17.06.27, 20:30", "17.06.2027, 20:30:00"),
    ("cs_CZ", "17.06.2027 20:30", "17. 6. 2027 20:30:00"),
    ("ja_JP", "2027/06/17 20:30", "2027/06/17 20:30:00"),
    ("th_TH", "17/6/70 20:30", "17 มิ.ย. 2570 20:30:00"),
  ])
  func writesDatesByTheLocale(_ locale: String, _ short: String, _ medium: String) {
    #expect(text(locale, date: .short, time: .short) == short)
    #expect(text(locale, date: .medium, time: .medium) == medium)
  }

  @Test(arguments: [
    ("en_US", "€1,234.50", "26%"), ("de_DE", "1.234,50 €", "26 %"), ("cs_CZ", "1 234,50 €", "26 %"),
    ("ja_JP", "€1,234.50", "26%"), ("th_TH", "€1,234.50", "26%"),
  ])
  func writesMoneyAndPercentByTheLocale(_ locale: String, _ money: String, _ percent: String) {
    let formatter = FoundationFormatter(locale: locale)
    #expect(formatter.currency("1234.5", code: "EUR").map(Self.plain) == money)
    #expect(formatter.number("0.256", style: .percent).map(Self.plain) == percent)
  }

  @Test(arguments: [
    ("en_US", 1, "Tomorrow at 8:30 PM"), ("en_US", 0, "Today at 8:30 PM"),
    ("de_DE", 1, "Morgen um 20:30"), ("de_DE", 2, "Übermorgen um 20:30"),
    ("en_US", 2, "June 17, 2027 at 8:30 PM"),
  ])
  func writesDaysNearTodayAsWords(_ locale: String, _ day: Int, _ expected: String) {
    #expect(text(locale, date: .long, time: .short, day: day) == expected)
  }

  @Test func leavesSoftHyphensOut() {
    let text = FoundationFormatter(locale: "de_DE").number("1234", style: .spellOut)
    #expect(text == "eintausendzweihundertvierunddreißig")
  }

  @Test(arguments: [
    ("de", "Straße", "STRASSE"), ("tr", "iyi", "İYİ"), ("el", "Όνομα", "ΟΝΟΜΑ"),
    ("en", "iyi", "IYI"),
  ])
  func writesCapitalsByTheLanguage(_ language: String, _ text: String, _ expected: String) {
    #expect(FoundationFormatter(locale: language).uppercased(text) == expected)
  }

  @Test func keepsTheWallClockWhereTheFieldSaysSo() throws {
    let value = "2027-06-17T20:30:00+02:00"
    let plain = try field(
      #"{"dateStyle": "PKDateStyleNone", "timeStyle": "PKDateStyleShort"}"#, value)
    #expect(Self.plain(plain) == "6:30 PM")
    let kept = try field(
      #"{"timeStyle": "PKDateStyleShort", "ignoresTimeZone": true}"#, value)
    #expect(Self.plain(kept) == "8:30 PM")
  }

  @Test func takesTheCurrencyBeforeTheStyle() throws {
    let text = try field(#"{"currencyCode": "EUR", "numberStyle": "PKNumberStylePercent"}"#, 12.5)
    #expect(text == "€12.50")
  }

  @Test func showsANumberAloneAsItIsSpelled() throws {
    #expect(try field("{}", 12_345) == "12345")
  }

  private func field(_ options: String, _ value: Any) throws -> String {
    let json = value is String ? "\"\(value)\"" : "\(value)"
    let patch = """
      {"generic": {"primaryFields": [\(options.dropLast())\(options.count > 2 ? ", " : "")\
      "key": "a", "value": \(json)}]}}
      """
    let face = try Sample.face(patch)
    return try #require(face.fields[.primary]?.first?.value)
  }
}

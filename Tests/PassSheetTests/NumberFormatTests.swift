// SPDX-License-Identifier: Apache-2.0

import PassBasics
import Testing

@testable import PassSheet

struct NumberFormatTests {
  private func number(_ value: String, _ code: String, from1904: Bool = false) throws -> SheetNumber
  {
    try #require(SheetNumber(value, format: NumberFormat(code: code), from1904: from1904))
  }

  // MARK: Numbers

  @Test(arguments: [
    ("General", "12", "12"), ("General", "12.5", "12.5"), ("General", "-0.25", "-0.25"),
    ("General", "0.30000000000000004", "0.3"), ("General", "1.1000000000000001", "1.1"),
    ("General", "1E-3", "0.001"), ("General", "1.5E+2", "150"), ("General", "-0", "0"),
    ("General", "1E+300", "1e300"), ("General", "123456789012", "123456789012"),
    ("0", "12.5", "13"), ("0", "-12.5", "-13"), ("0", "-0.4", "0"), ("0.00", "12.5", "12.50"),
    ("0.00", "1.005", "1.01"), ("0.00", "99.999", "100.00"), ("0.0#", "12.5", "12.5"),
    ("#,##0.00", "1250.5", "1250.50"), ("#,##0.00 \"€\"", "1250.5", "1250.50"),
    ("_-* #,##0.00 [$€-407]_-;-* #,##0.00 [$€-407]_-", "1250", "1250.00"),
    ("[Red]-#,##0;[Blue]0", "7.6", "8"), ("0%", "0.15", "15%"), ("0.0%", "0.1234", "12.3%"),
    ("0.00E+00", "1250", "1250"), ("# ?/?", "0.5", "0.5"), ("0.0,,\"M\"", "1250000", "1250000"),
    ("@", "417", "417"), (";;;", "5", "5"), ("0\" Punkte\"", "1250", "1250"),
  ])
  func aNumberIsShownAsByItsFormat(_ code: String, _ value: String, _ shown: String) throws {
    #expect(try number(value, code).shown == shown)
  }

  @Test(arguments: [
    ("00000", "417", "00417"), ("\"M-\"0000", "17", "M-0017"), ("000-0000", "5551234", "555-1234"),
    ("00000\\-0000", "123456789", "12345-6789"), ("0000 0000", "123456789", "12345 6789"),
    ("0#\" \"##\" \"##", "12345", "01 23 45"), ("00", "-5", "-05"), ("000", "0", "000"),
  ])
  func digitsWithPlacesAreKeptWithTheirZeros(
    _ code: String, _ value: String, _ shown: String
  ) throws {
    let number = try number(value, code)
    #expect(number.shown == shown)
    #expect(number.plain == value)
  }

  @Test(arguments: [
    ("0%", "0.15", "0.15"), ("0.0%", "0.12345", "0.123"), ("0", "12.5", "13"),
    ("0.00", "12.5", "12.50"),
  ])
  func theValueHasTheShownDigits(_ code: String, _ value: String, _ plain: String) throws {
    #expect(try number(value, code).plain == plain)
  }

  @Test(arguments: [
    ("1.23456789012345E+15", true), ("1234567890123450", true), ("1234567890123456", false),
    ("123456789012345", false), ("12.5", false), ("4012888888881880", true),
  ])
  func aLongNumberHasLostItsLastDigits(_ value: String, _ isLost: Bool) throws {
    #expect(try number(value, "0").hasLostDigits == isLost)
  }

  @Test(arguments: ["abc", "nan", "inf", "", "1e999", "0x1F", "1_0"])
  func otherTextIsNotANumber(_ text: String) {
    #expect(SheetNumber(text, format: .general, from1904: false) == nil)
  }

  // MARK: Dates

  private func dateText(_ number: SheetNumber) -> String? {
    switch number.meaning {
    case .date(let time, let hasTime):
      hasTime ? "\(time.date) \(time.minuteText):\(twoDigits(time.second))" : "\(time.date)"
    case .time(let seconds): number.timeText(seconds)
    case .number: nil
    }
  }

  @Test(arguments: [
    ("dd.mm.yyyy", "46387", "2026-12-31"), ("m/d/yyyy", "46387.75", "2026-12-31"),
    ("yyyy\\-mm\\-dd hh:mm", "46387.75", "2026-12-31 18:00:00"),
    ("[$-407]d. mmmm yyyy", "46387", "2026-12-31"), ("mmm yyyy", "46357", "2026-12-01"),
    ("yyyy\"年\"m\"月\"d\"日\"", "46387", "2026-12-31"), ("yyyy", "46387", "2026-12-31"),
    ("dd/mm/yy;@", "1", "1900-01-01"), ("d", "59", "1900-02-28"), ("d", "61", "1900-03-01"),
    ("d", "2958465", "9999-12-31"), ("dd.mm.yyyy hh:mm", "46386.9999999", "2026-12-31 00:00:00"),
  ])
  func aDateFormatMakesADate(_ code: String, _ value: String, _ text: String) throws {
    #expect(dateText(try number(value, code)) == text)
  }

  @Test(arguments: [("0", "1904-01-01"), ("44925", "2026-12-31"), ("60", "1904-03-01")])
  func theOtherEpochIsFourYearsLater(_ value: String, _ text: String) throws {
    #expect(dateText(try number(value, "d", from1904: true)) == text)
  }

  @Test(arguments: [
    ("h:mm", "0.75", "18:00"), ("h:mm:ss", "0.75", "18:00:00"), ("h:mm AM/PM", "46387.75", "18:00"),
    ("mm:ss", "0.001", "00:01:26"), ("[h]:mm", "1.5", "36:00"), ("[hh]:mm:ss", "1.5", "36:00:00"),
  ])
  func aTimeFormatMakesATime(_ code: String, _ value: String, _ text: String) throws {
    #expect(dateText(try number(value, code)) == text)
  }

  @Test(arguments: [
    ("d", "60"), ("d", "0.5"), ("d", "-1"), ("d", "2958466"), ("General", "46387"),
    ("[Red]0", "46387"), ("\"day\" 0", "46387"), ("0\\d", "46387"), ("[$USD] 0", "46387"),
    ("#,##0 \"Std\"", "46387"), ("[h]", "-1"),
  ])
  func anythingElseStaysANumber(_ code: String, _ value: String) throws {
    #expect(try number(value, code).meaning == .number)
  }
}

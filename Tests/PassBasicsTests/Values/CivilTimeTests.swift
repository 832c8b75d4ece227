// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

struct CivilTimeTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Foundation uses the Julian calendar before 1582.
  @Test func agreesWithFoundation() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<4_000 {
      let seconds = Int64.random(in: -11_600_000_000...253_402_300_799, using: &random)
      let time = CivilTime(secondsSince1970: seconds)
      let parts = Self.calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second, .weekday],
        from: Date(timeIntervalSince1970: Double(seconds)))
      try #require(time.date.year == parts.year, "\(seconds)")
      try #require(time.date.month == parts.month, "\(seconds)")
      try #require(time.date.day == parts.day, "\(seconds)")
      try #require(
        [time.hour, time.minute, time.second] == [parts.hour, parts.minute, parts.second])
      try #require(CivilDate.weekday(ofDay: time.date.daysSince1970) + 1 == parts.weekday)
      try #require(time.secondsSince1970() == seconds)
    }
  }

  /// Lengths of months and years are compared with Foundation, for every kind of leap year.
  @Test(arguments: [1600, 1700, 1900, 1970, 1999, 2000, 2023, 2024, 2100, 2400, 9999])
  func knowsTheLengthOfEveryMonth(year: Int) throws {
    for month in 1...12 {
      let first = try #require(
        Self.calendar.date(from: DateComponents(year: year, month: month, day: 1)))
      let days = try #require(Self.calendar.range(of: .day, in: .month, for: first))
      #expect(CivilDate.days(in: month, of: year) == days.count)
      #expect(CivilDate(year: year, month: month, day: days.count) != nil)
      #expect(CivilDate(year: year, month: month, day: days.count + 1) == nil)
      #expect(
        Double(CivilDate.daysSince1970(toMonth: month, of: year)) * 86_400
          == first.timeIntervalSince1970)
    }
  }

  @Test func countsTheDaysOfEveryYear() throws {
    #expect(CivilDate.daysSince1970(toMonth: 1, of: 1970) == 0)
    #expect(CivilDate.daysSince1970(toMonth: 1, of: 1) == -719_162)
    for year in -500...9_999 {
      let first = CivilDate.daysSince1970(toMonth: 1, of: year)
      let newYear = CivilDate(ofSecondsSince1970: Int64(first) * 86_400)
      try #require(newYear == CivilDate(year: year, month: 1, day: 1))
      let lastSecond = CivilDate(ofSecondsSince1970: Int64(first) * 86_400 - 1)
      try #require(lastSecond == CivilDate(year: year - 1, month: 12, day: 31))
    }
  }

  @Test(arguments: [
    (Int64(0), "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (1_767_323_045, "2026-01-02T03:04:05Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"), (253_402_300_800, "10000-01-01T00:00:00Z"),
    (-62_167_219_200, "0000-01-01T00:00:00Z"), (-62_167_219_201, "-0001-12-31T23:59:59Z"),
    (.max, "292277026596-12-04T15:30:07Z"), (.min, "-292277022657-01-27T08:29:52Z"),
  ])
  func writesEveryMoment(seconds: Int64, text: String) {
    let time = CivilTime(secondsSince1970: seconds)
    #expect(time.description == text)
    #expect(time.secondsSince1970() == seconds)
    #expect(text.hasPrefix(time.date.description + "T" + time.minuteText))
  }

  @Test(arguments: [
    (nil, "Z"), (0, "+00:00"), (120, "+02:00"), (-210, "-03:30"), (845, "+14:05"), (-1, "-00:01"),
  ])
  func writesTheOffset(minutes: Int?, zone: String) throws {
    let day = try #require(CivilDate(year: 2026, month: 5, day: 1))
    let time = try #require(CivilTime(day, hour: 18, minute: 30, second: 9))
    #expect(time.text(offsetInMinutes: minutes) == "2026-05-01T18:30:09" + zone)
    let far = try #require(CivilDate(year: 12_026, month: 5, day: 1))
    let later = try #require(CivilTime(far, hour: 18, minute: 30, second: 9))
    #expect(later.text(offsetInMinutes: minutes) == "12026-05-01T18:30:09" + zone)
  }

  @Test(arguments: [
    (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 4, 31), (2023, 2, 29), (1900, 2, 29),
    (2026, -1, 1), (2026, 1, .min), (2026, .max, 1), (.max, 1, 1), (.min, 12, 31),
    (292_000_000_001, 1, 1),
  ])
  func refusesDaysThereAreNot(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [CivilDate.years.lowerBound, CivilDate.years.upperBound])
  func reckonsToTheEndsOfItsYears(year: Int) throws {
    let day = try #require(CivilDate(year: year, month: 12, day: 31))
    let time = try #require(CivilTime(day, hour: 23, minute: 59, second: 59))
    #expect(CivilTime(secondsSince1970: time.secondsSince1970()) == time)
  }

  @Test func takesALeapSecondOnlyWhereItIsAllowed() throws {
    let day = try #require(CivilDate(year: 2016, month: 12, day: 31))
    #expect(CivilTime(day, hour: 23, minute: 59, second: 60) == nil)
    let leap = try #require(
      CivilTime(day, hour: 23, minute: 59, second: 60, allowsLeapSecond: true))
    #expect(leap.secondsSince1970() == 1_483_228_800)
    for (hour, minute, second) in [(24, 0, 0), (0, 60, 0), (0, 0, 61), (-1, 0, 0), (0, -1, 0)] {
      #expect(
        CivilTime(day, hour: hour, minute: minute, second: second, allowsLeapSecond: true) == nil)
    }
  }

  @Test func subtractsTheOffset() throws {
    let day = try #require(CivilDate(year: 2026, month: 1, day: 1))
    let time = try #require(CivilTime(day, hour: 0, minute: 30, second: 0))
    #expect(time.secondsSince1970(offset: 3_600) == time.secondsSince1970() - 3_600)
  }

  @Test(arguments: [(7, 3, 2), (-7, 3, -3), (-6, 3, -2), (0, 3, 0), (.min, 1, .min)])
  func roundsDown(number: Int, divisor: Int, quotient: Int) {
    #expect(number.floorDivided(by: divisor) == quotient)
  }
}

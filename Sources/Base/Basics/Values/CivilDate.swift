// SPDX-License-Identifier: Apache-2.0

/// A day in the proleptic Gregorian calendar, which applies the rules to days before its
/// introduction too.
///
/// No value from an untrusted file can overflow, because the range of years ends where seconds
/// since 1970 no longer fit into 64 bits.
package struct CivilDate: Sendable, Hashable {
  /// Valid years. Their seconds since 1970 fit into 64 bits.
  package static let years = -292_000_000_000...292_000_000_000

  /// Year as in ISO 8601, where 0 is the year before 1.
  package let year: Int
  package let month: Int
  package let day: Int

  /// Returns nil if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), 1...12 ~= month, day >= 1,
      day <= Self.days(in: month, of: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Returns the day in UTC.
  package init(ofSecondsSince1970 seconds: Int64) {
    self.init(reckoning: Int(seconds).floorDivided(by: CivilTime.secondsInDay))
  }

  /// Counts years from March, so that the leap day is the last day. An era is 400 years, after
  /// which the calendar repeats.
  private init(reckoning daysSince1970: Int) {
    let shifted = daysSince1970 + Self.daysBefore1970
    let era = shifted.floorDivided(by: Self.daysInEra)
    let dayOfEra = shifted - era * Self.daysInEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  }

  /// Days since 1970-01-01. Negative before it.
  package var daysSince1970: Int { Self.daysSince1970(toMonth: month, of: year) + day - 1 }

  /// Returns the days from 1970-01-01 to the first day of a month (1 to 12) in one of `years`.
  package static func daysSince1970(toMonth month: Int, of year: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = shifted.floorDivided(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysInEra + dayOfEra - daysBefore1970
  }

  /// Returns the weekday, 0 for Sunday, of a day counted from 1970-01-01.
  package static func weekday(ofDay daysSince1970: Int) -> Int {
    // 1970-01-01 was a Thursday.
    let days = daysSince1970 + 4
    return days - days.floorDivided(by: 7) * 7
  }

  /// Returns the number of days in a month (1 to 12).
  package static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static let daysInEra = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let daysBefore1970 = 719_468
}

extension CivilDate: CustomStringConvertible {
  /// The day in ISO 8601, such as `2031-05-01`.
  package var description: String {
    var text = String(year.magnitude)
    text = String(repeating: "0", count: max(0, 4 - text.utf8.count)) + text
    return (year < 0 ? "-" : "") + text + "-" + twoDigits(month) + "-" + twoDigits(day)
  }
}

/// Returns a number below 100 with two digits.
package func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

extension BinaryInteger {
  /// Returns the quotient rounded down, also for negative numbers. The divisor must be positive.
  package func floorDivided(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A moment in seconds since 1970, written for people and machines in UTC.
package enum Timestamp {
  /// `2031-05-01`.
  package static func day(_ seconds: Int64) -> String {
    let (year, month, day) = civil(days: floorDivided(seconds, 86_400))
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// `2031-05-01T12:00:00Z`.
  package static func text(_ seconds: Int64) -> String {
    let second = seconds - floorDivided(seconds, 86_400) * 86_400
    return day(seconds) + "T" + padded(second / 3_600, 2) + ":" + padded(second / 60 % 60, 2) + ":"
      + padded(second % 60, 2) + "Z"
  }

  private static func floorDivided(_ a: Int64, _ b: Int64) -> Int64 {
    a >= 0 ? a / b : -((-a + b - 1) / b)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// The proleptic Gregorian date of a day counted from 1970-01-01. Years begin in March here, so
  /// that the leap day is the last; an era is 400 years.
  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivided(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      year + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}

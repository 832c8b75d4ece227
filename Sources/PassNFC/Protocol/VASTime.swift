// SPDX-License-Identifier: Apache-2.0

/// The phone's clock in a cryptogram: seconds since 2001-01-01T00:00:00Z, unsigned, good until 2137.
package struct VASTime: Sendable, Hashable {
  /// 2001-01-01T00:00:00Z in seconds since 1970.
  package static let epoch: Int64 = 978_307_200

  package let seconds: UInt32

  package init(seconds: UInt32) { self.seconds = seconds }

  /// From seconds since 1970; times before 2001 and after 2137 stop at the ends.
  package init(secondsSince1970: Int64) {
    let (seconds, overflow) = secondsSince1970.subtractingReportingOverflow(Self.epoch)
    self.seconds = overflow ? 0 : UInt32(clamping: seconds)
  }

  package var secondsSince1970: Int64 { Self.epoch + Int64(seconds) }

  package var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> UInt32($0)) }
  }

  /// `2026-01-02T03:04:05Z`.
  package var iso8601: String {
    let days = secondsSince1970 / 86_400
    let second = secondsSince1970 % 86_400
    // The civil calendar by counting years from March, so that a leap day ends the year; eras of
    // 400 years all have 146,097 days.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
    let date =
      "\(Self.digits(year, 4))-\(Self.digits(month < 10 ? month + 3 : month - 9, 2))"
      + "-\(Self.digits(day, 2))"
    let time = [second / 3600, second / 60 % 60, second % 60].map { Self.digits($0, 2) }
    return "\(date)T\(time.joined(separator: ":"))Z"
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A formatter of dates and numbers as a device shows them. All knowledge of locales is behind this
/// protocol.
package protocol ValueFormatter {
  /// Returns a date and time in the styles of a field.
  ///
  /// - Parameters:
  ///   - clock: the time with the offset of its zone.
  ///   - dayFromNow: days from today in that zone, or nil if the field is not relative.
  func text(
    of clock: ZonedMoment, date: DateStyle, time: DateStyle, dayFromNow: Int?
  ) -> String
  /// Returns an amount of money, or nil if the number cannot be formatted.
  func currency(_ spelling: String, code: String) -> String?
  /// Returns a number in a style, or nil if it cannot be formatted.
  func number(_ spelling: String, style: NumberStyle) -> String?
  /// Returns the text in capitals by the rules of the language.
  func uppercased(_ text: String) -> String
}

/// A point in time and the offset of its zone.
package struct ZonedMoment: Sendable, Hashable {
  /// Seconds since 1970 in UTC.
  package var seconds: Int64
  /// Seconds east of Greenwich.
  package var offset: Int
  /// Name of the zone, if it has one.
  package var zone: String?

  package init(seconds: Int64, offset: Int, zone: String? = nil) {
    self.seconds = seconds
    self.offset = offset
    self.zone = zone
  }

  /// The local date as days since 1970.
  package var day: Int64 {
    let (local, overflow) = seconds.addingReportingOverflow(Int64(offset))
    guard !overflow else { return 0 }
    return local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
  }
}

/// The length of a date or time: `dateStyle` and `timeStyle`.
package enum DateStyle: String, Sendable, CaseIterable {
  case none = "PKDateStyleNone"
  case short = "PKDateStyleShort"
  case medium = "PKDateStyleMedium"
  case long = "PKDateStyleLong"
  case full = "PKDateStyleFull"
}

/// The format of a number: `numberStyle`.
package enum NumberStyle: String, Sendable, CaseIterable {
  case decimal = "PKNumberStyleDecimal"
  case percent = "PKNumberStylePercent"
  case scientific = "PKNumberStyleScientific"
  case spellOut = "PKNumberStyleSpellOut"
}

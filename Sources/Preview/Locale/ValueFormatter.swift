// SPDX-License-Identifier: Apache-2.0

/// Writes dates and numbers as a device shows them; the one place that asks a library for the
/// customs of a locale.
package protocol ValueFormatter {
  /// A date and time in the styles of a field.
  ///
  /// - Parameters:
  ///   - clock: the moment with the offset of the zone it is shown in.
  ///   - dayFromNow: how many days it lies after today there, where the field is relative.
  func text(
    of clock: ZonedMoment, date: DateStyle, time: DateStyle, dayFromNow: Int?
  ) -> String
  /// An amount of money; nil where the number is beyond formatting.
  func currency(_ spelling: String, code: String) -> String?
  /// A number in a style; nil where it is beyond formatting.
  func number(_ spelling: String, style: NumberStyle) -> String?
  /// The text in capitals by the rules of the language.
  func uppercased(_ text: String) -> String
}

/// A moment and the offset of the zone it is shown in.
package struct ZonedMoment: Sendable, Hashable {
  /// Seconds since 1970 in UTC.
  package var seconds: Int64
  /// Seconds east of Greenwich.
  package var offset: Int
  /// The name of the zone, where it has one.
  package var zone: String?

  /// A moment in a zone.
  package init(seconds: Int64, offset: Int, zone: String? = nil) {
    self.seconds = seconds
    self.offset = offset
    self.zone = zone
  }

  /// The day on the wall's calendar, counted from 1970.
  package var day: Int64 {
    let (local, overflow) = seconds.addingReportingOverflow(Int64(offset))
    guard !overflow else { return 0 }
    return local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
  }
}

/// How much of a date or time is written: `dateStyle` and `timeStyle`.
package enum DateStyle: String, Sendable, CaseIterable {
  case none = "PKDateStyleNone"
  case short = "PKDateStyleShort"
  case medium = "PKDateStyleMedium"
  case long = "PKDateStyleLong"
  case full = "PKDateStyleFull"
}

/// How a number is written: `numberStyle`.
package enum NumberStyle: String, Sendable, CaseIterable {
  case decimal = "PKNumberStyleDecimal"
  case percent = "PKNumberStylePercent"
  case scientific = "PKNumberStyleScientific"
  case spellOut = "PKNumberStyleSpellOut"
}

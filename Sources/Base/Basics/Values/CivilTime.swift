// SPDX-License-Identifier: Apache-2.0

/// A date with a time of day as a clock shows it; the clock's offset from UTC is not part of it.
package struct CivilTime: Sendable, Hashable {
  /// How many seconds a day has, leap seconds apart.
  package static let secondsInDay = 86_400

  /// The day.
  package let date: CivilDate
  /// From 0 to 23.
  package let hour: Int
  /// From 0 to 59.
  package let minute: Int
  /// From 0 to 59, or 60 where a leap second was allowed.
  package let second: Int

  /// The time with these numbers, or nil when no clock shows it.
  ///
  /// - Parameter allowsLeapSecond: takes a second 60, which counts as the one after it.
  package init?(
    _ date: CivilDate, hour: Int, minute: Int, second: Int, allowsLeapSecond: Bool = false
  ) {
    guard Self.exists(hour, minute, second, allowsLeapSecond: allowsLeapSecond) else {
      return nil
    }
    self.date = date
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// What a clock in UTC shows at a moment, for any number of seconds.
  package init(secondsSince1970 seconds: Int64) {
    date = CivilDate(ofSecondsSince1970: seconds)
    let days = Int(seconds).floorDivided(by: Self.secondsInDay)
    // At the lower end the beginning of the day lies before all numbers.
    let second = Int(seconds) &- days &* Self.secondsInDay
    (hour, minute, self.second) = (second / 3_600, second / 60 % 60, second % 60)
  }

  /// Whether clocks show such a time of day.
  package static func exists(
    _ hour: Int, _ minute: Int, _ second: Int, allowsLeapSecond: Bool = false
  ) -> Bool {
    0...23 ~= hour && 0...59 ~= minute && 0...(allowsLeapSecond ? 60 : 59) ~= second
  }

  /// The moment at which the clock shows this time, in seconds since 1970.
  ///
  /// - Parameter offset: how many seconds the clock is ahead of UTC, less than two days.
  package func secondsSince1970(offset: Int = 0) -> Int64 {
    let second = hour * 3_600 + minute * 60 + second - offset
    // The first day there is begins before all numbers, and its moments do not.
    return Int64(date.daysSince1970 &* Self.secondsInDay &+ second)
  }

  /// The time as pass.json writes it: `2026-05-01T18:30:00+02:00`.
  ///
  /// - Parameter offsetInMinutes: how far the clock is ahead of UTC, less than 100 hours; nil for
  ///   `Z`.
  package func text(offsetInMinutes: Int?) -> String {
    guard 0...9_999 ~= date.year else { return slowText(offsetInMinutes) }
    return String(unsafeUninitializedCapacity: 25) { buffer in
      var count = 0
      func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      func two(_ value: Int) {
        put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10 % 10))
        put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
      }
      two(date.year / 100)
      two(date.year % 100)
      put(UInt8(ascii: "-"))
      two(date.month)
      put(UInt8(ascii: "-"))
      two(date.day)
      put(UInt8(ascii: "T"))
      two(hour)
      put(UInt8(ascii: ":"))
      two(minute)
      put(UInt8(ascii: ":"))
      two(second)
      guard let offsetInMinutes else {
        put(UInt8(ascii: "Z"))
        return count
      }
      put(offsetInMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      two(abs(offsetInMinutes) / 60)
      put(UInt8(ascii: ":"))
      two(abs(offsetInMinutes) % 60)
      return count
    }
  }

  /// The same for years of any length.
  private func slowText(_ offsetInMinutes: Int?) -> String {
    let clock = "\(date)T\(minuteText):\(twoDigits(second))"
    guard let offsetInMinutes else { return clock + "Z" }
    let distance = abs(offsetInMinutes)
    return clock + (offsetInMinutes < 0 ? "-" : "+")
      + "\(twoDigits(distance / 60)):\(twoDigits(distance % 60))"
  }

  /// Hour and minute: `18:30`.
  package var minuteText: String { "\(twoDigits(hour)):\(twoDigits(minute))" }
}

extension CivilTime: CustomStringConvertible {
  /// `2031-05-01T12:00:00Z`, for a time in UTC.
  package var description: String { text(offsetInMinutes: nil) }
}

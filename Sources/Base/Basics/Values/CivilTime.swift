// SPDX-License-Identifier: Apache-2.0

/// A date and time of day without a time zone.
package struct CivilTime: Sendable, Hashable {
  /// Seconds in a day without leap seconds.
  package static let secondsInDay = 86_400

  package let date: CivilDate
  package let hour: Int
  package let minute: Int
  /// From 0 to 59, or 60 for an allowed leap second.
  package let second: Int

  /// Returns nil if there is no such time.
  ///
  /// - Parameter allowsLeapSecond: whether second 60 is valid. It counts as the second after it.
  package init?(
    _ date: CivilDate, hour: Int, minute: Int, second: Int, allowsLeapSecond: Bool = false
  ) {
    guard Self.exists(hour, minute, second, allowsLeapSecond: allowsLeapSecond) else {
      return nil
    }
    self.date = date
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }

  /// Converts any number of seconds to a time in UTC.
  package init(secondsSince1970 seconds: Int64) {
    date = CivilDate(ofSecondsSince1970: seconds)
    let days = Int(seconds).floorDivided(by: Self.secondsInDay)
    // At the lower end of the range, the beginning of the day is below `Int.min`. The overflow
    // cancels out in the difference.
    let second = Int(seconds) &- days &* Self.secondsInDay
    (hour, minute, self.second) = (second / 3_600, second / 60 % 60, second % 60)
  }

  /// Returns whether there is such a time of day.
  package static func exists(
    _ hour: Int, _ minute: Int, _ second: Int, allowsLeapSecond: Bool = false
  ) -> Bool {
    0...23 ~= hour && 0...59 ~= minute && 0...(allowsLeapSecond ? 60 : 59) ~= second
  }

  /// Returns the seconds since 1970.
  ///
  /// - Parameter offset: seconds ahead of UTC, less than two days.
  package func secondsSince1970(offset: Int = 0) -> Int64 {
    let second = hour * 3_600 + minute * 60 + second - offset
    // The beginning of the first day is below `Int.min`, but the sum is not. The overflow cancels
    // out.
    return Int64(date.daysSince1970 &* Self.secondsInDay &+ second)
  }

  /// Returns the time as in pass.json, such as `2026-05-01T18:30:00+02:00`.
  ///
  /// - Parameter offsetInMinutes: minutes ahead of UTC, less than 100 hours. Nil for `Z`.
  package func text(offsetInMinutes: Int?) -> String {
    guard 0...9_999 ~= date.year else { return slowText(offsetInMinutes) }
    return String(unsafeUninitializedCapacity: 25) { buffer in
      var count = 0
      func append(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
      }
      func two(_ value: Int) {
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10 % 10))
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
      }
      two(date.year / 100)
      two(date.year % 100)
      append(UInt8(ascii: "-"))
      two(date.month)
      append(UInt8(ascii: "-"))
      two(date.day)
      append(UInt8(ascii: "T"))
      two(hour)
      append(UInt8(ascii: ":"))
      two(minute)
      append(UInt8(ascii: ":"))
      two(second)
      guard let offsetInMinutes else {
        append(UInt8(ascii: "Z"))
        return count
      }
      append(offsetInMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      two(abs(offsetInMinutes) / 60)
      append(UInt8(ascii: ":"))
      two(abs(offsetInMinutes) % 60)
      return count
    }
  }

  /// Returns the same string for a year with any number of digits.
  private func slowText(_ offsetInMinutes: Int?) -> String {
    let clock = "\(date)T\(minuteText):\(twoDigits(second))"
    guard let offsetInMinutes else { return clock + "Z" }
    let distance = abs(offsetInMinutes)
    return clock + (offsetInMinutes < 0 ? "-" : "+")
      + "\(twoDigits(distance / 60)):\(twoDigits(distance % 60))"
  }

  /// Hour and minute, such as `18:30`.
  package var minuteText: String { "\(twoDigits(hour)):\(twoDigits(minute))" }
}

extension CivilTime: CustomStringConvertible {
  /// The time with `Z`, such as `2031-05-01T12:00:00Z`. It is right only for a time in UTC.
  package var description: String { text(offsetInMinutes: nil) }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A date as it was written, before its time zone is applied.
struct WrittenDate: Equatable {
  var year = 0
  var month = 0
  var day = 0
  /// Nil if there is no time.
  var time: WrittenTime?
  /// Seconds east of Greenwich. Nil if there is no zone.
  var offset: Int?
  /// Whether the zone was written as `Z`.
  var isZulu = false

  /// The day, or nil if it does not exist or the year does not have one to four digits.
  var civil: CivilDate? {
    (1...9999).contains(year) ? CivilDate(year: year, month: month, day: day) : nil
  }
}

/// A time of day as it was written.
struct WrittenTime: Equatable, Sendable {
  var hour = 0
  var minute = 0
  var second = 0

  var exists: Bool { CivilTime.exists(hour, minute, second) }

  /// Returns the time on a day, or nil if the time does not exist.
  func on(_ date: CivilDate) -> CivilTime? {
    CivilTime(date, hour: hour, minute: minute, second: second)
  }

  /// Parses `HH:mm` or `HH:mm:ss`.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let parsed = bytes.withUnsafeBufferPointer { bytes -> WrittenTime? in
      var cursor = DigitScanner(bytes)
      guard let time = cursor.time(), cursor.isAtEnd else { return nil }
      return time
    }
    guard let parsed, parsed.exists else { return nil }
    self = parsed
  }

  init(hour: Int, minute: Int, second: Int) {
    (self.hour, self.minute, self.second) = (hour, minute, second)
  }
}

extension DigitScanner {
  /// Parses `HH:mm` or `HH:mm:ss`, optionally with a fraction, which is dropped.
  mutating func time() -> WrittenTime? {
    guard let hour = number(digits: 2), skip(0x3A), let minute = number(digits: 2) else {
      return nil
    }
    guard skip(0x3A) else { return WrittenTime(hour: hour, minute: minute, second: 0) }
    guard let second = number(digits: 2) else { return nil }
    if skip(0x2E) || skip(0x2C) {
      guard skipDigits() > 0 else { return nil }
    }
    return WrittenTime(hour: hour, minute: minute, second: second)
  }

  /// Parses `Z`, `±hh:mm`, `±hhmm` or `±hh`, at most 14 hours from Greenwich.
  mutating func zone() -> (offset: Int, isZulu: Bool)? {
    guard let sign = readByte() else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return (0, true) }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = number(digits: 2)
    else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = skip(0x3A)
      guard let written = number(digits: 2) else { return nil }
      minutes = written
    }
    let seconds = hours * 3600 + minutes * 60
    guard minutes < 60, seconds <= 14 * 3600 else { return nil }
    return (sign == UInt8(ascii: "-") ? -seconds : seconds, false)
  }

  /// Parses ISO 8601 in the extended format: a date, optionally with `T` or a space and a time, and
  /// optionally with a zone.
  mutating func isoDate() -> WrittenDate? {
    guard let year = number(digits: 4), skip(0x2D), let month = number(digits: 2), skip(0x2D),
      let day = number(digits: 2)
    else { return nil }
    var date = WrittenDate(year: year, month: month, day: day)
    guard let separator = readByte() else { return date }
    guard separator | 0x20 == UInt8(ascii: "t") || separator == 0x20 else { return nil }
    guard let time = time() else { return nil }
    date.time = time
    if isAtEnd { return date }
    // Some programs write a space between time and zone.
    _ = skip(0x20)
    guard let (offset, isZulu) = zone(), isAtEnd else { return nil }
    date.offset = offset
    date.isZulu = isZulu
    return date
  }
}

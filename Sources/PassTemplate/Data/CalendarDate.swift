// SPDX-License-Identifier: Apache-2.0

/// Days and seconds of the Gregorian calendar, as integers.
enum CalendarDate {
  /// The days from 1970-01-01 to a day of the Gregorian calendar, which must exist.
  ///
  /// Years are counted from March, so that the leap day is the last of its year.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    // 719468 days lie between 0000-03-01 and 1970-01-01.
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The year of a day counted from 1970-01-01.
  static func year(ofDay day: Int) -> Int {
    // 400 years have 146,097 days. Their leap days are not spread evenly, so this may be one off.
    let year = 1970 + (day * 400).floorDivided(by: 146_097)
    if day < days(year: year, month: 1, day: 1) { return year - 1 }
    return day < days(year: year + 1, month: 1, day: 1) ? year : year + 1
  }

  static func daysInMonth(_ month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  /// Rounded down, also below zero; the divisor must be positive.
  func floorDivided(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }
}

/// A date as it was written, in no time zone yet.
struct WrittenDate: Equatable {
  var year = 0
  var month = 0
  var day = 0
  /// Nil when the text has no time.
  var time: WrittenTime?
  /// Seconds east of Greenwich; nil when the text has no zone.
  var offset: Int?
  /// The zone was written `Z`.
  var isZulu = false

  /// Whether there is such a day and time.
  var exists: Bool {
    (1...9999).contains(year) && (1...12).contains(month) && day >= 1
      && day <= CalendarDate.daysInMonth(month, year: year) && (time?.exists ?? true)
  }
}

/// A time of day as it was written.
struct WrittenTime: Equatable, Sendable {
  var hour = 0
  var minute = 0
  var second = 0

  var exists: Bool { hour <= 23 && minute <= 59 && second <= 59 }
  var seconds: Int { hour * 3600 + minute * 60 + second }

  /// `HH:mm` or `HH:mm:ss`.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let parsed = bytes.withUnsafeBufferPointer { bytes -> WrittenTime? in
      var cursor = DateCursor(bytes, 0..<bytes.count)
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

/// Walks the bytes of a date.
struct DateCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private var index: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { index >= end }
  var next: UInt8? { index < end ? bytes[index] : nil }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Exactly that many digits.
  mutating func digits(_ count: Int) -> Int? {
    guard end - index >= count else { return nil }
    var value = 0
    for offset in index..<index + count {
      guard bytes[offset].isDigit else { return nil }
      value = value * 10 + Int(bytes[offset] - 0x30)
    }
    index += count
    return value
  }

  /// `HH:mm`, `HH:mm:ss` or that with a fraction, which is dropped.
  mutating func time() -> WrittenTime? {
    guard let hour = digits(2), skip(0x3A), let minute = digits(2) else { return nil }
    guard skip(0x3A) else { return WrittenTime(hour: hour, minute: minute, second: 0) }
    guard let second = digits(2) else { return nil }
    if next == 0x2E || next == 0x2C {
      index += 1
      guard let first = next, first.isDigit else { return nil }
      while let byte = next, byte.isDigit { index += 1 }
    }
    return WrittenTime(hour: hour, minute: minute, second: second)
  }

  /// `Z`, `±hh:mm`, `±hhmm` or `±hh`, at most 14 hours from Greenwich.
  mutating func zone() -> (offset: Int, isZulu: Bool)? {
    guard let sign = next else { return nil }
    index += 1
    if sign | 0x20 == UInt8(ascii: "z") { return (0, true) }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = digits(2)
    else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = skip(0x3A)
      guard let written = digits(2) else { return nil }
      minutes = written
    }
    let seconds = hours * 3600 + minutes * 60
    guard minutes < 60, seconds <= 14 * 3600 else { return nil }
    return (sign == UInt8(ascii: "-") ? -seconds : seconds, false)
  }

  /// ISO 8601, extended: a date, perhaps with `T` or a blank and a time, perhaps with a zone.
  mutating func isoDate() -> WrittenDate? {
    guard let year = digits(4), skip(0x2D), let month = digits(2), skip(0x2D),
      let day = digits(2)
    else { return nil }
    var date = WrittenDate(year: year, month: month, day: day)
    guard let separator = next else { return date }
    guard separator | 0x20 == UInt8(ascii: "t") || separator == 0x20 else { return nil }
    index += 1
    guard let time = time() else { return nil }
    date.time = time
    if isAtEnd { return date }
    // Between time and zone some programs leave a blank.
    _ = skip(0x20)
    guard let (offset, isZulu) = zone(), isAtEnd else { return nil }
    date.offset = offset
    date.isZulu = isZulu
    return date
  }
}

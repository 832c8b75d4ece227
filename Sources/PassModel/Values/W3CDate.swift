// SPDX-License-Identifier: Apache-2.0

/// A date with time and zone as pass.json writes it: `2026-05-01T18:30:00+02:00`.
///
/// The profile of ISO 8601 the W3C published as a note; seconds are optional.
package struct W3CDate: Sendable, Hashable {
  /// Seconds since 1970 in UTC, fractions dropped.
  package let seconds: Int64
  /// Fractions of a second were given; not in Apple's text, accepted by some readers.
  package let hasFraction: Bool
  /// Minutes east of Greenwich.
  package let offsetInMinutes: Int

  /// Why a text is no such date.
  package enum Fault: Error, Sendable, Hashable {
    /// A date alone, without time and zone.
    case dateOnly
    /// Date and time, but neither `Z` nor an offset.
    case missingZone
    /// An offset that is not `+hh:mm`, as `+0200` or Apple's own sample `-7:00`.
    case malformedOffset
    /// A day, hour, minute or second that does not exist.
    case outOfRange
    /// Not built like a date.
    case malformed
  }

  /// Reads a date; exact in what it accepts.
  package static func read(_ text: String) -> Result<W3CDate, Fault> {
    var text = text
    return text.withUTF8 { read($0) }
  }

  /// The date, or nil when the text is none.
  package init?(_ text: String) {
    guard case .success(let date) = Self.read(text) else { return nil }
    self = date
  }

  private init(seconds: Int64, hasFraction: Bool, offsetInMinutes: Int) {
    self.seconds = seconds
    self.hasFraction = hasFraction
    self.offsetInMinutes = offsetInMinutes
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<W3CDate, Fault> {
    var scanner = Scanner(bytes: bytes)
    guard let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), scanner.skip("-"),
      let day = scanner.number(digits: 2)
    else { return .failure(.malformed) }
    guard !scanner.isAtEnd else { return .failure(.dateOnly) }
    guard scanner.skip("T"), let hour = scanner.number(digits: 2), scanner.skip(":"),
      let minute = scanner.number(digits: 2)
    else { return .failure(.malformed) }
    var second = 0
    var hasFraction = false
    if scanner.skip(":") {
      guard let number = scanner.number(digits: 2) else { return .failure(.malformed) }
      second = number
      if scanner.skip(".") || scanner.skip(",") {
        guard scanner.skipDigits() > 0 else { return .failure(.malformed) }
        hasFraction = true
      }
    }
    guard (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour <= 23,
      minute <= 59, second <= 60
    else { return .failure(.outOfRange) }
    switch scanner.offset() {
    case .failure(let fault): return .failure(fault)
    case .success(let offset):
      let days = Int64(daysSince1970(year: year, month: month, day: day))
      let clock = Int64(hour * 3600 + minute * 60 + second) - Int64(offset * 60)
      return .success(
        W3CDate(
          seconds: days * 86_400 + clock, hasFraction: hasFraction, offsetInMinutes: offset))
    }
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days of the Gregorian calendar; years are counted from March, so that the leap day is last.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + floored(year, 4) - floored(year, 100) + floored(year, 400) + dayOfYear
      - 719_468
  }

  private static func floored(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : (a - b + 1) / b }

  private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    mutating func number(digits: Int) -> Int? {
      guard position + digits <= bytes.count else { return nil }
      var value = 0
      for index in position..<position + digits {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        value = value * 10 + Int(digit)
      }
      position += digits
      return value
    }

    mutating func skipDigits() -> Int {
      let start = position
      while position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9 { position += 1 }
      return position - start
    }

    /// The zone, with which the text has to end.
    mutating func offset() -> Result<Int, Fault> {
      if isAtEnd { return .failure(.missingZone) }
      if skip("Z") { return isAtEnd ? .success(0) : .failure(.malformed) }
      let isNegative = skip("-")
      guard isNegative || skip("+") else { return .failure(.malformed) }
      guard let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2), isAtEnd
      else { return .failure(.malformedOffset) }
      guard hours <= 23, minutes <= 59 else { return .failure(.outOfRange) }
      let offset = hours * 60 + minutes
      return .success(isNegative ? -offset : offset)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A date with time and zone as in pass.json, such as `2026-05-01T18:30:00+02:00`.
///
/// The format is the profile of ISO 8601 in a note of the W3C. Seconds are optional.
package struct W3CDate: Sendable, Hashable {
  /// The time in seconds since 1970, without fractions.
  package let seconds: Int64
  /// Whether the text has fractions of a second. Apple does not document these, and some readers
  /// accept them.
  package let hasFraction: Bool
  /// The zone as written, in minutes east of Greenwich. It is 0 for `Z`.
  package let offsetInMinutes: Int

  /// The reason why a text is not such a date.
  package enum W3CDateError: Error, Sendable, Hashable {
    /// A date without time and zone.
    case dateOnly
    /// Date and time without `Z` or an offset.
    case missingZone
    /// An offset that is not `+hh:mm`, such as `+0200` or `-7:00` in a sample of Apple's.
    case malformedOffset
    /// A day, hour, minute or second that does not exist.
    case outOfRange
    /// Any other text.
    case malformed
  }

  /// Reads a date. It accepts nothing but the documented forms and fractions of a second.
  package static func read(_ text: String) -> Result<W3CDate, W3CDateError> {
    var text = text
    return text.withUTF8 { read($0) }
  }

  /// Reads a date. Returns nil if `read` fails.
  package init?(_ text: String) {
    guard case .success(let date) = Self.read(text) else { return nil }
    self = date
  }

  private init(seconds: Int64, hasFraction: Bool, offsetInMinutes: Int) {
    self.seconds = seconds
    self.hasFraction = hasFraction
    self.offsetInMinutes = offsetInMinutes
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<W3CDate, W3CDateError> {
    var scanner = DigitScanner(bytes)
    guard let year = scanner.number(digits: 4), scanner.skip(UInt8(ascii: "-")),
      let month = scanner.number(digits: 2), scanner.skip(UInt8(ascii: "-")),
      let day = scanner.number(digits: 2)
    else { return .failure(.malformed) }
    guard !scanner.isAtEnd else { return .failure(.dateOnly) }
    guard scanner.skip(UInt8(ascii: "T")), let hour = scanner.number(digits: 2),
      scanner.skip(UInt8(ascii: ":")), let minute = scanner.number(digits: 2)
    else { return .failure(.malformed) }
    var second = 0
    var hasFraction = false
    if scanner.skip(UInt8(ascii: ":")) {
      guard let number = scanner.number(digits: 2) else { return .failure(.malformed) }
      second = number
      if scanner.skip(UInt8(ascii: ".")) || scanner.skip(UInt8(ascii: ",")) {
        guard scanner.skipDigits() > 0 else { return .failure(.malformed) }
        hasFraction = true
      }
    }
    guard let date = CivilDate(year: year, month: month, day: day),
      let time = CivilTime(
        date, hour: hour, minute: minute, second: second, allowsLeapSecond: true)
    else { return .failure(.outOfRange) }
    return offset(&scanner).map { offset in
      W3CDate(
        seconds: time.secondsSince1970(offset: offset * 60), hasFraction: hasFraction,
        offsetInMinutes: offset)
    }
  }

  /// Reads the zone at the end of the text.
  private static func offset(_ scanner: inout DigitScanner) -> Result<Int, W3CDateError> {
    if scanner.isAtEnd { return .failure(.missingZone) }
    if scanner.skip(UInt8(ascii: "Z")) {
      return scanner.isAtEnd ? .success(0) : .failure(.malformed)
    }
    let isNegative = scanner.skip(UInt8(ascii: "-"))
    guard isNegative || scanner.skip(UInt8(ascii: "+")) else { return .failure(.malformed) }
    guard let hours = scanner.number(digits: 2), scanner.skip(UInt8(ascii: ":")),
      let minutes = scanner.number(digits: 2), scanner.isAtEnd
    else { return .failure(.malformedOffset) }
    guard hours <= 23, minutes <= 59 else { return .failure(.outOfRange) }
    let offset = hours * 60 + minutes
    return .success(isNegative ? -offset : offset)
  }
}

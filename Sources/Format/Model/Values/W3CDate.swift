// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A date with time and zone as pass.json writes it: `2026-05-01T18:30:00+02:00`.
///
/// The profile of ISO 8601 the W3C published as a note; seconds are optional.
package struct W3CDate: Sendable, Hashable {
  /// Seconds since 1970 in UTC, fractions dropped.
  package let seconds: Int64
  /// Fractions of a second were given; not in Apple's text, accepted by some readers.
  package let hasFraction: Bool
  /// The zone as it is written: minutes east of Greenwich, 0 for `Z`.
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

  /// Reads a date; nil for every text that `read` finds a fault in.
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

  /// The zone, with which the text has to end.
  private static func offset(_ scanner: inout DigitScanner) -> Result<Int, Fault> {
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

// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel

/// A time in a document: with its time zone, or as a duration from now such as `P14D`.
package enum PaymentDate: Sendable {
  /// A time, and its spelling in the document.
  case moment(seconds: Int64, text: String)
  /// A duration from now.
  case later(PaymentDuration)

  /// The reason why a string is not a date.
  package enum PaymentDateError: Error, Sendable {
    case noZone, malformed
  }

  /// Reads a date of ISO 8601 with a time zone or offset, or a duration.
  package static func read(_ text: String) -> Result<PaymentDate, PaymentDateError> {
    if text.hasPrefix("P") {
      guard let duration = PaymentDuration(text) else { return .failure(.malformed) }
      return .success(.later(duration))
    }
    switch W3CDate.read(text) {
    case .success(let date): return .success(.moment(seconds: date.seconds, text: text))
    case .failure(.missingZone), .failure(.dateOnly): return .failure(.noZone)
    case .failure: return .failure(.malformed)
    }
  }

  /// Returns the time in seconds since 1970.
  package func seconds(asOf now: Int64) -> Int64 {
    switch self {
    case .moment(let seconds, _): seconds
    case .later(let duration): duration.seconds(after: now)
    }
  }
}

/// A positive duration of ISO 8601, such as `P14D`, `P1Y2M` or `PT36H`.
package struct PaymentDuration: Sendable {
  /// A unit of a duration.
  package enum Unit: String, Sendable {
    case year, month, day, hour, minute, second
  }

  package let parts: [(unit: Unit, count: Int)]

  /// Reads a duration with at most four digits a part, or returns nil.
  package init?(_ text: String) {
    var parts: [(unit: Unit, count: Int)] = []
    var digits = ""
    var isTime = false
    var last = -1
    for byte in text.utf8.dropFirst() {
      if byte.decimalDigit != nil {
        digits.unicodeScalars.append(Unicode.Scalar(byte))
        guard digits.utf8.count <= 4 else { return nil }
        continue
      }
      if byte == UInt8(ascii: "T"), !isTime, digits.isEmpty {
        isTime = true
        continue
      }
      let rank: Int
      let unit: Unit
      switch (byte, isTime) {
      case (UInt8(ascii: "Y"), false): (rank, unit) = (0, .year)
      case (UInt8(ascii: "M"), false): (rank, unit) = (1, .month)
      case (UInt8(ascii: "W"), false): (rank, unit) = (2, .day)
      case (UInt8(ascii: "D"), false): (rank, unit) = (3, .day)
      case (UInt8(ascii: "H"), true): (rank, unit) = (4, .hour)
      case (UInt8(ascii: "M"), true): (rank, unit) = (5, .minute)
      case (UInt8(ascii: "S"), true): (rank, unit) = (6, .second)
      default: return nil
      }
      guard rank > last, let count = Int(digits) else { return nil }
      parts.append((unit, rank == 2 ? count * 7 : count))
      last = rank
      digits = ""
    }
    guard text.utf8.first == UInt8(ascii: "P"), digits.isEmpty, !parts.isEmpty,
      text.utf8.last != UInt8(ascii: "T")
    else { return nil }
    self.parts = parts
  }

  /// Returns the time after this duration in UTC. If a month does not have the day, its last day is
  /// used.
  package func seconds(after start: Int64) -> Int64 {
    var time = CivilTime(secondsSince1970: start)
    var rest: Int64 = 0
    for (unit, count) in parts {
      switch unit {
      case .year: time = Self.time(time, months: count * 12)
      case .month: time = Self.time(time, months: count)
      case .day: rest += Int64(count) * 86_400
      case .hour: rest += Int64(count) * 3_600
      case .minute: rest += Int64(count) * 60
      case .second: rest += Int64(count)
      }
    }
    return time.secondsSince1970() &+ rest
  }

  private static func time(_ time: CivilTime, months: Int) -> CivilTime {
    let month = time.date.month - 1 + months
    let year = time.date.year + month / 12
    let day = min(time.date.day, CivilDate.days(in: month % 12 + 1, of: year))
    guard let date = CivilDate(year: year, month: month % 12 + 1, day: day),
      let result = CivilTime(date, hour: time.hour, minute: time.minute, second: time.second)
    else { return time }
    return result
  }
}

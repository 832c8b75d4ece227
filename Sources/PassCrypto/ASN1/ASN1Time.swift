// SPDX-License-Identifier: Apache-2.0

/// The two spellings of a moment in certificates and signatures, and Unix seconds.
enum ASN1Time {
  /// UTCTime until 2049, GeneralizedTime outside 1950 to 2049 (RFC 5280, 4.1.2.5); nil outside
  /// the years 0 to 9999.
  static func encode(_ seconds: Int64) -> [UInt8]? {
    let (day, second) = seconds.flooredDivision(by: 86_400)
    guard day >= -719_528, day < 2_932_897 else { return nil }
    let (year, month, dayOfMonth) = civil(fromDay: day)
    var text: [UInt8] = []
    func put(_ value: Int64, digits: Int) {
      var rest = value
      var reversed: [UInt8] = []
      for _ in 0..<digits {
        reversed.append(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      }
      text.append(contentsOf: reversed.reversed())
    }
    let isShort = (1950...2049).contains(year)
    put(isShort ? year % 100 : year, digits: isShort ? 2 : 4)
    put(month, digits: 2)
    put(dayOfMonth, digits: 2)
    put(second / 3600, digits: 2)
    put(second / 60 % 60, digits: 2)
    put(second % 60, digits: 2)
    text.append(UInt8(ascii: "Z"))
    return DERWriter.element(
      isShort ? ASN1Reader.utcTime : ASN1Reader.generalizedTime, text)
  }

  /// Unix seconds of a UTCTime or GeneralizedTime; nil when it is not well formed.
  ///
  /// Seconds may be absent and an offset may stand in place of `Z` (BER); fractions are cut off.
  static func decode(_ element: ASN1Element, in bytes: [UInt8]) -> Int64? {
    decode(tag: element.tag, text: bytes[element.content])
  }

  static func decode(tag: UInt8, text: ArraySlice<UInt8>) -> Int64? {
    var rest = text
    func number(_ digits: Int) -> Int64? {
      guard rest.count >= digits else { return nil }
      var value: Int64 = 0
      for digit in rest.prefix(digits) {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + Int64(digit - UInt8(ascii: "0"))
      }
      rest = rest.dropFirst(digits)
      return value
    }

    var year: Int64
    switch tag {
    case ASN1Reader.utcTime:
      guard let short = number(2) else { return nil }
      year = short < 50 ? 2000 + short : 1900 + short
    case ASN1Reader.generalizedTime:
      guard let long = number(4) else { return nil }
      year = long
    default:
      return nil
    }
    guard let month = number(2), (1...12).contains(month),
      let day = number(2), day >= 1, day <= daysInMonth(month, year),
      let hour = number(2), hour < 24, let minute = number(2), minute < 60
    else { return nil }
    var second: Int64 = 0
    if let first = rest.first, first >= UInt8(ascii: "0"), first <= UInt8(ascii: "9") {
      guard let value = number(2), value <= 59 else { return nil }
      second = value
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst().drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard let zone = rest.first else { return nil }
    rest = rest.dropFirst()
    var offset: Int64 = 0
    switch zone {
    case UInt8(ascii: "Z"):
      break
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard let hours = number(2), hours < 24, let minutes = number(2), minutes < 60 else {
        return nil
      }
      offset = (hours * 60 + minutes) * (zone == UInt8(ascii: "+") ? 60 : -60)
    default:
      return nil
    }
    guard rest.isEmpty else { return nil }
    return self.day(year: year, month: month, day: day) * 86_400
      + hour * 3600 + minute * 60 + second - offset
  }

  private static func daysInMonth(_ month: Int64, _ year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01. Years are counted from March, so that the leap day comes last.
  private static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let (era, yearOfEra) = marchYear.flooredDivision(by: 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func civil(fromDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (day + 719_468).flooredDivision(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension Int64 {
  /// Quotient rounded down and the remainder, which is never negative.
  fileprivate func flooredDivision(by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

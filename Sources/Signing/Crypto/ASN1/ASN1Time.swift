// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Conversion between Unix seconds and the two time types of certificates and signatures.
enum ASN1Time {
  /// Returns a UTCTime for 1950 to 2049, otherwise a GeneralizedTime (RFC 5280, 4.1.2.5). Returns
  /// nil outside the years 0 to 9999.
  static func encode(_ seconds: Int64) -> [UInt8]? {
    let time = CivilTime(secondsSince1970: seconds)
    guard (0...9999).contains(time.date.year) else { return nil }
    // `2031-05-01T12:00:00Z` without separators.
    let text = time.description.utf8.filter { $0.decimalDigit != nil || $0 == UInt8(ascii: "Z") }
    return (1950...2049).contains(time.date.year)
      ? DERWriter.element(ASN1Reader.utcTime, Array(text.dropFirst(2)))
      : DERWriter.element(ASN1Reader.generalizedTime, text)
  }

  /// Returns the Unix seconds of a UTCTime or GeneralizedTime. Returns nil if it is malformed.
  ///
  /// As BER allows, seconds are optional and there may be an offset instead of `Z`. Fractions are
  /// ignored.
  static func decode(_ element: ASN1Element, in bytes: [UInt8]) -> Int64? {
    decode(tag: element.tag, text: bytes[element.content])
  }

  static func decode(tag: UInt8, text: ArraySlice<UInt8>) -> Int64? {
    text.withUnsafeBufferPointer { bytes in
      var scanner = DigitScanner(bytes)
      return decode(tag: tag, &scanner)
    }
  }

  private static func decode(tag: UInt8, _ scanner: inout DigitScanner) -> Int64? {
    let year: Int
    switch tag {
    case ASN1Reader.utcTime:
      guard let short = scanner.number(digits: 2) else { return nil }
      year = short < 50 ? 2000 + short : 1900 + short
    case ASN1Reader.generalizedTime:
      guard let long = scanner.number(digits: 4) else { return nil }
      year = long
    default:
      return nil
    }
    guard let month = scanner.number(digits: 2), let day = scanner.number(digits: 2),
      let hour = scanner.number(digits: 2), let minute = scanner.number(digits: 2)
    else { return nil }
    var second = 0
    if scanner.next?.decimalDigit != nil {
      guard let value = scanner.number(digits: 2) else { return nil }
      second = value
    }
    guard let date = CivilDate(year: year, month: month, day: day),
      let time = CivilTime(date, hour: hour, minute: minute, second: second)
    else { return nil }
    if scanner.skip(UInt8(ascii: ".")) { _ = scanner.skipDigits() }
    guard let offset = offset(&scanner), scanner.isAtEnd else { return nil }
    return time.secondsSince1970(offset: offset)
  }

  /// Returns the offset of `Z`, `+hhmm` or `-hhmm` in seconds.
  private static func offset(_ scanner: inout DigitScanner) -> Int? {
    if scanner.skip(UInt8(ascii: "Z")) { return 0 }
    let isNegative = scanner.skip(UInt8(ascii: "-"))
    guard isNegative || scanner.skip(UInt8(ascii: "+")),
      let hours = scanner.number(digits: 2), hours < 24,
      let minutes = scanner.number(digits: 2), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isNegative ? -60 : 60)
  }
}

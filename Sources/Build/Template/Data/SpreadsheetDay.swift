// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A day that a spreadsheet stores as a number: 47118 is 2028-12-31.
struct SpreadsheetDay {
  /// The date as `YYYY-MM-DD`.
  let date: String

  /// Reads a number with five digits and optionally a fraction, which is the time of day. Returns
  /// nil for any other string. These are the days from 1927 to 2173. Shorter numbers may be years.
  init?(_ text: String) {
    let digits = text.utf8.prefix { $0.isDigit }
    let rest = text.utf8.dropFirst(digits.count)
    guard digits.count == 5, let number = Int64(text.prefix(5)), number >= 10_000 else {
      return nil
    }
    if let sign = rest.first {
      guard sign == UInt8(ascii: ".") || sign == UInt8(ascii: ","), rest.count > 1,
        rest.dropFirst().allSatisfy(\.isDigit)
      else { return nil }
    }
    // Day 1 is 1900-01-01. Day 60 is 1900-02-29, which did not exist, so all later numbers are one
    // too high. Day 25569 is 1970-01-01.
    let day = CivilDate(ofSecondsSince1970: (number - 25_569) * 86_400)
    date = "\(day)"
  }
}

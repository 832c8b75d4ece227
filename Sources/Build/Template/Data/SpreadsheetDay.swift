// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The day that a spreadsheet keeps as a number: 47118 is 2028-12-31.
struct SpreadsheetDay {
  /// The date, as `YYYY-MM-DD`.
  let date: String

  /// The day of a number with five digits, perhaps with a fraction, the time of day; nil for any
  /// other text. Those are the days from 1927 to 2173: shorter numbers may be years.
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
    // Day 1 is 1900-01-01 and day 60 is 1900-02-29, which never was: all later days count one
    // too many. 25569 days lead to 1970-01-01.
    let day = CivilDate(ofSecondsSince1970: (number - 25_569) * 86_400)
    date = "\(day)"
  }
}

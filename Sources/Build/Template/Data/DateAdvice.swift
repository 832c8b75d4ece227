// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Help for a date that a column cannot read.
struct DateAdvice {
  /// The column's format. Nil for ISO 8601.
  let format: DateFormat?

  /// Returns how to write a date in the column's format, or nil if the day is unknown.
  ///
  /// Days such as 31.12.2028 and 2028/12/31 are recognized. 05/06/2028 is ambiguous:
  /// either number may be the month.
  func help(for text: String) -> String? {
    let numbers = text.split(omittingEmptySubsequences: false) { !$0.isASCII || !$0.isNumber }
    let signs = Set(text.filter { !$0.isASCII || !$0.isNumber })
    guard numbers.count == 3, let sign = signs.first, signs.count == 1, "./- ".contains(sign),
      let first = Int(numbers[0]), let middle = Int(numbers[1]), let last = Int(numbers[2])
    else { return nil }
    let order: [String]
    let day: CivilDate?
    if numbers[0].count == 4 {
      order = ["yyyy", "MM", "dd"]
      day = CivilDate(year: first, month: middle, day: last)
    } else if numbers[2].count == 4, sign == "." || first > 12 {
      order = ["dd", "MM", "yyyy"]
      day = CivilDate(year: last, month: middle, day: first)
    } else if numbers[2].count == 4, middle > 12 {
      order = ["MM", "dd", "yyyy"]
      day = CivilDate(year: last, month: first, day: middle)
    } else {
      return nil
    }
    guard let day, let written = written(day) else { return nil }
    guard numbers.allSatisfy({ [1, 2, 4].contains($0.count) }) else { return "write \(written)" }
    // Numbers without a zero in front need the short parts of a format.
    let format = zip(order, numbers).map { $1.count == 1 ? String($0.prefix(1)) : $0 }
      .joined(separator: String(sign))
    return "write \(written), or set the column's \"format\" to \"\(format)\" in template.json"
  }

  /// Returns a day in the column's format, or nil if the format has a time.
  private func written(_ day: CivilDate) -> String? {
    guard let format else { return "\(day)" }
    var text = ""
    for field in format.fields {
      let isShort = field.digits == 1...2
      switch field.part {
      case .year: text += "\(day)".prefix(4).suffix(field.digits.upperBound)
      case .month: text += isShort ? "\(day.month)" : twoDigits(day.month)
      case .day: text += isShort ? "\(day.day)" : twoDigits(day.day)
      case .literal(let bytes): text += String(decoding: bytes, as: UTF8.self)
      case .hour, .minute, .second: return nil
      }
    }
    return text
  }

  /// Returns how to correct a day or time that does not exist.
  static func help(forNonexistent date: WrittenDate) -> String {
    guard date.civil == nil else {
      return "correct the time: hours go to 23, minutes and seconds to 59"
    }
    guard (1...9999).contains(date.year) else { return "correct the year: it is from 1 to 9999" }
    guard (1...12).contains(date.month) else {
      return "correct the month: it is \(date.month), and months go to 12"
    }
    return "correct the day: the month has \(CivilDate.days(in: date.month, of: date.year)) days"
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Dates in the format of HTTP (RFC 9110, 5.6.7).
package enum HTTPDate {
  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Formats seconds since 1970, as in `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func text(_ seconds: Int64) -> String {
    let time = CivilTime(secondsSince1970: seconds)
    // 1 January 1970 was a Thursday.
    let day = Int((seconds.flooredDays + 3) % 7 + 7) % 7
    let year = String(time.date.year)
    var text = days[day]
    text.reserveCapacity(32)
    text += ", "
    add(time.date.day, to: &text)
    text += " "
    text += months[time.date.month - 1]
    text += " "
    for _ in 0..<max(0, 4 - year.utf8.count) { text += "0" }
    text += year
    text += " "
    add(time.hour, to: &text)
    text += ":"
    add(time.minute, to: &text)
    text += ":"
    add(time.second, to: &text)
    text += " GMT"
    return text
  }

  /// Returns seconds since 1970, or nil if the text is not exactly in the format of `text(_:)`.
  package static func seconds(of text: String) -> Int64? {
    let words = text.split(separator: " ").map(String.init)
    guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","), words[1].utf8.count == 2,
      let day = Int(words[1]), let month = months.firstIndex(of: words[2]),
      let year = Int(words[3]), words[3].utf8.count == 4
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { $0.utf8.count == 2 ? Int($0) : nil }
    guard clock.count == 3, let date = CivilDate(year: year, month: month + 1, day: day),
      let time = CivilTime(date, hour: clock[0], minute: clock[1], second: clock[2])
    else { return nil }
    let seconds = time.secondsSince1970()
    return self.text(seconds) == text ? seconds : nil
  }

  /// Appends two digits.
  private static func add(_ number: Int, to text: inout String) {
    text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "0") + UInt8(number / 10)))
    text.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "0") + UInt8(number % 10)))
  }
}

extension Int64 {
  fileprivate var flooredDays: Int64 {
    self >= 0 ? self / 86_400 : -((86_399 - self) / 86_400)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PassValues

/// Dates of HTTP in the form that is still written (RFC 9110, 5.6.7).
package enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`.
  package static func text(_ seconds: Int64) -> String {
    let time = CivilTime(secondsSince1970: seconds)
    let day = Int((seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(days[((day % 7) + 7) % 7]), \(two(time.date.day)) \(months[time.date.month - 1]) "
      + "\(time.date.year) \(two(time.hour)):\(two(time.minute)):\(two(time.second)) GMT"
  }

  /// The moment in seconds since 1970; nil for any other text.
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
}

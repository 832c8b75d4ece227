// SPDX-License-Identifier: Apache-2.0

import PassValues

/// Times as HTTP writes them (RFC 9110, 5.6.7).
package enum HTTPDate {
  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, of seconds since 1970.
  package static func text(_ seconds: Int64) -> String {
    let time = CivilTime(secondsSince1970: seconds)
    // 1 January 1970 was a Thursday.
    let day = Int((seconds.flooredDays + 3) % 7 + 7) % 7
    let year = String(time.date.year)
    let padded = String(repeating: "0", count: max(0, 4 - year.utf8.count)) + year
    return "\(days[day]), \(two(time.date.day)) \(months[time.date.month - 1]) \(padded) "
      + "\(two(time.hour)):\(two(time.minute)):\(two(time.second)) GMT"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Int64 {
  fileprivate var flooredDays: Int64 {
    self >= 0 ? self / 86_400 : -((86_399 - self) / 86_400)
  }
}

// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The ledger's times in words.
package enum LedgerTime {
  /// `2026-11-21T23:05:00Z`.
  package static func text(_ seconds: Int64) -> String { text(seconds, "T", ":ss") + "Z" }

  /// `2026-11-21 23:05`, in UTC: for columns.
  package static func short(_ seconds: Int64) -> String { text(seconds, " ", "") }

  private static func text(_ seconds: Int64, _ separator: String, _ tail: String) -> String {
    var time = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return "\(seconds)" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    return date + separator + clock + (tail.isEmpty ? "" : ":\(two(parts.tm_sec))")
  }
}

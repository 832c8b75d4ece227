// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Times of the ledger as strings.
enum LedgerTime {
  /// Returns `2026-11-21T23:05:00Z`.
  static func text(_ seconds: Int64) -> String {
    CivilTime(secondsSince1970: seconds).description
  }

  /// Returns `2026-11-21 23:05` in UTC, for columns.
  static func short(_ seconds: Int64) -> String {
    let time = CivilTime(secondsSince1970: seconds)
    return "\(time.date) \(time.minuteText)"
  }
}

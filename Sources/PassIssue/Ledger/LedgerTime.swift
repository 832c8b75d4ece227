// SPDX-License-Identifier: Apache-2.0

import PassValues

/// The times of a ledger, in seconds since 1970, as text in UTC.
package enum LedgerTime {
  /// To the second, as in ISO 8601: `2026-11-21T23:05:00Z`.
  package static func text(_ seconds: Int64) -> String {
    CivilTime(secondsSince1970: seconds).description
  }

  /// To the minute, for columns: `2026-11-21 23:05`.
  package static func short(_ seconds: Int64) -> String {
    let time = CivilTime(secondsSince1970: seconds)
    return "\(time.date) \(time.minuteText)"
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Detects a clock that was set back after a push was postponed.
enum OutboxClock {
  /// Returns the limit for `putOffAt`, in seconds since 1970.
  ///
  /// A push with a later value was postponed before the clock was set back, and is due now. The
  /// margin of 60 seconds allows for small steps and for different clocks of two instances.
  static func future(_ now: Int64) -> Int64 {
    let (moment, isPastAll) = now.addingReportingOverflow(60)
    return isPastAll ? .max : moment
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What the time says about pushes that were put off.
enum OutboxClock {
  /// A push that was put off later than this was put off by a clock that has been set back since.
  /// Smaller steps, and the difference between the clocks of two instances, change nothing.
  static func future(_ now: Int64) -> Int64 {
    let (moment, isPastAll) = now.addingReportingOverflow(60)
    return isPastAll ? .max : moment
  }
}

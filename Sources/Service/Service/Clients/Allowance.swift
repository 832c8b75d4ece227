// SPDX-License-Identifier: Apache-2.0

/// A token bucket: allows a burst, and then a rate per minute. Not safe to use from several
/// threads: the owner holds the lock.
struct Allowance {
  struct Limit {
    /// Size of the burst.
    let atOnce: Double
    /// Rate per minute after the burst.
    let perMinute: Double

    /// Returns the limit for several clients together.
    func times(_ shares: Int) -> Limit {
      Limit(atOnce: atOnce * Double(shares), perMinute: perMinute * Double(shares))
    }
  }

  private let limit: Limit
  private var left: Double
  private var seen: Int64

  /// - Parameter now: seconds of a monotonic clock.
  init(_ limit: Limit, now: Int64) {
    self.limit = limit
    left = limit.atOnce
    seen = now
  }

  /// Adds the tokens since the last call.
  mutating func wait(until now: Int64) {
    left = min(limit.atOnce, left + Double(now - seen) * limit.perMinute / 60)
    seen = now
  }

  /// Number of whole tokens left.
  var count: Int { Int(left) }

  mutating func use(_ count: Int) { left -= Double(count) }

  /// Returns tokens that were taken but not used.
  mutating func restore(_ count: Int) { left = min(limit.atOnce, left + Double(count)) }

  /// Seconds until one token is left, 0 if there is one now.
  var secondsToNext: Int { left >= 1 ? 0 : Int(((1 - left) * 60 / limit.perMinute).rounded(.up)) }
}

// SPDX-License-Identifier: Apache-2.0

/// How much of something may happen: so much at once, and so much more in a minute.
struct Allowance {
  /// The two figures of a limit.
  struct Limit {
    /// What may happen at once.
    let atOnce: Double
    /// What may happen in each minute besides.
    let perMinute: Double

    /// The limit of several clients together.
    func times(_ shares: Int) -> Limit {
      Limit(atOnce: atOnce * Double(shares), perMinute: perMinute * Double(shares))
    }
  }

  private let limit: Limit
  private var left: Double
  private var seen: Int64

  /// - Parameter now: seconds of a clock that never goes back.
  init(_ limit: Limit, now: Int64) {
    self.limit = limit
    left = limit.atOnce
    seen = now
  }

  /// Adds what became allowed since the last call.
  mutating func wait(until now: Int64) {
    left = min(limit.atOnce, left + Double(now - seen) * limit.perMinute / 60)
    seen = now
  }

  /// How many whole ones may happen.
  var count: Int { Int(left) }

  /// Takes some of what is allowed.
  mutating func take(_ count: Int) { left -= Double(count) }

  /// Gives back what was taken and did not happen.
  mutating func giveBack(_ count: Int) { left = min(limit.atOnce, left + Double(count)) }

  /// In how many seconds one more may happen; 0 if it may now.
  var secondsToNext: Int { left >= 1 ? 0 : Int(((1 - left) * 60 / limit.perMinute).rounded(.up)) }
}

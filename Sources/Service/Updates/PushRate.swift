// SPDX-License-Identifier: Apache-2.0

/// A model of how a device delays and stops updates when pushes of a pass type identifier come too
/// often.
///
/// The device keeps a score. A push sooner than the neutral interval after the last one raises it,
/// a later one lowers it. Three points of the curve were read from the program on a phone. An
/// interval of zero adds 1, half the neutral interval adds 0.125, three of them subtract 2. The
/// curve between them is our guess: the cube of the missing share, and a line after one interval.
package struct PushRate: Sendable, Hashable {
  /// How long the device delays the list request that follows a push.
  package enum Level: Int, Sendable, Comparable, CaseIterable {
    case atOnce, inTwoMinutes, inTenMinutes, inAnHour
    /// The device has switched off updates of all passes of this type and has told its user.
    case switchedOff

    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

    /// The delay of the list request after the push, in milliseconds.
    package var pause: Int64 {
      switch self {
      case .atOnce: 0
      case .inTwoMinutes: 120_000
      case .inTenMinutes: 600_000
      case .inAnHour, .switchedOff: 3_600_000
      }
    }
  }

  /// Lowest score of each level after the first.
  ///
  /// Apple does not publish the values of devices. With these, a device can get three pushes at
  /// once and then one in each neutral interval, and stays below the first threshold.
  package static let thresholds: [Double] = [4, 8, 12, 16]

  /// The current score, at least 0.
  package private(set) var score = 0.0
  /// Time of the last push, in milliseconds since 1970.
  package private(set) var lastAt: Int64?

  package init() {}

  /// Creates a rate from stored values.
  package init(score: Double, lastAt: Int64?) {
    self.score = max(0, score)
    self.lastAt = lastAt
  }

  /// Returns the interval that does not change the score, in milliseconds: two hours divided by the
  /// number of installed passes of the type, but at least 30 minutes.
  package static func neutralInterval(passes: Int) -> Int64 {
    max(7_200_000 / Int64(max(1, passes)), 1_800_000)
  }

  /// Returns what a push adds to the score.
  ///
  /// - Parameter share: the time since the last push divided by the neutral interval.
  package static func weight(ofShare share: Double) -> Double {
    share < 1 ? (1 - share) * (1 - share) * (1 - share) : 1 - share
  }

  /// Returns the score after a push at a time in milliseconds since 1970, without recording the
  /// push.
  package func score(afterPushAt now: Int64, passes: Int) -> Double {
    guard let lastAt else { return score }
    let share = Double(max(0, now - lastAt)) / Double(Self.neutralInterval(passes: passes))
    return max(0, score + Self.weight(ofShare: share))
  }

  /// Records a push.
  package mutating func push(at now: Int64, passes: Int) {
    score = score(afterPushAt: now, passes: passes)
    lastAt = max(now, lastAt ?? now)
  }

  package var level: Level { Self.level(ofScore: score) }

  package static func level(ofScore score: Double) -> Level {
    Level(rawValue: thresholds.count { score >= $0 }) ?? .switchedOff
  }

  /// Returns the first time from `now` on at which a push keeps the score below a limit, in
  /// milliseconds since 1970.
  package func earliest(from now: Int64, passes: Int, below limit: Double) -> Int64 {
    guard let lastAt, score(afterPushAt: now, passes: passes) >= limit else { return now }
    // The score falls with time, so a binary search finds the time. It is exact to one second.
    var low = max(now, lastAt)
    var high = low + Self.neutralInterval(passes: passes)
    while score(afterPushAt: high, passes: passes) >= limit {
      high += Self.neutralInterval(passes: passes)
    }
    while high - low > 1_000 {
      let middle = low + (high - low) / 2
      if score(afterPushAt: middle, passes: passes) >= limit { low = middle } else { high = middle }
    }
    return high
  }
}

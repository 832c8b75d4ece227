// SPDX-License-Identifier: Apache-2.0

/// How a device reckons with pushes of one pass type that come too often.
///
/// A score rises with each push that comes sooner than a neutral interval after the one before and
/// falls with longer ones. Three points of the curve were read off a phone's own program: at once
/// adds 1, half the interval 0.125, three intervals take 2 away. Between them it is a guess that
/// meets them: the cube of what is missing, and a line beyond.
package struct PushRate: Sendable, Hashable {
  /// What a device does with the list call of a push.
  package enum Level: Int, Sendable, Comparable, CaseIterable {
    case atOnce, inTwoMinutes, inTenMinutes, inAnHour
    /// Updates of all passes of the type are switched off, and the holder is told.
    case switchedOff

    package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

    /// How long the list call waits after the last one, in milliseconds.
    package var pause: Int64 {
      switch self {
      case .atOnce: 0
      case .inTwoMinutes: 120_000
      case .inTenMinutes: 600_000
      case .inAnHour, .switchedOff: 3_600_000
      }
    }
  }

  /// From which score a level holds. The device's own are not public: these are set so that what
  /// stays below the first is a push at once three times in a row and then as often as is neutral.
  package static let thresholds: [Double] = [4, 8, 12, 16]

  /// The score, from 0.
  package private(set) var score = 0.0
  /// When the last push came, in milliseconds since 1970.
  package private(set) var lastAt: Int64?

  /// No push has come yet.
  package init() {}

  /// What was remembered of the pushes so far.
  package init(score: Double, lastAt: Int64?) {
    self.score = max(0, score)
    self.lastAt = lastAt
  }

  /// The interval that changes nothing: two hours shared by the installed passes of the type, at
  /// least half an hour; in milliseconds.
  package static func neutralInterval(passes: Int) -> Int64 {
    max(7_200_000 / Int64(max(1, passes)), 1_800_000)
  }

  /// What a push after a part of the neutral interval adds.
  package static func weight(ofShare share: Double) -> Double {
    share < 1 ? (1 - share) * (1 - share) * (1 - share) : 1 - share
  }

  /// What the score would be after a push.
  package func score(afterPushAt now: Int64, passes: Int) -> Double {
    guard let lastAt else { return score }
    let share = Double(max(0, now - lastAt)) / Double(Self.neutralInterval(passes: passes))
    return max(0, score + Self.weight(ofShare: share))
  }

  /// A push came.
  package mutating func push(at now: Int64, passes: Int) {
    score = score(afterPushAt: now, passes: passes)
    lastAt = max(now, lastAt ?? now)
  }

  /// What the device does at this score.
  package var level: Level { Self.level(ofScore: score) }

  /// What a device does at a score.
  package static func level(ofScore score: Double) -> Level {
    Level(rawValue: thresholds.count { score >= $0 }) ?? .switchedOff
  }

  /// The first moment, from `now` on, at which a push leaves the score under a limit.
  package func earliest(from now: Int64, passes: Int, below limit: Double) -> Int64 {
    guard let lastAt, score(afterPushAt: now, passes: passes) >= limit else { return now }
    // The weight falls with time: the moment is found by halves, to the second.
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

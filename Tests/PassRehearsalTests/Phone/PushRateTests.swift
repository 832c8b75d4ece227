// SPDX-License-Identifier: Apache-2.0

import PassRehearsal
import PassUpdates
import Testing

struct PushRateTests {
  private static let minute: Int64 = 60_000
  private static let start: Int64 = 1_800_000_000_000

  @Test(arguments: [(1, 120), (2, 60), (4, 30), (5, 30), (100, 30), (0, 120)])
  func sharesTwoHoursAmongPassesButNotBelowHalfAnHour(_ passes: Int, _ minutes: Int64) {
    #expect(PushRate.neutralInterval(passes: passes) == minutes * Self.minute)
  }

  @Test(arguments: [(0.0, 1.0), (0.5, 0.125), (1, 0), (3, -2)])
  func meetsThePointsThatAreKnown(_ share: Double, _ weight: Double) {
    #expect(PushRate.weight(ofShare: share) == weight)
  }

  @Test func neverFallsBelowNothing() {
    var rate = PushRate()
    rate.push(at: Self.start, passes: 1)
    rate.push(at: Self.start + 50_000 * Self.minute, passes: 1)
    #expect(rate.score == 0)
  }

  @Test func climbsThroughEveryLevelWithPushesInARow() {
    var rate = PushRate()
    var levels: [PushRate.Level] = []
    for second in 0..<20 {
      rate.push(at: Self.start + Int64(second) * 1_000, passes: 1)
      if levels.last != rate.level { levels.append(rate.level) }
    }
    #expect(levels == PushRate.Level.allCases)
  }

  @Test func staysQuietWithAPushEachNeutralInterval() {
    var rate = PushRate()
    for hour in 0..<50 { rate.push(at: Self.start + Int64(hour) * 120 * Self.minute, passes: 1) }
    #expect(rate.level == .atOnce && rate.score == 0)
  }

  @Test func aClockThatWasSetBackCountsAsAtOnce() {
    var rate = PushRate()
    rate.push(at: Self.start, passes: 1)
    rate.push(at: Self.start - 60 * Self.minute, passes: 1)
    #expect(rate.score == 1)
    #expect(rate.lastAt == Self.start)
  }

  @Test(arguments: [0.5, 1, 2, 3.5])
  func theEarliestMomentIsTheFirstThatStaysBelow(_ limit: Double) {
    var rate = PushRate()
    for second in 0..<6 { rate.push(at: Self.start + Int64(second) * 1_000, passes: 3) }
    let now = Self.start + 10_000
    let moment = rate.earliest(from: now, passes: 3, below: limit)
    #expect(rate.score(afterPushAt: moment, passes: 3) < limit)
    #expect(moment > now)
    #expect(rate.score(afterPushAt: moment - 2_000, passes: 3) >= limit)
  }

  @Test func aDeviceThatWasNeverPushedNeedsNotWait() {
    #expect(PushRate().earliest(from: Self.start, passes: 1, below: 0.1) == Self.start)
  }
}

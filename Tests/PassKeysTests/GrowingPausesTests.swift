// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PassKeys

struct GrowingPausesTests {
  private static func all(_ pauses: GrowingPauses) -> [Double] {
    (1...100).prefix { pauses.pause(after: $0) != nil }.compactMap { pauses.pause(after: $0) }
  }

  @Test func doublesThemUpToTenSecondsAndGivesUpAfterTwelveTries() {
    let pauses = Self.all(GrowingPauses())
    #expect(pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10, 10, 10, 10])
    // docs/reference/keys.md says that this takes about a minute.
    #expect((50...70).contains(pauses.reduce(0, +)))
    #expect(GrowingPauses.chance == -0.25...0.25)
    #expect(SigningProgram.Settings().pauses == GrowingPauses())
  }

  @Test func staysAtTheLongestHoweverOftenItIsAsked() {
    var pauses = GrowingPauses()
    pauses.tries = .max
    #expect(pauses.pause(after: 12) == 10)
    #expect(pauses.pause(after: .max - 1) == 10)
  }

  @Test(arguments: [0, 1])
  func pausesNeverWhereOneTryIsAll(tries: Int) {
    var pauses = GrowingPauses()
    pauses.tries = tries
    #expect(pauses.pause(after: 1) == nil)
  }
}

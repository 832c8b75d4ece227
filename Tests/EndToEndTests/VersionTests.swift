// SPDX-License-Identifier: Apache-2.0

import PassConsole
import Testing

/// The second line of `--version`.
@Suite struct VersionTests {
  private static let committed: Int64 = 1_700_000_000
  private static let year: Int64 = 365 * 86_400

  /// Times of the commit and of the clock.
  private static let withoutHint: [(Int64, Int64)] = [
    (0, committed), (committed, 0), (committed, committed),
  ]

  @Test(arguments: withoutHint)
  func aClockThatIsWrongOrAnUnknownCommitGivesNoHint(_ committed: Int64, _ now: Int64) {
    #expect(Version.ageHint(committed: committed, now: now, installation: .wheel) == nil)
  }

  @Test func theHintComesAfterAYear() {
    func hint(after seconds: Int64) -> String? {
      Version.ageHint(
        committed: Self.committed, now: Self.committed + seconds, installation: .wheel)
    }
    #expect(hint(after: Self.year) == nil)
    #expect(
      hint(after: Self.year + 1)
        == "This version is more than a year old. To update, run: pip install --upgrade passc")
    #expect(hint(after: .max - Self.committed) != nil)
  }

  @Test func theHintNamesTheWayToUpdate() {
    var hints = Installation.allCases.map { hint(of: $0) }
    hints.append(hint(of: nil))
    #expect(hint(of: nil) == "This version is more than a year old.")
    #expect(Set(hints).count == Installation.allCases.count + 1)
  }

  private func hint(of installation: Installation?) -> String? {
    Version.ageHint(
      committed: Self.committed, now: Self.committed + 2 * Self.year, installation: installation)
  }
}

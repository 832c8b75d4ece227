// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import passc

/// Tests of wrong and right lines of findings of rehearse, preview and provision.
struct CompanionContrastTests {
  @Test(arguments: [("rehearse", 82), ("preview", 14), ("provision", 34)])
  func wrongAndRightShareTheLinesAroundTheDifference(_ area: String, _ least: Int) {
    let findings = AllFindings.catalogue.findings.filter { $0.code.hasPrefix("\(area).") }
    #expect(findings.count >= least, "\(findings.count)")
    for finding in findings {
      let wrong = finding.shown.wrong.split(separator: "\n")
      let right = finding.shown.right.split(separator: "\n")
      // The lines around the difference are the same.
      let isAlone = min(wrong.count, right.count) == 1
      #expect(isAlone || wrong.contains { right.contains($0) }, "\(finding.code)")
    }
  }

  /// Only the beginning of this device log message is known.
  @Test func quotesOfTheDeviceLogEndWhereTheirWordsAreNotKnown() throws {
    let finding = try #require(AllFindings.catalogue.finding("rehearse.personalize.signature"))
    #expect(finding.walletLog == "Received invalid personaliz")
  }
}

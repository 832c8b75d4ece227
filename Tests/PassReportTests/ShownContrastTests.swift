// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassIssue
import PassJSON
import PassTemplate
import Testing

@testable import passc

/// What `passc explain` shows for templates, data, identities, runs and ledgers.
struct ShownContrastTests {
  private static let findings =
    JSONFindings.all + TemplateFindings.all + ColumnFindings.all + DataFindings.all
    + CellFindings.all + IdentityFindings.all + IssueFindings.all + LedgerFindings.all

  @Test func eachShowsTheSameLinesBeforeAndAfter() throws {
    #expect(Self.findings.count > 150)
    for finding in Self.findings {
      let shown = try #require(finding.shown, "\(finding.code)")
      let wrong = shown.wrong.split(separator: "\n")
      let right = shown.right.split(separator: "\n")
      #expect(!wrong.isEmpty && !right.isEmpty && wrong != right, "\(finding.code)")
      // Long lines hide the difference, and many lines the mistake.
      #expect(wrong.count <= 6 && right.count <= 6, "\(finding.code)")
    }
  }

  /// Words that made readers stop.
  @Test func noneUsesWordsOfItsOwn() {
    let words = [" refuse", " stands ", " lies ", " beside ", " anew", " judge", "nobody can tell"]
    for finding in Self.findings {
      for text in [finding.why, finding.help] {
        for word in words {
          #expect(!(" " + text).contains(word), "\(finding.code): \(word) in \(text)")
        }
      }
    }
  }
}

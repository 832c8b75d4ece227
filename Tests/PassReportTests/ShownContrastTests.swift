// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import passc

/// Tests of the output of `passc explain` for templates, data, identities, runs and ledgers.
struct ShownContrastTests {
  private static let areas: Set<Substring> = [
    "json", "template", "data", "identity", "ledger", "output", "token",
  ]
  private static let findings = AllFindings.catalogue.findings.filter {
    areas.contains($0.code.prefix { $0 != "." })
  }

  @Test func eachShowsTheSameLinesBeforeAndAfter() throws {
    #expect(Self.findings.count > 130)
    for finding in Self.findings {
      let shown = try #require(finding.shown, "\(finding.code)")
      let wrong = shown.wrong.split(separator: "\n")
      let right = shown.right.split(separator: "\n")
      #expect(!wrong.isEmpty && !right.isEmpty && wrong != right, "\(finding.code)")
      // Long lines would hide the difference, and many lines the mistake.
      #expect(wrong.count <= 6 && right.count <= 6, "\(finding.code)")
    }
  }

  /// Words that readers do not understand.
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

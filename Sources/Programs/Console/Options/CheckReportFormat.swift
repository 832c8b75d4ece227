// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
package import PassReport

/// The forms a report comes in.
package enum CheckReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif, junit, github, gitlab

  /// What writes a report in this form; notes, statistics and colour are a matter of text alone.
  package func writer(
    showsNotes: Bool, showsStatistics: Bool, limitPerCode: Int?, isFile: Bool
  ) -> any CheckReportWriter {
    switch self {
    case .text:
      CheckTextWriter(
        colour: !isFile && Console.resultHasColour,
        excerpts: Console.excerpts(on: isFile ? nil : STDOUT_FILENO), showsNotes: showsNotes,
        showsStatistics: showsStatistics,
        limitPerCode: limitPerCode ?? CheckTextWriter.usualLimitPerCode)
    case .json: JSONLinesWriter()
    case .sarif:
      SARIFWriter(version: Version.number, base: Console.environment("PASSC_RULES_URL"))
    case .junit: JUnitWriter()
    case .github: GitHubWriter()
    case .gitlab: GitLabWriter()
    }
  }
}

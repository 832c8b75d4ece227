// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
package import PassReport

/// The formats of reports.
package enum CheckReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif, junit, github, gitlab

  /// The description in `passc help reports`.
  private var summary: String {
    switch self {
    case .text: "for people: place, severity, message, code, help"
    case .json: "JSON Lines: one object a finding, then a verdict and a summary"
    case .sarif: "SARIF 2.1.0, for code scanning in GitHub and editors"
    case .junit: "JUnit XML, for the test reports of most CI servers"
    case .github: "annotations of GitHub Actions"
    case .gitlab: "GitLab Code Quality"
    }
  }

  /// All formats with their descriptions, one a line, indented by two spaces.
  static var table: String {
    allCases.map {
      "  " + $0.rawValue + String(repeating: " ", count: 10 - $0.rawValue.utf8.count) + $0.summary
    }.joined(separator: "\n")
  }

  /// All formats, separated by commas.
  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// Returns whether a value of `--report` begins with this format.
  package func isFormat(of report: String) -> Bool { report.hasPrefix(rawValue + "=") }

  /// Makes the writer for this format. Notes, statistics and color have an effect only in text.
  package func writer(
    showsNotes: Bool, requestedNotes: String? = nil, showsStatistics: Bool, limitPerCode: Int?,
    isFile: Bool
  ) -> any CheckReportWriter {
    switch self {
    case .text:
      CheckTextWriter(
        colour: !isFile && Console.resultHasColour,
        excerpts: Console.excerpts(on: isFile ? nil : STDOUT_FILENO), showsNotes: showsNotes,
        requestedNotes: requestedNotes, showsStatistics: showsStatistics,
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

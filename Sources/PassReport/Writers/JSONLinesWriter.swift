// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassValues

/// One JSON object per line: every diagnostic, after each bundle its verdict, last the summary.
package struct JSONLinesWriter: CheckReportWriter {
  /// A report that has not begun.
  package init() {}

  package mutating func subject(_ subject: CheckedSubject) -> String {
    var text = ""
    for diagnostic in subject.diagnostics { text += Self.line(of: diagnostic) + "\n" }
    guard let verdict = subject.verdict else { return text }
    return text
      + Self.line(
        "verdict",
        [
          "bundle": .string(subject.name), "result": .string(verdict.result.rawValue),
          "first": .string(verdict.first),
        ])
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    Self.line(
      "summary",
      [
        "packages": .number(summary.packages), "errors": .number(summary.errors),
        "warnings": .number(summary.warnings),
      ])
  }

  /// A line with one object beside the version.
  private static func line(_ name: String, _ object: JSONTree) -> String {
    ReportJSON.line(.object([("version", 1), (name, object)])) + "\n"
  }

  /// One diagnostic as a JSON object, without a line end.
  package static func line(of diagnostic: Diagnostic) -> String {
    ReportJSON.line(diagnostic.json)
  }
}

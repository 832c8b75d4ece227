// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics

/// A writer of one JSON object a line: the diagnostics of each bundle and its verdict, then the
/// things that could not be checked, and the summary as the last line.
package struct JSONLinesWriter: CheckReportWriter {
  package init() {}

  package mutating func subject(_ subject: CheckedSubject) -> String {
    var lines: [UInt8] = []
    for diagnostic in subject.diagnostics {
      Self.append(diagnostic.json(help: diagnostic.helpWithOptions), to: &lines)
    }
    if let verdict = subject.verdict {
      Self.append(verdict.json(of: subject.name), to: &lines)
    }
    return String(decoding: lines, as: UTF8.self)
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    var reported: JSONTree = [
      "packages": .number(summary.packages), "errors": .number(summary.errors),
      "warnings": .number(summary.warnings),
    ]
    // The member is present only if documents other than passes were checked.
    if summary.documents > 0 { reported = reported.with(["documents": .number(summary.documents)]) }
    if summary.isPartial { reported = reported.with(["partial": true]) }
    var lines: [UInt8] = []
    if !summary.notChecked.isEmpty {
      Self.append(["version": 1, "notJudged": .strings(summary.notChecked)], to: &lines)
    }
    Self.append(["version": 1, "summary": reported], to: &lines)
    return String(decoding: lines, as: UTF8.self)
  }

  private static func append(_ line: JSONTree, to lines: inout [UInt8]) {
    ReportJSON.append(line, to: &lines)
    lines.append(UInt8(ascii: "\n"))
  }

  /// Returns one diagnostic as a JSON object, without a line end.
  package static func line(of diagnostic: Diagnostic) -> String {
    ReportJSON.line(diagnostic.json(help: diagnostic.helpWithOptions))
  }
}

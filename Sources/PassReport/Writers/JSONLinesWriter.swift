// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// One JSON object per line: every diagnostic, after each bundle its verdict, last the summary.
package struct JSONLinesWriter: CheckReportWriter {
  /// A report that has not begun.
  package init() {}

  package mutating func subject(_ subject: CheckedSubject) -> String {
    var text = ""
    for diagnostic in subject.diagnostics { text += Self.line(of: diagnostic) + "\n" }
    guard let verdict = subject.verdict else { return text }
    return text
      + Self.line("verdict") { json in
        json.member("bundle", subject.name)
        json.member("result", verdict.result.rawValue)
        json.member("first", verdict.first)
      }
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    Self.line("summary") { json in
      json.member("packages", summary.packages)
      json.member("errors", summary.errors)
      json.member("warnings", summary.warnings)
    }
  }

  /// A line with one object beside the version.
  private static func line(_ name: String, _ write: (inout JSONBuilder) -> Void) -> String {
    ReportJSON.line { json in
      json.object { json in
        json.member("version", 1)
        json.object(name, write)
      }
    } + "\n"
  }

  /// One diagnostic as a JSON object, without a line end.
  package static func line(of diagnostic: Diagnostic) -> String {
    ReportJSON.line { json in
      json.object { write(diagnostic.members, to: &$0) }
    }
  }

  private static func write(_ members: [DiagnosticMember], to json: inout JSONBuilder) {
    for (name, value) in members {
      switch value {
      case .text(let text): json.member(name, text)
      case .number(let number): json.member(name, number)
      case .objects(let objects):
        json.array(name, objects) { json, members in
          json.object { write(members, to: &$0) }
        }
      }
    }
  }
}

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
      json.object { write(diagnostic, to: &$0) }
    }
  }

  private static func write(_ diagnostic: Diagnostic, to json: inout JSONBuilder) {
    let place = diagnostic.location
    json.member("version", 1)
    json.member("code", diagnostic.code)
    json.member("severity", diagnostic.severity.rawValue)
    json.member("basis", diagnostic.finding.basis.word)
    json.member("effect", diagnostic.finding.effect.rawValue)
    json.member("bundle", place?.bundle)
    json.member("file", place?.file)
    json.member("line", place?.line)
    json.member("column", place?.column)
    json.member("pointer", diagnostic.pointer)
    json.member("serial", diagnostic.serial)
    json.member("message", diagnostic.message)
    json.member("help", diagnostic.help)
    json.member("walletLog", diagnostic.finding.walletLog)
    json.array("notes", diagnostic.notes) { json, note in
      json.object { write(note, to: &$0) }
    }
  }

  private static func write(_ note: Diagnostic.Note, to json: inout JSONBuilder) {
    if let bundle = note.location?.bundle { json.member("bundle", bundle) }
    json.member("file", note.location?.file)
    json.member("line", note.location?.line)
    json.member("column", note.location?.column)
    json.member("pointer", note.pointer)
    json.member("message", note.message)
  }
}

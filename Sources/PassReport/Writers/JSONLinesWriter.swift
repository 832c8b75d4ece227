// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One JSON object per line: every diagnostic, after each bundle its verdict, last the summary.
package struct JSONLinesWriter: CheckReportWriter {
  /// A report that has not begun.
  package init() {}

  package mutating func subject(_ subject: CheckedSubject) -> String {
    var text = ""
    for diagnostic in subject.diagnostics { text += Self.line(Self.value(of: diagnostic)) }
    if let verdict = subject.verdict {
      text += Self.line([
        ("version", .number(1)),
        (
          "verdict",
          .object([
            ("bundle", .string(subject.name)), ("result", .string(verdict.result.rawValue)),
            ("first", .optional(verdict.first)),
          ])
        ),
      ])
    }
    return text
  }

  package mutating func end(_ summary: CheckSummary) -> String {
    Self.line([
      ("version", .number(1)),
      (
        "summary",
        .object([
          ("packages", .number(summary.packages)), ("errors", .number(summary.errors)),
          ("warnings", .number(summary.warnings)),
        ])
      ),
    ])
  }

  /// One diagnostic as a JSON object, without a line end.
  package static func line(of diagnostic: Diagnostic) -> String {
    JSONText.compact(.object(value(of: diagnostic)))
  }

  private static func line(_ members: [(String, JSONText.Value)]) -> String {
    JSONText.compact(.object(members)) + "\n"
  }

  private static func value(of diagnostic: Diagnostic) -> [(String, JSONText.Value)] {
    let place = diagnostic.location
    return [
      ("version", .number(1)), ("code", .string(diagnostic.code)),
      ("severity", .string(diagnostic.severity.rawValue)),
      ("basis", .string(diagnostic.finding.basis.word)),
      ("effect", .string(diagnostic.finding.effect.rawValue)),
      ("bundle", .optional(place?.bundle)), ("file", .optional(place?.file)),
      ("line", .optional(place?.line)), ("column", .optional(place?.column)),
      ("pointer", .optional(diagnostic.pointer)), ("serial", .optional(diagnostic.serial)),
      ("message", .string(diagnostic.message)), ("help", .string(diagnostic.help)),
      ("walletLog", .optional(diagnostic.finding.walletLog)),
      ("notes", .array(diagnostic.notes.map(value(of:)))),
    ]
  }

  private static func value(of note: Diagnostic.Note) -> JSONText.Value {
    var members: [(String, JSONText.Value)] = []
    if let bundle = note.location?.bundle { members.append(("bundle", .string(bundle))) }
    members += [
      ("file", .optional(note.location?.file)), ("line", .optional(note.location?.line)),
      ("column", .optional(note.location?.column)), ("pointer", .optional(note.pointer)),
      ("message", .string(note.message)),
    ]
    return .object(members)
  }
}

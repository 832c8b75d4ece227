// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One checked thing with its result.
package struct CheckedSubject: Sendable {
  /// The kind of a checked thing.
  package enum Kind: String, Sendable {
    case template, folder, bundle
    /// A .pkpasses. The passes in it are separate subjects.
    case passes
    /// Several passes together, for problems that only a comparison shows.
    case set
    /// A document that is not a pass: a payment request, a notification or a property list.
    case document
    /// A file or folder that could not be read and was not checked.
    case unreadable
  }

  /// The name as the user knows it, `outer.pkpasses!inner.pkpass` for a pass in a .pkpasses.
  package let name: String
  package let kind: Kind
  /// The diagnostics in the order of their places, with the severities of this run.
  package let diagnostics: [Diagnostic]
  /// The verdict, or nil for sources, which are not signed yet.
  package let verdict: Verdict?
  /// The number of checked rows of a template.
  package let rows: Int

  /// Creates a subject.
  ///
  /// - Parameters:
  ///   - diagnostics: in the order of their places, with the severities of this run.
  ///   - rows: the number of checked rows of a template.
  package init(
    name: String, kind: Kind, diagnostics: [Diagnostic], verdict: Verdict? = nil, rows: Int = 0
  ) {
    self.name = name
    self.kind = kind
    self.diagnostics = diagnostics
    self.verdict = verdict
    self.rows = rows
  }

  /// Returns the subject with places that contain the file on disk, for a bundle inside another
  /// file.
  ///
  /// - Parameter path: the file on disk.
  package func inside(_ path: String) -> CheckedSubject {
    guard name != path, !diagnostics.isEmpty else { return self }
    return CheckedSubject(
      name: name, kind: kind, diagnostics: diagnostics.map { $0.placed { $0.inside(path) } },
      verdict: verdict, rows: rows)
  }

  /// The verdict as a sentence for people, or nil if there is no verdict. It also counts errors
  /// that Wallet ignores.
  package var sentence: String? {
    guard let verdict else { return nil }
    let errors = diagnostics.filter { $0.severity == .error }
    switch verdict.result {
    case .refused: return verdict.sentence
    case .maybeRefused:
      // The verdict counts only errors that make Wallet reject the pass. The sentence adds the
      // number of other errors.
      let wrong = errors.count { $0.finding.effect.refusingDevices == .none }
      return verdict.sentence + (wrong > 0 ? ", and \(counted(wrong, "error")) to correct" : "")
    case .nothingFound:
      let wrong = errors.count
      return verdict.sentence + (wrong > 0 ? ", but \(counted(wrong, "error")) to correct" : "")
    }
  }
}

/// The totals of a run of `passc check`.
package struct CheckSummary: Sendable, Hashable {
  /// The number of checked templates, folders and bundles, without the .pkpasses around bundles.
  package var packages = 0
  /// The number of checked documents that are not passes.
  package var documents = 0
  /// The number of errors, including those in a baseline.
  package var errors = 0
  /// The number of warnings.
  package var warnings = 0
  /// The number of notes.
  package var notes = 0
  /// The number of errors in the baseline. They do not affect the exit code.
  package var baselined = 0
  /// The things that could not be checked: name, colon and reason.
  package var notChecked: [String] = []
  /// Whether the run was interrupted. Problems may then be missing from the report.
  package var isPartial = false

  package init() {}

  /// Counts one subject and its diagnostics.
  package mutating func add(_ subject: CheckedSubject) {
    switch subject.kind {
    case .template, .folder, .bundle: packages += 1
    case .document: documents += 1
    case .passes, .set, .unreadable: break
    }
    for diagnostic in subject.diagnostics {
      switch diagnostic.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      case .note: notes += 1
      }
    }
  }
}

/// A writer of one report format. It gets the subjects in order.
package protocol CheckReportWriter {
  /// Returns the part of the report for one subject. It is empty if the format is written as a
  /// whole at the end.
  mutating func subject(_ subject: CheckedSubject) -> String
  /// Returns the rest of the report, after the last subject.
  mutating func end(_ summary: CheckSummary) -> String
}

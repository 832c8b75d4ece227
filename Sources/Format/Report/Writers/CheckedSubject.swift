// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One thing that was checked, and what came of it.
package struct CheckedSubject: Sendable {
  /// What kind of thing was checked.
  package enum Kind: String, Sendable {
    case template, folder, bundle
    /// A .pkpasses; the passes in it are subjects of their own.
    case passes
    /// Several passes together: what only their comparison shows.
    case set
    /// What is no pass: a payment request, a notification, a property list.
    case document
    /// What could not be read, and so was not judged.
    case unreadable
  }

  /// The name as the user knows it, `outer.pkpasses!inner.pkpass` when nested.
  package let name: String
  /// What kind of thing it is.
  package let kind: Kind
  /// What was found, in the order of places, with the severities of this run.
  package let diagnostics: [Diagnostic]
  /// What Wallet makes of it; nil for sources, which nobody has sealed yet.
  package let verdict: Verdict?
  /// How many rows of data were judged, for a template.
  package let rows: Int

  /// A subject that was checked.
  ///
  /// - Parameters:
  ///   - diagnostics: in the order of their places, with the severities of this run.
  ///   - rows: how many rows of data were judged, for a template.
  package init(
    name: String, kind: Kind, diagnostics: [Diagnostic], verdict: Verdict? = nil, rows: Int = 0
  ) {
    self.name = name
    self.kind = kind
    self.diagnostics = diagnostics
    self.verdict = verdict
    self.rows = rows
  }

  /// The subject with places that say in which file on disk it lies, for a bundle inside of another
  /// file.
  ///
  /// - Parameter path: the file on disk.
  package func inside(_ path: String) -> CheckedSubject {
    guard name != path, !diagnostics.isEmpty else { return self }
    return CheckedSubject(
      name: name, kind: kind, diagnostics: diagnostics.map { $0.placed { $0.inside(path) } },
      verdict: verdict, rows: rows)
  }

  /// The verdict as a sentence for people, which counts errors that Wallet would not mind too; nil
  /// without a verdict.
  package var sentence: String? {
    guard let verdict else { return nil }
    let errors = diagnostics.filter { $0.severity == .error }
    switch verdict.result {
    case .refused: return verdict.sentence
    case .maybeRefused:
      // What the verdict counts is a matter of refusing; errors of another kind stand beside it.
      let wrong = errors.count { $0.finding.effect.refusingDevices == .none }
      return verdict.sentence + (wrong > 0 ? ", and \(counted(wrong, "error")) to correct" : "")
    case .nothingFound:
      let wrong = errors.count
      return verdict.sentence + (wrong > 0 ? ", but \(counted(wrong, "error")) to correct" : "")
    }
  }
}

/// What a run of `passc check` comes to.
package struct CheckSummary: Sendable, Hashable {
  /// Templates, folders and bundles that were judged, not the .pkpasses around them.
  package var packages = 0
  /// Documents that are no passes.
  package var documents = 0
  /// Errors that were found, those a baseline knows included.
  package var errors = 0
  /// Warnings that were found.
  package var warnings = 0
  /// Notes that were found.
  package var notes = 0
  /// Errors that a baseline knows, which do not count for the exit code.
  package var baselined = 0
  /// What could not be judged, and why: a name, a colon, and the reason.
  package var notJudged: [String] = []
  /// Whether the run ended before its end, so that what was not found says little.
  package var isPartial = false

  /// The summary of a run that has not checked anything.
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

/// Turns subjects into a report, one after the other, in any of the formats.
package protocol CheckReportWriter {
  /// The part of the report to be written now for one subject; empty where the format needs the
  /// whole first.
  mutating func subject(_ subject: CheckedSubject) -> String
  /// The rest of the report, after the last subject.
  mutating func end(_ summary: CheckSummary) -> String
}

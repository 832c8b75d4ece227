// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One thing that was checked, and what came of it.
package struct CheckedSubject: Sendable {
  /// What was checked.
  package enum Kind: String, Sendable {
    case template, folder, bundle
    /// A .pkpasses; the passes in it are subjects of their own.
    case passes
    /// Several passes together: what only their comparison shows.
    case set
    /// What could not be read, and so was not judged.
    case unreadable
  }

  /// As the user knows it, `outer.pkpasses!inner.pkpass` when nested.
  package let name: String
  /// What it is.
  package let kind: Kind
  /// In the order of their places, with the severities of this run.
  package let diagnostics: [Diagnostic]
  /// What Wallet makes of it; nil for sources, which nobody has sealed yet.
  package let verdict: Verdict?
  /// How many rows of data were judged, for a template.
  package let rows: Int

  /// What came of checking `name`.
  package init(
    name: String, kind: Kind, diagnostics: [Diagnostic], verdict: Verdict? = nil, rows: Int = 0
  ) {
    self.name = name
    self.kind = kind
    self.diagnostics = diagnostics
    self.verdict = verdict
    self.rows = rows
  }

  /// The same of a bundle in the file on disk at `path`, which has that name unless it lies within.
  package func inside(_ path: String) -> CheckedSubject {
    guard name != path, !diagnostics.isEmpty else { return self }
    return CheckedSubject(
      name: name, kind: kind, diagnostics: diagnostics.map { $0.placed { $0.inside(path) } },
      verdict: verdict, rows: rows)
  }

  /// What Wallet makes of it, for people: errors it would not mind are to be corrected all the same.
  package var sentence: String? {
    guard let verdict else { return nil }
    let wrong = diagnostics.count { $0.severity == .error }
    guard verdict.result == .nothingFound, wrong > 0 else { return verdict.sentence }
    return verdict.sentence + ", but \(counted(wrong, "error")) to correct"
  }

  /// The folder it lies in: what the text report counts by.
  package var folder: String {
    guard let cut = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(name[..<cut])
  }
}

/// What Wallet makes of a finished bundle, as far as a file can show.
package struct Verdict: Sendable, Hashable {
  /// What is expected of Wallet.
  package enum Result: String, Sendable {
    case refused, maybeRefused, nothingFound
  }

  /// What Wallet is expected to do with the bundle.
  package let result: Result
  /// The code Wallet meets first; nil when nothing was found.
  package let first: String?
  /// How many more diagnostics there are of the same weight.
  package let others: Int
  /// What was proven, in words.
  package let proven: [String]

  /// A verdict as it was worked out from diagnostics.
  package init(result: Result, first: String?, others: Int, proven: [String]) {
    self.result = result
    self.first = first
    self.others = others
    self.proven = proven
  }

  /// What no file can show.
  package static let unprovable = "media type, HTTPS, revocation, NFC approval by Apple"

  /// The sentence for people.
  package var sentence: String {
    let more = others > 0 ? " (+\(others))" : ""
    switch result {
    case .refused: return "Wallet refuses this pass: \(first ?? "")\(more)"
    case .maybeRefused: return "some iPhones may refuse this pass: \(first ?? "")\(more)"
    case .nothingFound: return "nothing found that Wallet would refuse"
    }
  }
}

/// What a run comes to.
package struct CheckSummary: Sendable, Hashable {
  /// Templates, folders and bundles that were judged; passes in a .pkpasses one by one.
  package var packages = 0
  /// Diagnostics of severity error, those a baseline knows included.
  package var errors = 0
  /// Diagnostics of severity warning.
  package var warnings = 0
  /// Diagnostics of severity note, shown or not.
  package var notes = 0
  /// Errors that a baseline knows, which do not count for the exit code.
  package var baselined = 0

  /// Nothing was checked yet.
  package init() {}

  /// Counts a subject and its diagnostics.
  package mutating func add(_ subject: CheckedSubject) {
    switch subject.kind {
    case .template, .folder, .bundle: packages += 1
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
  /// The text for one subject.
  mutating func subject(_ subject: CheckedSubject) -> String
  /// What stands at the end.
  mutating func end(_ summary: CheckSummary) -> String
}

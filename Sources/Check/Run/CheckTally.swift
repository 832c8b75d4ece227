// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassReport

/// The summary of a run of `passc check`: counts, whether it fails, and the diagnostics for a
/// baseline.
package struct CheckTally: Sendable {
  /// The totals at the end of a report.
  package private(set) var summary = CheckSummary()
  /// Whether there was an error that is not in the baseline.
  package private(set) var fails = false
  /// Everything found except notes. It is nil unless a baseline is written.
  package private(set) var found: Baseline?

  private let policy: Policy
  private var known: Baseline
  private var remaining: Set<String> = []

  /// - Parameters:
  ///   - policy: the findings that the user silenced.
  ///   - known: errors that do not fail the run.
  ///   - found: an empty baseline to fill with all diagnostics, or nil.
  package init(policy: Policy, known: Baseline, found: Baseline? = nil) {
    self.policy = policy
    self.known = known
    self.found = found
  }

  /// Counts the diagnostics of one subject. An unreadable file is never in a baseline, because it
  /// ends the run with a separate exit code.
  package mutating func add(_ subject: CheckedSubject) {
    summary.add(subject)
    guard subject.kind != .unreadable else { return }
    for diagnostic in subject.diagnostics where diagnostic.severity > .note {
      found?.add(diagnostic)
      guard diagnostic.severity == .error else { continue }
      let codes = [diagnostic.code] + diagnostic.finding.formerCodes
      remaining.formUnion(codes.filter(policy.allowed.contains))
      if known.use(diagnostic) { summary.baselined += 1 } else { fails = true }
    }
  }

  /// The codes, sorted, that `--allow` could not silence because Apple documents them as errors.
  /// Codes that `--deny` raised as well are left out.
  package var allowedInVain: [String] {
    remaining.filter { !policy.denied.contains($0) }.sorted()
  }
}

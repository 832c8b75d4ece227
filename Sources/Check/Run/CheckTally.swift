// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassReport

/// What a run of `passc check` comes to: counts, whether it fails, and what was found for a
/// baseline.
package struct CheckTally: Sendable {
  /// What the reports end with.
  package private(set) var summary = CheckSummary()
  /// Whether there was an error the baseline does not know.
  package private(set) var fails = false
  /// Everything found that is more than a note; nil where nobody wants to write it down.
  package private(set) var found: Baseline?

  private let policy: Policy
  private var known: Baseline
  private var remaining: Set<String> = []

  /// - Parameters:
  ///   - policy: what was to be silenced.
  ///   - known: errors that do not fail the run.
  ///   - found: an empty baseline, into which everything goes; nil to do without.
  package init(policy: Policy, known: Baseline, found: Baseline? = nil) {
    self.policy = policy
    self.known = known
    self.found = found
  }

  /// Counts what was found in one subject. That something cannot be read is no matter of a
  /// baseline: it ends the run with an exit code of its own.
  package mutating func add(_ subject: CheckedSubject) {
    summary.add(subject)
    guard subject.kind != .unreadable else { return }
    for diagnostic in subject.diagnostics where diagnostic.severity > .note {
      found?.add(diagnostic)
      guard diagnostic.severity == .error else { continue }
      let codes = [diagnostic.code] + diagnostic.finding.formerCodes
      remaining.formUnion(codes.filter(policy.allowed.contains))
      if known.take(diagnostic) { summary.baselined += 1 } else { fails = true }
    }
  }

  /// Codes that were to be silenced and stayed errors, since Apple documents them; in order.
  /// A code that was raised as well was meant to stay.
  package var allowedInVain: [String] {
    remaining.filter { !policy.denied.contains($0) }.sorted()
  }
}

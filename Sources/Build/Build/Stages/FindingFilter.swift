// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassTemplate

/// A filter that applies the severities of the command line and the `allow` of template.json to
/// findings.
package struct FindingFilter: Sendable {
  private let policy: Policy
  private let allowances: [TemplateSettings.Allowance]
  /// All findings of the program. Nil if a pattern that matches none of them is not an error.
  private let catalogue: (@Sendable () -> FindingCatalogue)?
  private var used: Set<String> = []
  private var rejected: Set<String> = []

  /// Creates a filter for one run.
  ///
  /// - Parameters:
  ///   - policy: the settings of the command line.
  ///   - allowances: `allow` of the template.
  ///   - catalogue: all findings of the program. Without it unknown codes in `allow` are not
  ///     reported, because a library does not know the codes of modules that are not linked.
  package init(
    policy: Policy = Policy(), allowances: [TemplateSettings.Allowance] = [],
    catalogue: (@Sendable () -> FindingCatalogue)? = nil
  ) {
    self.policy = policy
    self.allowances = allowances
    self.catalogue = catalogue
  }

  /// Returns the same filter for a template that was read, with the `allow` of that template.
  package func allowing(_ allowances: [TemplateSettings.Allowance]) -> FindingFilter {
    FindingFilter(policy: policy, allowances: allowances, catalogue: catalogue)
  }

  /// Whether notes must be computed, because they are shown or because an entry of `allow` may
  /// match one.
  package var wantsNotes: Bool { policy.wantsNotes || !allowances.isEmpty }

  /// Returns the remaining diagnostics with the severities of this run. It also records which
  /// entries of `allow` were used.
  package mutating func filtered(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard !allowances.isEmpty else { return policy.applied(to: diagnostics) }
    var kept: [Diagnostic] = []
    for diagnostic in diagnostics {
      let matching = allowances.filter { Policy.matches($0.pattern, diagnostic.finding) }
      guard !matching.isEmpty else {
        kept.append(diagnostic)
        continue
      }
      if Policy.mayBeAllowed(diagnostic) {
        used.formUnion(matching.map(\.pattern))
        if policy.denied.contains(where: { Policy.matches($0, diagnostic.finding) }) {
          kept.append(diagnostic)
        }
      } else {
        rejected.formUnion(matching.map(\.pattern))
        kept.append(diagnostic)
      }
    }
    return policy.applied(to: kept)
  }

  /// Returns the diagnostics of a pass that could not be made: the remaining ones if they have an
  /// error, otherwise all. An allowed finding can still stop the work, for example a string that is
  /// nested too deep to be read.
  package mutating func errors(in diagnostics: [Diagnostic]) -> [Diagnostic] {
    let kept = filtered(diagnostics)
    return kept.contains { $0.severity == .error } ? kept : policy.applied(to: diagnostics)
  }

  /// Returns a checked pass with its warnings, if no remaining diagnostic is an error.
  ///
  /// - Parameters:
  ///   - pass: nil if none could be made.
  ///   - isComplete: whether unused entries of `allow` are reported. After one pass of many they
  ///     are not, because the next pass may need them.
  ///   - report: all diagnostics about the pass.
  /// - Throws: `DiagnosticsError` with the remaining diagnostics.
  mutating func released(
    _ pass: CheckedPass?, isComplete: Bool, _ report: inout Report
  ) throws(DiagnosticsError) -> CheckedPass {
    if let pass, report.diagnostics.isEmpty, !isComplete { return pass }
    reportUnused(isComplete: isComplete, &report)
    let found = pass == nil ? errors(in: report.sorted) : filtered(report.sorted)
    guard var pass, !found.contains(where: { $0.severity == .error }) else {
      throw DiagnosticsError(found)
    }
    pass.warnings = found.filter { $0.severity == .warning }
    return pass
  }

  /// Adds the used entries of another worker's filter.
  package mutating func merge(_ other: FindingFilter) {
    used.formUnion(other.used)
    rejected.formUnion(other.rejected)
  }

  /// Reports the entries of `allow` that silenced nothing. Entries of a base template are not
  /// reported, because another template may need them.
  ///
  /// - Parameters:
  ///   - isComplete: whether everything was checked. If not, only unknown codes and errors that
  ///     cannot be allowed are reported, because other entries may still be used.
  ///   - report: all findings so far.
  package mutating func reportUnused(isComplete: Bool, _ report: inout Report) {
    // Findings outside the rules, about the template, the data or the identity, count too.
    _ = filtered(report.diagnostics)
    var found = Report(sources: report.sources)
    for allowance in allowances where !used.contains(allowance.pattern) {
      if rejected.contains(allowance.pattern) {
        found(
          TemplateFindings.allowRefused,
          "\"\(allowance.pattern)\" is an error that cannot be allowed", at: allowance.place)
      } else if let catalogue = catalogue?(), !catalogue.isKnown(allowance.pattern) {
        let nearest = catalogue.nearest(toPattern: allowance.pattern)
        found(
          TemplateFindings.allowUnused,
          "no finding has the code \"\(allowance.pattern)\""
            + (nearest.map { ", did you mean \"\($0)\"" } ?? ""), at: allowance.place)
      } else if isComplete, !allowance.isInherited {
        found(
          TemplateFindings.allowUnused, "\"\(allowance.pattern)\" is allowed but never found",
          at: allowance.place)
      }
    }
    report.append(policy.applied(to: found.diagnostics))
  }
}

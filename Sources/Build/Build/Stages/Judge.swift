// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassTemplate

/// Applies what the user said on the command line and what template.json allows.
package struct Judge: Sendable {
  private let policy: Policy
  private let allowances: [TemplateSettings.Allowance]
  /// Every finding of the program; nil where a pattern that names none of them is no fault.
  private let catalogue: (@Sendable () -> FindingCatalogue)?
  private var used: Set<String> = []
  private var refused: Set<String> = []

  /// A judge for one run.
  ///
  /// - Parameters:
  ///   - policy: what the command line asks for.
  ///   - allowances: `allow` of the template.
  ///   - catalogue: all findings of the program; without it a code in `allow` that nobody knows is
  ///     silent, since a library does not know the codes of the rooms it is used without.
  package init(
    policy: Policy = Policy(), allowances: [TemplateSettings.Allowance] = [],
    catalogue: (@Sendable () -> FindingCatalogue)? = nil
  ) {
    self.policy = policy
    self.allowances = allowances
    self.catalogue = catalogue
  }

  /// The same judge for a template that has been read, which allows things of its own.
  package func allowing(_ allowances: [TemplateSettings.Allowance]) -> Judge {
    Judge(policy: policy, allowances: allowances, catalogue: catalogue)
  }

  /// Whether notes have to be worked out: somebody reads them, or an entry of `allow` may be about
  /// one.
  package var wantsNotes: Bool { policy.wantsNotes || !allowances.isEmpty }

  /// The diagnostics that remain, with the severities of this run; which entries of `allow` were
  /// of use is noted.
  package mutating func sift(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
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
        refused.formUnion(matching.map(\.pattern))
        kept.append(diagnostic)
      }
    }
    return policy.applied(to: kept)
  }

  /// What a refusal is to say: what remains, and where no error does, everything. Something that was to be allowed
  /// has stopped the work all the same, such as a text that is nested too deep to be read.
  package mutating func refusal(over diagnostics: [Diagnostic]) -> [Diagnostic] {
    let kept = sift(diagnostics)
    return kept.contains { $0.severity == .error } ? kept : policy.applied(to: diagnostics)
  }

  /// Returns a checked pass with its warnings, if nothing that remains is an error.
  ///
  /// - Parameters:
  ///   - pass: nil if none could be made.
  ///   - isComplete: whether unused entries of `allow` are reported. After one pass of many they are
  ///     not, because the next pass may need them.
  ///   - report: everything that was found about the pass.
  /// - Throws: `Rejected` with everything that is to be reported.
  mutating func released(
    _ pass: CheckedPass?, isComplete: Bool, _ report: inout Report
  ) throws(Rejected) -> CheckedPass {
    if let pass, report.diagnostics.isEmpty, !isComplete { return pass }
    complainAboutUnused(isComplete: isComplete, &report)
    let found = pass == nil ? refusal(over: report.sorted) : sift(report.sorted)
    guard var pass, !found.contains(where: { $0.severity == .error }) else {
      throw Rejected(found)
    }
    pass.warnings = found.filter { $0.severity == .warning }
    return pass
  }

  /// Takes over what another worker's judge has used.
  package mutating func merge(_ other: Judge) {
    used.formUnion(other.used)
    refused.formUnion(other.refused)
  }

  /// Says which entries of `allow` silenced nothing. One of a base may serve another template.
  ///
  /// - Parameters:
  ///   - isComplete: everything was looked at; else an entry may still prove useful, and only
  ///     those that were refused are named.
  ///   - report: everything that was found so far.
  package mutating func complainAboutUnused(isComplete: Bool, _ report: inout Report) {
    // What was found outside the rules, in the template, the data or the identity, counts too.
    _ = sift(report.diagnostics)
    var found = Report(sources: report.sources)
    for allowance in allowances where !used.contains(allowance.pattern) {
      if refused.contains(allowance.pattern) {
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

// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild
import PassDiagnostics

/// What counts as an error, and what is shown.
struct PolicyOptions: ParsableArguments {
  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Raise a code or prefix to an error, such as image.", valueName: "code"))
  var deny: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Silence a code or prefix: warnings, and errors Apple does not document.",
      valueName: "code"))
  var allow: [String] = []

  @Flag(help: "Show notes too.")
  var notes = false

  /// Refuses codes that no finding has: a mistyped one would do nothing, and nobody would notice.
  func validate() throws {
    for (option, patterns) in [("--deny", deny), ("--allow", allow)] {
      for pattern in patterns where !AllFindings.catalogue.isKnown(pattern) {
        let nearest = AllFindings.catalogue.nearest(toPattern: pattern)
        throw ValidationError(
          "\(option) \(pattern): no finding has such a code"
            + (nearest.map { ", did you mean \($0)" } ?? ""))
      }
    }
  }

  /// What was asked for.
  var names: PolicyNames {
    PolicyNames(strict: strict, deny: deny, allow: allow, notes: notes)
  }

  var policy: Policy { names.policy }
}

/// What counts as an error, as the command line says it.
struct PolicyNames: Hashable, Sendable {
  var strict = false
  var deny: [String] = []
  var allow: [String] = []
  var notes = false

  var policy: Policy { Policy(isStrict: strict, denied: deny, allowed: allow) }

  /// Judges by the policy, and knows every code there is.
  var judge: Judge { Judge(policy: policy, catalogue: { AllFindings.catalogue }) }
}

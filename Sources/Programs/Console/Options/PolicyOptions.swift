// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassDiagnostics

/// What counts as an error, and what is shown.
package struct PolicyOptions: ParsableArguments {
  /// `--strict`.
  @Flag(help: "Treat warnings as errors.")
  package var strict = false

  /// Every `--deny`.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Treat a code or prefix as an error, such as image.", valueName: "code"))
  package var deny: [String] = []

  /// Every `--allow`.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Silence a code or prefix, unless Apple documents an error.",
      valueName: "code"))
  package var allow: [String] = []

  /// `--notes`.
  @Flag(help: "Print notes too.")
  package var notes = false

  /// Rejects codes that no finding has. A mistyped code would have no effect without a message.
  package func refuseUnknown(_ catalogue: @autoclosure () -> FindingCatalogue) throws {
    for (option, patterns) in [("--deny", deny), ("--allow", allow)] {
      for pattern in patterns where !catalogue().isKnown(pattern) {
        let nearest = catalogue().nearest(toPattern: pattern)
        throw ValidationError(
          "\(option) \(pattern): no finding has such a code",
          help: nearest.map { "did you mean \(option) \($0)?" }
            ?? "to see the codes with a word, run: passc explain icon")
      }
    }
  }

  /// Options that ask for nothing.
  package init() {}

  /// What was asked for.
  package var names: PolicyNames {
    PolicyNames(strict: strict, deny: deny, allow: allow, notes: notes)
  }

  /// The policy of the run.
  package var policy: Policy { names.policy }
}

/// What counts as an error, as the command line says it.
package struct PolicyNames: Hashable, Sendable {
  /// `--strict`.
  package var strict = false
  /// Every `--deny`.
  package var deny: [String] = []
  /// Every `--allow`.
  package var allow: [String] = []
  /// `--notes`.
  package var notes = false

  /// The policy of the run.
  package var policy: Policy { Policy(isStrict: strict, denied: deny, allowed: allow) }

  /// A command line that is read elsewhere.
  package init(
    strict: Bool = false, deny: [String] = [], allow: [String] = [], notes: Bool = false
  ) {
    self.strict = strict
    self.deny = deny
    self.allow = allow
    self.notes = notes
  }
}

// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassDiagnostics

/// Options that change the severity of findings, and whether notes are printed.
package struct PolicyOptions: ParsableArguments {
  @Flag(help: "Treat warnings as errors.")
  package var strict = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Treat a code or prefix as an error, such as image.", valueName: "code"))
  package var deny: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Silence a code or prefix, unless Apple documents an error.",
      valueName: "code"))
  package var allow: [String] = []

  @Flag(help: "Print notes too.")
  package var notes = false

  /// Rejects codes that do not exist. A mistyped code would otherwise have no effect and no
  /// message.
  package func rejectUnknown(_ catalogue: @autoclosure () -> FindingCatalogue) throws {
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

  package init() {}

  /// The options as a value.
  package var names: PolicyNames {
    PolicyNames(strict: strict, deny: deny, allow: allow, notes: notes)
  }

  package var policy: Policy { names.policy }
}

/// The severity options of a command line. The values are as they were typed.
package struct PolicyNames: Hashable, Sendable {
  /// Whether warnings count as errors.
  package var strict = false
  /// Codes and prefixes that count as errors.
  package var deny: [String] = []
  /// Codes and prefixes that are silenced.
  package var allow: [String] = []
  /// Whether notes are printed.
  package var notes = false

  package var policy: Policy { Policy(isStrict: strict, denied: deny, allowed: allow) }

  package init(
    strict: Bool = false, deny: [String] = [], allow: [String] = [], notes: Bool = false
  ) {
    self.strict = strict
    self.deny = deny
    self.allow = allow
    self.notes = notes
  }
}

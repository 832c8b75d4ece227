// SPDX-License-Identifier: Apache-2.0

/// What the user raises to an error, and what the user lets pass.
package struct Policy: Sendable {
  /// Warnings count as errors.
  package var isStrict = false
  /// Codes or prefixes raised to errors.
  package var denied: [String] = []
  /// Codes or prefixes that are silenced: warnings and notes, and errors whose basis is not
  /// documented.
  package var allowed: [String] = []
  /// Whether somebody reads the notes of this run; where nobody does they are not put into words.
  package var showsNotes = true

  /// Whether notes have to be worked out: somebody reads them, or one may be raised to an error.
  package var wantsNotes: Bool { showsNotes || !denied.isEmpty }

  /// What `--strict`, `--deny` and `--allow` say; by default nothing.
  package init(isStrict: Bool = false, denied: [String] = [], allowed: [String] = []) {
    self.isStrict = isStrict
    self.denied = denied
    self.allowed = allowed
  }

  /// The diagnostics that remain, with the severities of this run.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.compactMap { diagnostic in
      var diagnostic = diagnostic
      if denied.contains(where: { Self.matches($0, diagnostic.finding) }) {
        diagnostic.severity = .error
        return diagnostic
      }
      if Self.mayBeAllowed(diagnostic),
        allowed.contains(where: { Self.matches($0, diagnostic.finding) })
      {
        return nil
      }
      if isStrict, diagnostic.severity == .warning { diagnostic.severity = .error }
      return diagnostic
    }
  }

  /// Whether `--allow` and template.json may silence it at all.
  package static func mayBeAllowed(_ diagnostic: Diagnostic) -> Bool {
    if diagnostic.severity != .error { return true }
    guard diagnostic.finding.mayBeAllowed else { return false }
    if case .documented = diagnostic.finding.basis { return false }
    return true
  }

  /// Whether a code or prefix as users write it covers the finding, by its code or a former one.
  package static func matches(_ pattern: String, _ finding: Finding) -> Bool {
    matches(pattern, finding.code) || finding.formerCodes.contains { matches(pattern, $0) }
  }

  /// Whether a code or prefix as users write it (`image.strip.size`, `image.`, `image.*`,
  /// `image`) covers that code.
  package static func matches(_ pattern: String, _ code: String) -> Bool {
    if pattern == code { return true }
    var prefix = Substring(pattern)
    if prefix.hasSuffix("*") { prefix = prefix.dropLast() }
    if prefix.hasSuffix(".") { prefix = prefix.dropLast() }
    return prefix.isEmpty ? pattern == "*" : code.hasPrefix(prefix + ".")
  }
}

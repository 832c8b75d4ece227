// SPDX-License-Identifier: Apache-2.0

/// The user's choice of what is an error and what is silenced.
package struct Policy: Sendable {
  /// Whether warnings are errors.
  package var isStrict = false
  /// Codes or prefixes that become errors.
  package var denied: [String] = []
  /// Codes or prefixes that are silenced. This includes warnings, notes and errors whose basis is
  /// not `documented`.
  package var allowed: [String] = []
  /// Whether notes are shown. If not, their messages are not made.
  package var showsNotes = true

  /// Whether notes must be computed, because they are shown or one may become an error.
  package var wantsNotes: Bool { showsNotes || !denied.isEmpty }

  /// Options of `--strict`, `--deny` and `--allow`.
  package init(isStrict: Bool = false, denied: [String] = [], allowed: [String] = []) {
    self.isStrict = isStrict
    self.denied = denied
    self.allowed = allowed
  }

  /// Returns the diagnostics that remain, with their severities in this run.
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

  /// Returns whether `--allow` and template.json may silence a diagnostic.
  package static func mayBeAllowed(_ diagnostic: Diagnostic) -> Bool {
    if diagnostic.severity != .error { return true }
    guard diagnostic.finding.mayBeAllowed else { return false }
    if case .documented = diagnostic.finding.basis { return false }
    return true
  }

  /// Returns whether a code or prefix covers a finding, by its code or an earlier one.
  package static func matches(_ pattern: String, _ finding: Finding) -> Bool {
    matches(pattern, finding.code) || finding.formerCodes.contains { matches(pattern, $0) }
  }

  /// Returns whether a code or prefix (`image.strip.size`, `image.`, `image.*`, `image`) covers a
  /// code.
  package static func matches(_ pattern: String, _ code: String) -> Bool {
    if pattern == code { return true }
    var prefix = Substring(pattern)
    if prefix.hasSuffix("*") { prefix = prefix.dropLast() }
    if prefix.hasSuffix(".") { prefix = prefix.dropLast() }
    return prefix.isEmpty ? pattern == "*" : code.hasPrefix(prefix + ".")
  }
}

// SPDX-License-Identifier: Apache-2.0

/// How many errors and warnings there are.
package struct DiagnosticCount: Sendable, Hashable {
  /// The errors.
  package var errors = 0
  /// The warnings.
  package var warnings = 0

  /// The number of some diagnostics.
  package init(_ diagnostics: [Diagnostic] = []) { add(diagnostics) }

  /// Numbers that were counted elsewhere.
  package init(errors: Int, warnings: Int) {
    self.errors = errors
    self.warnings = warnings
  }

  /// Counts more.
  package mutating func add(_ diagnostics: [Diagnostic]) {
    errors += diagnostics.count { $0.severity == .error }
    warnings += diagnostics.count { $0.severity == .warning }
  }

  /// `2 errors, 1 warning`; nil without any.
  package var text: String? {
    let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
    return parts.isEmpty ? nil : parts.map { counted($0.0, $0.1) }.joined(separator: ", ")
  }
}

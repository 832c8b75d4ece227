// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Returns a finding for tests.
package func finding(
  _ code: String = "area.subject.complaint", _ severity: Severity = .error,
  _ basis: Basis = .documented("a page")
) -> Finding {
  Finding(
    code, severity, effect: .wrong, why: "Because.", help: "do it", source: basis, wrong: "a",
    right: "b")
}

// SPDX-License-Identifier: Apache-2.0

/// All findings of a program, for looking up codes.
///
/// Each program makes it from its modules. This takes milliseconds, so it is passed as a closure
/// and made only if needed.
package struct FindingCatalogue: Sendable {
  /// Findings sorted by code.
  package let findings: [Finding]

  package init(_ findings: [Finding]) {
    self.findings = findings.sorted { $0.code < $1.code }
  }

  /// Returns the finding with this code, or the one that had it earlier.
  package func finding(_ code: String) -> Finding? {
    findings.first { $0.code == code } ?? findings.first { $0.formerCodes.contains(code) }
  }

  /// Returns the findings that had this code earlier.
  package func findings(formerly code: String) -> [Finding] {
    findings.filter { $0.formerCodes.contains(code) }
  }

  /// Returns the code that is most similar to an unknown one.
  package func nearest(to code: String) -> String? {
    NearestName.of(code, among: findings.map(\.code))
  }

  /// Returns whether a code or prefix for `--allow` and template.json covers any finding.
  package func isKnown(_ pattern: String) -> Bool {
    findings.contains { Policy.matches(pattern, $0) }
  }

  /// Returns the code or prefix that is most similar to one that covers nothing.
  package func nearest(toPattern pattern: String) -> String? {
    var names = findings.map(\.code)
    for finding in findings {
      let parts = finding.code.split(separator: ".")
      for count in 1..<parts.count { names.append(parts.prefix(count).joined(separator: ".")) }
    }
    let plain = pattern.hasSuffix(".*") ? String(pattern.dropLast(2)) : pattern
    return NearestName.of(plain, among: Array(Set(names)).sorted())
  }
}

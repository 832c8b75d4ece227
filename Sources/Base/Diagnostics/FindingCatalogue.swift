// SPDX-License-Identifier: Apache-2.0

/// Everything a program can complain about, for whoever looks codes up.
///
/// Each program puts its own together from the modules it is made of. Making one costs
/// milliseconds, so it is handed on as a closure and made when somebody asks.
package struct FindingCatalogue: Sendable {
  /// Sorted by code.
  package let findings: [Finding]

  /// A catalogue of these findings.
  package init(_ findings: [Finding]) {
    self.findings = findings.sorted { $0.code < $1.code }
  }

  /// The finding with exactly that code, or the one that had it once.
  package func finding(_ code: String) -> Finding? {
    findings.first { $0.code == code } ?? findings.first { $0.formerCodes.contains(code) }
  }

  /// The findings that were reported under that code once and have one of their own today.
  package func findings(formerly code: String) -> [Finding] {
    findings.filter { $0.formerCodes.contains(code) }
  }

  /// The code nearest to a text that is not one.
  package func nearest(to code: String) -> String? {
    NearestName.of(code, among: findings.map(\.code))
  }

  /// Whether a code or prefix, as `--allow` and template.json take it, covers any finding.
  package func isKnown(_ pattern: String) -> Bool {
    findings.contains { Policy.matches(pattern, $0) }
  }

  /// The code or prefix nearest to one that covers nothing.
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

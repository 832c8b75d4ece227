// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One example of a finding, as an argument of a test.
package struct FindingProof: Sendable, CustomStringConvertible {
  /// The finding with this example.
  package let finding: Finding
  package let example: Example
  /// Name in the list of tests, such as `nfc.message.tooLong bad 1`.
  package let description: String

  /// Returns the bad examples. Each must give its finding.
  package static func bad(of findings: [Finding]) -> [FindingProof] {
    proofs("bad", findings, \.bad)
  }

  /// Returns the good examples. None may give a diagnostic.
  package static func good(of findings: [Finding]) -> [FindingProof] {
    proofs("good", findings, \.good)
  }

  private static func proofs(
    _ kind: String, _ findings: [Finding], _ examples: (Finding) -> [Example]
  ) -> [FindingProof] {
    findings.flatMap { finding in
      examples(finding).enumerated().map { index, example in
        FindingProof(
          finding: finding, example: example,
          description: "\(finding.code) \(kind) \(index + 1)")
      }
    }
  }
}

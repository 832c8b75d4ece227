// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One example of a finding, as an argument of a test.
package struct FindingProof: Sendable, CustomStringConvertible {
  /// The finding whose example it is.
  package let finding: Finding
  /// What is changed in a sample.
  package let example: Example
  /// Its name in the list of tests: `nfc.message.tooLong bad 1`.
  package let description: String

  /// The bad examples of the findings: each is to give its finding.
  package static func bad(of findings: [Finding]) -> [FindingProof] {
    proofs("bad", findings, \.bad)
  }

  /// The good examples of the findings: none is to give anything.
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

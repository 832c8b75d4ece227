// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Reasons why passc does not sign a finished pass again. Their tests are in PassCheckTests because
/// the bundles are built from bytes.
package enum ResignFindings {
  /// A template was given instead of a pass.
  package static let template = Finding(
    "resign.source.template", .error, effect: .wrong,
    why: """
      A template holds placeholders and files that are not packed. If passc signed it as it is, \
      your customer would see {{ name }}.
      """,
    help: "make a pass of it with passc build",
    source: .convention("passc help templates"),
    wrong: "passc resign gym.pass",
    right: "passc build gym.pass")
  /// pass.json has no pass type identifier, team identifier or serial number. Signing again does
  /// not fill these in.
  package static let identifierMissing = Finding(
    "resign.identifier.missing", .error, effect: .refused,
    why: """
      When passc signs a pass again, it does not change the content. It does not fill in \
      identifiers from the certificate as passc build does.
      """,
    help: "add it to pass.json",
    source: .documented("Wallet Passes: Pass, required properties"),
    wrong: """
      "passTypeIdentifier": "pass.com.example.gym",
      "serialNumber": "A-17"
      """,
    right: """
      "passTypeIdentifier": "pass.com.example.gym",
      "serialNumber": "A-17",
      "teamIdentifier": "A1B2C3D4E5"
      """)

  package static let all = [template, identifierMissing]
}

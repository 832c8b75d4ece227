// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Why a finished pass is not signed again. Their proofs stand in the tests of this module, since
/// bundles are made of bytes.
package enum ResignFindings {
  /// A template was given to be signed as it stands.
  package static let template = Finding(
    "resign.source.template", .error, effect: .wrong,
    why: """
      A template holds placeholders and files that are not packed; signed as it stands, the holder \
      would see {{ name }}.
      """,
    help: "passc build makes a pass of it",
    source: .convention("passc, docs/reference/templates.md"),
    wrong: "passc resign gym.pass, a folder with template.json and {{ name }}",
    right: "passc resign A-1.pkpass")
  /// pass.json names no pass type, team or serial number, which signing again never fills in.
  package static let identifierMissing = Finding(
    "resign.identifier.missing", .error, effect: .refused,
    why: """
      Signing again keeps the content as it stands, so the identifiers cannot be filled in from \
      the certificate as a build does.
      """,
    help: "add it to pass.json",
    source: .documented("Wallet Passes: Pass, required properties"),
    wrong: "pass.json without teamIdentifier",
    right: "pass.json with passTypeIdentifier, teamIdentifier and serialNumber")

  /// Every finding of this area.
  package static let all = [template, identifierMissing]
}

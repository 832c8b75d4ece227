// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// A rule about manifest and signature of a finished bundle.
///
/// It is pure like every rule. The signature was parsed and its chain built before.
package protocol SignedManifestRule: Sendable {
  /// All findings that the rule can report, each with examples.
  var findings: [Finding] { get }

  /// Reports the problems of manifest and signature.
  func check(_ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report)
}

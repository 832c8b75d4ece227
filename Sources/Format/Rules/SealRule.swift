// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// One subject of the seal of a finished bundle, manifest and signature, and what can be wrong
/// with it.
///
/// Pure like every rule: the seal was read and its chain built before.
package protocol SealRule: Sendable {
  /// All findings the rule can report, each with its proof.
  var findings: [Finding] { get }

  /// Reports what is wrong with one seal.
  func check(_ seal: Seal, _ context: CheckContext, _ report: inout Report)
}

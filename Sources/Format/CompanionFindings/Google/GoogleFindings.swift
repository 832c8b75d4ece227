// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings about passes for Google Wallet. passc cannot ask Google, so a payload without findings
/// means that passc found nothing that Google's description forbids.
package enum GoogleFindings {
  /// The description that the findings are based on.
  static let description = Basis.documented("Google Wallet API, walletobjects v1")
  /// Reports of several implementers.
  static let reported = Basis.observed("issues of Google's sample projects")
  /// A decision of this project.
  static let decision = Basis.convention("passc help google")

  /// All findings about passes for Google Wallet, in the order of the reference pages.
  package static let all =
    memberFindings + valueFindings + contentFindings + identifierFindings + settingsFindings
    + linkFindings + lossFindings

  /// Findings of one payload. The lines that `passc explain` shows are members to add to a valid
  /// payload, and tests run them.
  package static let ofPayloads = memberFindings + valueFindings + contentFindings
}

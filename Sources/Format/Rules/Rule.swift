// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassModel

/// A rule: one subject of a pass and all its findings.
///
/// Rules are pure: they read no disk and no clock, and have no state. If a rule reads nothing that
/// depends on a row, its result for the next row is therefore the same. A rule may call functions
/// and use findings of another rule, but it does not run another rule.
package protocol Rule: Sendable {
  /// All findings that the rule can report, each with examples.
  var findings: [Finding] { get }

  /// Whether the rule also checks a pass whose pass.json is missing or unreadable.
  var checksOnlyFiles: Bool { get }

  /// Reports the problems of one pass.
  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report)
}

extension Rule {
  /// False, because most rules are about pass.json.
  package var checksOnlyFiles: Bool { false }

  /// Returns whether the rule can check the pass. Rules about pass.json need one that could be
  /// read.
  package func applies(to pass: PassPackage) -> Bool { checksOnlyFiles || pass.hasDocument }
}

/// The input of rules that is not in the pass.
package struct CheckContext: Sendable, Equatable {
  /// The time of the check, in seconds since 1970.
  package var today: Int64
  /// The last moment that belongs to today: a day that was named ends later than it is counted from.
  package var endOfToday: Int64
  /// The day on which the pass was signed, in seconds since 1970. It is nil if the pass is not signed
  /// yet, and for passes whose rules do not need it: the results for passes of one context are
  /// reused.
  package var daySigned: Int64?
  /// What the signing certificate says; nil when none is known, as in `check` of a template.
  package var certificate: CertificateFacts?
  /// The public key of `--nfc-key` in the form of `encryptionPublicKey`, or nil if there is none.
  package var nfcPublicKey: String?
  /// The oldest iOS version that the pass is meant for: `--ios`.
  package var lowestIOS: IOSVersion?
  /// The wallet besides Apple's that people open the pass with: `--reader`.
  package var otherWallet: OtherWallet?

  /// Creates a context. Rules skip the comparison with missing values.
  package init(
    today: Int64, endOfToday: Int64? = nil, certificate: CertificateFacts? = nil,
    nfcPublicKey: String? = nil, lowestIOS: IOSVersion? = nil, otherWallet: OtherWallet? = nil
  ) {
    self.today = today
    self.endOfToday = endOfToday ?? today
    self.certificate = certificate
    self.nfcPublicKey = nfcPublicKey
    self.lowestIOS = lowestIOS
    self.otherWallet = otherWallet
  }
}

/// A wallet besides Apple's that opens pass files.
package enum OtherWallet: String, Sendable, CaseIterable {
  /// Google Wallet on Android.
  case googleWallet = "google-wallet"

  /// The first part of the codes of its findings.
  package var area: String { "google" }
}

/// The facts of a signing certificate that rules need.
package struct CertificateFacts: Sendable, Equatable {
  /// The pass type identifier in the extension 1.2.840.113635.100.6.1.16.
  package var passTypeIdentifier: String?
  /// The UID of the subject.
  package var userID: String?
  /// The OU of the subject.
  package var teamIdentifier: String?
  /// Whether the extension 1.2.840.113635.100.6.1.26 is present, which is the NFC permission.
  package var isEnabledForNFC: Bool
  /// The file of the certificate as the user knows it.
  package var name: String
  /// Whether the certificate chain ends at Apple, as far as it is known. Phones open no other
  /// passes, so such a pass is a test.
  package var leadsToApple: Bool

  /// Creates the facts of a certificate that was read from `name`.
  package init(
    passTypeIdentifier: String?, userID: String?, teamIdentifier: String?, isEnabledForNFC: Bool,
    name: String, leadsToApple: Bool = true
  ) {
    self.passTypeIdentifier = passTypeIdentifier
    self.userID = userID
    self.teamIdentifier = teamIdentifier
    self.isEnabledForNFC = isEnabledForNFC
    self.name = name
    self.leadsToApple = leadsToApple
  }
}

// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassModel

/// One subject of a pass and everything that can be wrong with it.
///
/// Rules are pure: they read no disk and no clock and keep no state, so that one that read nothing
/// of a row need not run for the next. A rule may ask another whose matter a fault is, and name its
/// findings; it does not run another rule.
package protocol Rule: Sendable {
  /// All findings the rule can report, each with its proof.
  var findings: [Finding] { get }

  /// Whether the rule has something to say when pass.json is missing or beyond reading.
  var judgesFilesAlone: Bool { get }

  /// Reports what is wrong with the content of one pass.
  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report)
}

extension Rule {
  /// Most rules are about pass.json.
  package var judgesFilesAlone: Bool { false }

  /// Whether the ground the rule builds on held: no check of pass.json after one that could not
  /// be read.
  package func applies(to pass: PassPackage) -> Bool { judgesFilesAlone || pass.hasDocument }
}

/// What a pass cannot know of itself.
package struct CheckContext: Sendable, Equatable {
  /// Today, in seconds since 1970.
  package var today: Int64
  /// The last moment that belongs to today: a day that was named ends later than it is counted from.
  package var endOfToday: Int64
  /// What the signing certificate says; nil when none is known, as in `check` of a template.
  package var certificate: CertificateFacts?
  /// The reader's public key as `encryptionPublicKey` spells it, where `--nfc-key` gave one.
  package var nfcPublicKey: String?
  /// The lowest iOS version that has to understand the pass, `--ios`.
  package var lowestIOS: IOSVersion?

  /// What is known beside the pass; what is left out is not compared with.
  package init(
    today: Int64, endOfToday: Int64? = nil, certificate: CertificateFacts? = nil,
    nfcPublicKey: String? = nil, lowestIOS: IOSVersion? = nil
  ) {
    self.today = today
    self.endOfToday = endOfToday ?? today
    self.certificate = certificate
    self.nfcPublicKey = nfcPublicKey
    self.lowestIOS = lowestIOS
  }
}

/// What rules need to know of a pass certificate.
package struct CertificateFacts: Sendable, Equatable {
  /// Extension 1.2.840.113635.100.6.1.16.
  package var passTypeIdentifier: String?
  /// The subject's UID.
  package var userID: String?
  /// The subject's OU.
  package var teamIdentifier: String?
  /// Extension 1.2.840.113635.100.6.1.26 is present.
  package var isEnabledForNFC: Bool
  /// The file it was read from, as the user knows it.
  package var name: String

  /// The facts of a certificate that was read from `name`.
  package init(
    passTypeIdentifier: String?, userID: String?, teamIdentifier: String?, isEnabledForNFC: Bool,
    name: String
  ) {
    self.passTypeIdentifier = passTypeIdentifier
    self.userID = userID
    self.teamIdentifier = teamIdentifier
    self.isEnabledForNFC = isEnabledForNFC
    self.name = name
  }
}

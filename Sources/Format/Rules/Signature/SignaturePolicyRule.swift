// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel

/// Rule about Apple's conditions for a signing certificate and its issuer, after the chain was
/// verified.
struct SignaturePolicyRule: SignedManifestRule {
  private static let policy = Basis.documented("Apple's open-source pass policy (SecPolicy.c)")
  private static let request = "request a Pass Type ID certificate at Apple: passc cert request"

  private static func finding(
    _ code: String, step: WalletStep = .certificate, why: String, help: String = request,
    wrong: String, right: String, _ bad: Example.Signer
  ) -> Finding {
    Finding(
      code, .error, effect: .refused, step: step, why: why, help: help, source: policy,
      walletLog: "trust chain could not be verified", wrong: wrong, right: right,
      bad: [.signed(.signed(by: bad), file: "signature")], good: [.signed()])
  }

  static let order = finding(
    "signature.certificate.order",
    why: """
      The certificate is for order tracking (extended key usage 1.2.840.113635.100.4.19). Orders \
      and passes have separate certificates.
      """,
    wrong: """
      signed with          order.com.example.gym, team A1B2C3D4E5
      extended key usage   1.2.840.113635.100.4.19
      """,
    right: """
      signed with          pass.com.example.gym, team A1B2C3D4E5
      extended key usage   1.2.840.113635.100.4.14
      """,
    .order)
  static let notForPasses = finding(
    "signature.certificate.notForPasses",
    why: """
      A signing certificate has extended key usage 1.2.840.113635.100.4.14. This one does not have \
      it.
      """,
    wrong: """
      signed with          Example Gym Web Server
      extended key usage   clientAuth
      """,
    right: """
      signed with          pass.com.example.gym, team A1B2C3D4E5
      extended key usage   clientAuth, 1.2.840.113635.100.4.14
      """,
    .noPassKeyUsage)
  static let noPassType = finding(
    "signature.certificate.noPassType",
    why: """
      Extension 1.2.840.113635.100.6.1.16 holds the pass type identifier that a certificate signs \
      for. Wallet compares the pass with it.
      """,
    wrong: """
      subject of the certificate            UID=pass.com.example.gym
      extension 1.2.840.113635.100.6.1.16   (missing)
      """,
    right: """
      subject of the certificate            UID=pass.com.example.gym
      extension 1.2.840.113635.100.6.1.16   pass.com.example.gym
      """,
    .noExtension)
  static let noTeam = finding(
    "signature.certificate.noTeam",
    why: """
      The organizational unit (OU) of a signing certificate's subject is the team identifier. \
      Wallet compares teamIdentifier with it and rejects a certificate without an OU.
      """,
    wrong: "subject   UID=pass.com.example.gym, O=Example Gym",
    right: "subject   UID=pass.com.example.gym, OU=A1B2C3D4E5, O=Example Gym",
    .noTeam)
  static let noUserID = Finding(
    "signature.certificate.noUserID", .error, effect: .refused, step: .certificate,
    why: """
      The UID of a signing certificate's subject is the pass type identifier, as in extension \
      1.2.840.113635.100.6.1.16. Apple writes both, and the pass is compared with both.
      """,
    help: request,
    source: .documented("Apple's signing certificates; Wallet Passes: Building a Pass"),
    wrong: "subject   OU=A1B2C3D4E5, O=Example Gym",
    right: "subject   UID=pass.com.example.gym, OU=A1B2C3D4E5, O=Example Gym",
    bad: [.signed(.signed(by: .noUserID), file: "signature")], good: [.signed()])
  static let noMarker = finding(
    "signature.issuer.noMarker",
    why: """
      The WWDR intermediate certificate must have extension 1.2.840.113635.100.6.2.1. Every \
      generation except G2 has it.
      """,
    help: "use a certificate that Apple's WWDR issued for passes",
    wrong: """
      signed with   pass.com.example.gym, team A1B2C3D4E5
      issued by     WWDR G2
      """,
    right: """
      signed with   pass.com.example.gym, team A1B2C3D4E5
      issued by     WWDR G4
      """, .noWWDRExtension)
  static let chainLength = finding(
    "signature.chain.length", step: .chain,
    why: """
      The chain must have exactly three certificates: the signing certificate, the WWDR \
      certificate that issued it, and a root.
      """,
    help: "use a certificate that Apple's WWDR issued for passes",
    wrong: "chain   pass.com.example.gym, Apple Root CA",
    right: "chain   pass.com.example.gym, WWDR G4, Apple Root CA", .directlyByRoot)

  var findings: [Finding] {
    [
      Self.order, Self.notForPasses, Self.noPassType, Self.noTeam, Self.noUserID, Self.noMarker,
      Self.chainLength,
    ]
  }

  func check(_ signedManifest: SignedManifest, _ context: CheckContext, _ report: inout Report) {
    guard let chain = signedManifest.reading?.chain else { return }
    let leaf = chain.leaf
    let place = signedManifest.signaturePlace
    if leaf.isForOrders {
      return report(
        Self.order, "the signer's certificate is for orders, expected one for passes", at: place)
    }
    if !leaf.hasPassEKU {
      report(
        Self.notForPasses, "the signer's certificate is not for signing passes", at: place)
    } else if leaf.passTypeIdentifier == nil {
      report(
        Self.noPassType, "the signer's certificate names no pass type identifier", at: place)
    } else {
      checkSubject(leaf.subject, place, &report)
    }
    // If the chain is not trusted, the conditions do not matter.
    guard chain.isTrusted else { return }
    // They do not matter either if an issuer in the chain is not an authority.
    let isBroken = chain.errors.contains { if case .notAuthority = $0 { true } else { false } }
    guard !isBroken else { return }
    if chain.length != 3 {
      report(
        Self.chainLength, "the chain has \(chain.length) certificates, expected three", at: place)
    } else if chain.issuerHasMarker == false {
      report(
        Self.noMarker, "\(quoted(chain.issuerName)) may not issue signing certificates for passes",
        at: place)
    }
  }

  private func checkSubject(
    _ subject: DistinguishedName, _ place: Place, _ report: inout Report
  ) {
    if subject.organizationalUnit == nil {
      report(
        Self.noTeam, "the signer's certificate names no team: its subject has no OU", at: place)
    }
    if subject.userID == nil {
      report(
        Self.noUserID, "the signer's certificate has no UID, expected the pass type identifier",
        at: place)
    }
  }
}

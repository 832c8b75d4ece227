// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel

/// Apple's own conditions on a pass certificate and its issuer, after the chain was verified.
struct SignaturePolicyRule: SealRule {
  private static let policy = Basis.documented("Apple's open-source pass policy (SecPolicy.c)")
  private static let request = "request a Pass Type ID certificate at Apple: passc cert request"

  private static func finding(
    _ code: String, step: WalletStep = .certificate, why: String, help: String = request,
    _ bad: Example.Signer
  ) -> Finding {
    Finding(
      code, .error, effect: .refused, step: step, why: why, help: help, source: policy,
      walletLog: "trust chain could not be verified",
      bad: [.sealed(.signed(by: bad), file: "signature")], good: [.sealed()])
  }

  static let order = finding(
    "signature.certificate.order",
    why: """
      The certificate is for order tracking (extended key usage 1.2.840.113635.100.4.19). Orders \
      and passes have certificates of their own.
      """,
    .order)
  static let notForPasses = finding(
    "signature.certificate.notForPasses",
    why: "A pass certificate has extended key usage 1.2.840.113635.100.4.14; this one has not.",
    .noPassPurpose)
  static let noPassType = finding(
    "signature.certificate.noPassType",
    why: """
      Extension 1.2.840.113635.100.6.1.16 says which pass type a certificate signs for; Wallet \
      compares the pass with it.
      """,
    .noExtension)
  static let noTeam = finding(
    "signature.certificate.noTeam",
    why: """
      The organisational unit (OU) of a pass certificate's subject is the team; Wallet compares \
      teamIdentifier with it and refuses a certificate without.
      """,
    .noTeam)
  static let noUserID = Finding(
    "signature.certificate.noUserID", .error, effect: .refused, step: .certificate,
    why: """
      The UID of a pass certificate's subject is the pass type, as extension \
      1.2.840.113635.100.6.1.16 has it. Apple writes both, and the pass is compared with them.
      """,
    help: request, source: .documented("Apple's pass certificates; Wallet Passes: Building a Pass"),
    bad: [.sealed(.signed(by: .noUserID), file: "signature")], good: [.sealed()])
  static let noMarker = finding(
    "signature.issuer.noMarker",
    why:
      "The intermediate must carry extension 1.2.840.113635.100.6.2.1, as every WWDR does but G2.",
    help: "use a certificate that Apple's WWDR issued for passes", .noMarker)
  static let chainLength = finding(
    "signature.chain.length", step: .chain,
    why: "Wallet wants exactly three certificates: the pass's, the WWDR that issued it, a root.",
    help: "use a certificate that Apple's WWDR issued for passes", .directlyByRoot)

  var findings: [Finding] {
    [
      Self.order, Self.notForPasses, Self.noPassType, Self.noTeam, Self.noUserID, Self.noMarker,
      Self.chainLength,
    ]
  }

  func check(_ seal: Seal, _ context: CheckContext, _ report: inout Report) {
    guard let chain = seal.reading?.chain else { return }
    let leaf = chain.leaf
    let place = seal.signaturePlace
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
      judgeSubject(leaf.subject, place, &report)
    }
    // Of a chain nobody vouches for the rest does not matter.
    guard chain.isTrusted else { return }
    // Nor does it where one of the way is no authority.
    let isBroken = chain.faults.contains { if case .notAuthority = $0 { true } else { false } }
    guard !isBroken else { return }
    if chain.length != 3 {
      report(
        Self.chainLength, "the chain has \(chain.length) certificates, expected three", at: place)
    } else if chain.issuerHasMarker == false {
      report(
        Self.noMarker, "\(quoted(chain.issuerName)) may not issue pass certificates", at: place)
    }
  }

  private func judgeSubject(
    _ subject: DistinguishedName, _ place: Place, _ report: inout Report
  ) {
    if subject.organizationalUnit == nil {
      report(
        Self.noTeam, "the signer's certificate names no team: its subject has no OU", at: place)
    }
    if subject.userID == nil {
      report(
        Self.noUserID, "the signer's certificate has no UID, expected the pass type there",
        at: place)
    }
  }
}

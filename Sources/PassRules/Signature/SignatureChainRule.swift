// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel

/// The chain from the signer's certificate to Apple.
struct SignatureChainRule: SealRule {
  private static let policy = Basis.documented("Apple's open-source pass policy (SecPolicy.c)")

  static let notApple = Finding(
    "signature.chain.notApple", .error, effect: .refused,
    why: """
      Wallet accepts only certificates that Apple issued. The signature of the signer's \
      certificate was verified against the keys of every WWDR generation, in the message or not.
      """,
    help: """
      sign with a pass type certificate from Apple: passc cert request. For certificates of your \
      own, as in tests, name their root with --trust FILE
      """,
    source: policy, walletLog: "trust chain could not be verified",
    bad: [
      .sealed(.signed(by: .untrusted), file: "signature"),
      .sealed(.signed(by: .forged), file: "signature"),
    ],
    good: [.sealed()])

  static let wrongIntermediate = Finding(
    "signature.chain.wrongIntermediate", .warning, effect: .maybeRefused,
    why: """
      The message must carry the WWDR certificate that issued the signer's, or the device has to \
      know it already: it has two built in, and which ones depends on its version. 30 of 110 \
      authentic passes carry another generation or none.
      """,
    help: "put the generation named here into the signature",
    source: .observed("30 of 110 authentic passes, some made in 2025"),
    walletLog: "trust chain could not be verified",
    bad: [
      .sealed(.signed(by: .wrongIntermediate), file: "signature"),
      .sealed(.signed(by: .noIntermediate), file: "signature"),
    ],
    good: [.sealed()])

  static let surplus = Finding(
    "signature.certificate.surplus", .warning, effect: .style,
    why: """
      The device knows Apple's roots, and nobody needs certificates that are not on the way; each \
      makes every pass some 1.5 kB larger.
      """,
    help: "put the pass certificate and its WWDR into the signature, nothing else",
    source: .convention("two certificates in nearly every authentic pass"),
    bad: [.sealed(.signed(by: .withRoot), file: "signature")], good: [.sealed()])

  var findings: [Finding] { [Self.notApple, Self.wrongIntermediate, Self.surplus] }

  func check(_ seal: Seal, _ context: CheckContext, _ report: inout Report) {
    guard let reading = seal.reading, let chain = reading.chain else { return }
    let place = seal.signaturePlace
    let embedded = reading.message.certificates
    guard chain.isTrusted else {
      return report(Self.notApple, Self.words(chain), at: place, help: Self.help(for: chain))
    }
    if case .known(let authority) = chain.issuer {
      guard !authority.isRoot else { return }
      let others = embedded.filter { $0 != chain.leaf }
      let found = others.isEmpty ? "no intermediate" : listed(others.map(Self.name))
      report(
        Self.wrongIntermediate,
        "the signature carries \(found), the signer's certificate needs \(authority.name)",
        at: place, help: Self.help(for: authority, chain.leaf))
      return
    }
    // Of several signers each brings a certificate; that there are several is said already.
    guard reading.message.signers.count < 2 else { return }
    let needed = chain.used.prefix(2)
    let surplus = embedded.filter { !needed.contains($0) }
    if !surplus.isEmpty {
      report(
        Self.surplus,
        "the signature carries \(listed(surplus.map(Self.name))) beside what is needed", at: place)
    }
  }

  private static func words(_ chain: CertificateChain) -> String {
    if case .missing = chain.issuer, let named = chain.named {
      return "the signer's certificate names \(named.name), whose key did not sign it"
    }
    if case .missing = chain.issuer, !chain.leaf.isSelfIssued {
      return
        "the issuer of the signer's certificate, \(quoted(chain.issuerName)), is missing in the "
        + "signature and is none of Apple's"
    }
    return "the chain ends at \(quoted(chain.issuerName)), not at Apple"
  }

  /// Only where a certificate is missing more can be said than the finding says.
  private static func help(for chain: CertificateChain) -> String? {
    guard case .missing = chain.issuer, chain.named == nil, !chain.leaf.isSelfIssued else {
      return nil
    }
    return "put that certificate into the signature; when it is none of Apple's, name its root "
      + "with --trust FILE, as in tests"
  }

  private static func name(_ certificate: Certificate) -> String {
    TrustAnchors.anchor(for: certificate)?.name ?? certificate.subject.commonName
      ?? certificate.subject.text
  }

  private static func help(for authority: Trust.Authority, _ leaf: Certificate) -> String {
    var text = "put \(authority.name) (SHA-256 \(authority.sha256Hex)) into the signature"
    if authority.isApple { text += "; it is on https://www.apple.com/certificateauthority/" }
    return text
  }
}
